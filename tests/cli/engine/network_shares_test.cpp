// What each piece is worth, measured by taking it away.
#include "cli/engine/network_shares.hpp"

#include "chess/fen.hpp"
#include "support/test.hpp"

namespace kibitz::cli {
namespace {

// Counts material for the side to move.
int material(const Position& position) {
    constexpr std::array<int, 6> values = {100, 300, 300, 500, 900, 0};
    int sum = 0;
    for (const Square square : position.occupied()) {
        const Piece piece = position.piece_on(square);
        const int value = values[static_cast<std::size_t>(index(type_of(piece)))];
        sum += color_of(piece) == position.side_to_move() ? value : -value;
    }
    return sum;
}

std::optional<int> share_of(const std::vector<PieceShare>& shares, Square square) {
    for (const PieceShare& share : shares)
        if (share.square == square) return share.centipawns;
    FAIL("no piece stands there");
    return std::nullopt;
}

TEST_CASE("a piece is worth what the score loses without it, as White sees it") {
    for (const char* fen : {"r3k2r/8/8/3pP3/8/8/3Q4/R3K2R w KQkq d6 0 1",
                            "r3k2r/8/8/3pP3/8/8/3Q4/R3K2R b KQkq - 0 1"}) {
        const auto shares = piece_shares(*parse_fen(fen), material);
        CHECK(shares.size() == 9);
        CHECK(share_of(shares, squares::d2) == 900);
        CHECK(share_of(shares, squares::a1) == 500);
        CHECK(share_of(shares, squares::h8) == -500);
        CHECK(share_of(shares, squares::d5) == -100);
        CHECK(!share_of(shares, squares::e1));
    }
}

TEST_CASE("a piece without which the other side would be in check has no share") {
    // The knight on e5 stands between White's rook and Black's king, with White to move.
    const auto shares = piece_shares(*parse_fen("4k3/8/8/4n3/8/8/8/4R1K1 w - - 0 1"), material);
    CHECK(!share_of(shares, squares::e5));
    CHECK(share_of(shares, squares::e1) == 500);
    const std::string text = to_text(shares);
    CHECK(text.contains("|   n   |"));
    CHECK(text.contains("| +5.00 |"));
    CHECK(text.ends_with("   h\n"));
}

}  // namespace
}  // namespace kibitz::cli
