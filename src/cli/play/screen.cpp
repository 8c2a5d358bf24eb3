#include "cli/play/screen.hpp"

#include <algorithm>
#include <cstdio>

#include "chess/openings.hpp"
#include "chess/san.hpp"

namespace kibitz::cli {
namespace {

constexpr const char* margin = "  ";
constexpr const char* gap = "    ";
constexpr int board_columns = 27;  // the widest board
constexpr int least_panel_columns = 20;
constexpr int moves_shown = 3;  // full moves

constexpr int piece_values[piece_type_count] = {1, 3, 3, 5, 9, 0};

int material(const Position& position, Color color) {
    int sum = 0;
    for (int type = 0; type < piece_type_count; ++type)
        sum += piece_values[type] * position.count(make_piece(color, static_cast<PieceType>(type)));
    return sum;
}

std::string taken_text(const GameRecord& record, Color color, BoardStyle style) {
    std::string text;
    for (const Piece piece : record.taken_by(color)) text += man_symbol(piece, style);
    const int lead = material(record.position(), color) - material(record.position(), ~color);
    if (lead > 0) text += (text.empty() ? "+" : "  +") + std::to_string(lead);
    return text;
}

std::string player_line(const GameRecord& record, const Look& look, Color color,
                        const GameRecord::Clocks& clocks) {
    const bool to_move = !record.end() && record.position().side_to_move() == color;
    std::string name = record.player_name(color);
    const std::string side = color == Color::white ? "White" : "Black";
    if (name != side) name += " (" + side + ")";
    std::string line = (to_move ? "> " : "  ") + (to_move ? look.paint.bold(name) : name);
    if (record.settings().clock)
        line += "   " + clock_text(clocks[static_cast<std::size_t>(index(color))]);
    return line;
}

std::string last_moves(const Line& line) {
    const int count = static_cast<int>(line.moves().size());
    const bool black_began = line.start().side_to_move() == Color::black;
    int first = count - 2 * moves_shown;
    // Begin with a move of White.
    if (first > 0 && (first % 2 != 0) != black_began) ++first;
    return move_list(line, std::max(first, 0), 0);
}

std::string cut(std::string text, int columns) {
    const auto most = static_cast<std::size_t>(columns);
    if (text.size() <= most) return text;
    return text.substr(0, most - 3) + "...";
}

}  // namespace

std::string draw_screen(const GameRecord& record, const Look& look, Color bottom,
                        const GameRecord::Clocks& clocks) {
    const BoardView view{look.style, bottom, record.last_move()};
    const std::vector<std::string> board = board_lines(record.position(), view);
    const int panel_columns = std::max(look.width - board_columns - 8, least_panel_columns);

    std::array<std::string, rank_count + 1> panel;
    panel[0] = player_line(record, look, ~bottom, clocks);
    panel[1] = "  " + taken_text(record, ~bottom, look.style);
    panel[3] = "  " + look.paint.faint(cut(opening_text(record.line()), panel_columns));
    panel[4] = "  " + cut(last_moves(record.line()), panel_columns);
    panel[6] = "  " + taken_text(record, bottom, look.style);
    panel[7] = player_line(record, look, bottom, clocks);

    std::string text;
    for (std::size_t row = 0; row < board.size(); ++row) {
        std::string line = margin + board[row];
        if (panel[row].find_first_not_of(' ') != std::string::npos) line += gap + panel[row];
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + "\n";
    }
    return text;
}

std::string clock_text(std::int64_t ms) {
    constexpr std::int64_t ms_per_second = 1000, seconds_per_minute = 60, minutes_per_hour = 60;
    constexpr std::int64_t tenths_shown_below = 10 * ms_per_second;
    ms = std::max<std::int64_t>(ms, 0);
    const auto seconds = static_cast<long>(ms / ms_per_second);
    const long minutes = seconds / seconds_per_minute, hours = minutes / minutes_per_hour;
    char text[48];
    if (ms < tenths_shown_below)
        std::snprintf(text, sizeof text, "%ld.%ld", seconds,
                      static_cast<long>(ms % ms_per_second / 100));
    else if (hours == 0)
        std::snprintf(text, sizeof text, "%ld:%02ld", minutes, seconds % seconds_per_minute);
    else
        std::snprintf(text, sizeof text, "%ld:%02ld:%02ld", hours, minutes % minutes_per_hour,
                      seconds % seconds_per_minute);
    return text;
}

std::string opening_text(const Line& line) {
    if (line.start() != Position::initial()) return "";
    const auto opening = opening_of(line.start(), line.moves());
    return opening ? std::string(opening->eco) + " " + opening->name() : "";
}

std::string move_list(const Line& line, int first_move, int width) {
    std::string text;
    std::size_t column = 0;
    for (int i = first_move; i < static_cast<int>(line.moves().size()); ++i) {
        const Position& before = line.position_after(i);
        const bool white = before.side_to_move() == Color::white;
        std::string word;
        if (white || i == first_move)
            word = std::to_string(before.fullmove_number()) + (white ? ". " : "... ");
        word += to_san(before, line.moves()[static_cast<std::size_t>(i)]);
        const bool breaks =
            width > 0 && column > 0 && column + 1 + word.size() > static_cast<std::size_t>(width);
        if (!text.empty()) text += breaks ? '\n' : ' ';
        column = breaks ? word.size() : column + 1 + word.size();
        text += word;
    }
    return text;
}

}  // namespace kibitz::cli
