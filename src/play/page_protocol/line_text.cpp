#include "page_protocol/line_text.hpp"

#include "chess/pasted_position.hpp"
#include "chess/san.hpp"
#include "chess/uci_move.hpp"
#include "text/words.hpp"

namespace kibitz::page_protocol {

namespace {

constexpr int chess960_starts = 960;

std::string quoted(std::string_view text) { return "\"" + std::string(text) + "\""; }

}  // namespace

std::expected<Position, TextError> parse_start(std::string_view text) {
    text::Words words(text);
    const std::string_view first = words.next();
    if (first.empty() || text == "startpos") return Position::initial();
    if (first == "chess960") {
        const std::string_view word = words.next();
        const auto number = text::parse_number<int>(word);
        if (!number || *number < 0 || *number >= chess960_starts)
            return std::unexpected(TextError{
                .words = "the number of a Chess960 start is 0 to 959, not " + quoted(word),
                .code = "start.chess960_number",
                .text = std::string(word)});
        return Position::chess960(*number);
    }
    auto position = parse_position(text);
    if (!position) return std::unexpected(text_error(position.error()));
    return *position;
}

std::expected<Move, TextError> parse_move(const Position& position, std::string_view text) {
    if (const auto move = parse_uci(position, text)) return *move;
    const auto move = parse_san(position, text);
    if (!move) return std::unexpected(text_error(move.error()));
    return *move;
}

std::expected<Line, TextError> parse_line(std::string_view start, std::string_view moves) {
    const auto position = parse_start(start);
    if (!position) return std::unexpected(position.error());
    Line line(*position);
    text::Words words(moves);
    for (auto word = words.next(); !word.empty(); word = words.next()) {
        const auto move = parse_move(line.position(), word);
        if (!move) return std::unexpected(move.error());
        line.play(*move);
    }
    return line;
}

std::string move_name(const Line& line, Move move) {
    return to_uci(move, line.start().needs_chess960_notation());
}

}  // namespace kibitz::page_protocol
