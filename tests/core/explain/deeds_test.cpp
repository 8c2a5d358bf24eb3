// What moves do, as the board shows it: plans, what is prevented, and rules of thumb for endings.
#include <doctest/doctest.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "chess/fen.hpp"
#include "explain/deeds.hpp"
#include "explain/questions.hpp"

using namespace kibitz;
using namespace kibitz::explain;
using namespace kibitz::explain::test;

namespace {

std::optional<Deed> deed_of(std::string_view fen, std::string_view line, DeedKind kind) {
    const Position before = parse_fen(fen, SetupRules::lenient).value();
    const auto deeds = deeds_of(before, parse_moves(before, line));
    const auto found = std::ranges::find(deeds, kind, &Deed::kind);
    return found == deeds.end() ? std::nullopt : std::optional(*found);
}

bool does(std::string_view fen, std::string_view line, DeedKind kind) {
    return deed_of(fen, line, kind).has_value();
}

}  // namespace

TEST_CASE("a move prepares what it alone makes possible") {
    // The queen leaves d1 to the rook.
    CHECK(does("r1bq1rk1/pp1nppbp/3p1np1/8/3NPP2/2N1B2P/PPP1B1P1/R2Q1RK1 w - - 1 11",
               "d1e1 a7a6 a1d1", DeedKind::prepares));
    // The next move is possible only because the other side moved its pawn away.
    CHECK_FALSE(does("4k3/8/8/3p4/8/8/3R4/4K3 w - - 0 1", "e1f2 d5d4 d2d4", DeedKind::prepares));
    // It was to be had at once.
    CHECK_FALSE(does("4k3/8/8/8/8/8/P6P/4K3 w - - 0 1", "a2a3 e8e7 h2h4", DeedKind::prepares));
    CHECK(does("4k3/8/8/8/8/8/P6P/4K3 w - - 0 1", "a2a3 e8e7 h2h4", DeedKind::waits));
}

TEST_CASE("a move that a check calls for is no plan") {
    const char* const fen = "4k3/8/8/8/8/8/4q2P/6K1 w - - 0 1";
    CHECK_FALSE(does(fen, "h2h3 e2e1 g1g2", DeedKind::waits));
    CHECK(does(fen, "h2h3 e2e1 g1g2", DeedKind::leads_to));
    CHECK(does(fen, "h2h3 e2d3 g1g2", DeedKind::waits));
}

TEST_CASE("a new piece that is taken at once attacks nothing") {
    // The queen on b8 gives check and looks at the knight on g3, and the rook takes it.
    const char* const fen = "3k4/1P6/8/8/8/K5n1/8/1r6 w - - 0 1";
    CHECK(does(fen, "b7b8q d8e7", DeedKind::checks_and_attacks));
    CHECK_FALSE(does(fen, "b7b8q b1b8", DeedKind::checks_and_attacks));
    CHECK(does(fen, "b7b8q b1b8", DeedKind::checks));
}

TEST_CASE("a king or piece that moves on is on its way, and prepares nothing") {
    const char* const king = "4k3/8/8/7p/8/1K6/7P/8 w - - 0 1";
    CHECK_FALSE(does(king, "b3c4 e8e7 c4c5", DeedKind::prepares));
    const auto way = deed_of(king, "b3c4 e8e7 c4c5", DeedKind::heads_for);
    REQUIRE(way);
    CHECK(way->squares.front() == Square::parse("c5"));
    CHECK(does("4k3/8/8/7p/8/1N6/7P/4K3 w - - 0 1", "b3d4 e8e7 d4f5", DeedKind::heads_for));
    // A square that was to be had at once is no goal, and neither is the way back.
    CHECK_FALSE(does("4k3/8/8/7p/8/1R6/7P/4K3 w - - 0 1", "b3b4 e8e7 b4b6", DeedKind::heads_for));
    CHECK_FALSE(does(king, "b3c4 e8e7 c4b3", DeedKind::heads_for));
}

TEST_CASE("the square of a pawn is entered in time or not at all") {
    // The pawn needs four moves, and the king is five away from h1.
    CHECK(does("8/8/8/7p/2K5/8/8/k7 w - - 0 1", "c4d3", DeedKind::enters_square));
    CHECK_FALSE(does("8/8/8/7p/2K5/8/8/k7 w - - 0 1", "c4c3", DeedKind::enters_square));
    // It was in the square before.
    CHECK_FALSE(does("8/8/8/7p/4K3/8/8/k7 w - - 0 1", "e4e3", DeedKind::enters_square));
    // The other king covers the way.
    CHECK_FALSE(does("8/8/8/7p/2K5/8/6k1/8 w - - 0 1", "c4d3", DeedKind::enters_square));
    // With a piece beside the pawn the count proves nothing.
    CHECK_FALSE(does("8/8/8/7p/2K5/8/8/k6r w - - 0 1", "c4d3", DeedKind::enters_square));
}

TEST_CASE("a pawn outruns a king that is outside its square") {
    CHECK(does("8/8/8/2k5/7P/8/8/K7 w - - 0 1", "h4h5", DeedKind::outruns));
    CHECK(does("8/8/8/2K5/7p/8/8/k7 b - - 0 1", "h4h3", DeedKind::outruns));
    CHECK(does("8/8/8/1k6/7P/8/8/K7 w - - 0 1", "h4h5", DeedKind::outruns));
    // From there the king needs three moves to h8.
    CHECK_FALSE(does("8/8/8/4k3/7P/8/8/K7 w - - 0 1", "h4h5", DeedKind::outruns));
    // A pawn of the other side is as fast.
    CHECK_FALSE(does("8/8/8/1k6/p6P/8/8/7K w - - 0 1", "h4h5", DeedKind::outruns));
    CHECK_FALSE(does("8/6p1/8/1k6/7P/8/8/K7 w - - 0 1", "h4h5", DeedKind::outruns));
    CHECK_FALSE(does("8/8/8/1k6/7P/8/n7/K7 w - - 0 1", "h4h5", DeedKind::outruns));
}

TEST_CASE("the opposition is one of kings with a square between them, where pawns alone are left") {
    CHECK(does("8/8/3k4/8/4P3/3K4/8/8 w - - 0 1", "d3d4", DeedKind::takes_opposition));
    CHECK_FALSE(does("8/8/3k4/8/4P3/3K4/8/8 w - - 0 1", "d3c4", DeedKind::takes_opposition));
    CHECK_FALSE(does("8/8/3k4/8/4P3/3K4/7r/8 w - - 0 1", "d3d4", DeedKind::takes_opposition));
    CHECK_FALSE(does("8/8/3k4/8/8/3K4/8/8 w - - 0 1", "d3d4", DeedKind::takes_opposition));
}

TEST_CASE("a bare king holds the corner that the bishop does not control") {
    // h8 is dark, and the bishop is light.
    CHECK(does("6k1/8/7P/8/8/3B4/8/K7 b - - 0 1", "g8h8", DeedKind::holds_corner));
    CHECK_FALSE(does("6k1/8/7P/8/8/4B3/8/K7 b - - 0 1", "g8h8", DeedKind::holds_corner));
    CHECK_FALSE(does("6k1/8/6PP/8/8/3B4/8/K7 b - - 0 1", "g8h8", DeedKind::holds_corner));
    CHECK_FALSE(does("6k1/p7/7P/8/8/3B4/8/K7 b - - 0 1", "g8h8", DeedKind::holds_corner));
}

TEST_CASE("a key square is one from which the king leads its pawn through") {
    CHECK(does("4k3/8/8/4K3/4P3/8/8/8 w - - 0 1", "e5e6", DeedKind::takes_key_square));
    CHECK(does("8/8/8/4p3/4k3/8/8/4K3 b - - 0 1", "e4e3", DeedKind::takes_key_square));
    const auto key = deed_of("4k3/8/8/3K4/4P3/8/8/8 w - - 0 1", "d5d6", DeedKind::takes_key_square);
    REQUIRE(key);
    CHECK(key->squares.front() == Square::parse("d6"));
    CHECK(key->on.front().square == Square::parse("e4"));
    // Beside the pawn, with a rook's pawn, or with another pawn on the board the rule says nothing.
    CHECK_FALSE(does("4k3/8/8/8/3KP3/8/8/8 w - - 0 1", "d4d5", DeedKind::takes_key_square));
    CHECK_FALSE(does("4k3/8/8/K7/P7/8/8/8 w - - 0 1", "a5a6", DeedKind::takes_key_square));
    CHECK_FALSE(does("4k3/p7/8/4K3/4P3/8/8/8 w - - 0 1", "e5e6", DeedKind::takes_key_square));
    // The king has left its pawn to the other one.
    CHECK_FALSE(does("8/8/8/3K4/8/8/4Pk2/8 w - - 0 1", "d5d4", DeedKind::takes_key_square));
}

TEST_CASE("in the Lucena position the rook builds a bridge") {
    CHECK(does("3K4/3P1k2/8/8/8/8/2r5/4R3 w - - 0 1", "e1e4", DeedKind::builds_bridge));
    CHECK(does("4r3/2R5/8/8/8/8/3p1K2/3k4 b - - 0 1", "e8e5", DeedKind::builds_bridge));
    // The rook is not between the kings, or the king not before its pawn.
    CHECK_FALSE(does("3K4/3P1k2/8/8/8/8/2r5/1R6 w - - 0 1", "b1b4", DeedKind::builds_bridge));
    CHECK_FALSE(does("8/2KP1k2/8/8/8/8/r7/4R3 w - - 0 1", "e1e4", DeedKind::builds_bridge));
    // The other rook or king would take it.
    CHECK_FALSE(does("3K4/3P1k2/8/8/r7/8/8/4R3 w - - 0 1", "e1e4", DeedKind::builds_bridge));
    // A rook's pawn is another matter.
    CHECK_FALSE(does("K7/P2k4/8/8/8/8/7r/1R6 w - - 0 1", "b1b4", DeedKind::builds_bridge));
}

TEST_CASE("Philidor's rook keeps the king from the third rank") {
    CHECK(does("4k3/8/8/3KP3/8/8/r7/7R b - - 0 1", "a2a6", DeedKind::holds_rank));
    CHECK(does("7r/R7/8/8/3kp3/8/8/4K3 w - - 0 1", "a7a3", DeedKind::holds_rank));
    // It stood there before, the pawn is there already, or the king is not before it.
    CHECK_FALSE(does("4k3/8/1r6/3KP3/8/8/8/7R b - - 0 1", "b6a6", DeedKind::holds_rank));
    CHECK_FALSE(does("4k3/8/4P3/3K4/8/8/r7/7R b - - 0 1", "a2a6", DeedKind::holds_rank));
    CHECK_FALSE(does("8/1k6/8/3KP3/8/8/r7/7R b - - 0 1", "a2a6", DeedKind::holds_rank));
    // The king is on the rank itself, where nothing bars the way.
    CHECK_FALSE(does("8/8/2k5/4KP2/8/8/r7/7R b - - 0 1", "a2a6", DeedKind::holds_rank));
}

TEST_CASE("pawns open ways and bar them") {
    const auto opened = deed_of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e3",
                                DeedKind::opens_way);
    REQUIRE(opened);
    CHECK(opened->on.front().square == Square::parse("f1"));
    const auto barred = deed_of("4k3/3p4/8/8/8/1B6/8/4K3 b - - 0 1", "d7d5", DeedKind::bars_way);
    CHECK_FALSE(barred);  // the bishop would take the pawn
    CHECK(does("4k3/3p4/4p3/8/8/8/B7/4K3 b - - 0 1", "d7d5", DeedKind::bars_way) == false);
    CHECK(does("4k3/2pp4/8/8/8/8/B7/4K3 b - - 0 1", "d7d5", DeedKind::bars_way) == false);
    CHECK(does("4k3/3p4/2p5/8/8/8/B7/4K3 b - - 0 1", "d7d5", DeedKind::bars_way));
    CHECK_FALSE(does("4k3/8/8/8/8/8/P7/R3K3 w - - 0 1", "a2a3", DeedKind::opens_way));
}

TEST_CASE("what is taken back at once is exchanged") {
    const char* const fen = "3qk3/8/8/8/8/8/8/3QK3 w - - 0 1";
    CHECK(does(fen, "d1d8 e8d8", DeedKind::exchanges));
    CHECK(does(fen, "d1d8", DeedKind::takes) == false);  // with check
    CHECK(does("3qk3/8/8/8/8/8/8/3RK3 w - - 0 1", "d1d8 e8d8", DeedKind::takes_with_check));
}

TEST_CASE("words about a plan are told only with the moves they speak of") {
    CHECK(moves_spoken_of(DeedKind::waits) == 3);
    CHECK(moves_spoken_of(DeedKind::leads_to) == 2);
    CHECK(moves_spoken_of(DeedKind::takes) == 1);
}

TEST_CASE("a move keeps the other king from castling") {
    CHECK(does("4k2r/6pp/8/8/8/8/3B4/4K3 w k - 0 1", "d2b4", DeedKind::stops_castling));
    // It was covered before, or the king has no right to castle any more.
    CHECK_FALSE(does("4k2r/6pp/8/8/8/1N6/3B4/4KR2 w k - 0 1", "d2b4", DeedKind::stops_castling));
    CHECK_FALSE(does("4k2r/6pp/8/8/8/8/3B4/4K3 w - - 0 1", "d2b4", DeedKind::stops_castling));
    // Only the king's way counts: the rook may cross b8.
    CHECK_FALSE(does("r3k3/8/8/8/8/8/5B2/4K3 w q - 0 1", "f2g3", DeedKind::stops_castling));
}

TEST_CASE("a move takes the last safe squares from a piece") {
    // The knight on a4 can go to b6, where a pawn takes it, or to c5.
    const char* knight = "4k3/pp1p4/8/8/N7/2P5/1P6/4K3 b - - 0 1";
    CHECK(does(knight, "d7d6 e1e2 b7b5 e2e1 b5a4", DeedKind::shuts_in));
    CHECK_FALSE(does(knight, "d7d5 e1e2 b7b5 e2e1 b5a4", DeedKind::shuts_in));
    // That it could be taken is not enough.
    CHECK_FALSE(does(knight, "d7d6 e1e2 e8e7", DeedKind::shuts_in));
    // It had no safe square before, either.
    const char* lost = "4k3/pp6/3p4/8/N7/2P5/1P6/4K3 b - - 0 1";
    CHECK_FALSE(does(lost, "e8e7 e1e2 b7b5 e2e1 b5a4", DeedKind::shuts_in));
}

TEST_CASE("a piece that goes away in the line is not shut in") {
    const char* knight = "4k3/pp1p4/8/8/N7/2P5/1P6/4K3 b - - 0 1";
    CHECK_FALSE(does(knight, "d7d6 a4b6 a7b6", DeedKind::shuts_in));
    // It falls behind what a reader is shown.
    CHECK_FALSE(does(knight, "d7d6 e1e2 e8e7 e2e1 e7e8 e1e2 b7b5 e2e1 b5a4", DeedKind::shuts_in));
}

TEST_CASE("a move aims at a square beside the king that only the king defends") {
    const char* const fen = "5rk1/5ppp/8/8/8/3B4/8/3QK3 w - - 0 1";
    const auto aim = deed_of(fen, "d1h5 f8a8 h5h7", DeedKind::aims_at_king);
    REQUIRE(aim);
    CHECK(aim->squares.front() == Square::parse("h7"));
    // The line does not go there, a knight defends the square, too, or it was attacked before.
    CHECK_FALSE(does(fen, "d1h5 f8a8 h5d5", DeedKind::aims_at_king));
    CHECK_FALSE(
        does("5rk1/5ppp/5n2/8/8/3B4/8/3QK3 w - - 0 1", "d1h5 f8a8 h5h7", DeedKind::aims_at_king));
    CHECK_FALSE(
        does("5rk1/5ppp/8/7Q/8/3B4/8/4K3 w - - 0 1", "h5h4 f8a8 h4h7", DeedKind::aims_at_king));
}

TEST_CASE("a pawn is pushed towards a king that stands aside, and goes on") {
    const char* const fen = "5rk1/5ppp/8/8/6P1/8/8/4K2R w K - 0 1";
    CHECK(does(fen, "g4g5 f8a8 g5g6", DeedKind::storms_king));
    CHECK_FALSE(does(fen, "g4g5 f8a8 h1h2", DeedKind::storms_king));
    // The king is far away, or in the middle.
    CHECK_FALSE(
        does("1k3r2/5ppp/8/8/6P1/8/8/4K2R w - - 0 1", "g4g5 f8d8 g5g6", DeedKind::storms_king));
    CHECK_FALSE(
        does("3rk3/3p1ppp/8/8/4P3/8/8/4K2R w - - 0 1", "e4e5 d8c8 e5e6", DeedKind::storms_king));
}

TEST_CASE("a pawn that takes back leaves something behind it") {
    const char* const knight = "r2qk2r/ppp2ppp/8/8/6b1/5N2/PPP1BPPP/R2Q1RK1 b kq - 0 1";
    const auto kind_of = [](std::string_view fen, std::string_view line) {
        const Position before = parse_fen(fen, SetupRules::lenient).value();
        const auto damage = damage_of(before, parse_moves(before, line));
        return damage ? std::optional(damage->kind) : std::nullopt;
    };
    CHECK(kind_of(knight, "g4f3 g2f3") == DeedKind::exchanges_opening_king);
    CHECK_FALSE(kind_of(knight, "g4f3 e2f3"));
    // The file is closed again, or the king has nothing to fear there.
    CHECK(kind_of(knight, "g4f3 g2f3 e8g8 f3f4") == DeedKind::exchanges_opening_king);
    CHECK(kind_of("r2qk2r/ppp2ppp/8/8/6b1/5N2/PPP1BPPP/2KRQ2R b kq - 0 1", "g4f3 g2f3") ==
          DeedKind::exchanges_doubling);
    // They were doubled before.
    CHECK_FALSE(kind_of("4k3/8/8/5P2/6b1/5N2/5PP1/2K5 b - - 0 1", "g4f3 g2f3"));
}

TEST_CASE("a king that could castle is driven away") {
    const char* const fen = "r3k2r/ppp2ppp/8/8/8/8/PPP2PPP/3QK3 w kq - 0 1";
    CHECK(does(fen, "d1e2 e8d7", DeedKind::displaces_king));
    CHECK_FALSE(does(fen, "d1d5 e8g8", DeedKind::displaces_king));
    CHECK_FALSE(does("r3k2r/ppp2ppp/8/8/8/8/PPP2PPP/3QK3 w - - 0 1", "d1e2 e8d7",
                     DeedKind::displaces_king));
    // Without queens it may as well stay in the middle.
    CHECK_FALSE(does("r3k2r/ppp2ppp/8/8/8/8/PPP2PPP/3RK3 w kq - 0 1", "d1d7 e8d7",
                     DeedKind::displaces_king));
}

TEST_CASE("a knight settles where no pawn can drive it away") {
    const char* const fen = "4k3/pp3ppp/8/8/4P3/2N5/PP3PPP/4K3 w - - 0 1";
    const auto outpost = deed_of(fen, "c3d5 e8d7 e1d2 a7a6", DeedKind::settles);
    REQUIRE(outpost);
    CHECK(outpost->squares.front() == Square::parse("d5"));
    // A pawn may still attack it, it is taken, or it goes on.
    CHECK_FALSE(does("4k3/ppp2ppp/8/8/4P3/2N5/PP3PPP/4K3 w - - 0 1", "c3d5 e8d7 e1d2 a7a6",
                     DeedKind::settles));
    CHECK_FALSE(
        does("4k3/pp3ppp/4b3/8/4P3/2N5/PP3PPP/4K3 w - - 0 1", "c3d5 e6d5 e4d5", DeedKind::settles));
    CHECK_FALSE(does(fen, "c3d5 e8d7 d5f4", DeedKind::settles));
    // In its own half it defends.
    CHECK_FALSE(does(fen, "c3e2 e8d7 e1d2 a7a6", DeedKind::settles));
}

TEST_CASE("a rook comes to the seventh rank") {
    CHECK(does("6k1/pp3ppp/8/8/8/8/PP3PPP/3R2K1 w - - 0 1", "d1d7 b7b6 g1f1",
               DeedKind::enters_seventh));
    CHECK(does("3r2k1/pp3ppp/8/8/8/8/PP3PPP/6K1 b - - 0 1", "d8d2 b2b3 g8f8",
               DeedKind::enters_seventh));
    CHECK_FALSE(does("6k1/pp3ppp/8/8/8/8/PP3PPP/3R2K1 w - - 0 1", "d1d6 b7b6 g1f1",
                     DeedKind::enters_seventh));
    CHECK_FALSE(
        does("8/8/6k1/8/8/8/PP3PPP/3R2K1 w - - 0 1", "d1d7 g6f6 g1f1", DeedKind::enters_seventh));
}

TEST_CASE("a queen that can take back is offered an exchange, and not attacked") {
    const char* const defended = "6k1/8/q7/8/P7/8/8/4KQ2 w - - 0 1";
    CHECK(does(defended, "f1b5", DeedKind::offers_queens));
    CHECK_FALSE(does(defended, "f1b5", DeedKind::attacks));
    CHECK_FALSE(does(defended, "f1f5", DeedKind::offers_queens));
    // Nothing defends the one that is offered.
    const char* const alone = "7k/8/q7/8/8/8/8/4K1Q1 w - - 0 1";
    CHECK_FALSE(does(alone, "g1a7", DeedKind::offers_queens));
    CHECK(does(alone, "g1a7", DeedKind::attacks));
}

TEST_CASE("a pawn attacks another that no pawn has attacked before") {
    CHECK(does("4k3/8/3p4/4p3/8/8/3P4/4K3 w - - 0 1", "d2d4", DeedKind::challenges));
    CHECK_FALSE(does("4k3/8/3p4/4p3/5P2/8/3P4/4K3 w - - 0 1", "d2d4", DeedKind::challenges));
    CHECK_FALSE(does("4k3/8/3p4/4p3/8/8/3P4/4K3 w - - 0 1", "d2d3", DeedKind::challenges));
}

TEST_CASE("a move that wins something elsewhere takes no squares from a rook") {
    CHECK_FALSE(does("r2q1rk1/4ppb1/2pp2p1/7n/p4P1P/P3P3/1PPBQ3/2KR2NR b - - 0 17",
                     "a8b8 d2b4 h5g3 e2f3 g3h1 h4h5", DeedKind::shuts_in));
}

TEST_CASE("an exchange that can follow is no plan") {
    constexpr const char* fen = "4k3/p7/8/3p4/2P5/8/P7/4K3 w - - 0 1";
    CHECK_FALSE(does(fen, "e1f2 a7a6 c4d5 e8d7", DeedKind::leads_to));
    CHECK(does(fen, "e1f2 a7a6 c4d5 e8d7", DeedKind::waits));
    CHECK_FALSE(
        does("4k3/p3p3/3p4/8/3P4/2P1P3/P7/4K3 w - - 0 1", "e1f2 e7e5 d4e5 d6e5", DeedKind::waits));
}

TEST_CASE("a rook goes behind a passed pawn") {
    constexpr const char* behind = "8/8/1k6/8/P7/8/5r2/R5K1 w - - 0 1";
    CHECK(does("8/8/1k6/8/P7/8/5r2/3R2K1 w - - 0 1", "d1a1 f2f5 a4a5", DeedKind::goes_behind_pawn));
    // Behind the other side's pawn, from the side that it comes from.
    CHECK(does("6k1/1r6/8/8/p7/8/8/3R2K1 w - - 0 1", "d1d8 g8g7 d8a8 g7g6",
               DeedKind::goes_behind_pawn) == false);
    CHECK(does("6k1/1r6/8/8/p7/8/8/3R2K1 b - - 0 1", "b7a7 d1d4 a4a3", DeedKind::goes_behind_pawn));
    CHECK_FALSE(
        does("6k1/1r6/8/8/p7/8/8/3R2K1 w - - 0 1", "d1a1 b7b4 g1f2", DeedKind::goes_behind_pawn));
    // It stood there already, or goes on at once.
    CHECK_FALSE(does(behind, "a1a3 f2f5 a4a5", DeedKind::goes_behind_pawn));
    CHECK_FALSE(
        does("8/8/1k6/8/P7/8/5r2/3R2K1 w - - 0 1", "d1a1 f2f5 a1b1", DeedKind::goes_behind_pawn));
    // With more on the board, it is no ending.
    CHECK_FALSE(
        does("8/8/1k6/8/P7/8/5r2/3RB1K1 w - - 0 1", "d1a1 f2f5 a4a5", DeedKind::goes_behind_pawn));
}

TEST_CASE("a rook cuts the king off from a passed pawn") {
    constexpr const char* fen = "8/5k2/8/8/1P6/8/r7/2R3K1 w - - 0 1";
    CHECK(does(fen, "c1e1 a2b2 b4b5", DeedKind::cuts_off_king));
    CHECK(deed_of(fen, "c1e1 a2b2 b4b5", DeedKind::cuts_off_king)->squares.front() ==
          Square(File::b, Rank::r4));
    // It goes away, stood there before, or does not stand between them.
    CHECK_FALSE(does(fen, "c1e1 a2b2 e1e4", DeedKind::cuts_off_king));
    CHECK_FALSE(
        does("8/5k2/8/8/1P6/8/r7/4R1K1 w - - 0 1", "e1e4 a2b2 b4b5", DeedKind::cuts_off_king));
    CHECK_FALSE(
        does("8/2k5/8/8/1P6/8/r7/4R1K1 w - - 0 1", "e1d1 a2b2 b4b5", DeedKind::cuts_off_king));
}

TEST_CASE("a pawn fixes another") {
    CHECK(does("8/6k1/7p/5K2/7P/8/8/8 w - - 0 1", "h4h5 g7f7 f5f4", DeedKind::fixes_pawn));
    CHECK(does("8/6k1/7p/5K2/7P/8/8/8 b - - 0 1", "h6h5 f5g5 g7f7", DeedKind::fixes_pawn));
    CHECK_FALSE(does("8/6k1/7p/5K2/8/8/7P/8 w - - 0 1", "h2h4 g7f7 h4h5", DeedKind::fixes_pawn));
    // A pawn or the king takes it.
    CHECK_FALSE(does("8/6k1/6pp/8/4K2P/8/8/8 w - - 0 1", "h4h5 g6h5 e4f5", DeedKind::fixes_pawn));
    CHECK_FALSE(does("8/8/6kp/8/5K1P/8/8/8 w - - 0 1", "h4h5 g6h5 f4f5", DeedKind::fixes_pawn));
}

TEST_CASE("a pawn makes a passed pawn") {
    const auto made = deed_of("4k3/8/p7/8/PP6/8/8/4K3 w - - 0 1", "b4b5 a6b5 a4b5 e8d7",
                              DeedKind::makes_passed_pawn);
    REQUIRE(made.has_value());
    CHECK(made->squares.front() == Square(File::b, Rank::r5));
    CHECK(does("4k3/8/1p6/8/PP6/8/8/4K3 w - - 0 1", "a4a5 b6a5 b4a5 e8d7",
               DeedKind::makes_passed_pawn));
    // The other side's pawn stays before it, or the new pawn is lost.
    CHECK_FALSE(does("4k3/1p6/8/8/PP6/8/8/4K3 w - - 0 1", "b4b5 e8d7 a4a5 d7c7",
                     DeedKind::makes_passed_pawn));
    CHECK_FALSE(does("8/2k5/p7/8/PP6/8/8/4K3 w - - 0 1", "b4b5 a6b5 a4b5 c7b6",
                     DeedKind::makes_passed_pawn));
    // It was one before.
    CHECK_FALSE(does("4k3/8/p7/8/P1P5/8/8/4K3 w - - 0 1", "c4c5 e8d7 c5c6 d7c6",
                     DeedKind::makes_passed_pawn));
}

TEST_CASE("a king goes for a pawn that it takes") {
    constexpr const char* fen = "8/5k2/8/p7/8/4K3/7P/8 w - - 0 1";
    CHECK(does(fen, "e3d4 f7g6 d4c5 g6g5 c5b5", DeedKind::goes_for_pawn) == false);
    CHECK(does("8/5k2/8/p7/2K5/8/7P/8 w - - 0 1", "c4c5 f7g6 c5b5 g6g5 b5a5",
               DeedKind::goes_for_pawn));
}
