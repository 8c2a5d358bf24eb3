// Motifs of moves that were played: each in a game that has it, and in one that almost has it.
#include "explain/played_motifs.hpp"

#include "explain/questions.hpp"

using namespace kibitz;
using namespace kibitz::explain;
using kibitz::explain::test::parse_moves;

namespace {

constexpr OfColors nobody{false, false}, white{true, false}, black{false, true};

OfColors who_plays(std::string_view motif, std::string_view fen, std::string_view moves) {
    const Position start = parse_fen(fen, SetupRules::lenient).value();
    return PlayedMotif::named(motif).value().sides(start, parse_moves(start, moves));
}

constexpr auto two_to_fork = "r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1";

}  // namespace

TEST_CASE("a fork counts if the game takes what was forked, or ends because of it") {
    CHECK(who_plays("fork", two_to_fork, "d5c7 e8d7 c7a8 d7c6") == white);
    CHECK(who_plays("fork", two_to_fork, "d5c7 e8d7 c7a8") == white);
    CHECK(who_plays("fork", two_to_fork, "d5c7 e8d7") == white);
    CHECK(who_plays("fork", two_to_fork, "d5c7") == white);
    CHECK(who_plays("fork", two_to_fork, "d5c7 e8d7 e1e2 a8a7") == nobody);
    CHECK(who_plays("pin", two_to_fork, "d5c7 e8d7 c7a8 d7c6") == nobody);
    CHECK(who_plays("fork", two_to_fork, "") == nobody);
}

TEST_CASE("no motif counts that an answer would have refuted, even if it was not played") {
    // Re1+ would have saved both rooks.
    CHECK(who_plays("fork", "r3r2k/8/8/3N4/8/8/8/6K1 w - - 0 1", "d5c7 h8g7 c7a8 e8a8") == nobody);
    CHECK(who_plays("fork", "r3r2k/8/8/3N4/8/8/8/6K1 w - - 0 1", "d5c7 h8g7 c7a8 g7g6") == nobody);
}

TEST_CASE("what is taken back is no piece that hung") {
    CHECK(who_plays("hanging", "4k3/8/2n5/8/8/5B2/8/4K3 w - - 0 1", "f3c6 e8e7") == white);
    CHECK(who_plays("hanging", "4k3/1p6/2n5/8/8/5B2/8/4K3 w - - 0 1", "f3c6 b7c6 e1e2") == nobody);
}

TEST_CASE("motifs on lines and behind pieces are those that explanations name") {
    CHECK(who_plays("skewer", "8/4q3/8/4k3/8/8/8/R6K w - - 0 1", "a1e1 e5d6 e1e7 d6e7") == white);
    CHECK(who_plays("pin", "4k3/8/8/4n3/8/8/8/R5K1 w - - 0 1", "a1e1 e8d7 e1e5 d7d6") == white);
    CHECK(who_plays("discovered-attack", "3qk3/8/8/8/3B4/8/8/3RK3 w - - 0 1",
                    "d4f6 d8d1 e1d1 e8d7") == nobody);  // the queen gets a rook for herself
}

TEST_CASE("mates are those that end the game") {
    constexpr auto back_rank = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
    CHECK(who_plays("back-rank", back_rank, "a1a8") == white);
    CHECK(who_plays("back-rank", back_rank, "a1a7") == nobody);
    constexpr auto corner = "6rk/6pp/8/6N1/8/8/8/6K1 w - - 0 1";
    CHECK(who_plays("smothered-mate", corner, "g5f7") == white);
    CHECK(who_plays("arabian-mate", corner, "g5f7") == nobody);
    CHECK(who_plays("fork", corner, "g5f7") == nobody);  // nothing was won by attacking two
    CHECK(who_plays("smothered-mate", "6k1/8/8/8/6n1/8/6PP/6RK b - - 0 1", "g4f2") == black);
}

TEST_CASE("a null move ends what can be proved") {
    const Position start = parse_fen(two_to_fork).value();
    const auto fork = PlayedMotif::named("fork").value();
    Moves moves = parse_moves(start, "d5c7 e8d7 c7a8 d7c6");
    CHECK(fork.sides(start, moves) == white);
    moves.insert(moves.begin() + 1, Move::none());
    CHECK(fork.sides(start, moves) == white);  // by the best answers to the move before it
    moves.insert(moves.begin(), Move::none());
    CHECK(fork.sides(start, moves) == nobody);
}

TEST_CASE("an unknown motif is refused with those that there are") {
    const auto refused = PlayedMotif::named("forks");
    REQUIRE_FALSE(refused.has_value());
    CHECK(refused.error().starts_with("\"forks\" is no motif; the motifs are back-rank hanging"));
    CHECK(refused.error().ends_with("double-bishop-mate"));
}
