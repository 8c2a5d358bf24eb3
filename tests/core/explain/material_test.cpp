#include "explain/material.hpp"

#include "chess/see.hpp"
#include "explain/questions.hpp"

using namespace kibitz;
using namespace kibitz::explain;
using kibitz::explain::test::parse_moves;

namespace {

constexpr int value_of_pawn = exchange_value(PieceType::pawn);
constexpr int value_of_knight = exchange_value(PieceType::knight);

Position at(std::string_view fen) { return parse_fen(fen, SetupRules::lenient).value(); }

}  // namespace

TEST_CASE("a balance counts both sides") {
    CHECK(balance(Position::initial(), Color::white) == 0);
    CHECK(balance(at("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), Color::white) == value_of_pawn);
    CHECK(balance(at("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), Color::black) == -value_of_pawn);
}

TEST_CASE("captures are played until they stop paying") {
    CHECK(settle(Position::initial()).centipawns == 0);
    CHECK(settle(at("4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1")).centipawns == value_of_knight);
    // The knight is defended: a knight for a pawn.
    CHECK(settle(at("4k3/8/4p3/3n4/4P3/8/8/4K3 w - - 0 1")).centipawns ==
          value_of_knight - value_of_pawn);
    // Taking with the queen would lose it.
    CHECK(settle(at("4k3/8/4p3/3p4/8/8/3Q4/4K3 w - - 0 1")).centipawns == 0);
}

TEST_CASE("a fork is found by a search for material") {
    const auto fork = best_material(at("r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1"), 3);
    REQUIRE(fork.has_value());
    CHECK(fork->centipawns >= exchange_value(PieceType::rook));
    CHECK(fork->moves.front() == Move(squares::d5, squares::c7));
    const auto mate = best_material(at("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"), 1);
    REQUIRE(mate.has_value());
    CHECK(mate->mates());
}

TEST_CASE("only what lasts counts as won") {
    const Position start = at("r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1");
    const Tally fork = tally(start, parse_moves(start, "d5c7 e8d7 c7a8 d7c6"), Color::white);
    CHECK(fork.centipawns == exchange_value(PieceType::rook));
    CHECK(fork.proof == parse_moves(start, "d5c7 e8d7 c7a8"));
    // The knight that took is taken in its turn.
    const Position lost = at("r3k3/1b6/8/3N4/8/8/8/4K3 w - - 0 1");
    const Tally exchange = tally(lost, parse_moves(lost, "d5c7 e8d7 c7a8 b7a8"), Color::white);
    CHECK(exchange.centipawns == exchange_value(PieceType::rook) - value_of_knight);
    CHECK(tally(start, {}, Color::white).centipawns == 0);
}

TEST_CASE("the first capture may lose something and win more by what it opens or leads away") {
    // Bxh7 Rxh7 Qxd4: the bishop goes with a gain and opens the way to the knight.
    const auto opened = parse_fen("r1bqk1nr/ppp2ppp/8/3p4/1b1n4/2NB4/PPP2PPP/R1BQK1NR w KQkq - 0 7",
                                  SetupRules::lenient);
    REQUIRE(opened.has_value());
    CHECK(most_taken(*opened) >= least_material);
    CHECK(settle(*opened).centipawns < least_material);
    // Bxh2 leads the knight away that defends the bishop on g5.
    const auto led = parse_fen("4k3/8/3b2q1/6B1/8/5N2/7P/K7 b - - 0 1", SetupRules::lenient);
    REQUIRE(led.has_value());
    CHECK(most_taken(*led) >= least_material);
    CHECK(settle(*led).centipawns < least_material);
}

TEST_CASE("what is won has to stand against a check that a capture uncovers") {
    // Behind any move of the king the rook takes on a2 with check from the bishop, and then on a1.
    const Position checked = at("8/2k5/p1n5/1pQ1p3/4P2b/2PP4/P4r2/R4KN1 w - - 0 28");
    CHECK(settle(checked).centipawns > least_taken(checked));
    CHECK(least_taken(Position::initial()) == 0);
}
