#include "chess/fen.hpp"
#include "chess/movegen.hpp"
#include "collection/board_patterns.hpp"
#include "collection/game_date.hpp"
#include "collection/identity.hpp"
#include "collection/pace.hpp"
#include "collection/query.hpp"
#include "collection/tally.hpp"
#include "collection/text_patterns.hpp"
#include "support/test.hpp"

using namespace kibitz;
using namespace kibitz::collection;

namespace {

bool has_material(const char* pattern, const char* fen) {
    return MaterialPattern::parse(pattern).value().fits(parse_fen(fen).value());
}

bool has_pawns(const char* pattern, const char* fen) {
    return PawnPattern::parse(pattern).value().fits(parse_fen(fen).value());
}

constexpr const char* rook_ending = "8/5k2/8/4r3/8/4PK2/4R3/8 w - - 0 1";        // KRPvKR
constexpr const char* queens_ending = "3qk2r/3p4/8/8/8/8/3PP3/3QK2R w - - 0 1";  // QRvQR

}  // namespace

TEST_CASE("dates are read as far as they are known, and compared") {
    CHECK(to_string(parse_date("2024.05.17")) == "2024.05.17");
    CHECK(to_string(parse_date("2024-5-7")) == "2024.05.07");
    CHECK(to_string(parse_date("2024.??.??")) == "2024.??.??");
    CHECK(to_string(parse_date("2024.??.17")) == "2024.??.??");
    CHECK(to_string(parse_date("2024")) == "2024.??.??");
    CHECK(to_string(parse_date("2024.13.01")) == "2024.??.??");
    CHECK_FALSE(parse_date("????.??.??").is_known());
    CHECK_FALSE(parse_date("").is_known());
    CHECK_FALSE(parse_date("99999999999999999999").is_known());
    CHECK(to_string(last_day("2024.05").value()) == "2024.05.31");
    CHECK(to_string(last_day("2024").value()) == "2024.12.31");
    CHECK_FALSE(first_day("yesterday").has_value());
    CHECK(can_be_equal(parse_date("2024.??.??"), parse_date("2024.05.17")));
    CHECK_FALSE(can_be_equal(parse_date("2024.05.18"), parse_date("2024.05.17")));
    const DateRange may{first_day("2024.05").value(), last_day("2024.05").value()};
    CHECK(may.contains(parse_date("2024.05.31")));
    CHECK_FALSE(may.contains(parse_date("2024.06.01")));
    CHECK_FALSE(may.contains(parse_date("2024.??.??")));
}

TEST_CASE("names are found by the beginnings of their words") {
    CHECK(NamePattern("carlsen").fits("Carlsen, Magnus"));
    CHECK(NamePattern("magnus car").fits("Carlsen, Magnus"));
    CHECK(NamePattern("Carlsen,M").fits("Magnus Carlsen"));
    CHECK_FALSE(NamePattern("arlsen").fits("Carlsen, Magnus"));
    CHECK_FALSE(NamePattern("carlsen h").fits("Carlsen, Magnus"));
    CHECK(NamePattern("=carlsen, magnus").fits("Carlsen, Magnus"));
    CHECK_FALSE(NamePattern("=carlsen").fits("Carlsen, Magnus"));
    CHECK(NamePattern("Ør").fits("Ørsted"));
    // Whatever the case, also of letters that are not ASCII.
    CHECK(NamePattern("ør").fits("Ørsted"));
    CHECK(NamePattern("=ØRSTED").fits("Ørsted"));
    CHECK(NamePattern("żółw").fits("ŻÓŁW, Ann"));
    CHECK(NamePattern("алёхин").fits("Алёхин, Александр"));
    CHECK(NamePattern("Ἀ Ω").fits("Ἀ ω"));
    CHECK_FALSE(NamePattern("ør").fits("Orsted"));
    CHECK(contains_text("Grünfeld in ÖSTERREICH", "österreich"));
    CHECK(contains_text("Ÿ", "ÿ"));
    CHECK_FALSE(contains_text("×", "÷"));
    CHECK(contains_any_text("Caro-Kann Defense", "french|caro"));
    CHECK_FALSE(contains_any_text("Caro-Kann Defense", "french|sicilian"));
    CHECK(contains_any_text("Caro-Kann Defense", ""));
    CHECK(contains_text("The French Defence", "french d"));
    CHECK_FALSE(contains_text("Fren", "french"));
}

TEST_CASE("family names are what ways to write a name have in common") {
    for (const char* name : {"Carlsen, Magnus", "Carlsen,M", "Magnus Carlsen", "carlsen M.",
                             "Carlsen M. E.", " Carlsen "})
        CHECK(family_name(name) == "carlsen");
    CHECK(family_name("DrNykterstein") == "drnykterstein");
    CHECK(family_name("Player 7") == "7");
    CHECK(family_name("").empty());
    CHECK(family_name("M") == "m");
}

TEST_CASE("time controls have a pace") {
    CHECK(pace_of("60") == Pace::bullet);
    CHECK(pace_of("60+2") == Pace::bullet);
    CHECK(pace_of("60+3") == Pace::blitz);
    CHECK(pace_of("300+5") == Pace::rapid);
    CHECK(pace_of("1500") == Pace::classical);
    CHECK(pace_of("40/7200:3600") == Pace::classical);
    CHECK(pace_of("*170") == Pace::bullet);
    CHECK(pace_of("1/86400") == Pace::correspondence);
    CHECK(pace_of("-") == Pace::correspondence);
    for (const char* odd : {"", "?", "G/5", "0/300", "300+", "300++2", "-5", "1e3", "99999999999"})
        CHECK(pace_of(odd) == Pace::unknown);
    CHECK(parse_pace("blitz") == Pace::blitz);
    CHECK_FALSE(parse_pace("Blitz").has_value());
}

TEST_CASE("material is whole with the kings, and leaves pawns free without them") {
    CHECK(has_material("KRPvKR", rook_ending));
    CHECK(has_material("KRvKRP", rook_ending));
    CHECK(has_material("white:KRPvKR", rook_ending));
    CHECK_FALSE(has_material("black:KRPvKR", rook_ending));
    CHECK_FALSE(has_material("KRPPvKR", rook_ending));
    CHECK_FALSE(has_material("KRvKR", rook_ending));
    CHECK(has_material("RvR", rook_ending));
    CHECK(has_material("KRP+vKR", rook_ending));
    CHECK_FALSE(has_material("KRPP+vKR", rook_ending));
    CHECK(has_material("QRvQR", queens_ending));
    CHECK_FALSE(has_material("QvQ", queens_ending));
    CHECK(has_material("KQRPPvKQRP", queens_ending));
    for (const char* odd : {"", "v", "KRP", "KRvR", "KXvK", "KKvK", "kvk", "+vK", "KP*vK",
                            "KPPPPPPPPPPPPPPPPPPPPvK", "KvKvK"})
        CHECK_FALSE(MaterialPattern::parse(odd).has_value());
    CHECK(has_material("KvK", "8/5k2/8/8/8/5K2/8/8 w - - 0 1"));
}

TEST_CASE("pawns are isolated, doubled or passed") {
    const char* isolated = "4k3/pp3ppp/8/8/3P4/8/PP3PPP/4K3 w - - 0 1";
    CHECK(has_pawns("isolated-d", isolated));
    CHECK(has_pawns("white:isolated-d", isolated));
    CHECK_FALSE(has_pawns("black:isolated-d", isolated));
    CHECK_FALSE(has_pawns("isolated-a", isolated));
    CHECK(has_pawns("passed-d", isolated));
    CHECK_FALSE(has_pawns("doubled", isolated));
    CHECK(has_pawns("doubled-c", "4k3/8/8/8/2P5/2P5/8/4K3 w - - 0 1"));
    CHECK(has_pawns("black:passed-h", "4k3/8/8/6P1/7p/8/8/4K3 w - - 0 1"));
    CHECK_FALSE(has_pawns("black:passed-h", "4k3/8/8/8/7p/6P1/8/4K3 w - - 0 1"));
    CHECK_FALSE(has_pawns("isolated", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"));
    for (const char* odd :
         {"", "isolated-", "isolated-i", "isolated-dd", "weak", "white:", "white:white:isolated"})
        CHECK_FALSE(PawnPattern::parse(odd).has_value());
}

TEST_CASE("bishops stand on opposite colours, or on the same") {
    const Position opposite = parse_fen("4kb2/8/8/8/8/8/8/4KB2 w - - 0 1").value();
    CHECK(fits(BishopPattern::opposite, opposite));
    CHECK_FALSE(fits(BishopPattern::same, opposite));
    CHECK(fits(BishopPattern::same, parse_fen("2b1k3/8/8/8/8/8/8/4KB2 w - - 0 1").value()));
    CHECK_FALSE(fits(BishopPattern::opposite, Position::initial()));
    CHECK(fits(BishopPattern::any, Position::initial()));
}

TEST_CASE("ranges and codes of openings are read, or refused") {
    CHECK(parse_range("20-40").value().contains(40));
    CHECK_FALSE(parse_range("20-40").value().contains(41));
    CHECK(parse_range("-40").value().contains(0));
    CHECK(parse_range("20-").value().contains(100'000));
    CHECK(parse_range("20").value().contains(20));
    CHECK_FALSE(parse_range("20").value().contains(21));
    for (const char* odd : {"", "-", "x", "40-20", "1-2-3", "--5", "99999999999"})
        CHECK_FALSE(parse_range(odd).has_value());
    const auto eco = parse_eco("B20-B99,C,D4").value();
    REQUIRE(eco.size() == 3);
    CHECK(eco[0].contains("B33"));
    CHECK_FALSE(eco[0].contains("B19"));
    CHECK(eco[1].contains("C00"));
    CHECK(eco[1].contains("C99"));
    CHECK(eco[2].contains("D45"));
    CHECK_FALSE(eco[2].contains("D50"));
    for (const char* odd : {"", "F10", "b20", "B20-", "B200", "B2x"})
        CHECK_FALSE(parse_eco(odd).has_value());
}

TEST_CASE("a position with its colours changed over has the same moves") {
    const Position before =
        parse_fen("r3k2r/pPpp1ppp/8/3Pp3/8/8/PPP2PPP/R3K2R w KQk e6 0 10").value();
    const Position after = swapped(before);
    CHECK(to_fen(after) == "r3k2r/ppp2ppp/8/8/3pP3/8/PpPP1PPP/R3K2R b Kkq e3 0 10");
    CHECK(swapped(after) == before);
    for (const Move move : legal_moves(before)) {
        CHECK(after.is_legal(swapped(move)));
        CHECK(swapped(before.after(move)).key() == after.after(swapped(move)).key());
    }
}

TEST_CASE("a tally has score, ratings and performance") {
    GameHead head;
    head.add("WhiteElo", "2000");
    head.add("BlackElo", "2200");
    head.add("Date", "2024.05.01");
    Tally tally;
    CHECK_FALSE(tally.score().has_value());
    CHECK_FALSE(tally.performance().has_value());
    tally.add(head, PgnResult::draw, Color::white);
    CHECK(tally.score().value() == doctest::Approx(0.5));
    CHECK(tally.mean_rating() == 2000);
    CHECK(tally.performance() == 2200);
    tally.add(head, PgnResult::white_wins, Color::white);
    CHECK(tally.performance() == 2391);  // 2200 + 400 log10(3)
    tally.add(head, PgnResult::unknown, Color::white);
    CHECK(tally.games == 3);
    CHECK(tally.wins + tally.draws + tally.losses == 2);
    Tally lost;
    lost.add(head, PgnResult::white_wins, Color::black);
    CHECK(lost.performance() == 1200);
    CHECK(to_string(lost.last) == "2024.05.01");
}
