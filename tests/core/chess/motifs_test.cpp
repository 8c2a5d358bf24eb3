#include "chess/motifs.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "chess/fen.hpp"
#include "chess/movegen.hpp"
#include "chess/uci_move.hpp"
#include "random_games.hpp"

using namespace kibitz;

namespace {

std::vector<Move> parse_line(Position position, std::string_view text) {
    std::vector<Move> line;
    while (!text.empty()) {
        const std::string_view word = text.substr(0, text.find(' '));
        text.remove_prefix(std::min(text.size(), word.size() + 1));
        line.push_back(parse_uci(position, word).value());
        position.play(line.back());
    }
    return line;
}

// "fork c7: e8 a8; hanging d5: d5"
std::string motifs(const char* fen, std::string_view moves) {
    const Position position = *parse_fen(fen, SetupRules::lenient);
    std::string text;
    for (const Motif& motif : motifs_of(position, parse_line(position, moves))) {
        if (!text.empty()) text += "; ";
        text += std::string(to_string(motif.kind)) + ' ' + motif.by.to_string() + ':';
        for (const Square square : motif.on) text += ' ' + square.to_string();
    }
    return text;
}

}  // namespace

TEST_CASE("forks") {
    CHECK(motifs("r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1", "d5c7 e8d7 c7a8") == "fork c7: e8 a8");
    constexpr auto pawn = "4k3/8/2n1r3/8/3P4/2N5/8/6K1 w - - 0 1";
    CHECK(motifs(pawn, "d4d5 c6e5 d5e6") == "fork d5: e6 c6");
    CHECK(motifs(pawn, "d4d5") == "fork d5: e6 c6");
    // The line does not win what was forked.
    CHECK(motifs(pawn, "d4d5 c6b4 g1f2") == "");
    // The pawn would be lost.
    CHECK(motifs("4k3/8/2n1b3/8/3P4/8/8/4K3 w - - 0 1", "d4d5") == "");
    // A king forks what nobody defends.
    CHECK(motifs("7k/8/8/8/1n1n4/8/2K5/8 w - - 0 1", "c2c3 h8g8 c3b4") == "fork c3: b4 d4");
    CHECK(motifs("7k/8/8/p3p3/1n1n4/8/3K4/8 w - - 0 1", "d2c3") == "");
}

TEST_CASE("pins and skewers") {
    CHECK(motifs("4k3/8/8/4n3/8/8/8/R5K1 w - - 0 1", "a1e1 e8d7 e1e5") == "pin e1: e5 e8");
    CHECK(motifs("3qk3/8/5n2/8/8/8/8/2B1K3 w - - 0 1", "c1g5 e8d7 g5f6") == "pin g5: f6 d8");
    CHECK(motifs("8/4q3/8/4k3/8/8/8/R6K w - - 0 1", "a1e1 e5d6 e1e7") == "skewer e1: e5 e7");
    // The knight is pinned and defends nothing.
    CHECK(motifs("4k3/8/2n5/1B2p3/8/5N2/8/4K3 w - - 0 1", "f3e5 e8d8") == "pin b5: c6 e8");
    // A pinned piece is attacked once more.
    CHECK(motifs("4k3/1p6/2n5/1B6/3P4/8/8/4K3 w - - 0 1", "d4d5 e8d7 d5c6") == "pin b5: c6 e8");
    // Nothing stands behind.
    CHECK(motifs("6k1/8/8/4n3/8/8/8/R5K1 w - - 0 1", "a1e1 g8g7 e1e5") == "");
}

TEST_CASE("discoveries") {
    CHECK(motifs("3qk3/8/8/8/3B4/8/8/3RK3 w - - 0 1", "d4c5 d8d1 e1d1") ==
          "discovered attack d1: d8");
    CHECK(motifs("4k3/8/8/8/4N3/8/8/4R1K1 w - - 0 1", "e4c3") == "discovered check e1: e8");
    CHECK(motifs("4k3/8/8/8/4N3/8/8/4R1K1 w - - 0 1", "e4d6") == "double check e1: e8");
}

TEST_CASE("mates on the back rank") {
    CHECK(motifs("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8") == "back rank a8: g8");
    CHECK(motifs("6k1/5pp1/7p/8/8/8/8/R5K1 w - - 0 1", "a1a8") == "");
    // A mate on the edge, but in the open.
    CHECK(motifs("6k1/8/6K1/8/8/8/8/R7 w - - 0 1", "a1a8") == "");
}

TEST_CASE("pieces that hang, are trapped, or have lost their defender") {
    CHECK(motifs("4k3/8/8/3r4/8/4N3/8/4K3 w - - 0 1", "e3d5") == "hanging d5: d5");
    CHECK(motifs("4k3/8/4p3/3r4/8/4N3/8/4K3 w - - 0 1", "e3d5") == "");
    CHECK(motifs("4k3/8/8/8/8/8/bPP5/K7 w - - 0 1", "b2b3 e8d7 a1a2") == "trapped b3: a2");
    CHECK(motifs("4k3/8/8/8/8/8/bPP5/K7 w - - 0 1", "b2b4") == "");
    CHECK(motifs("6k1/6p1/5n2/6B1/4b3/8/8/4R1K1 w - - 0 1", "g5f6 g7f6 e1e4") ==
          "removes defender f6: f6 e4");
    CHECK(motifs("6k1/n3q3/8/8/4b3/8/8/R3R1K1 w - - 0 1", "e1e4 e7e4 a1a7") ==
          "overloaded e4: e7 e4 a7");
}

TEST_CASE("a line without an idea has no motif, nor has no line at all") {
    CHECK(motifs("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4 e7e5 g1f3") ==
          "");
    CHECK(motifs("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "") == "");
}

TEST_CASE("in any game what is done to pieces is done to the other side's pieces") {
    constexpr int positions = 300;
    constexpr std::uint64_t seed = 7;
    int told = 0;
    test::for_random_positions(positions, seed, [&](const Position& position, const MoveList& all) {
        for (const Move move : all)
            for (const Motif& motif : motifs_of(position, std::vector{move})) {
                ++told;
                for (const Square square : motif.on) {
                    const Piece piece = position.piece_on(square);
                    REQUIRE(piece != Piece::none);
                    CHECK(color_of(piece) != position.side_to_move());
                }
            }
    });
    CHECK(told > 0);
}
