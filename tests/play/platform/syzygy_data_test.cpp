// With real tables: known results, and won endings played out by the ranking of the moves alone.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <optional>
#include <random>
#include <string>

#include "chess/fen.hpp"
#include "chess/movegen.hpp"
#include "chess/uci_move.hpp"
#include "platform/engine.hpp"
#include "platform/syzygy.hpp"
#include "support/temporary_folder.hpp"
#include "support/test.hpp"

using namespace kibitz;
using test::TemporaryFolder;

namespace {

std::optional<OpenedSyzygy> open_tables() {
    const auto folder = test::data_dir() / "syzygy";
    if (!std::filesystem::is_directory(folder)) {
        test::skip("no " + folder.string());
        return std::nullopt;
    }
    auto opened = open_syzygy(folder.string());
    REQUIRE_MESSAGE(opened.has_value(), (opened ? "" : opened.error()));
    return std::move(*opened);
}

Position at(const char* fen) {
    const auto position = parse_fen(fen, SetupRules::lenient);
    REQUIRE_MESSAGE(position.has_value(), std::string(fen));
    return *position;
}

Move best_ranked(Tablebase& tables, const Position& position) {
    Tablebase::RootMove best;
    best.rank = -1'000'000;
    for (const auto& candidate : tables.probe_root(position, FiftyMoveRule::holds))
        if (candidate.rank > best.rank) best = candidate;
    return best.move;
}

// Plays both sides by rank. The number of plies to mate, or nothing if the fifty-move rule or a
// lack of moves ends it otherwise.
std::optional<int> plies_to_mate(Tablebase& tables, Position position) {
    for (int ply = 0;; ++ply) {
        if (legal_moves(position).empty())
            return position.in_check() ? std::optional(ply) : std::nullopt;
        if (position.halfmove_clock() >= 100) return std::nullopt;
        const Move move = best_ranked(tables, position);
        if (move.is_none() || !position.is_legal(move)) return std::nullopt;
        position.play(move);
    }
}

// The pieces ("KQkr") on random squares.
Position random_position(std::mt19937& random, std::string_view pieces) {
    while (true) {
        PositionSetup setup;
        for (const char piece : pieces) {
            std::size_t square = random() % square_count;
            while (setup.board[square] != Piece::none) square = random() % square_count;
            setup.board[square] = *parse_piece(piece);
        }
        setup.side_to_move = random() % 2 == 0 ? Color::white : Color::black;
        if (const auto position = Position::make(setup)) return *position;
    }
}

}  // namespace

TEST_CASE("known results") {
    const auto tables = open_tables();
    if (!tables) return;
    Tablebase& t = *tables->tablebase;
    CHECK(t.max_pieces() >= 4);
    const struct {
        const char* fen;
        Wdl wdl;
    } known[] = {
        {"4k3/8/8/8/8/8/8/R3K3 w - - 0 1", Wdl::win},
        {"4k3/8/8/8/8/8/8/R3K3 b - - 0 1", Wdl::loss},
        {"4k3/8/8/8/8/8/8/N3K3 w - - 0 1", Wdl::draw},
        {"4k3/8/8/8/8/8/8/NN2K3 w - - 0 1", Wdl::draw},
        {"4k3/8/8/8/8/8/8/BN2K3 w - - 0 1", Wdl::win},
        {"7k/8/8/8/8/8/7P/K6B w - - 0 1", Wdl::draw},    // the wrong bishop for the rook's pawn
        {"8/8/8/8/8/4k3/4p3/4K3 w - - 0 1", Wdl::draw},  // stalemate
        {"8/8/8/8/8/3k4/4p3/4K3 b - - 0 1", Wdl::draw},
        {"4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", Wdl::win},  // the king before its pawn on the sixth
        {"4k3/8/4K3/4P3/8/8/8/8 b - - 0 1", Wdl::loss},
        {"8/8/8/4k3/8/4K3/4P3/8 w - - 0 1", Wdl::draw},
        {"7K/8/k1P5/7p/8/8/8/8 w - - 0 1", Wdl::draw},  // Reti 1921
        {"3k4/8/3K4/8/8/8/8/Q6r w - - 0 1", Wdl::win},
        {"8/8/8/8/8/8/1k1p4/3K2Q1 w - - 0 1", Wdl::win},
        {"8/8/8/8/5kp1/P7/8/1K6 w - - 0 1", Wdl::loss},
    };
    for (const auto& [fen, wdl] : known) {
        CAPTURE(std::string(fen));
        const auto probed = t.probe_wdl(at(fen));
        REQUIRE(probed.has_value());
        CHECK(static_cast<int>(*probed) == static_cast<int>(wdl));
    }
}

TEST_CASE("an en passant capture is seen") {
    const auto tables = open_tables();
    if (!tables) return;
    // Black just moved e7e5; only the capture d5xe6 wins.
    const Position with = at("8/k7/8/3Pp3/8/8/8/4K3 w - e6 0 1");
    const Position without = at("8/k7/8/3Pp3/8/8/8/4K3 w - - 0 1");
    REQUIRE_FALSE(with.en_passant().is_none());
    CHECK((tables->tablebase->probe_wdl(with) == Wdl::win));
    CHECK((tables->tablebase->probe_wdl(without) == Wdl::draw));
}

TEST_CASE("what is out of reach is not answered") {
    const auto tables = open_tables();
    if (!tables) return;
    Tablebase& t = *tables->tablebase;
    for (const char* fen :
         {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
          "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "4k3/8/8/8/8/8/4P3/RNB1K3 w - - 0 1"}) {
        CAPTURE(std::string(fen));
        CHECK_FALSE(t.probe_wdl(at(fen)).has_value());
        CHECK(t.probe_root(at(fen), FiftyMoveRule::holds).empty());
    }
}

TEST_CASE("root moves: all legal ones, each with the result it leads to") {
    const auto tables = open_tables();
    if (!tables) return;
    Tablebase& t = *tables->tablebase;
    // Promotions too, each piece with its own result.
    for (const char* fen :
         {"8/5P1k/8/8/8/8/8/K7 w - - 0 1", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
          "8/8/8/8/8/8/1k1p4/3K2Q1 w - - 0 1", "8/8/8/8/5kp1/P7/8/1K6 w - - 0 1"}) {
        const Position position = at(fen);
        const auto moves = t.probe_root(position, FiftyMoveRule::holds);
        REQUIRE(moves.size() == legal_moves(position).size());
        for (const auto& move : moves) {
            CAPTURE(to_uci(move.move));
            CHECK(position.is_legal(move.move));
            const Position next = position.after(move.move);
            const auto reply = t.probe_wdl(next);
            REQUIRE(reply.has_value());
            CHECK(static_cast<int>(move.wdl) == -static_cast<int>(*reply));
        }
    }
}

TEST_CASE("anywhere, the best ranked move keeps the result of the position") {
    const auto tables = open_tables();
    if (!tables) return;
    Tablebase& t = *tables->tablebase;
    std::mt19937 random(1);
    constexpr int positions_each = 60;
    for (const char* pieces : {"KQkr", "KRkp", "KPkp", "KBNk", "KRkb", "KPPk", "KPk", "KQkp"})
        for (int i = 0; i < positions_each; ++i) {
            const Position position = random_position(random, pieces);
            CAPTURE(to_fen(position));
            const auto moves = t.probe_root(position, FiftyMoveRule::holds);
            REQUIRE(moves.size() == legal_moves(position).size());
            if (moves.empty()) continue;
            const auto best = std::ranges::max_element(moves, {}, &Tablebase::RootMove::rank);
            CHECK(best->wdl == t.probe_wdl(position));
        }
}

TEST_CASE("won endings are won by rank alone, within the fifty-move rule") {
    const auto tables = open_tables();
    if (!tables) return;
    for (const char* fen : {
             "8/8/8/3k4/8/8/8/R3K3 w - - 0 1",
             "8/8/8/3k4/8/8/8/Q3K3 w - - 0 1",
             "8/8/8/3k4/8/8/8/Q3K3 b - - 0 1",
             "8/8/8/8/8/4k3/8/4K2R w - - 0 1",
             "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1",
             "8/8/1k6/8/1K6/8/1P6/8 b - - 0 1",
             "8/8/8/3k4/8/8/8/BN2K3 w - - 0 1",
             "7k/8/8/8/8/8/8/KBN5 b - - 0 1",
             "8/8/8/3k4/8/8/8/BB2K3 w - - 0 1",
             "3k4/8/3K4/8/8/8/8/Q6r w - - 0 1",
             "8/8/8/8/8/1k6/3p4/Q5K1 w - - 0 1",
         }) {
        CAPTURE(std::string(fen));
        const Position position = at(fen);
        const auto wdl = tables->tablebase->probe_wdl(position);
        REQUIRE(wdl.has_value());
        if (*wdl == Wdl::draw) FAIL_CHECK("drawn: choose another position");
        CHECK(plies_to_mate(*tables->tablebase, position).has_value());
    }
}

TEST_CASE("with the clock running, a win is won before it runs out or not called one") {
    const auto tables = open_tables();
    if (!tables) return;
    Tablebase& t = *tables->tablebase;
    // Bishop and knight need up to 33 moves.
    for (const int clock : {0, 20, 40, 60, 80, 95}) {
        CAPTURE(clock);
        const Position position =
            at(("8/8/8/3k4/8/8/8/BN2K3 w - - " + std::to_string(clock) + " 80").c_str());
        bool claimed = false;
        for (const auto& move : t.probe_root(position, FiftyMoveRule::holds))
            claimed |= move.wdl == Wdl::win;
        CHECK(claimed == plies_to_mate(t, position).has_value());
        if (clock == 0) CHECK(claimed);
        if (clock == 95) CHECK_FALSE(claimed);
    }
}

TEST_CASE("the engine plays a won ending to its end and knows the result") {
    const auto tables = open_tables();
    if (!tables) return;
    Engine engine;
    REQUIRE(engine.set_hash_mb(1).has_value());
    engine.set_tablebase(tables->tablebase.get());
    const Position start = at("8/8/8/3k4/8/8/8/BN2K3 w - - 0 1");
    Position position = start;
    std::vector<Move> moves;
    Limits limits;
    limits.nodes = 300;
    while (!legal_moves(position).empty() && position.halfmove_clock() < 100) {
        engine.set_position(start, moves);
        const Move move = engine.think(limits).move;
        REQUIRE(position.is_legal(move));
        moves.push_back(move);
        position.play(move);
    }
    CHECK(position.in_check());
    CHECK(legal_moves(position).empty());
    CHECK(moves.size() <= 66);

    struct LastScore : EngineListener {
        Score score = score_none;
        void on_info(const SearchInfo& info) override { score = info.score; }
    } last;
    engine.set_listener(&last);
    engine.set_position(at("8/8/8/3k4/8/8/8/BN2K3 w - - 9 30"), {});
    engine.think(limits);
    CHECK(last.score == score_tablebase_win);
    engine.set_position(at("8/8/8/3k4/8/8/8/BN2K3 w - - 95 80"), {});
    engine.think(limits);
    CHECK(last.score == score_draw);
    engine.set_tablebase(nullptr);
}

TEST_CASE("without the fifty-move rule a win is a win however long it takes") {
    const auto tables = open_tables();
    if (!tables) return;
    const Position position = at("8/8/8/4k3/8/8/8/K1BN4 w - - 70 100");
    const auto best = [&](FiftyMoveRule rule) {
        return std::ranges::max(tables->tablebase->probe_root(position, rule), {},
                                &Tablebase::RootMove::rank)
            .wdl;
    };
    CHECK(best(FiftyMoveRule::holds) == Wdl::cursed_win);
    CHECK(best(FiftyMoveRule::ignored) == Wdl::win);
}

TEST_CASE("the distance to zeroing: to a mate in an ending without pawns, whatever the clock") {
    const auto tables = open_tables();
    if (!tables) return;
    SyzygyTables& t = *tables->tablebase;
    CHECK(t.probe_dtz(at("7k/8/6K1/8/8/8/8/R7 w - - 0 1")) == 1);
    CHECK(t.probe_dtz(at("7k/8/6K1/8/8/8/8/R7 b - - 0 1")) == 2);
    CHECK(t.probe_dtz(at("7k/8/6K1/8/8/8/8/R7 b - - 40 60")) == 2);
    CHECK(t.probe_dtz(at("4k3/8/8/8/8/8/8/4K3 w - - 0 1")) == 0);
    CHECK_FALSE(t.probe_dtz(at("r3k3/8/8/8/8/8/8/4K3 b q - 0 1")).has_value());
}

TEST_CASE("closing tables writes nothing to standard error") {
    const TemporaryFolder folder;
    const std::string heard = folder / "heard";
    const int before = dup(STDERR_FILENO);
    const int file = open(heard.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    REQUIRE(file >= 0);
    dup2(file, STDERR_FILENO);
    for (int i = 0; i < 2; ++i)
        if (const auto tables = open_tables())
            CHECK(tables->tablebase->probe_wdl(at("8/8/8/3k4/8/8/8/BN2K3 w - - 0 1")) == Wdl::win);
    // And what others say then is heard.
    dprintf(STDERR_FILENO, "the end");
    dup2(before, STDERR_FILENO);
    close(before);
    close(file);
    std::ifstream text(heard);
    CHECK(std::string(std::istreambuf_iterator<char>(text), {}) == "the end");
}
