#include "games/support.hpp"

using namespace kibitz::games;

namespace {

Json mark(const char* mark, int row, int column) {
    return {{"mark", mark}, {"space", {row, column}}};
}

}  // namespace

TEST_CASE("a line wins") {
    const auto game = start("noughtsandcrosses");
    CHECK(game->view() == Json::parse(R"({"board": [["","",""],["","",""],["","",""]]})"));
    play(*game, mark("X", 0, 2));
    play(*game, mark("O", 0, 0));
    play(*game, mark("X", 1, 1));
    play(*game, mark("O", 0, 1));
    play(*game, mark("X", 2, 0));
    CHECK(game->outcome() == Outcome{Side::first, "line"});
    CHECK(game->view() == Json::parse(R"({"board": [["O","O","X"],["","X",""],["X","",""]]})"));
}

TEST_CASE("O wins by a column, and every line counts") {
    const int lines[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                             {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
    for (const auto& line : lines) {
        const auto game = start("noughtsandcrosses");
        // X takes three spaces that are not of the line and make none.
        int waste[9], count = 0;
        for (int space = 0; space < 9; ++space)
            if (space != line[0] && space != line[1] && space != line[2]) waste[count++] = space;
        const int others[3] = {waste[0], waste[1], waste[count - 1]};
        bool over = false;
        for (int turn = 0; turn < 3 && !over; ++turn) {
            play(*game, mark("X", others[turn] / 3, others[turn] % 3));
            over = game->outcome().has_value();
            if (!over) play(*game, mark("O", line[turn] / 3, line[turn] % 3));
        }
        REQUIRE(game->outcome());
        CHECK(game->outcome() == Outcome{Side::second, "line"});
    }
}

TEST_CASE("a full board is a draw, unless the last mark makes a line") {
    const auto draw = start("noughtsandcrosses");
    const int drawn[] = {0, 1, 2, 4, 3, 5, 7, 6, 8};
    for (int turn = 0; turn < 9; ++turn)
        play(*draw, mark(turn % 2 ? "O" : "X", drawn[turn] / 3, drawn[turn] % 3));
    CHECK(draw->outcome() == Outcome{std::nullopt, "full board"});

    const auto won = start("noughtsandcrosses");
    const int last_wins[] = {0, 1, 2, 3, 4, 6, 5, 7, 8};
    for (int turn = 0; turn < 9; ++turn)
        play(*won, mark(turn % 2 ? "O" : "X", last_wins[turn] / 3, last_wins[turn] % 3));
    CHECK(won->outcome() == Outcome{Side::first, "line"});
}

TEST_CASE("wrong turns are refused in words") {
    const auto game = start("noughtsandcrosses");
    CHECK(error_of(*game, mark("O", 0, 0)) == "it is the turn of X");
    play(*game, mark("X", 0, 0));
    CHECK(error_of(*game, mark("O", 0, 0)) == "that space is taken");
    CHECK(error_of(*game, mark("O", 0, 3)) == "rows and columns are 0, 1 and 2");
    CHECK(error_of(*game, {{"mark", "O"}, {"space", {0, 1, 2}}}) == "a space is [row, column]");
    CHECK(game->check({{"mark", "O"}, {"space", {0.0, 1.0}}, {"note", "hello"}}) ==
          mark("O", 0, 1));
}
