// How the nodes for closer looks of a review are shared out.
#include <doctest/doctest.h>

#include "explain/closer_looks.hpp"

using namespace kibitz::explain;

namespace {

constexpr double little = worth_a_closer_look - 0.1, inaccuracy = 6, blunder = 25;
constexpr std::size_t positions = 81, both = 2;
constexpr std::uint64_t whole_game = nodes_closer_on_average * positions;

}  // namespace

TEST_CASE("what costs little is not looked at again") {
    CloserLooks looks(positions);
    CHECK(looks.nodes_for(little, both, positions) == 0);
    CHECK(looks.nodes_for(inaccuracy, 0, positions) == 0);
}

TEST_CASE("a blunder is looked at closely wherever it happens") {
    CloserLooks looks(positions);
    CHECK(looks.nodes_for(blunder, both, both) == most_nodes_closer);
}

TEST_CASE("a lesser error takes no more than the positions before it have brought") {
    CloserLooks looks(positions);
    CHECK(looks.nodes_for(inaccuracy, both, 1) == 0);
    constexpr std::size_t some = 5;
    CHECK(looks.nodes_for(inaccuracy, both, some) == some * nodes_closer_on_average / both);
    CHECK(looks.nodes_for(inaccuracy, both, some) == 0);
    CHECK(looks.nodes_for(inaccuracy, both, positions) == most_nodes_closer);
}

TEST_CASE("all closer looks of a game together have a limit") {
    CloserLooks looks(positions);
    std::uint64_t taken = 0;
    for (std::size_t passed = 2; passed <= positions; ++passed)
        taken += looks.nodes_for(blunder, 1, passed);
    CHECK(taken <= whole_game);
    CHECK(taken > whole_game - nodes_at_first);
}
