// What a page asks of a position: everything it shows, and what it may do there.
#include <optional>

#include "chess/diagram_svg.hpp"
#include "chess/fen.hpp"
#include "chess/move_obstacle.hpp"
#include "chess/movegen.hpp"
#include "chess/openings.hpp"
#include "chess/position_name.hpp"
#include "chess/san.hpp"
#include "page_protocol/line_text.hpp"
#include "text/words.hpp"
#include "wasm/interface.hpp"

namespace kibitz::wasm {
namespace {

constexpr const char* not_a_square = "a square is a letter and a number, as in e4";

std::string letter(Piece piece) { return std::string(1, to_char(piece)); }

// All that is to say of a legal move, so that a page can show and speak it.
void write_move(JsonWriter& json, const Line& line, const Position& position, Move move) {
    json.begin_object();
    const std::string san = to_san(position, move);
    json.member("uci", move_name(line, move)).member("san", san);
    json.member("piece", letter(position.piece_on(move.from())));
    json.member("from", move.from().to_string()).member("to", arrival(move).to_string());
    if (move.is_castling()) {
        // The king may also be dropped on its rook, which in Chess960 is the only clear way.
        json.member("rook", move.to().to_string());
        json.member("castling", castles_kingside(move) ? "kingside" : "queenside");
    }
    if (position.is_capture(move)) json.member("captured", letter(position.captured_by(move)));
    if (move.is_promotion())
        json.member("promotion", letter(make_piece(Color::black, move.promoted_to())));
    if (san.ends_with('+') || san.ends_with('#'))
        json.member("gives", san.ends_with('#') ? "mate" : "check");
    json.end_object();
}

std::string board_letters(const Position& position) {
    std::string letters;
    for (int i = 0; i < square_count; ++i) {
        const Piece piece = position.piece_on(Square(i));
        letters += piece == Piece::none ? '.' : to_char(piece);
    }
    return letters;
}

void write_outcome(JsonWriter& json, const Line& line) {
    const auto outcome = line.outcome();
    json.key("outcome");
    if (!outcome) {
        json.null();
        return;
    }
    const char* result = !outcome->winner                   ? "1/2-1/2"
                         : *outcome->winner == Color::white ? "1-0"
                                                            : "0-1";
    json.begin_object().member("result", result);
    json.member("reason", to_string(outcome->termination)).end_object();
}

// The first question reads the table of openings, which takes a page longer than all else it asks
// for at the start: so nothing is looked up before anybody moves.
void write_opening(JsonWriter& json, const Line& line) {
    json.key("opening");
    if (line.moves().empty() && line.start() == Position::initial()) {
        json.null();
        return;
    }
    if (const auto opening = opening_of(line.start(), line.moves()))
        json.begin_object()
            .member("eco", opening->eco)
            .member("name", opening->name())
            .end_object();
    else
        json.null();
}

std::string describe(const Line& line) {
    const Position& position = line.position();
    JsonWriter json;
    json.begin_object();
    json.member("start", to_fen(line.start())).member("fen", to_fen(position));
    json.member("board", board_letters(position));
    json.member("name", position_name(position.key()));
    json.member("turn", position.side_to_move() == Color::white ? "white" : "black");
    json.member("ply", position.game_ply());
    json.key("check");
    if (position.in_check())
        json.value(position.king(position.side_to_move()).to_string());
    else
        json.null();
    json.key("moves").begin_array();
    for (std::size_t i = 0; i < line.moves().size(); ++i)
        write_move(json, line, line.position_after(static_cast<int>(i)), line.moves()[i]);
    json.end_array();
    json.key("legal").begin_array();
    for (const Move move : legal_moves(position)) write_move(json, line, position, move);
    json.end_array();
    write_outcome(json, line);
    json.key("claim");
    if (const auto claim = line.claim())
        json.value(to_string(*claim));
    else
        json.null();
    // Who could still win if the other's time ran out.
    json.key("canWin").begin_object();
    json.member("white", can_win(position, Color::white));
    json.member("black", can_win(position, Color::black)).end_object();
    write_opening(json, line);
    return json.end_object().take();
}

std::optional<Square> take_square(std::string_view& text) {
    const auto square = Square::parse(text.substr(0, std::min<std::size_t>(2, text.size())));
    if (square) text.remove_prefix(2);
    return square;
}

// Options of a picture: black, dark, plain (no coordinates), last:e2e4, arrow:e2e4, ring:e4.
std::expected<BoardPicture, std::string> parse_picture(const Line& line, std::string_view options) {
    BoardPicture picture;
    if (!line.moves().empty()) picture.last_move = line.moves().back();
    text::Words words(options);
    for (auto word = words.next(); !word.empty(); word = words.next()) {
        const auto unknown = [&] {
            return std::unexpected("no option of a picture: \"" + std::string(word) +
                                   "\"; there are black, dark, plain, arrow:e2e4 and ring:e4");
        };
        const auto colon = word.find(':');
        std::string_view squares = colon == word.npos ? "" : word.substr(colon + 1);
        const std::string_view name = word.substr(0, colon);
        if (word == "black") {
            picture.bottom = Color::black;
        } else if (word == "dark") {
            picture.colors = BoardColors::dark();
        } else if (word == "plain") {
            picture.coordinates = BoardCoordinates::none;
        } else if (name == "arrow") {
            const auto from = take_square(squares), to = take_square(squares);
            if (!from || !to || !squares.empty()) return unknown();
            picture.arrows.push_back({*from, *to});
        } else if (name == "ring") {
            const auto square = take_square(squares);
            if (!square || !squares.empty()) return unknown();
            picture.marks.push_back({*square});
        } else {
            return unknown();
        }
    }
    return picture;
}

}  // namespace
}  // namespace kibitz::wasm

using namespace kibitz;
using namespace kibitz::wasm;

// The position after the moves: pieces, legal moves, the moves so far, outcome, claims, opening.
KIBITZ_EXPORT(kibitz_position)
const char* kibitz_position(const char* start, const char* moves) {
    const auto line = parse_line(start, moves);
    return line ? answer(describe(*line)) : answer_error(line.error());
}

// The move that a text means there, as somebody typed it: {"uci", "san", "from", "to", ...}.
KIBITZ_EXPORT(kibitz_read_move)
const char* kibitz_read_move(const char* start, const char* moves, const char* text) {
    const auto line = parse_line(start, moves);
    if (!line) return answer_error(line.error());
    const auto move = parse_move(line->position(), text);
    if (!move) return answer_error(move.error());
    JsonWriter json;
    write_move(json, *line, line->position(), *move);
    return answer(json.take());
}

// Why the side to move cannot move from one square to another: {"kind", "by": square or null}, or
// null if it can.
KIBITZ_EXPORT(kibitz_obstacle)
const char* kibitz_obstacle(const char* start, const char* moves, const char* from,
                            const char* to) {
    const auto line = parse_line(start, moves);
    if (!line) return answer_error(line.error());
    const auto departure = Square::parse(from), target = Square::parse(to);
    if (!departure || !target) return answer_error(not_a_square);
    const auto obstacle = obstacle_to(line->position(), *departure, *target);
    JsonWriter json;
    json.begin_object().key("obstacle");
    if (!obstacle) return answer(json.null().end_object().take());
    json.begin_object().member("kind", to_string(obstacle->kind)).key("by");
    if (obstacle->by.is_none())
        json.null();
    else
        json.value(obstacle->by.to_string());
    return answer(json.end_object().end_object().take());
}

// The squares of the pieces of both sides that attack a square: {"attackers": ["f3", "c6"]}.
KIBITZ_EXPORT(kibitz_attackers)
const char* kibitz_attackers(const char* fen, const char* square) {
    const auto position = parse_start(fen);
    if (!position) return answer_error(position.error());
    const auto target = Square::parse(square);
    if (!target) return answer_error(not_a_square);
    JsonWriter json;
    json.begin_object().key("attackers").begin_array();
    for (const Square attacker : position->attackers_to(*target)) json.value(attacker.to_string());
    return answer(json.end_array().end_object().take());
}

// The moves of a principal variation, in SAN: {"san": [...]}; it ends before the first that cannot
// be played.
KIBITZ_EXPORT(kibitz_line_san)
const char* kibitz_line_san(const char* fen, const char* moves) {
    auto position = parse_start(fen);
    if (!position) return answer_error(position.error());
    JsonWriter json;
    json.begin_object().key("san").begin_array();
    text::Words words(moves);
    for (auto word = words.next(); !word.empty(); word = words.next()) {
        const auto move = parse_move(*position, word);
        if (!move) break;
        json.value(to_san(*position, *move));
        position->play(*move);
    }
    return answer(json.end_array().end_object().take());
}

// The openings that moves lead to, if the positions after them are the mark of one: {"names":
// ["Sicilian Defense", null]}, one for each of the moves that can be played.
KIBITZ_EXPORT(kibitz_openings_after)
const char* kibitz_openings_after(const char* fen, const char* moves) {
    const auto position = parse_start(fen);
    if (!position) return answer_error(position.error());
    JsonWriter json;
    json.begin_object().key("names").begin_array();
    text::Words words(moves);
    for (auto word = words.next(); !word.empty(); word = words.next()) {
        const auto move = parse_move(*position, word);
        if (!move) continue;
        if (const auto opening = opening_of(position->after(*move)))
            json.value(opening->name());
        else
            json.null();
    }
    return answer(json.end_array().end_object().take());
}

// The position as a picture: {"svg": "<svg ..."}.
KIBITZ_EXPORT(kibitz_svg)
const char* kibitz_svg(const char* start, const char* moves, const char* options) {
    const auto line = parse_line(start, moves);
    if (!line) return answer_error(line.error());
    const auto picture = parse_picture(*line, options);
    if (!picture) return answer_error(picture.error());
    return answer(JsonWriter()
                      .begin_object()
                      .member("svg", to_svg(line->position(), *picture))
                      .end_object()
                      .take());
}
