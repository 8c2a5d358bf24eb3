#include "cli/terminal/board_view.hpp"

#include <string_view>

#include "chess/bitboard.hpp"

namespace kibitz::cli {
namespace {

// Numbers of the 256-colour palette. Squares of middle brightness, so that white pieces and black
// pieces both stand out from light and dark ones.
constexpr int light_square = 109, dark_square = 66;
constexpr int light_square_of_last_move = 143, dark_square_of_last_move = 100;
constexpr int square_of_check = 160;
constexpr int white_piece = 231, black_piece = 16;

constexpr std::string_view outlined_pieces[] = {"♙", "♟", "♘", "♞", "♗", "♝", "♖",
                                                "♜", "♕", "♛", "♔", "♚", "."};
// On coloured squares both sides' pieces are the filled ones, distinguished by their colour.
constexpr std::string_view filled_pieces[] = {"♟", "♞", "♝", "♜", "♛", "♚", " "};

class BoardDrawer {
   public:
    BoardDrawer(const Position& position, const BoardView& view)
        : position_(position), view_(view) {
        if (position.in_check()) checked_king_ = position.king(position.side_to_move());
        const Move move = view.last_move;
        if (move.is_none()) return;
        last_from_ = move.from();
        last_to_ = arrival(move);
    }

    [[nodiscard]] std::string rank_line(int row) const {
        const bool flipped = view_.bottom == Color::black;
        const auto rank = static_cast<Rank>(flipped ? row : rank_count - 1 - row);
        std::string line{to_char(rank)};
        if (view_.style == BoardStyle::colour) line += ' ';
        for (int column = 0; column < file_count; ++column)
            append_square(line, {file_at(column), rank}, column == 0);
        if (view_.style == BoardStyle::colour) return line + "\x1b[0m";
        return line + (is_marked({file_at(file_count - 1), rank}) ? "]" : " ");
    }

    [[nodiscard]] std::string files_line() const {
        const bool wide = view_.style == BoardStyle::colour;
        std::string line = wide ? "  " : " ";
        for (int column = 0; column < file_count; ++column) {
            line += ' ';
            line += to_char(file_at(column));
            if (wide) line += ' ';
        }
        return wide ? line : line + ' ';
    }

   private:
    [[nodiscard]] File file_at(int column) const {
        return static_cast<File>(view_.bottom == Color::black ? file_count - 1 - column : column);
    }
    [[nodiscard]] bool is_marked(Square square) const {
        return square == last_from_ || square == last_to_;
    }

    void append_square(std::string& line, Square square, bool is_first) const {
        if (view_.style == BoardStyle::colour) return append_coloured(line, square);
        // One character lies between two squares: a bracket of either, or a blank.
        const int step = view_.bottom == Color::white ? -1 : 1;
        const bool closes = !is_first && is_marked(Square(square.index() + step));
        line += is_marked(square) ? '[' : closes ? ']' : ' ';
        line += man_symbol(position_.piece_on(square), view_.style);
    }

    void append_coloured(std::string& line, Square square) const {
        const Piece piece = position_.piece_on(square);
        const bool is_white = piece != Piece::none && color_of(piece) == Color::white;
        line += "\x1b[1;48;5;" + std::to_string(background(square)) + ";38;5;" +
                std::to_string(is_white ? white_piece : black_piece) + "m ";
        line += filled_pieces[index(type_of(piece))];
        line += ' ';
    }

    [[nodiscard]] int background(Square square) const {
        if (square == checked_king_) return square_of_check;
        if (is_marked(square))
            return square.is_light() ? light_square_of_last_move : dark_square_of_last_move;
        return square.is_light() ? light_square : dark_square;
    }

    const Position& position_;
    const BoardView& view_;
    Square checked_king_ = Square::none();
    Square last_from_ = Square::none();
    Square last_to_ = Square::none();
};

}  // namespace

BoardStyle best_board_style(const Terminal& terminal) {
    // Without colours white figurines look black on a black screen: letters cannot be mistaken.
    return terminal.has_colours && terminal.has_unicode ? BoardStyle::colour : BoardStyle::ascii;
}

std::vector<std::string> board_lines(const Position& position, const BoardView& view) {
    const BoardDrawer drawer(position, view);
    std::vector<std::string> lines;
    for (int row = 0; row < rank_count; ++row) lines.push_back(drawer.rank_line(row));
    lines.push_back(drawer.files_line());
    return lines;
}

std::string man_symbol(Piece piece, BoardStyle style) {
    if (style == BoardStyle::ascii) return std::string{to_char(piece)};
    return std::string(outlined_pieces[index(piece)]);
}

}  // namespace kibitz::cli
