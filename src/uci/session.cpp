#include "uci/session.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "chess/diagram.hpp"
#include "chess/fen.hpp"
#include "chess/uci_move.hpp"
#include "engine/eval/trace_text.hpp"
#include "host/bench.hpp"
#include "host/clock.hpp"
#include "host/core_paths.hpp"
#include "host/perft.hpp"
#include "host/speed_test.hpp"
#include "host/syzygy.hpp"
#include "kibitz_version.hpp"
#include "uci/help_text.hpp"
#include "uci/info_text.hpp"

namespace kibitz::uci {

namespace {

constexpr const char* author = "the Kibitz authors";

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

// The smaller of two limits, of which 0 is none.
std::uint64_t smaller_limit(std::uint64_t a, std::uint64_t b) {
    return a == 0 || b == 0 ? std::max(a, b) : std::min(a, b);
}

// Milliseconds are at most 2^62, so the product may be more than fits.
std::uint64_t nodes_in(std::int64_t ms, std::int64_t nodes_per_ms) {
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    return static_cast<std::uint64_t>(ms > most / nodes_per_ms ? most : ms * nodes_per_ms);
}

// "nodestime": the same limits with nodes in place of milliseconds, so that a game does not depend
// on the speed of the machine.
Limits in_nodes(const Limits& limits, const Position& position, std::int64_t nodes_per_ms) {
    const TimeManager time(limits, position.side_to_move(), position.game_ply(), 0);
    if (!time.is_timed()) return limits;
    Limits counted = limits;
    counted.has_clock = false;
    counted.move_time = 0;
    counted.nodes = smaller_limit(limits.nodes, nodes_in(time.hard_limit(), nodes_per_ms));
    counted.soft_nodes = smaller_limit(limits.soft_nodes,
                                       nodes_in(time.soft_limit(SearchStability{}), nodes_per_ms));
    return counted;
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

}  // namespace

// Turns what the engine tells into lines.
class Session::Reporter final : public EngineListener {
   public:
    explicit Reporter(Output& output) : output_(output) {}

    // Of the coming search.
    void begin(const Position& root, const InfoStyle& style, bool minimal) {
        root_ = root;
        style_ = style;
        minimal_ = minimal;
        last_line_.clear();
    }

    void on_info(const SearchInfo& info) override {
        std::string line = info_text(info, root_, style_);
        if (minimal_)
            last_line_ = info.line == 1 ? std::move(line) : last_line_;
        else
            output_.line(line);
    }
    void on_current_move(Depth depth, Move move, int number) override {
        if (minimal_) return;
        output_.line("info depth " + std::to_string(depth) + " currmove " +
                     to_uci(move, style_.chess960) + " currmovenumber " + std::to_string(number));
    }
    void on_best_move(const BestMove& best) override {
        if (minimal_ && !last_line_.empty()) output_.line(last_line_);
        if (best.move.is_none()) output_.line(no_move_text(root_));
        output_.line(best_move_text(best, style_.chess960));
    }

   private:
    Output& output_;
    Position root_ = Position::initial();
    InfoStyle style_;
    bool minimal_ = false;
    std::string last_line_;
};

Session::Session(Output::Sink sink)
    : output_(std::move(sink)), reporter_(std::make_unique<Reporter>(output_)) {
    engine_.set_listener(reporter_.get());
    make_options();
}

Session::~Session() {
    engine_.stop();
    engine_.wait();
}

bool Session::handle(std::string_view line) {
    output_.log_input(line);
    const auto command = parse_command(line);
    if (!command)
        error(command.error().text);
    else
        std::visit([this](const auto& known) { act(known); }, *command);
    return !over_;
}

void Session::error(std::string_view text) {
    output_.line("info string error: " + std::string(text));
}

void Session::lines(std::string_view text) {
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        output_.line(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

bool Session::writes_chess960() const {
    return chess960_ || engine_.position().needs_chess960_notation();
}

void Session::bring_to_rest() {
    engine_.stop();
    engine_.wait();
}

// ---------------------------------------------------------------------------------------------
// Options

void Session::make_options() {
    using Result = std::expected<void, std::string>;
    SearchOptions& search = engine_.options();

    options_.add_string("Debug Log File", "",
                        [this](const std::string& path) { return output_.log_to(path); });
    options_.add_spin("Threads", 1, 1, Engine::max_threads, [this](std::int64_t threads) {
        bring_to_rest();
        return engine_.set_threads(static_cast<int>(threads));
    });
    options_.add_spin("Hash", Engine::default_hash_mb, 1, Engine::max_hash_mb,
                      [this](std::int64_t megabytes) {
                          bring_to_rest();
                          return engine_.set_hash_mb(megabytes);
                      });
    options_.add_button("Clear Hash", [this] {
        bring_to_rest();
        engine_.clear_hash();
    });
    // Only tells the program on the other side that it may send `go ponder`.
    options_.add_check("Ponder", false, [](bool) {});
    options_.add_spin("MultiPV", 1, 1, max_moves, [&search](std::int64_t count) -> Result {
        search.multi_pv = static_cast<int>(count);
        return {};
    });
    options_.add_spin("Move Overhead", search.move_overhead_ms, 0, 5'000,
                      [&search](std::int64_t ms) -> Result {
                          search.move_overhead_ms = ms;
                          return {};
                      });
    options_.add_spin("nodestime", 0, 0, 10'000, [this](std::int64_t nodes) -> Result {
        nodes_per_ms_ = nodes;
        return {};
    });
    options_.add_spin("SoftNodes", 0, 0, std::int64_t{1} << 50,
                      [this](std::int64_t nodes) -> Result {
                          soft_nodes_ = static_cast<std::uint64_t>(nodes);
                          return {};
                      });
    options_.add_spin("Contempt", 0, -200, 200, [&search](std::int64_t centipawns) -> Result {
        search.contempt = static_cast<int>(centipawns);
        return {};
    });
    options_.add_check("UCI_Chess960", false, [this](bool on) { chess960_ = on; });
    options_.add_check("UCI_ShowWDL", false, [this](bool on) { show_wdl_ = on; });
    options_.add_check("Minimal", false, [this](bool on) { minimal_ = on; });
    options_.add_string("SyzygyPath", "",
                        [this](const std::string& path) { return set_syzygy_path(path); });
    options_.add_spin("SyzygyProbeDepth", search.tablebase_probe_depth, 1, 100,
                      [&search](std::int64_t depth) -> Result {
                          search.tablebase_probe_depth = static_cast<int>(depth);
                          return {};
                      });
    options_.add_check("Syzygy50MoveRule", search.fifty_move_rule,
                       [&search](bool on) { search.fifty_move_rule = on; });
    options_.add_spin("SyzygyProbeLimit", search.tablebase_probe_limit, 0, 7,
                      [&search](std::int64_t men) -> Result {
                          search.tablebase_probe_limit = static_cast<int>(men);
                          return {};
                      });
}

std::expected<void, std::string> Session::set_syzygy_path(const std::string& path) {
    bring_to_rest();
    // Only one set can be open at a time, so the old one goes first; it comes back if the new one
    // is no good.
    engine_.set_tablebase(nullptr);
    tablebase_.reset();
    if (path.empty()) {
        syzygy_path_.clear();
        return {};
    }
    const auto use = [this](OpenedSyzygy opened) {
        tablebase_ = std::move(opened.tablebase);
        engine_.set_tablebase(tablebase_.get());
    };
    auto opened = open_syzygy(path);
    if (!opened) {
        if (!syzygy_path_.empty())
            if (auto before = open_syzygy(syzygy_path_)) use(std::move(*before));
        return std::unexpected(opened.error());
    }
    for (const std::string& note : opened->notes) output_.line("info string " + note);
    syzygy_path_ = path;
    use(std::move(*opened));
    return {};
}

void Session::act(const SetOptionCommand& command) {
    if (auto set = options_.set(command.name, command.value); !set) error(set.error());
}

// ---------------------------------------------------------------------------------------------
// The protocol

void Session::act(const UciCommand&) {
    output_.line(std::string("id name Kibitz ") + version);
    output_.line(std::string("id author ") + author);
    for (const std::string& line : options_.announcements()) output_.line(line);
    output_.line("uciok");
}

void Session::act(const IsReadyCommand&) { output_.line("readyok"); }

void Session::act(const NewGameCommand&) {
    bring_to_rest();
    engine_.new_game();
}

void Session::act(const DebugCommand& command) { debug_ = command.on; }

void Session::act(const QuitCommand&) {
    engine_.stop();
    over_ = true;
}

void Session::act(const StopCommand&) { engine_.stop(); }

void Session::act(const PonderHitCommand&) {
    if (!engine_.ponderhit()) error("ponderhit: there is no search that ponders");
}

void Session::act(const WaitCommand&) {
    if (engine_.searches_without_end())
        return error("wait: only \"stop\" or \"ponderhit\" can end this search");
    engine_.wait();
}

void Session::set_game(const Position& start, std::vector<Move> moves) {
    start_ = start;
    moves_ = std::move(moves);
    engine_.set_position(start_, moves_);
}

void Session::act(const PositionCommand& command) {
    if (command.start.needs_chess960_notation() && !chess960_)
        output_.line("info string a Chess960 position: castling is written as king takes rook");
    set_game(command.start, command.moves);
}

void Session::act(const MovesCommand& command) {
    const auto moves = parse_moves(engine_.position(), command.moves);
    if (!moves) return error("moves: " + moves.error().text);
    std::vector<Move> all = moves_;
    all.insert(all.end(), moves->begin(), moves->end());
    set_game(start_, std::move(all));
}

void Session::act(const GoCommand& command) {
    auto limits = resolve_limits(command, engine_.position());
    if (!limits) return error(limits.error().text);
    bring_to_rest();
    if (limits->soft_nodes == 0 && !limits->infinite) limits->soft_nodes = soft_nodes_;
    if (nodes_per_ms_ > 0) limits = in_nodes(*limits, engine_.position(), nodes_per_ms_);
    reporter_->begin(engine_.position(), {.chess960 = writes_chess960(), .show_wdl = show_wdl_},
                     minimal_);
    if (debug_) output_.line("info string debug: " + engine_text());
    engine_.go(*limits);
}

std::string Session::engine_text() const {
    std::string text = "position " + to_fen(engine_.position()) + "; " +
                       std::to_string(engine_.threads()) + " threads, hash " +
                       std::to_string(engine_.hash_mb()) + " MB, CPU path " +
                       engine_.core_path().name;
    return text + (tablebase_
                       ? ", tablebases up to " + std::to_string(tablebase_->max_men()) + " men"
                       : ", no tablebases");
}

// ---------------------------------------------------------------------------------------------
// Beyond the protocol

void Session::act(const PerftCommand& command) {
    const PerftReport report =
        run_perft(engine_.core_path(), engine_.position(), command.depth, engine_.threads(), true);
    for (const PerftMove& move : report.moves)
        output_.line(to_uci(move.move, writes_chess960()) + ": " + std::to_string(move.leaves));
    output_.line("");
    output_.line("Nodes searched: " + std::to_string(report.leaves));
    output_.line("Time: " + std::to_string(report.time_ms) + " ms");
    output_.line("Nodes/second: " + std::to_string(per_second(report.leaves, report.time_ms)));
}

void Session::act(const BenchCommand& command) {
    // An engine of its own: the options of this one stay out of the signature.
    Engine engine;
    std::expected<void, std::string> set;
    if (command.hash_mb > 0) set = engine.set_hash_mb(command.hash_mb);
    if (set && command.threads > 0) set = engine.set_threads(command.threads);
    if (!set) return error("bench: " + set.error());
    const Depth depth = command.depth > 0 ? command.depth : default_bench_depth;
    const BenchReport report = run_bench(engine, depth, [this](const BenchProgress& at) {
        output_.line("info string " + std::to_string(at.number) + "/" + std::to_string(at.count) +
                     " " + std::to_string(at.nodes) + " nodes: " + at.fen);
    });
    output_.line("Time: " + std::to_string(report.time_ms) + " ms");
    output_.line("Nodes/second: " + std::to_string(per_second(report.nodes, report.time_ms)));
    output_.line("Nodes searched: " + std::to_string(report.nodes));
}

void Session::act(const SpeedTestCommand& command) {
    const auto report = run_speed_test(
        {.threads = command.threads, .hash_mb = command.hash_mb, .seconds = command.seconds},
        [this](const std::string& progress) { output_.line("info string " + progress); });
    if (!report) return error("speedtest: " + report.error());
    lines(to_text(*report));
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

void Session::act(const DisplayCommand&) {
    const Position& position = engine_.position();
    lines(to_diagram(position, {.coordinates = true}));
    output_.line("FEN: " + to_fen(position));
    std::string checkers;
    for (const Square square : position.checkers()) checkers += " " + square.to_string();
    output_.line("Checkers:" + checkers);
}

void Session::act(const FenCommand&) { output_.line(to_fen(engine_.position())); }

void Session::act(const EvalCommand&) { lines(to_text(trace_evaluation(engine_.position()))); }

void Session::act(const FlipCommand&) { set_game(flipped(engine_.position()), {}); }

void Session::act(const ProbeWdlCommand&) {
    const Position& position = engine_.position();
    if (tablebase_ == nullptr) return error("probewdl: set SyzygyPath first");
    const auto wdl = position.occupied().count() <= tablebase_->max_men()
                         ? tablebase_->probe_wdl(position)
                         : std::nullopt;
    output_.line("tablebase: " + std::string(wdl ? to_string(*wdl) : "not in the tables"));
}

void Session::act(const CompilerCommand&) { lines(compiler_text(engine_.core_path())); }
void Session::act(const HelpCommand&) { lines(help_text()); }
void Session::act(const LicenseCommand&) { lines(license_text()); }

}  // namespace kibitz::uci
