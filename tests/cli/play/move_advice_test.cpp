#include "cli/play/move_advice.hpp"

#include "chess/fen.hpp"
#include "chess/movegen.hpp"
#include "chess/san.hpp"
#include "support/test.hpp"

namespace kibitz::cli {
namespace {

std::string read(const Position& position, std::string_view typed) {
    const auto move = read_typed_move(position, typed);
    return move ? to_san(position, *move) : "! " + advise(position, move.error());
}

std::string read(std::string_view fen, std::string_view typed) {
    return read(*parse_fen(fen), typed);
}

TEST_CASE("moves in words") {
    const Position start = Position::initial();
    CHECK(read(start, "e2 e4") == "e4");
    CHECK(read(start, "e2 to e4") == "e4");
    CHECK(read(start, "pawn to e4") == "e4");
    CHECK(read(start, "Knight f3") == "Nf3");
    CHECK(read(start, "knight to f3") == "Nf3");
    constexpr std::string_view castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    CHECK(read(castling, "castle") == "O-O");
    CHECK(read(castling, "castles long") == "O-O-O");
    CHECK(read(castling, "rook takes a8") == "Rxa8+");
    CHECK(read("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8 queen") == "a8=Q+");
}

TEST_CASE("advice says why and what can be played") {
    const Position start = Position::initial();
    CHECK(read(start, "Nd4") ==
          "! No knight of yours can go to d4. Your knight moves: Na3, Nc3, Nf3 or Nh3.");
    CHECK(read(start, "Bd2") == "! Your own pawn stands on d2.");
    CHECK(read(start, "e2e5") == "! The pawn on e2 cannot go there. It can play e3 or e4.");
    CHECK(read(start, "e3e4") == "! There is nothing on e3.");
    CHECK(read(start, "e7e5") == "! The pawn on e7 is Black's; you play White.");
    CHECK(read(start, "a1a3") == "! The rook on a1 has no legal move now.");
    CHECK(read(start, "O-O").starts_with("! You cannot castle there now"));
    CHECK(read(start, "--") == "! In chess you cannot pass: make a move.");
    CHECK(read("4k3/8/8/8/8/8/8/3NK1N1 w - - 0 1", "Ne3x").starts_with("! I do not know") == false);
}

TEST_CASE("advice on check") {
    // The queen on e7 gives check; the knight on d2 is free, the one on e2 was never pinned.
    constexpr std::string_view checked = "4k3/4q3/8/8/8/8/3N4/4K3 w - - 0 1";
    CHECK(read(checked, "Nb3") ==
          "! You are in check from the queen on e7, and that move does not end it. "
          "You can play Kd1, Kf1, Kf2 or Ne4.");
    constexpr std::string_view pinned = "4k3/4q3/8/8/8/8/4N3/4K3 w - - 0 1";
    CHECK(read(pinned, "Nc3") ==
          "! That would leave your own king where it can be taken: not allowed.");
    CHECK(read("4k3/4q3/8/8/8/8/8/4K2R w K - 0 1", "O-O") == "! You cannot castle out of check.");
    CHECK(
        read("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "O-O").starts_with("! You cannot castle any more"));
}

TEST_CASE("advice on moves that several pieces can make") {
    CHECK(read("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", "Nd2") == "! Which one? Nbd2 or Nfd2.");
}

TEST_CASE("a move in words for people") {
    const auto words = [](std::string_view fen, std::string_view san) {
        const Position position = *parse_fen(fen);
        return move_in_words(position, *parse_san(position, san));
    };
    CHECK(words("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "exd5") ==
          "pawn from e4 to d5, taking a pawn");
    CHECK(words("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "axb8=Q") ==
          "pawn from a7 to b8, taking a knight, becoming a queen");
    CHECK(words("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "O-O-O") == "castling long");
}

}  // namespace
}  // namespace kibitz::cli
