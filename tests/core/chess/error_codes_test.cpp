#include "chess/error_codes.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include "chess/fen.hpp"
#include "chess/san.hpp"
#include "chess/uci_move.hpp"
#include "support/test.hpp"

using namespace kibitz;

namespace {

// All codes of an enum: it counts from 0, and beyond its end there is no code.
template <class Reason>
void collect(std::set<std::string>& codes) {
    for (int value = 0;; ++value) {
        const std::string found(code(static_cast<Reason>(value)));
        if (found.empty()) break;
        CAPTURE(found);
        CHECK(codes.insert(found).second);
    }
}

std::string code_of_fen(std::string_view fen) {
    const auto position = parse_fen(fen);
    REQUIRE_FALSE(position.has_value());
    return std::string(code(position.error()));
}

std::string code_of_epd(std::string_view line) {
    const auto epd = parse_epd(line);
    REQUIRE_FALSE(epd.has_value());
    return std::string(code(epd.error()));
}

std::string code_of_san(std::string_view text) {
    const auto move = parse_san(Position::initial(), text);
    REQUIRE_FALSE(move.has_value());
    return std::string(code(move.error()));
}

}  // namespace

TEST_CASE("errors have codes that say what is wrong") {
    CHECK(code_of_fen("") == "fen.missing_field");
    CHECK(code_of_fen("rnbqkbnr/ppppxppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1") ==
          "fen.unknown_piece");
    CHECK(code_of_fen("8/8/8/8/8/8/8/8 w - - 0 1") == "setup.no_king");
    CHECK(code_of_epd("8/8/8/8/8/8/8/8 w - -") == "setup.no_king");
    CHECK(code_of_epd("8/8/4k3/8/8/4K3/8/8 w - - id \"open") == "epd.unterminated_string");
    CHECK(code_of_san("Nf6") == "move.illegal");
    CHECK(code_of_san("hello") == "move.not_a_move");
    CHECK(code(parse_uci(Position::initial(), "0000").error()) == "move.null_move");
    CHECK(code(PgnError{
              .reason = PgnReason::bad_nag, .game = 1, .place = {}, .text = "", .detail = ""}) ==
          "pgn.bad_nag");
    CHECK(code(PolyglotError{PolyglotReason::cut_short, 0}) == "polyglot.cut_short");
}

TEST_CASE("every code is documented, and no two are equal") {
    std::set<std::string> codes;
    collect<SetupError>(codes);
    collect<FenReason>(codes);
    collect<EpdReason>(codes);
    collect<MoveTextReason>(codes);
    collect<PgnReason>(codes);
    collect<PolyglotReason>(codes);
    CHECK(codes.size() == 58);

    std::ifstream file(test::source_dir() / "docs/errors.md");
    REQUIRE(file);
    const std::string page(std::istreambuf_iterator<char>(file), {});
    for (const std::string& each : codes) {
        CAPTURE(each);
        CHECK(page.find("`" + each + "`") != std::string::npos);
    }
}
