#include "chess/diagram.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "chess/diagram_svg.hpp"
#include "chess/fen.hpp"
#include "random_games.hpp"

using namespace kibitz;
using namespace kibitz::squares;

namespace {

Position position_of(std::string_view fen) {
    const auto position = parse_fen(fen);
    REQUIRE_MESSAGE(position.has_value(), to_string(position.error()));
    return *position;
}

std::size_t count(std::string_view text, std::string_view part) {
    std::size_t found = 0;
    for (auto at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++found;
    return found;
}

// True if every element is closed in its turn and every attribute is quoted.
bool is_well_formed(std::string_view xml) {
    std::vector<std::string> open;
    while (!xml.empty()) {
        const auto start = xml.find_first_of("<>&\"");
        if (start == xml.npos) break;
        xml.remove_prefix(start);
        if (xml.starts_with("&")) {
            const auto end = xml.find(';');
            if (end == xml.npos || end > 5) return false;
            xml.remove_prefix(end);
            continue;
        }
        if (!xml.starts_with("<")) return false;
        bool quoted = false;
        std::size_t end = 1;
        for (; end < xml.size() && (quoted || xml[end] != '>'); ++end) {
            if (xml[end] == '<') return false;
            if (xml[end] == '"') quoted = !quoted;
        }
        if (end == xml.size()) return false;
        const std::string_view tag = xml.substr(1, end - 1);
        const std::string name(tag.substr(0, tag.find(' ')));
        if (tag.starts_with('/')) {
            if (open.empty() || "/" + open.back() != name) return false;
            open.pop_back();
        } else if (!tag.ends_with('/')) {
            open.push_back(name);
        }
        xml.remove_prefix(end + 1);
    }
    return open.empty();
}

constexpr const char* kings = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
constexpr const char* fools_mate = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";

}  // namespace

TEST_CASE("the board in letters") {
    CHECK(to_diagram(Position::initial()) ==
          "r n b q k b n r\n"
          "p p p p p p p p\n"
          ". . . . . . . .\n"
          ". . . . . . . .\n"
          ". . . . . . . .\n"
          ". . . . . . . .\n"
          "P P P P P P P P\n"
          "R N B Q K B N R\n");
}

TEST_CASE("coordinates and the other side") {
    CHECK(to_diagram(position_of(kings), {.coordinates = true}) ==
          "8 . . . . k . . .\n"
          "7 . . . . . . . .\n"
          "6 . . . . . . . .\n"
          "5 . . . . . . . .\n"
          "4 . . . . . . . .\n"
          "3 . . . . . . . .\n"
          "2 . . . . . . . .\n"
          "1 . . . . K . . R\n"
          "  a b c d e f g h\n");
    CHECK(to_diagram(position_of(kings), {.coordinates = true, .bottom = Color::black}) ==
          "1 R . . K . . . .\n"
          "2 . . . . . . . .\n"
          "3 . . . . . . . .\n"
          "4 . . . . . . . .\n"
          "5 . . . . . . . .\n"
          "6 . . . . . . . .\n"
          "7 . . . . . . . .\n"
          "8 . . . k . . . .\n"
          "  h g f e d c b a\n");
}

TEST_CASE("figurines in a frame") {
    CHECK(to_diagram(Position::initial(),
                     {.pieces = DiagramPieces::figurines, .coordinates = true, .frame = true}) ==
          "  +-----------------+\n"
          "8 | ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜ |\n"
          "7 | ♟ ♟ ♟ ♟ ♟ ♟ ♟ ♟ |\n"
          "6 | . . . . . . . . |\n"
          "5 | . . . . . . . . |\n"
          "4 | . . . . . . . . |\n"
          "3 | . . . . . . . . |\n"
          "2 | ♙ ♙ ♙ ♙ ♙ ♙ ♙ ♙ |\n"
          "1 | ♖ ♘ ♗ ♕ ♔ ♗ ♘ ♖ |\n"
          "  +-----------------+\n"
          "    a b c d e f g h\n");
    CHECK(to_diagram(position_of(kings), {.frame = true}).starts_with("+-----------------+\n| . "));
}

TEST_CASE("the picture shows every piece in its place") {
    const std::string svg = to_svg(position_of(kings));
    CHECK(is_well_formed(svg));
    CHECK(count(svg, "<use ") == 3);
    CHECK(svg.find("<use href=\"#kibitz-k\" x=\"400\" y=\"0\"/>") != svg.npos);
    CHECK(svg.find("<use href=\"#kibitz-k\" x=\"400\" y=\"700\"/>") != svg.npos);
    CHECK(svg.find("<use href=\"#kibitz-r\" x=\"700\" y=\"700\"/>") != svg.npos);
    CHECK(svg.find("<title>4k3/8/8/8/8/8/8/4K2R w K - 0 1</title>") != svg.npos);

    const std::string flipped = to_svg(position_of(kings), {.bottom = Color::black});
    CHECK(flipped.find("<use href=\"#kibitz-r\" x=\"0\" y=\"0\"/>") != svg.npos);
}

TEST_CASE("shapes that are not on the board are left out") {
    const std::string svg = to_svg(position_of(kings));
    CHECK(svg.find("id=\"kibitz-r\"") != svg.npos);
    CHECK(svg.find("id=\"kibitz-q\"") == svg.npos);
}

TEST_CASE("what is laid over the board") {
    BoardPicture picture;
    const Position position = position_of(fools_mate);
    const std::string plain = to_svg(position, {.show_check = false});
    CHECK(count(to_svg(position), "<circle cx=\"450\" cy=\"750\"") > 5);
    CHECK(count(plain, "<circle") == 0);

    picture.last_move = Move(d8, h4);
    CHECK(to_svg(position, picture).find("<rect x=\"700\" y=\"400\"") != std::string::npos);
    picture.last_move = Move(e1, h1, MoveKind::castling);
    CHECK(to_svg(position, picture).find("<rect x=\"600\" y=\"700\"") != std::string::npos);

    picture.marks = {{e4}, {e5, "#123456"}};
    picture.arrows = {{a1, a3, "#654321"}, {b1, b1}};
    const std::string svg = to_svg(position, picture);
    CHECK(svg.find("stroke=\"" + picture.colors.mark + "\"") != svg.npos);
    CHECK(svg.find("stroke=\"#123456\"") != svg.npos);
    CHECK(count(svg, "<polygon") == 1);
    // Straight up: the shaft from 30 units before the middle of a1 to 8 short of that of a3.
    CHECK(svg.find("points=\"42.0,720.0 42.0,598.0 27.0,598.0 50.0,558.0 73.0,598.0 58.0,598.0 "
                   "58.0,720.0 \" fill-opacity=\"0.8\" fill=\"#654321\"") != svg.npos);
}

TEST_CASE("coordinates inside, outside and none") {
    const auto texts = [](BoardCoordinates coordinates) {
        return count(to_svg(Position::initial(), {.coordinates = coordinates}), "<text");
    };
    CHECK(texts(BoardCoordinates::none) == 0);
    CHECK(texts(BoardCoordinates::inside) == 16);
    CHECK(texts(BoardCoordinates::outside) == 32);
    const std::string svg = to_svg(Position::initial(), {.size = 99});
    CHECK(svg.find("viewBox=\"-46 -46 892 892\" width=\"99\" height=\"99\"") != svg.npos);
}

TEST_CASE("given texts cannot break out of the picture") {
    BoardPicture picture;
    picture.title = "</title><script>\"&";
    picture.colors.light_square = "\"/><script>";
    picture.marks = {{e4, "'\"><x"}};
    picture.arrows = {{e4, e5, "<&>"}};
    const std::string svg = to_svg(Position::initial(), picture);
    CHECK(svg.find("<script") == svg.npos);
    CHECK(svg.find("<x") == svg.npos);
    CHECK(is_well_formed(svg));
    CHECK_FALSE(is_well_formed("<svg><g></svg>"));
}

TEST_CASE("random positions make well-formed pictures") {
    long wrong = 0;
    test::for_random_positions(500, 8, [&](const Position& position, const MoveList& moves) {
        BoardPicture picture;
        picture.colors = BoardColors::dark();
        for (const Move move : moves) picture.arrows.push_back({move.from(), move.to()});
        const std::string svg = to_svg(position, picture);
        wrong += !is_well_formed(svg) ||
                 count(svg, "<use ") != static_cast<std::size_t>(position.occupied().count());
    });
    CHECK(wrong == 0);
}
