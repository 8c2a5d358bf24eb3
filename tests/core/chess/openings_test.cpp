#include "chess/openings.hpp"

#include <doctest/doctest.h>

#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "chess/detail/opening_table.hpp"
#include "chess/game.hpp"
#include "chess/san.hpp"

using namespace kibitz;
using kibitz::detail::OpeningTable;

namespace {

std::vector<Move> moves_of(const std::string& text) {
    std::vector<Move> moves;
    Position position = Position::initial();
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        const auto move = parse_san(position, word);
        REQUIRE(move.has_value());
        position.play(*move);
        moves.push_back(*move);
    }
    return moves;
}

std::string opening_after(const std::string& moves) {
    const auto opening = opening_of(Position::initial(), moves_of(moves));
    return opening ? std::string(opening->eco) + " " + opening->name() : "none";
}

}  // namespace

TEST_CASE("the table can be read and has every code") {
    const auto table = OpeningTable::read(detail::opening_texts);
    REQUIRE_MESSAGE(table.has_value(), table.error());
    CHECK(table->size() > 1400);

    std::set<std::string> codes;
    for (const std::string_view text : detail::opening_texts) {
        std::istringstream words{std::string(text)};
        for (std::string word; words >> word;)
            if (word.size() == 3 && word[0] >= 'A' && word[0] <= 'E' && word[1] >= '0' &&
                word[1] <= '9')
                codes.insert(word);
    }
    CHECK(codes.size() == 500);
    CHECK(*codes.begin() == "A00");
    CHECK(*codes.rbegin() == "E99");
}

TEST_CASE("openings are named") {
    struct Case {
        std::string moves;
        std::string opening;
    };
    const Case cases[] = {
        {"", "none"},
        {"e4", "B00 King's Pawn Game"},
        {"e4 c5", "B20 Sicilian Defense"},
        {"e4 e5 Nf3 Nc6 Bb5", "C60 Ruy Lopez"},
        {"e4 e5 Nf3 Nc6 Bb5 Nf6 O-O Nxe4 d4", "C67 Ruy Lopez: Berlin Defense, Open Line"},
        {"e4 e5 Nf3 Nc6 Bc4 Bc5 b4 Bxb4 c3 Ba5", "C52 Italian Game: Evans Gambit, Main Line"},
        {"d4 Nf6 c4 e6 Nc3 Bb4 Qc2", "E32 Nimzo-Indian Defense: Classical Variation"},
        {"d4 d5 c4 c6", "D10 Slav Defense"},
        {"c4 e5", "A20 English Opening: King's English Variation"},
        {"e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Bg5 e6 f4 Qb6 Qd2 Qxb2",
         "B97 Sicilian Defense: Najdorf Variation, Poisoned Pawn Variation"},
        // The last position with a name counts.
        {"e4 e5 Nf3 Nc6 Bb5 a6 Ba4 h5 h3", "C70 Ruy Lopez: Morphy Defense, Columbus Line"},
        // Transpositions.
        {"c4 e6 d4 d5 Nc3", "D31 Queen's Gambit Declined: Queen's Knight Variation"},
        {"Nf3 Nf6 d4 d5 c4 e6 Nc3 Be7 Bg5 O-O e3 h6 Bh4 b6",
         "D58 Queen's Gambit Declined: Tartakower Defense"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.moves);
        CHECK(opening_after(c.moves) == c.opening);
    }
    CHECK_FALSE(opening_of(Position::chess960(0)).has_value());
    CHECK(opening_of(Position::initial().after(moves_of("d4")[0])) ==
          Opening{"A40", "Queen's Pawn Game", ""});
}

TEST_CASE("mistakes in a table are found") {
    const auto read = [](std::string_view text) {
        const auto table = OpeningTable::read(std::array{text});
        return table ? std::to_string(table->size()) : table.error();
    };
    CHECK(read("e4 B00 King's Pawn\n e5\n  Nf3 C40 Knight: Opening\n   Nc6 C44 :Two Knights\n") ==
          "3");
    CHECK(read("e4 B00 A\n\n e5 C20\n") == "2");
    CHECK(read("e4 B00 A\n  e5 C20 B\n") == "  e5 C20 B");
    CHECK(read("e4 B00 A\n e4 C20 B\n") == " e4 C20 B");
    CHECK(read("e4 B00\n") == "e4 B00");
    CHECK(read("e4 B00 A\ne4 B01 C: D\n").find(" = ") != std::string::npos);
}
