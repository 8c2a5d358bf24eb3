// to_pgn: a Game as PGN text.
#include <optional>

#include "chess/detail/played_san.hpp"
#include "chess/game.hpp"

namespace kibitz {
namespace {

constexpr std::size_t line_width = 80;

// Puts words on lines.
class Text {
   public:
    explicit Text(std::string& out) : out_(out), line_start_(out.size()) {}

    // A word after a space, or on a new line.
    void word(std::string_view text) {
        const bool fits = column() + 1 + open_brackets_.size() + text.size() <= line_width;
        if (column() > 0 && !fits) end_line();
        word_on_this_line(text);
    }
    // A word on the same line, whatever its length.
    void word_on_this_line(std::string_view text) {
        if (column() > 0) out_ += ' ';
        out_ += open_brackets_;
        out_ += text;
        open_brackets_.clear();
    }
    // A bracket before the next word.
    void open(char bracket) { open_brackets_ += bracket; }
    // A bracket after the last word.
    void close(char bracket) {
        if (column() >= line_width) end_line();
        out_ += bracket;
    }
    void end_line() {
        out_ += '\n';
        line_start_ = out_.size();
    }

   private:
    [[nodiscard]] std::size_t column() const { return out_.size() - line_start_; }

    std::string& out_;
    std::size_t line_start_;
    std::string open_brackets_;  // not yet written
};

// Up to a blank; a command such as [%eval 0.25,18] is one word.
std::string_view first_word(std::string_view text) {
    std::size_t inner = 0;
    if (text.starts_with("[%")) {
        const std::size_t close = text.substr(0, line_width).find(']');
        if (close != std::string_view::npos) inner = close;
    }
    return text.substr(0, text.find(' ', inner));
}

// Writes the movetext without recursion: variations may be nested to any depth.
class Movetext {
   public:
    Movetext(const Game& game, std::string& out) : game_(game), text_(out) {}

    void write() {
        write_notes(game_.node(NodeId::root));
        if (const NodeId first = game_.node(NodeId::root).first_child; first != NodeId::none)
            begin_line(first, game_.start());
        while (!lines_.empty()) continue_line();
        text_.word(to_string(game_.result()));
        text_.end_line();
    }

   private:
    // A line being written: its last move, the position behind it, and the variations on that move
    // still to come with the position before it, which is there if there are any.
    struct Line {
        NodeId last;
        NodeId variation;
        Position now;
        std::optional<Position> before;
    };

    void begin_line(NodeId first, const Position& before) {
        lines_.push_back({first, NodeId::none, before, std::nullopt});
        number_needed_ = true;
        // The first move of the game has siblings to write; that of a variation is one of them.
        if (lines_.size() == 1) await_variations(lines_.back());
        write_move(lines_.back());
    }

    void await_variations(Line& line) {
        line.variation = game_.node(line.last).next_sibling;
        if (line.variation != NodeId::none) line.before = line.now;
    }

    void continue_line() {
        Line& line = lines_.back();
        if (const NodeId variation = line.variation; variation != NodeId::none) {
            line.variation = game_.node(variation).next_sibling;
            text_.open('(');
            const Position before = *line.before;
            begin_line(variation, before);
            return;
        }
        line.last = game_.node(line.last).first_child;
        if (line.last != NodeId::none) {
            await_variations(line);
            write_move(line);
            return;
        }
        lines_.pop_back();
        if (lines_.empty()) return;
        text_.close(')');
        number_needed_ = true;
    }

    void write_move(Line& line) {
        const Game::Node& node = game_.node(line.last);
        if (!node.comment_before.empty()) write_comment(node.comment_before);
        const bool white = line.now.side_to_move() == Color::white;
        if (white || number_needed_)
            text_.word(std::to_string(line.now.fullmove_number()) + (white ? "." : "..."));
        number_needed_ = false;
        if (node.move.is_none()) {
            text_.word("--");
            line.now.play_null();
        } else {
            const Position before = line.now;
            line.now.play(node.move);
            text_.word(detail::played_san(before, node.move, line.now));
        }
        write_notes(node);
    }

    void write_notes(const Game::Node& node) {
        for (const std::uint8_t nag : node.nags) text_.word('$' + std::to_string(nag));
        if (const std::string comment = to_comment(node.comment); !comment.empty())
            write_comment(comment);
    }

    // In braces, unless it has one itself: then it goes to the end of the line.
    void write_comment(std::string_view comment) {
        number_needed_ = true;
        if (comment.find('}') != std::string_view::npos) {
            text_.word_on_this_line(";");
            text_.word_on_this_line(comment);
            text_.end_line();
            return;
        }
        text_.open('{');
        while (!comment.empty()) {
            const std::string_view word = first_word(comment);
            // A line that begins so is taken for the next game, or for an escaped one.
            if (word == "[Event" || word.starts_with('%'))
                text_.word_on_this_line(word);
            else
                text_.word(word);
            comment.remove_prefix(word.size() < comment.size() ? word.size() + 1 : word.size());
        }
        text_.close('}');
    }

    const Game& game_;
    Text text_;
    std::vector<Line> lines_;
    bool number_needed_ = false;
};

void append_tag(std::string& out, const GameTag& tag) {
    out += '[' + tag.name + " \"";
    for (const char c : tag.value) {
        if (c == '"' || c == '\\') out += '\\';
        out += c;
    }
    out += "\"]\n";
}

}  // namespace

std::string to_pgn(const Game& game) {
    std::string out;
    for (const GameTag& tag : game.tags()) append_tag(out, tag);
    out += '\n';
    Movetext(game, out).write();
    return out;
}

}  // namespace kibitz
