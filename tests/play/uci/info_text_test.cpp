#include "uci/info_text.hpp"

#include <array>

#include "chess/fen.hpp"
#include "chess/uci_move.hpp"
#include "engine/score_model.hpp"
#include "support/test.hpp"

using namespace kibitz;
using namespace kibitz::uci;

namespace {

Move move_of(const Position& position, const char* text) { return *parse_uci(position, text); }

}  // namespace

TEST_CASE("scores as the protocol wants them") {
    const Position& root = Position::initial();
    CHECK(score_text(score_draw, root) == "cp 0");
    CHECK(score_text(mate_in(1), root) == "mate 1");
    CHECK(score_text(mate_in(2), root) == "mate 1");
    CHECK(score_text(mate_in(3), root) == "mate 2");
    CHECK(score_text(mate_in(9), root) == "mate 5");
    CHECK(score_text(mated_in(2), root) == "mate -1");
    CHECK(score_text(mated_in(4), root) == "mate -2");
    CHECK(score_text(score_tablebase_win, root) == "cp 20000");
    CHECK(score_text(score_tablebase_win - 7, root) == "cp 19993");
    CHECK(score_text(-score_tablebase_win, root) == "cp -20000");
    CHECK(score_text(-score_tablebase_win + 7, root) == "cp -19993");
    // Evaluations never look like tablebase wins.
    CHECK(std::abs(displayed_centipawns(Score{2'000}, root)) < 10'000);
    CHECK(score_text(Score{50}, root) ==
          "cp " + std::to_string(displayed_centipawns(Score{50}, root)));
}

TEST_CASE("an info line") {
    const Position root = *parse_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    const Position next = root.after(move_of(root, "e1g1"));
    const std::array pv{move_of(root, "e1g1"), move_of(next, "e8d7")};
    SearchInfo info;
    info.depth = 12;
    info.selective_depth = 18;
    info.line = 2;
    info.score = mate_in(9);
    info.nodes = 5'000;
    info.tablebase_hits = 3;
    info.time_ms = 20;
    info.table_permille = 42;
    info.pv = pv;
    CHECK(info_text(info, root, {}) ==
          "info depth 12 seldepth 18 multipv 2 score mate 5 nodes 5000 nps 250000 hashfull 42 "
          "tbhits 3 time 20 pv e1g1 e8d7");
    info.bound = Bound::lower;
    CHECK(info_text(info, root, {.chess960 = true}) ==
          "info depth 12 seldepth 18 multipv 2 score mate 5 lowerbound nodes 5000 nps 250000 "
          "hashfull 42 tbhits 3 time 20 pv e1h1 e8d7");
    info.bound = Bound::upper;
    info.time_ms = 0;  // a search shorter than the clock can see
    CHECK(info_text(info, root, {.show_wdl = true}) ==
          "info depth 12 seldepth 18 multipv 2 score mate 5 upperbound wdl 1000 0 0 nodes 5000 "
          "nps 5000000 hashfull 42 tbhits 3 time 0 pv e1g1 e8d7");
}

TEST_CASE("best moves") {
    const Position& root = Position::initial();
    const Move e2e4 = move_of(root, "e2e4");
    const Move e7e5 = move_of(root.after(e2e4), "e7e5");
    CHECK(best_move_text({e2e4, e7e5}, false) == "bestmove e2e4 ponder e7e5");
    CHECK(best_move_text({e2e4, Move::none()}, false) == "bestmove e2e4");
    CHECK(best_move_text({Move::none(), Move::none()}, false) == "bestmove (none)");
    const Position castles = *parse_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    CHECK(best_move_text({move_of(castles, "e1g1"), {}}, true) == "bestmove e1h1");
}

TEST_CASE("positions without a move") {
    CHECK(no_move_text(*parse_fen("7k/6Q1/5K2/8/8/8/8/8 b - - 0 1")) ==
          "info depth 0 score mate 0");
    CHECK(no_move_text(*parse_fen("7k/8/5KQ1/8/8/8/8/8 b - - 0 1")) == "info depth 0 score cp 0");
}
