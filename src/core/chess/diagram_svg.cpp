#include "chess/diagram_svg.hpp"

#include <array>
#include <cmath>
#include <string_view>

#include "chess/detail/piece_shapes.hpp"
#include "chess/fen.hpp"

namespace kibitz {
namespace {

// All lengths are in units of a hundredth of a square's side.
constexpr int square_side = 100;
constexpr int board_side = 8 * square_side;
constexpr int frame_width = 46;
constexpr int frame_radius = 14;
constexpr int outside_text_size = 30;
constexpr int inside_text_size = 18;
constexpr int inside_text_gap = 4;
// Letters are put on their baseline: about a third of their size below the middle.
constexpr int baseline_drop(int text_size) { return text_size * 7 / 20; }

constexpr int mark_radius = 43;
constexpr double arrow_width = 16;
constexpr double arrow_head_width = 46;
constexpr double arrow_head_length = 40;
constexpr double arrow_start_gap = 30;  // from the middle of the first square
constexpr double arrow_end_gap = 8;     // from the middle of the last one

struct Point {
    int x, y;
};

// Writes elements; attribute texts are escaped.
class Svg {
   public:
    Svg& raw(std::string_view text) {
        out_ += text;
        return *this;
    }
    Svg& number(int value) { return raw(std::to_string(value)); }
    // With one decimal.
    Svg& tenths(double value) {
        const auto tenths = static_cast<int>(std::lround(value * 10));
        if (tenths < 0) raw("-");
        const int size = tenths < 0 ? -tenths : tenths;
        return number(size / 10).raw(".").number(size % 10);
    }
    Svg& escaped(std::string_view text) {
        for (const char c : text) switch (c) {
                case '&': out_ += "&amp;"; break;
                case '<': out_ += "&lt;"; break;
                case '>': out_ += "&gt;"; break;
                case '"': out_ += "&quot;"; break;
                default: out_ += c;
            }
        return *this;
    }
    Svg& attribute(std::string_view name, int value) {
        return raw(" ").raw(name).raw("=\"").number(value).raw("\"");
    }
    Svg& attribute(std::string_view name, std::string_view value) {
        return raw(" ").raw(name).raw("=\"").escaped(value).raw("\"");
    }
    std::string take() { return std::move(out_); }

   private:
    std::string out_;
};

class Painter {
   public:
    Painter(const Position& position, const BoardPicture& picture)
        : position_(position), picture_(picture), colors_(picture.colors) {}

    std::string paint() {
        open();
        define_pieces();
        if (picture_.coordinates == BoardCoordinates::outside) paint_frame();
        paint_squares();
        paint_last_move();
        if (picture_.coordinates != BoardCoordinates::none) paint_coordinates();
        if (picture_.show_check) paint_check();
        paint_pieces();
        for (const BoardMark& mark : picture_.marks) paint_mark(mark);
        for (const BoardArrow& arrow : picture_.arrows) paint_arrow(arrow);
        svg_.raw("</svg>\n");
        return svg_.take();
    }

   private:
    [[nodiscard]] bool flipped() const { return picture_.bottom == Color::black; }
    [[nodiscard]] int column(File file) const { return flipped() ? 7 - index(file) : index(file); }
    [[nodiscard]] int row(Rank rank) const { return flipped() ? index(rank) : 7 - index(rank); }
    [[nodiscard]] Point corner(Square square) const {
        return {column(square.file()) * square_side, row(square.rank()) * square_side};
    }
    [[nodiscard]] Point middle(Square square) const {
        const Point at = corner(square);
        return {at.x + square_side / 2, at.y + square_side / 2};
    }

    void open() {
        const int margin = picture_.coordinates == BoardCoordinates::outside ? frame_width : 0;
        const int side = board_side + 2 * margin;
        const std::string start = std::to_string(-margin) + " ", extent = std::to_string(side);
        svg_.raw("<svg xmlns=\"http://www.w3.org/2000/svg\"");
        svg_.attribute("viewBox", start + start + extent + " " + extent);
        svg_.attribute("width", picture_.size).attribute("height", picture_.size);
        svg_.raw(" role=\"img\">\n<title>");
        svg_.escaped(picture_.title.empty() ? to_fen(position_) : picture_.title);
        svg_.raw("</title>\n");
    }

    // Fill and stroke are inherited from the place of use, the inner lines' colour as `color`.
    void define_pieces() {
        svg_.raw("<defs>\n");
        for (int type = 0; type < piece_type_count; ++type) {
            if (position_.pieces(static_cast<PieceType>(type)).empty()) continue;
            const detail::PieceShape& shape = detail::piece_shapes[static_cast<std::size_t>(type)];
            svg_.raw("<g").attribute("id", shape_id(static_cast<PieceType>(type)));
            svg_.raw(" stroke-linecap=\"round\" stroke-linejoin=\"round\">");
            svg_.raw("<path stroke-width=\"3\"").attribute("d", shape.outline).raw("/>");
            svg_.raw("<path fill=\"none\" stroke=\"currentColor\" stroke-width=\"2.5\"");
            svg_.attribute("d", shape.lines).raw("/></g>\n");
        }
        svg_.raw("</defs>\n");
    }

    static std::string shape_id(PieceType type) {
        return std::string("kibitz-") + to_char(make_piece(Color::black, type));
    }

    void paint_frame() {
        svg_.raw("<rect").attribute("x", -frame_width).attribute("y", -frame_width);
        svg_.attribute("width", board_side + 2 * frame_width);
        svg_.attribute("height", board_side + 2 * frame_width);
        svg_.attribute("rx", frame_radius).attribute("fill", colors_.frame).raw("/>\n");
    }

    // The whole board in the light colour, and one path for all dark squares on it.
    void paint_squares() {
        svg_.raw("<rect").attribute("width", board_side).attribute("height", board_side);
        svg_.attribute("fill", colors_.light_square).raw("/>\n<path d=\"");
        for (const Square square : dark_squares) {
            const Point at = corner(square);
            svg_.raw("M").number(at.x).raw(" ").number(at.y).raw("h100v100h-100z");
        }
        svg_.raw("\"").attribute("fill", colors_.dark_square).raw("/>\n");
    }

    void paint_last_move() {
        const Move move = picture_.last_move;
        if (move.is_none()) return;
        for (const Square square : {move.from(), arrival(move)}) {
            const Point at = corner(square);
            svg_.raw("<rect").attribute("x", at.x).attribute("y", at.y);
            svg_.attribute("width", square_side).attribute("height", square_side);
            svg_.attribute("fill", colors_.last_move).raw(" fill-opacity=\"0.5\"/>\n");
        }
    }

    void paint_coordinates() {
        const bool outside = picture_.coordinates == BoardCoordinates::outside;
        svg_.raw("<g font-family=\"Georgia, 'DejaVu Serif', serif\" font-weight=\"bold\"");
        svg_.attribute("font-size", outside ? outside_text_size : inside_text_size);
        svg_.attribute("text-anchor", outside ? "middle" : "start").raw(">\n");
        for (int i = 0; i < 8; ++i) {
            if (outside)
                paint_outside_coordinates(i);
            else
                paint_inside_coordinates(i);
        }
        svg_.raw("</g>\n");
    }

    void paint_outside_coordinates(int i) {
        constexpr int middle = square_side / 2, drop = baseline_drop(outside_text_size);
        constexpr int before = -frame_width / 2, after = board_side + frame_width / 2;
        const auto file = static_cast<File>(i);
        const auto rank = static_cast<Rank>(i);
        for (const int edge : {before, after}) {
            paint_text(to_char(file), {column(file) * square_side + middle, edge + drop},
                       colors_.frame_text);
            paint_text(to_char(rank), {edge, row(rank) * square_side + middle + drop},
                       colors_.frame_text);
        }
    }

    // Ranks in the upper left corners of the left file, files in the lower right ones of the
    // bottom rank, each in the colour of the other squares.
    void paint_inside_coordinates(int i) {
        constexpr int letter_width = inside_text_size * 7 / 10;
        const auto file = static_cast<File>(i);
        const auto rank = static_cast<Rank>(i);
        const Square bottom(file, flipped() ? Rank::r8 : Rank::r1);
        const Square left(flipped() ? File::h : File::a, rank);
        paint_text(to_char(file),
                   {corner(bottom).x + square_side - inside_text_gap - letter_width,
                    board_side - inside_text_gap},
                   bottom.is_light() ? colors_.dark_square : colors_.light_square);
        paint_text(to_char(rank), {inside_text_gap, corner(left).y + inside_text_size},
                   left.is_light() ? colors_.dark_square : colors_.light_square);
    }

    void paint_text(char letter, Point at, std::string_view color) {
        svg_.raw("<text").attribute("x", at.x).attribute("y", at.y).attribute("fill", color);
        svg_.raw(">").raw({&letter, 1}).raw("</text>\n");
    }

    // A glow made of rings, each adding to those inside it: no gradient, so no id of its own.
    void paint_check() {
        if (!position_.in_check()) return;
        const Point at = middle(position_.king(position_.side_to_move()));
        for (int radius = 50; radius >= 20; radius -= 3) {
            paint_circle(at, radius);
            svg_.attribute("fill", colors_.check).raw(" fill-opacity=\"0.13\"/>\n");
        }
    }

    void paint_mark(const BoardMark& mark) {
        paint_circle(middle(mark.square), mark_radius);
        svg_.raw(" fill=\"none\" stroke-width=\"7\" stroke-opacity=\"0.85\"");
        svg_.attribute("stroke", mark.color.empty() ? colors_.mark : mark.color).raw("/>\n");
    }

    // Leaves the element open for its colours.
    void paint_circle(Point at, int radius) {
        svg_.raw("<circle").attribute("cx", at.x).attribute("cy", at.y).attribute("r", radius);
    }

    void paint_pieces() {
        for (const Color color : {Color::white, Color::black}) {
            const bool white = color == Color::white;
            svg_.raw("<g");
            svg_.attribute("fill", white ? colors_.white_fill : colors_.black_fill);
            svg_.attribute("stroke", white ? colors_.white_outline : colors_.black_outline);
            svg_.attribute("color", white ? colors_.white_lines : colors_.black_lines);
            svg_.raw(">\n");
            for (const Square square : position_.pieces(color)) {
                const Point at = corner(square);
                svg_.raw("<use href=\"#").raw(shape_id(type_of(position_.piece_on(square))));
                svg_.raw("\"").attribute("x", at.x).attribute("y", at.y).raw("/>\n");
            }
            svg_.raw("</g>\n");
        }
    }

    // One polygon: shaft and head, beside the line from the first square to the last.
    void paint_arrow(const BoardArrow& arrow) {
        if (arrow.from == arrow.to) return;
        const Point from = middle(arrow.from), to = middle(arrow.to);
        const double dx = to.x - from.x, dy = to.y - from.y;
        const double length = std::sqrt(dx * dx + dy * dy);
        const double tip = length - arrow_end_gap, neck = tip - arrow_head_length;
        const auto corner_at = [&](double along, double aside) {
            svg_.tenths(from.x + (dx * along - dy * aside) / length).raw(",");
            svg_.tenths(from.y + (dy * along + dx * aside) / length).raw(" ");
        };
        svg_.raw("<polygon points=\"");
        corner_at(arrow_start_gap, -arrow_width / 2);
        corner_at(neck, -arrow_width / 2);
        corner_at(neck, -arrow_head_width / 2);
        corner_at(tip, 0);
        corner_at(neck, arrow_head_width / 2);
        corner_at(neck, arrow_width / 2);
        corner_at(arrow_start_gap, arrow_width / 2);
        svg_.raw("\" fill-opacity=\"0.8\"");
        svg_.attribute("fill", arrow.color.empty() ? colors_.arrow : arrow.color).raw("/>\n");
    }

    const Position& position_;
    const BoardPicture& picture_;
    const BoardColors& colors_;
    Svg svg_;
};

}  // namespace

BoardColors BoardColors::dark() {
    BoardColors colors;
    colors.light_square = "#8b93a1";
    colors.dark_square = "#525b69";
    colors.frame = "#22272e";
    colors.frame_text = "#c3cad4";
    colors.last_move = "#d6b23c";
    colors.check = "#ff4030";
    colors.arrow = "#5cc98a";
    colors.mark = "#5cc98a";
    colors.white_fill = "#f4f1ea";
    colors.black_fill = "#2a2826";
    colors.black_outline = "#0d0c0b";
    colors.black_lines = "#cfc8bd";
    return colors;
}

std::string to_svg(const Position& position, const BoardPicture& picture) {
    return Painter(position, picture).paint();
}

}  // namespace kibitz
