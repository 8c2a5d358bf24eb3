#include "match/adjudication.hpp"

#include "support/test.hpp"

using namespace kibitz;
using namespace kibitz::match;

namespace {

// Feeds moves with alternating colours; the number of the move that ended the game, or 0.
class Feeder {
   public:
    explicit Feeder(const AdjudicationRules& rules) : adjudicator_(rules) {}

    std::optional<GameEnd> play(std::optional<int> centipawns, bool irreversible = false) {
        const ObservedMove move{.mover = ply_ % 2 == 0 ? Color::white : Color::black,
                                .centipawns = centipawns,
                                .irreversible = irreversible,
                                .full_move = ply_ / 2 + 1,
                                .plies_played = ply_ + 1};
        ++ply_;
        return adjudicator_.observe(move);
    }

   private:
    Adjudicator adjudicator_;
    int ply_ = 0;
};

const GameEnd drawn{Ending::draw_agreed, std::nullopt, {}};

}  // namespace

TEST_CASE("a draw needs enough level moves in a row, of both sides, late enough") {
    Feeder game({.draw = DrawRule{.move_number = 4, .move_count = 2, .score = 10}});
    for (int ply = 0; ply < 6; ++ply) CHECK(!game.play(0));  // moves 1 to 3: too early
    CHECK(game.play(-10) == drawn);

    Feeder broken({.draw = DrawRule{.move_number = 0, .move_count = 2, .score = 10}});
    CHECK(!broken.play(0));
    CHECK(!broken.play(5));
    CHECK(!broken.play(11));
    CHECK(!broken.play(0));
    CHECK(!broken.play(0));
    CHECK(!broken.play(std::nullopt));  // no score is no level score
    for (int ply = 0; ply < 3; ++ply) CHECK(!broken.play(0));
    CHECK(!broken.play(0, true));  // a capture begins anew, and counts itself
    for (int ply = 0; ply < 2; ++ply) CHECK(!broken.play(0));
    CHECK(broken.play(0) == drawn);
}

TEST_CASE("a side resigns by its own scores") {
    Feeder game({.resign = ResignRule{.move_count = 2, .score = 500}});
    CHECK(!game.play(-500));
    CHECK(!game.play(100));  // Black sees nothing in it
    CHECK(game.play(-501) == GameEnd{Ending::resigned, Color::black, {}});

    Feeder black({.resign = ResignRule{.move_count = 2, .score = 500}});
    CHECK(!black.play(900));
    CHECK(!black.play(-900));
    CHECK(!black.play(900));
    CHECK(!black.play(-499));  // once better: begins anew
    CHECK(!black.play(900));
    CHECK(!black.play(-900));
    CHECK(!black.play(900));
    CHECK(black.play(-900) == GameEnd{Ending::resigned, Color::white, {}});
}

TEST_CASE("two-sided, the other side has to see it as well") {
    Feeder game({.resign = ResignRule{.move_count = 2, .score = 500, .two_sided = true}});
    CHECK(!game.play(-600));
    CHECK(!game.play(400));
    CHECK(!game.play(-600));
    CHECK(!game.play(600));
    CHECK(!game.play(-600));
    CHECK(game.play(600) == GameEnd{Ending::resigned, Color::black, {}});
}

TEST_CASE("the move limit counts full moves after the opening") {
    Feeder game({.max_moves = 2});
    for (int ply = 0; ply < 3; ++ply) CHECK(!game.play(200));
    CHECK(game.play(200) == GameEnd{Ending::move_limit, std::nullopt, {}});
}

TEST_CASE("tables end games as the rule for them says") {
    const auto winner = [](const TablebaseRule& rule, Wdl result) {
        const auto end = end_by(rule, result, Color::black);
        return std::string(!end                           ? "goes on"
                           : !end->winner                 ? "draw"
                           : *end->winner == Color::white ? "1-0"
                                                          : "0-1");
    };
    const TablebaseRule usual;
    CHECK(winner(usual, Wdl::win) == "0-1");
    CHECK(winner(usual, Wdl::loss) == "1-0");
    CHECK(winner(usual, Wdl::cursed_win) == "draw");
    CHECK(winner(usual, Wdl::blessed_loss) == "draw");
    const TablebaseRule for_ever{.fifty_move_rule = false};
    CHECK(winner(for_ever, Wdl::cursed_win) == "0-1");
    CHECK(winner(for_ever, Wdl::blessed_loss) == "1-0");
    CHECK(winner(for_ever, Wdl::draw) == "draw");
    CHECK(winner({.draws = false}, Wdl::draw) == "goes on");
    CHECK(winner({.draws = false}, Wdl::cursed_win) == "goes on");
    CHECK(winner({.wins = false}, Wdl::loss) == "goes on");
    CHECK(winner({.wins = false}, Wdl::draw) == "draw");
}
