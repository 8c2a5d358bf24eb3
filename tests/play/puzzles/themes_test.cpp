// What puzzles are about: each theme by a position that has it, and by one that almost has it.
#include <algorithm>
#include <string>
#include <vector>

#include "chess/fen.hpp"
#include "chess/uci_move.hpp"
#include "explain/mate_patterns.hpp"
#include "puzzles/themes.hpp"
#include "support/test.hpp"

using namespace kibitz;
using namespace kibitz::puzzles;

namespace {

std::vector<std::string> themes(const char* fen, std::initializer_list<const char*> moves,
                                Square taken_on = Square::none()) {
    const Position start = parse_fen(fen).value();
    Position position = start;
    std::vector<Move> played;
    for (const char* move : moves) {
        played.push_back(parse_uci(position, move).value());
        position.play(played.back());
    }
    return themes_of(start, played, taken_on);
}

bool has(const std::vector<std::string>& all, const char* theme) {
    CAPTURE(all);
    return std::ranges::find(all, theme) != all.end();
}

std::string pattern_of(const char* fen) {
    const Position position = parse_fen(fen).value();
    REQUIRE(position.in_check());
    std::string text;
    for (const std::string& theme : explain::mate_patterns_of(position)) text += theme;
    return text;
}

}  // namespace

TEST_CASE("mates have their names") {
    CHECK(pattern_of("6rk/5Npp/8/8/8/8/8/6K1 b - - 0 1") == "smothered-mate");
    CHECK(pattern_of("7k/7R/5N2/8/8/8/8/6K1 b - - 0 1") == "arabian-mate");
    CHECK(pattern_of("8/4N1pk/8/8/7R/8/8/6K1 b - - 0 1") == "anastasias-mate");
    CHECK(pattern_of("8/3r1p2/4kQ2/3p4/6P1/8/8/6K1 b - - 0 1").empty());  // f6 is not guarded
    CHECK(pattern_of("8/8/2rk4/3pQ3/5P2/8/8/6K1 b - - 0 1").empty());     // flights are open
    CHECK(pattern_of("8/3p4/2pk4/4Q3/5P2/8/8/6K1 b - - 0 1") == "dovetail-mate");
    CHECK(pattern_of("4R3/4kp2/5N2/6P1/8/8/8/6K1 b - - 0 1") == "hook-mate");
    CHECK(pattern_of("2kr4/3p4/B7/8/5B2/8/8/6K1 b - - 0 1") == "bodens-mate");
    CHECK(pattern_of("7k/7p/8/4B3/2B5/8/8/6K1 b - - 0 1") == "double-bishop-mate");
    // The other bishop guards nothing that the king could go to.
    CHECK(pattern_of("r4bkr/ppp3pp/2n1B3/3q4/8/8/8/R1B3K1 b - - 0 1").empty());
    // A rook that mates with nothing of that.
    CHECK(pattern_of("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1").empty());
}

TEST_CASE("an endgame is named after its pieces if they are of one kind, or queens and rooks") {
    const auto with = [](const char* pieces) {
        const std::string fen = std::string("4k3/p6p/") + pieces + "/8/8/8/P6P/4K3 w - - 0 1";
        return themes(fen.c_str(), {"a2a3"});
    };
    CHECK(has(with("8"), "pawn-endgame"));
    CHECK(has(with("1R4r1"), "rook-endgame"));
    CHECK(has(with("1Q6"), "queen-endgame"));
    CHECK(has(with("1B4b1"), "bishop-endgame"));
    CHECK(has(with("1N6"), "knight-endgame"));
    CHECK(has(with("1Q4r1"), "queen-rook-endgame"));
    for (const char* theme : {"bishop-endgame", "knight-endgame", "rook-endgame"})
        CHECK(!has(with("1B4n1"), theme));
    CHECK(!has(with("1B4R1"), "rook-endgame"));
}

TEST_CASE("the length is that of the solver's moves") {
    const char* fen = "4k3/p6p/8/8/8/8/P6P/4K3 w - - 0 1";
    CHECK(has(themes(fen, {"a2a3"}), "one-move"));
    CHECK(has(themes(fen, {"a2a3", "a7a6", "a3a4"}), "short"));
    CHECK(has(themes(fen, {"a2a3", "a7a6", "a3a4", "a6a5", "h2h3"}), "long"));
    CHECK(has(themes(fen, {"a2a3", "a7a6", "a3a4", "a6a5", "h2h3", "h7h6", "h3h4"}), "very-long"));
    CHECK(has(themes(fen, {"a2a3", "a7a6", "a3a4", "a6a5", "h2h3", "h7h6", "h3h4", "h6h5", "e1e2"}),
              "very-long"));
}

TEST_CASE("each move of the solver says what it is, and no reply") {
    const char* quiet = "4k3/p6p/8/8/8/8/P5RP/4K3 w - - 0 1";
    CHECK(has(themes(quiet, {"g2g3"}), "quiet-move"));
    CHECK(!has(themes(quiet, {"g2g8"}), "quiet-move"));  // a check
    CHECK(!has(themes(quiet, {"g2g8", "e8e7", "g8g7"}),
               "quiet-move"));  // checks; the king's move is quiet
    CHECK(has(themes(quiet, {"g2g8", "e8e7", "g8a8"}), "quiet-move"));  // the second one
    CHECK(has(themes("4k3/8/8/1P6/8/8/8/4K3 w - - 0 1", {"b5b6"}), "advanced-pawn"));
    CHECK(!has(themes("4k3/8/8/8/1P6/8/8/4K3 w - - 0 1", {"b4b5"}), "advanced-pawn"));
    CHECK(has(themes("4k3/8/8/8/8/1p6/8/4K3 b - - 0 1", {"b3b2"}), "advanced-pawn"));
    // The pawn beside the king falls on f7 and f2, and nowhere else.
    CHECK(has(themes("4k3/5p2/8/7Q/8/8/8/4K3 w - - 0 1", {"h5f7"}), "attacking-f2-f7"));
    CHECK(has(themes("4k3/8/8/8/7q/8/5P2/4K3 b - - 0 1", {"h4f2"}), "attacking-f2-f7"));
    CHECK(!has(themes("1k6/5p2/8/7Q/8/8/8/4K3 w - - 0 1", {"h5f7"}), "attacking-f2-f7"));
    // Knight and rook check at once.
    CHECK(has(themes("4k3/8/8/8/4N3/8/8/K3R3 w - - 0 1", {"e4f6"}), "double-check"));
    CHECK(has(themes("4k3/8/8/8/4N3/8/8/K3R3 w - - 0 1", {"e4c5"}), "discovered-check"));
    CHECK(!has(themes("4k3/8/8/8/4N3/8/8/K3R3 w - - 0 1", {"e4c5"}), "double-check"));
}

TEST_CASE(
    "a sacrifice that draws a large piece to a square where it is attacked is an attraction") {
    // The bishop is given on f7, the king takes it, and the queen checks the king there.
    const char* offered = "r3k3/5pp1/8/8/2B4Q/8/8/1K6 w q - 0 1";
    CHECK(!has(themes(offered, {"c4f7", "e8f7", "h4h7"}), "attraction"));  // g7 is between
    CHECK(has(themes(offered, {"c4f7", "e8f7", "h4f4"}), "attraction"));
}

TEST_CASE("a move before taking back is an intermezzo if something is taken back later") {
    const char* fen = "r3k3/8/8/8/3r4/4P3/8/1K1R3Q w - - 0 1";
    const auto moves = {"d1d2", "d4d2", "h1h5", "e8e7", "h5e5"};
    CHECK(!has(themes(fen, moves), "intermezzo"));  // nothing is taken back
    const char* exchange = "3rk3/8/8/8/8/8/3P4/K2R3Q w - - 0 1";
    CHECK(has(themes(exchange, {"h1h4", "d8d2", "h4h8", "e8e7", "d1d2"}), "intermezzo"));
    CHECK(!has(themes(exchange, {"h1h4", "d8d2", "d1d2"}), "intermezzo"));  // at once
    // The rook on d2 has just taken something there.
    const char* taken = "4k3/8/8/8/8/8/3r4/K2R3Q w - - 0 1";
    CHECK(has(themes(taken, {"h1h8", "e8e7", "d1d2"}, Square(File::d, Rank::r2)), "intermezzo"));
    CHECK(!has(themes(taken, {"h1h8", "e8e7", "d1d2"}), "intermezzo"));             // or not
    CHECK(!has(themes(taken, {"d1d2"}, Square(File::d, Rank::r2)), "intermezzo"));  // at once
    CHECK(!has(themes(taken, {"h1e1", "d2e2", "e1e2"}, Square(File::d, Rank::r2)),
               "intermezzo"));  // it has gone
    CHECK(!has(themes(taken, {"h1h8", "e8e7", "d1d2"}, Square(File::d, Rank::r8)), "intermezzo"));
    // It could not be taken back before the check.
    const char* guarded = "4k3/8/8/8/8/8/3r4/K6Q w - - 0 1";
    CHECK(!has(themes(guarded, {"h1h4", "e8f7", "h4f4", "f7e7", "f4d2"}, Square(File::d, Rank::r2)),
               "intermezzo"));
}
