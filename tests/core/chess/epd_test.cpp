#include "chess/epd.hpp"

#include <doctest/doctest.h>

#include "random_games.hpp"

using namespace kibitz;
using namespace kibitz::squares;

namespace {

constexpr const char* wac = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - -";
constexpr const char* bare = "4k3/8/8/8/8/8/8/4K3 w - -";

Epd read(std::string_view line) {
    const auto epd = parse_epd(line);
    REQUIRE_MESSAGE(epd.has_value(), to_string(epd.error()));
    return *epd;
}

std::string error_of(std::string_view line, SetupRules rules = SetupRules::lenient) {
    const auto epd = parse_epd(line, rules);
    return epd ? "accepted" : to_string(epd.error());
}

std::string rewritten(std::string_view operations) {
    const std::string prefix = std::string(bare);
    const std::string line = to_epd(read(prefix + " " + std::string(operations)));
    REQUIRE(line.starts_with(prefix));
    return line.substr(prefix.size());
}

}  // namespace

TEST_CASE("a test position") {
    const Epd epd = read(std::string(wac) + " bm Qg6; id \"WAC.001\";\n");
    CHECK(epd.moves("bm") == std::vector{Move(g3, g6)});
    CHECK(epd.moves("am") == std::vector<Move>{});
    CHECK(epd.text("id") == "WAC.001");
    CHECK(epd.text("c0") == "");
    CHECK(epd.find("am") == nullptr);
    CHECK(to_epd(epd) == std::string(wac) + " bm Qg6; id \"WAC.001\";");
}

TEST_CASE("commas between moves are left out") {
    const Epd epd = read(std::string(wac) + " bm Qg6, ,, Qg4,,; c0 a, b;");
    CHECK(epd.moves("bm").has_value());
    CHECK(to_epd(epd) == std::string(wac) + " bm Qg6 Qg4; c0 a, b;");
}

TEST_CASE("operands of every kind") {
    const Epd epd = read(std::string(wac) +
                         " bm Qg6 Nxg7, ; am Nxh6 f1-f2;ce -34; acd 12; D1 48; D6 +8031647685;"
                         " c0 \"two words\" \"and \\\"quotes\\\"\"; noop; c1 \"\"");
    CHECK_FALSE(epd.moves("bm").has_value());
    CHECK(to_string(epd.moves("bm").error()) == "move \"Nxg7\": illegal here");
    CHECK_FALSE(epd.moves("am").has_value());
    CHECK(epd.number("ce") == -34);
    CHECK(epd.number("acd") == 12);
    CHECK(epd.number("D6") == 8'031'647'685);
    CHECK(epd.number("c0") == std::nullopt);
    CHECK(epd.number("noop") == std::nullopt);
    REQUIRE(epd.find("c0"));
    CHECK(epd.find("c0")->operands ==
          std::vector<EpdOperand>{{"two words", true}, {"and \"quotes\"", true}});
    REQUIRE(epd.find("noop"));
    CHECK(epd.find("noop")->operands.empty());
    REQUIRE(epd.find("c1"));
    CHECK(epd.text("c1") == "");
}

TEST_CASE("a byte order mark and ends of lines mean nothing") {
    const auto epd = parse_epd(
        "\xEF\xBB\xBF"
        "4k3/8/8/8/8/8/8/4K2R w K - id \"a\";\r\n");
    REQUIRE(epd.has_value());
    CHECK(epd->text("id") == "a");
}

TEST_CASE("several best moves") {
    const Epd epd = read(
        "8/8/8/1B6/6p1/8/4KPpp/3N2kr w - - bm Kd3 Ke3; id \"ZPTS.08\";"
        " CCC post by Tim Foden, id \"MES.831\"");
    CHECK(epd.moves("bm") == std::vector{Move(e2, d3), Move(e2, e3)});
    CHECK(epd.text("id") == "ZPTS.08");
    CHECK(epd.find("CCC")->operands.size() == 6);
}

TEST_CASE("mates") {
    const std::string rook = "8/1k1K4/8/8/6R1/8/8/8 w - -";
    CHECK(read(rook + " bm #4;").mate() == 4);
    CHECK(read(rook + " bm #4;").moves("bm") == std::vector<Move>{});
    CHECK(read(rook + " bm #-1;").mate() == -1);
    CHECK(read(rook + " dm 3;").mate() == 3);
    CHECK(read(rook + " bm Kd6;").mate() == std::nullopt);
    CHECK(read(rook + " bm #x;").mate() == std::nullopt);
}

TEST_CASE("clocks are the position's") {
    const Epd epd = read(std::string(bare) + " hmvc 12; fmvn 34; id \"x\";");
    CHECK(epd.position.halfmove_clock() == 12);
    CHECK(epd.position.fullmove_number() == 34);
    CHECK(epd.operations.size() == 1);
    CHECK(to_epd(epd) == std::string(bare) + " hmvc 12; fmvn 34; id \"x\";");

    const Epd with_fen = read(std::string(bare) + " 7 9 ;D1 5 ;D2 25");
    CHECK(with_fen.position.halfmove_clock() == 7);
    CHECK(with_fen.position.fullmove_number() == 9);
    CHECK(with_fen.number("D2") == 25);
}

TEST_CASE("what is written") {
    CHECK(rewritten("") == "");
    CHECK(rewritten(";;") == "");
    CHECK(rewritten("  bm   Kd2  Kd1 ;ce 3") == " bm Kd2 Kd1; ce 3;");
    CHECK(rewritten("c0 \"a;b\"") == " c0 \"a;b\";");
    CHECK(rewritten("c0 \"back\\slash \\\\ \\\"q\\\"\"") ==
          " c0 \"back\\\\slash \\\\ \\\"q\\\"\";");
    CHECK(rewritten("c0 \"plain\"") == " c0 \"plain\";");
}

TEST_CASE("operations are set") {
    Epd epd;
    const Move best[] = {Move(e2, e4), Move(g1, f3)};
    epd.set_moves("bm", best);
    epd.set_text("id", "the \"start\"\nof it");
    epd.set_number("ce", 5);
    epd.set_number("ce", 25);
    epd.set({"c0", {{"needs quotes", false}, {"not", false}, {"", false}, {"\"q", false}}});
    CHECK(to_epd(epd) ==
          "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4 Nf3; "
          "id \"the \\\"start\\\" of it\"; ce 25; c0 \"needs quotes\" not \"\" \"\\\"q\";");
}

TEST_CASE("what is wrong with an EPD") {
    const std::string b = bare;
    CHECK(error_of("") == "EPD: FEN, field 1 (piece placement): missing");
    CHECK(error_of("4k3/8/8/8/8/8/8/4K3", SetupRules::strict) ==
          "EPD: FEN, field 2 (side to move): missing");
    CHECK(error_of("4k3/8/8/8/8/8/8/4K3 w") == "accepted");
    CHECK(error_of("  4k3/8/8/8/8/8/8/4K3   x - -") ==
          "EPD: FEN, field 2 (side to move) \"x\", character 25: neither w nor b");
    CHECK(error_of("4k3/8/8/8/8/8/8/4K3 w KX - bm Kd1;") ==
          "EPD: FEN, field 3 (castling) \"KX\", character 24: not one of KQkq, A-H or a-h");
    CHECK(error_of("4k3/8/8/8/8/8/8/4K3 w K - bm Kd1;", SetupRules::strict) ==
          "EPD: FEN, field 3 (castling) \"K\", character 23: no rook to castle with");
    CHECK(error_of(b + " bm Kd1\nid 3;") ==
          "EPD, character 33: a line break within the line: \"\\x0Aid 3;\"");
    CHECK(error_of(b + " 5 Kd1;") == "EPD, character 27: not an opcode: \"5\"");
    CHECK(error_of(b + " bm Kd1; \"id\" x;") == "EPD, character 35: not an opcode: \"\"id\"\"");
    CHECK(error_of(b + " averyveryverylongopcode 1;") ==
          "EPD, character 27: not an opcode: \"averyveryverylongopcode\"");
    CHECK(error_of(b + " id \"WAC") ==
          "EPD, character 30: string without its closing quote: \"\"WAC\"");
    CHECK(error_of(b + " id \"WAC\\\"") ==
          "EPD, character 30: string without its closing quote: \"\"WAC\\\"\"");
    CHECK(error_of(b + " id \"a\"b;") ==
          "EPD, character 33: text right after a closing quote: \"b;\"");
    CHECK(error_of(b + " hmvc x;") == "EPD, character 27: not a clock and its number: \"hmvc x\"");
    CHECK(error_of(b + " fmvn 1 2;") ==
          "EPD, character 27: not a clock and its number: \"fmvn 1 2\"");
}

TEST_CASE("random positions come back") {
    long wrong = 0;
    test::for_random_positions(20'000, 6, [&](const Position& position, const MoveList& moves) {
        Epd epd;
        epd.position = position;
        epd.set_moves("bm", {moves.begin(), moves.end()});
        epd.set_text("id", "\\ \" ;");
        const auto again = parse_epd(to_epd(epd), SetupRules::strict);
        wrong += !again || *again != epd ||
                 again->moves("bm")->size() != epd.operations[0].operands.size();
    });
    CHECK(wrong == 0);
}
