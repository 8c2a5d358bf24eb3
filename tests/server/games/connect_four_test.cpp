#include "games/support.hpp"

using namespace kibitz::games;

namespace {

std::unique_ptr<State> after(std::initializer_list<int> columns) {
    auto game = start("connectfour");
    for (const int column : columns) play(*game, {{"column", column}});
    return game;
}

}  // namespace

TEST_CASE("four in every direction") {
    CHECK(after({0, 0, 1, 1, 2, 2, 3})->outcome() == Outcome{Side::first, "four in a row"});
    CHECK(after({0, 1, 0, 1, 0, 1, 0})->outcome() == Outcome{Side::first, "four in a row"});
    // Rising and falling.
    CHECK(after({0, 1, 1, 2, 2, 3, 2, 3, 3, 6, 3})->outcome() ==
          Outcome{Side::first, "four in a row"});
    CHECK(after({6, 5, 5, 4, 4, 3, 4, 3, 3, 0, 3})->outcome() ==
          Outcome{Side::first, "four in a row"});
    // The disc in the middle of the row is the last one; the second player wins.
    CHECK(after({6, 0, 6, 1, 5, 3, 5, 2})->outcome() == Outcome{Side::second, "four in a row"});
    CHECK(!after({0, 0, 1, 1, 2, 2})->outcome());
}

TEST_CASE("the grid as it looks") {
    CHECK(after({3, 3, 4})->view() == Json::parse(R"({"board":
        [".......", ".......", ".......", ".......", "...Y...", "...RR.."]})"));
}

TEST_CASE("a full column takes no disc, a full grid is a draw") {
    const auto column = after({0, 0, 0, 0, 0, 0});
    CHECK(error_of(*column, {{"column", 0}}) == "that column is full");
    CHECK(error_of(*column, {{"column", 7}}) == "columns are 0 to 6");
    CHECK(column->legal_moves().size() == 6);

    const auto full = after({0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 6, 3, 3,
                             3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6});
    CHECK(full->outcome() == Outcome{std::nullopt, "full grid"});
}
