// What the session does beyond the protocol, mostly for people.
#include <array>
#include <cinttypes>
#include <cstdio>
#include <memory>
#include <random>

#include "chess/diagram.hpp"
#include "chess/fen.hpp"
#include "chess/movegen.hpp"
#include "chess/san.hpp"
#include "chess/see.hpp"
#include "chess/uci_move.hpp"
#include "engine/eval/trace_text.hpp"
#include "platform/bench.hpp"
#include "platform/clock.hpp"
#include "platform/files.hpp"
#include "platform/perft.hpp"
#include "platform/speed_test.hpp"
#include "uci/help_text.hpp"
#include "uci/info_text.hpp"
#include "uci/session.hpp"

namespace kibitz::uci {

namespace {

// A position with colours, side to move and board exchanged.
Position flipped(const Position& position) {
    const PositionSetup before = position.setup();
    PositionSetup setup = before;
    for (int i = 0; i < square_count; ++i) {
        const Piece piece = before.board[static_cast<std::size_t>(i)];
        setup.board[static_cast<std::size_t>(Square(i).flip_rank().index())] =
            piece == Piece::none ? piece : make_piece(~color_of(piece), type_of(piece));
    }
    setup.side_to_move = ~before.side_to_move;
    setup.castling_rooks = Bitboard();
    for (const Square rook : before.castling_rooks) setup.castling_rooks |= rook.flip_rank();
    if (!before.en_passant.is_none()) setup.en_passant = before.en_passant.flip_rank();
    return *Position::make(setup, SetupRules::lenient);
}

std::expected<std::vector<Position>, std::string> bench_positions_of(const BenchCommand& command,
                                                                     const Position& current) {
    if (command.positions == "default") return default_bench_positions();
    if (command.positions == "current") return std::vector{current};
    return read_bench_positions(command.positions);
}

Limits limits_of(const BenchCommand& command) {
    const int limit = command.limit > 0 ? command.limit : default_bench_depth;
    Limits limits;
    switch (command.kind) {
        case BenchCommand::Kind::depth: limits.depth = limit; break;
        case BenchCommand::Kind::nodes: limits.nodes = static_cast<std::uint64_t>(limit); break;
        case BenchCommand::Kind::move_time: limits.move_time = limit; break;
    }
    return limits;
}

const char* to_string(Wdl wdl) {
    switch (wdl) {
        case Wdl::win: return "win";
        case Wdl::cursed_win: return "cursed win (a draw by the fifty-move rule)";
        case Wdl::draw: return "draw";
        case Wdl::blessed_loss: return "blessed loss (a draw by the fifty-move rule)";
        case Wdl::loss: return "loss";
    }
    return "unknown";
}

std::string hexadecimal(Key key) {
    constexpr std::size_t digits = 2 * sizeof(Key);
    std::array<char, digits + 1> text{};
    std::snprintf(text.data(), text.size(), "%016" PRIX64, key);
    return text.data();
}

// The result of a position with few enough pieces, by the tables.
std::optional<Wdl> look_up(Tablebase& tables, const Position& position) {
    if (position.castling_rooks().any() || position.occupied().count() > tables.max_pieces())
        return std::nullopt;
    return tables.probe_wdl(position);
}

// The captures that win material for the side to move, by static exchange evaluation.
std::string winning_captures(const Position& position) {
    std::string text;
    for (const Move move : legal_moves(position))
        if (position.captured_by(move) != Piece::none && see_at_least(position, move, 1))
            text += " " + to_san(position, move);
    return text.empty() ? " nothing" : text;
}

// The start position after some random moves; the side to move has a legal one.
Position random_opening(std::mt19937_64& random) {
    constexpr int plies = 8;
    while (true) {
        Position position = Position::initial();
        for (int ply = 0; ply < plies && has_legal_move(position); ++ply) {
            const MoveList moves = legal_moves(position);
            const auto chosen = random() % static_cast<std::uint64_t>(moves.size());
            position.play(moves[static_cast<int>(chosen)]);
        }
        if (has_legal_move(position)) return position;
    }
}

}  // namespace

void Session::act(const PerftCommand& command) {
    const auto count = [this, depth = command.depth, position = engine_.position(),
                        threads = engine_.threads(),
                        chess960 = writes_chess960()](const std::stop_token& stop) {
        const PerftReport report =
            run_perft(engine_.core_path(), position, depth, threads, true, stop);
        if (stop.stop_requested()) return false;
        for (const PerftMove& move : report.moves)
            output_.line(to_uci(move.move, chess960) + ": " + std::to_string(move.leaves));
        output_.line("");
        output_.line("Nodes searched: " + std::to_string(report.leaves));
        output_.line("Time: " + std::to_string(report.time_ms) + " ms");
        output_.line("Nodes/second: " + std::to_string(per_second(report.leaves, report.time_ms)));
        return true;
    };
    run_beside("perft", count);
}

void Session::act(const BenchCommand& command) {
    bring_to_rest();  // a search would take processor time from the measurement
    // A separate engine, so that the options of this one do not change the signature, with one
    // exception: EvalFile, because it is of interest how fast and how deep the engine searches
    // with a network.
    const auto engine = std::make_shared<Engine>();
    engine->set_network(network_.network);
    std::expected<void, std::string> set;
    if (command.hash_mb > 0) set = engine->set_hash_mb(command.hash_mb);
    if (set && command.threads > 0) set = engine->set_threads(command.threads);
    if (!set) return error("bench: " + set.error());
    const auto positions = bench_positions_of(command, engine_.position());
    if (!positions) return error("bench: " + positions.error());
    const auto show = [this](const BenchProgress& at) {
        output_.line("info string " + std::to_string(at.number) + "/" + std::to_string(at.count) +
                     " " + std::to_string(at.nodes) + " nodes: " + at.fen);
    };
    const auto measure = [this, engine, positions = *positions, limits = limits_of(command),
                          show](const std::stop_token& stop) {
        const BenchReport report = run_bench(*engine, positions, limits, show, stop);
        if (stop.stop_requested()) return false;
        output_.line("Time: " + std::to_string(report.time_ms) + " ms");
        output_.line("Nodes/second: " + std::to_string(per_second(report.nodes, report.time_ms)));
        output_.line("Nodes searched: " + std::to_string(report.nodes));
        return true;
    };
    run_beside("bench", measure);
}

void Session::act(const SpeedTestCommand& command) {
    bring_to_rest();
    const SpeedTestSettings settings{
        .threads = command.threads, .hash_mb = command.hash_mb, .seconds = command.seconds};
    const auto show = [this](const std::string& progress) {
        output_.line("info string " + progress);
    };
    const auto measure = [this, settings, show](const std::stop_token& stop) {
        const auto report = run_speed_test(settings, show, stop);
        if (stop.stop_requested()) return false;
        if (report)
            lines(to_text(*report));
        else
            error("speedtest: " + report.error());
        return true;
    };
    run_beside("speedtest", measure);
}

void Session::act(const SaveHashCommand& command) {
    bring_to_rest();
    if (auto saved = engine_.save_hash(command.path); !saved)
        return error("savehash: " + saved.error());
    output_.line("info string hash saved to " + command.path);
}

void Session::act(const LoadHashCommand& command) {
    bring_to_rest();
    if (auto loaded = engine_.load_hash(command.path); !loaded)
        return error("loadhash: " + loaded.error());
    output_.line("info string hash loaded from " + command.path);
}

void Session::act(const ExportNetworkCommand& command) {
    if (network_.network == nullptr)
        return error(
            "export_net: the hand-crafted evaluation is in use, so there is no network to write");
    if (auto written = write_file(command.path, {network_.file}); !written)
        return error("export_net: " + written.error());
    output_.line("info string network saved to " + command.path);
}

void Session::act(const DisplayCommand&) {
    const Position& position = engine_.position();
    lines(to_diagram(position, {.coordinates = true}));
    output_.line("FEN: " + to_fen(position));
    output_.line("Key: " + hexadecimal(position.key()));
    std::string checkers;
    for (const Square square : position.checkers()) checkers += " " + square.to_string();
    output_.line("Checkers:" + checkers);
    if (tablebase_ == nullptr) return;
    const auto wdl = look_up(*tablebase_, position);
    if (!wdl) return;
    const auto dtz = tablebase_->probe_dtz(position);
    output_.line("Tablebases: " + std::string(to_string(*wdl)) +
                 (dtz ? ", DTZ " + std::to_string(*dtz) : ""));
}

void Session::act(const FenCommand&) { output_.line(to_fen(engine_.position())); }

void Session::act(const EvalCommand&) {
    const Position& position = engine_.position();
    lines(to_text(trace_evaluation(position)));
    if (network_.network == nullptr)
        return output_.line("No network is loaded: this evaluation is in use.");
    const Score score = engine_.core_path().evaluate(position, network_.network.get());
    output_.line("The network is in use and gives " + score_text(score, position) +
                 " for the side to move.");
}

void Session::act(const RawEvalCommand&) {
    const Score score = engine_.core_path().evaluate(engine_.position(), network_.network.get());
    output_.line(std::to_string(raw(score)));
}

void Session::act(const FlipCommand&) { set_game(flipped(engine_.position()), {}); }

void Session::act(const ThreatsCommand&) {
    const Position& position = engine_.position();
    for (const Color color : {Color::white, Color::black}) {
        const std::string name = color == Color::white ? "White" : "Black";
        if (color != position.side_to_move() && position.in_check()) continue;
        Position to_move = position;
        if (color != position.side_to_move()) to_move.play_null();
        output_.line(name + " threatens:" + winning_captures(to_move));
    }
}

void Session::act(const GenerateFensCommand& command) {
    std::mt19937_64 random(command.seed);
    for (int i = 0; i < command.count; ++i)
        output_.line("info string genfens " + to_fen(random_opening(random)));
}

void Session::act(const ProbeWdlCommand&) {
    const Position& position = engine_.position();
    if (tablebase_ == nullptr) return error("probewdl: set SyzygyPath first");
    const auto wdl = look_up(*tablebase_, position);
    output_.line("tablebase: " + std::string(wdl ? to_string(*wdl) : "not in the tables"));
}

void Session::act(const CompilerCommand&) { lines(compiler_text(engine_.core_path())); }
void Session::act(const HelpCommand&) { lines(help_text()); }
void Session::act(const LicenseCommand&) { lines(license_text()); }

}  // namespace kibitz::uci
