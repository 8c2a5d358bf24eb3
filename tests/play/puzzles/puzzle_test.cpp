#include "puzzles/puzzle.hpp"

#include "support/test.hpp"

using namespace kibitz::puzzles;

namespace {
constexpr const char* fork_line = "4k3/8/8/8/8/2n5/8/R3K3 b q - 0 1;c3b1 e1d1;endgame;900";
}

TEST_CASE("a puzzle is the line that it was read from") {
    const std::string line = "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1;a1a8;back-rank mate-in-1;640";
    const auto puzzle = parse_line(line);
    REQUIRE(puzzle.has_value());
    CHECK(puzzle->moves.size() == 1);
    CHECK(puzzle->themes == std::vector<std::string>{"back-rank", "mate-in-1"});
    CHECK(puzzle->rating == 640);
    CHECK(to_line(*puzzle) == line);
}

TEST_CASE("an error names the part of the line that is wrong") {
    const auto error_of = [](const std::string& line) {
        const auto puzzle = parse_line(line);
        return puzzle ? "" : puzzle.error();
    };
    CHECK(error_of("a1a8") == "a puzzle has four parts (FEN;moves;themes;rating), not 1");
    CHECK(error_of("8/8 w - - 0 1;a1a8;;600").starts_with("the FEN cannot be read: "));
    CHECK(error_of("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1;a1b8;;600") ==
          "move 1, \"a1b8\", cannot be played");
    CHECK(error_of(fork_line) == "the last move is not the solver's");
    CHECK(error_of("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1;a1a8;;hard") ==
          "the rating \"hard\" is not a number");
    CHECK(error_of("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1;;;600") == "move 1, \"\", cannot be played");
}

TEST_CASE("empty lines and remarks are no puzzles") {
    CHECK(is_remark(""));
    CHECK(is_remark("# FEN;moves;themes;rating"));
    CHECK(!is_remark(fork_line));
}
