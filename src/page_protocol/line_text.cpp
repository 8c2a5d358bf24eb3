#include "page_protocol/line_text.hpp"

#include "chess/fen.hpp"
#include "chess/san.hpp"
#include "chess/uci_move.hpp"
#include "text/words.hpp"

namespace kibitz::page_protocol {

namespace {

constexpr int chess960_starts = 960;

std::string quoted(std::string_view text) { return "\"" + std::string(text) + "\""; }

}  // namespace

std::expected<Position, std::string> parse_start(std::string_view text) {
    text::Words words(text);
    const std::string_view first = words.next();
    if (first.empty() || first == "startpos") return Position::initial();
    if (first == "chess960") {
        const std::string_view word = words.next();
        const auto number = text::parse_number<int>(word);
        if (!number || *number < 0 || *number >= chess960_starts)
            return std::unexpected("the number of a Chess960 start is 0 to 959, not " +
                                   quoted(word));
        return Position::chess960(*number);
    }
    auto position = parse_fen(text, SetupRules::lenient);
    if (!position) return std::unexpected(to_string(position.error()));
    return *position;
}

std::expected<Move, std::string> parse_move(const Position& position, std::string_view text) {
    if (const auto move = parse_uci(position, text)) return *move;
    const auto move = parse_san(position, text);
    if (!move) return std::unexpected(to_string(move.error()));
    return *move;
}

std::expected<Line, std::string> parse_line(std::string_view start, std::string_view moves) {
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
