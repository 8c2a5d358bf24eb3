#include "chess/move_obstacle.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "chess/fen.hpp"
#include "chess/movegen.hpp"
#include "random_games.hpp"

using namespace kibitz;

namespace {

// "pinned e8"; empty if the move can be made.
std::string obstacle(const char* fen, const char* from, const char* to) {
    const Position position = *parse_fen(fen, SetupRules::lenient);
    const auto found = obstacle_to(position, *Square::parse(from), *Square::parse(to));
    if (!found) return "";
    std::string text = to_string(found->kind);
    if (found->by != Square::none()) text += ' ' + found->by.to_string();
    return text;
}

constexpr const char* start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

}  // namespace

TEST_CASE("a piece that does not move like that, or is blocked, says so") {
    CHECK(obstacle(start, "e2", "e4") == "");
    CHECK(obstacle(start, "b1", "b3") == "shape");
    CHECK(obstacle(start, "f1", "f3") == "shape");
    CHECK(obstacle(start, "f1", "c4") == "blocked e2");
    CHECK(obstacle(start, "f1", "e2") == "own piece e2");
    CHECK(obstacle(start, "g1", "e2") == "own piece e2");
    CHECK(obstacle(start, "a1", "a5") == "blocked a2");
    CHECK(obstacle(start, "e7", "e5") == "");  // the other side's
    CHECK(obstacle(start, "e4", "e5") == "");  // nobody's
}

TEST_CASE("pawns") {
    CHECK(obstacle(start, "e2", "d3") == "pawn captures");
    CHECK(obstacle(start, "e2", "e5") == "shape");
    CHECK(obstacle(start, "e2", "e1") == "shape");
    constexpr const char* met = "4k3/8/8/8/4n3/4p3/4P3/4K3 w - - 0 1";
    CHECK(obstacle(met, "e2", "e3") == "pawn ahead e3");
    CHECK(obstacle("4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1", "e2", "e4") == "blocked e3");
    // En passant is legal one move long.
    CHECK(obstacle("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5", "d6") == "");
    CHECK(obstacle("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "e5", "d6") == "pawn captures");
}

TEST_CASE("the king forbids it") {
    CHECK(obstacle("4r1k1/8/8/8/8/4N3/8/4K3 w - - 0 1", "e3", "d5") == "pinned e8");
    CHECK(obstacle("4r1k1/8/8/8/8/8/3N4/4K3 w - - 0 1", "d2", "b3") == "in check e8");
    CHECK(obstacle("4r1k1/8/8/8/8/8/3N4/4K3 w - - 0 1", "d2", "e4") == "");
    CHECK(obstacle("3r2k1/8/8/8/8/8/8/4K3 w - - 0 1", "e1", "d1") == "king attacked d8");
    CHECK(obstacle("4r1k1/8/8/8/8/8/8/4K3 w - - 0 1", "e1", "e2") == "king attacked e8");
    // Both pawns would leave the fifth rank.
    CHECK(obstacle("8/8/8/K2pP2r/8/8/8/6k1 w - - 0 1", "e5", "d6") == "pawn captures");
    CHECK(obstacle("4r1k1/8/8/8/8/8/4B3/4K3 w - - 0 1", "e2", "e3") == "shape");
}

TEST_CASE("castling") {
    CHECK(obstacle("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1", "g1") == "");
    CHECK(obstacle("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1", "g1") == "castling lost");
    CHECK(obstacle("4k3/8/8/8/8/8/8/4K1NR w K - 0 1", "e1", "g1") == "blocked g1");
    CHECK(obstacle("4k3/8/8/8/8/5r2/8/4K2R w K - 0 1", "e1", "g1") == "castling attacked");
    CHECK(obstacle("4k3/8/8/8/8/4r3/8/4K2R w K - 0 1", "e1", "g1") == "castling in check e3");
}

TEST_CASE("every move of the side to move is legal or has an obstacle") {
    constexpr int positions = 2000;
    constexpr std::uint64_t seed = 17;
    test::for_random_positions(positions, seed, [](const Position& position, const MoveList& all) {
        for (const Square from : position.pieces(position.side_to_move()))
            for (int to = 0; to < square_count; ++to) {
                if (from == Square(to)) continue;
                const bool is_legal = std::ranges::any_of(all, [&](Move move) {
                    return move.from() == from && arrival(move) == Square(to);
                });
                CHECK(obstacle_to(position, from, Square(to)).has_value() != is_legal);
            }
    });
}
