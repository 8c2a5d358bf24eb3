#include "pgn_text.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace kibitz::python {

namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

// The blanks of Unicode that are not ASCII, in UTF-8.
constexpr std::array<std::string_view, 19> wide_blanks = {
    "\xC2\x85",     "\xC2\xA0",     "\xE1\x9A\x80", "\xE2\x80\x80", "\xE2\x80\x81",
    "\xE2\x80\x82", "\xE2\x80\x83", "\xE2\x80\x84", "\xE2\x80\x85", "\xE2\x80\x86",
    "\xE2\x80\x87", "\xE2\x80\x88", "\xE2\x80\x89", "\xE2\x80\x8A", "\xE2\x80\xA8",
    "\xE2\x80\xA9", "\xE2\x80\xAF", "\xE2\x81\x9F", "\xE3\x80\x80"};

bool is_ascii_blank(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r') || (c >= '\x1c' && c <= '\x1f');
}

// The bytes of the blank that a text begins with, 0 if it begins with none. Blanks are those of
// Python's str.isspace.
std::size_t leading_blank(std::string_view text) {
    if (text.empty()) return 0;
    if (is_ascii_blank(text.front())) return 1;
    if (static_cast<unsigned char>(text.front()) < 0x80) return 0;
    for (const std::string_view blank : wide_blanks)
        if (text.starts_with(blank)) return blank.size();
    return 0;
}

std::size_t trailing_blank(std::string_view text) {
    if (text.empty()) return 0;
    if (is_ascii_blank(text.back())) return 1;
    if (static_cast<unsigned char>(text.back()) < 0x80) return 0;
    for (const std::string_view blank : wide_blanks)
        if (text.ends_with(blank)) return blank.size();
    return 0;
}

void trim_left(std::string_view& text) {
    while (const std::size_t length = leading_blank(text)) text.remove_prefix(length);
}

void trim_right(std::string_view& text) {
    while (const std::size_t length = trailing_blank(text)) text.remove_suffix(length);
}

bool is_blank(std::string_view text) {
    trim_left(text);
    return text.empty();
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_file(char c) { return c >= 'a' && c <= 'h'; }
bool is_rank(char c) { return c >= '1' && c <= '8'; }
bool is_one_of(char c, std::string_view letters) {
    return letters.find(c) != std::string_view::npos;
}

bool is_tag_name(std::string_view name) {
    return !name.empty() && (is_letter(name.front()) || is_digit(name.front())) &&
           std::ranges::all_of(
               name, [](char c) { return is_letter(c) || is_digit(c) || is_one_of(c, "_+#=:-"); });
}

// A character of the text, and a zero behind its end.
char at(std::string_view text, std::size_t place) {
    return place < text.size() ? text[place] : '\0';
}

// The length of what follows a piece's letter: squares, the sign between them, a new piece.
std::optional<std::size_t> squares_length(std::string_view text, std::size_t begin) {
    // The first square may lack its file, its rank or both, so that the last two characters that
    // fit are the move's goal.
    for (const bool has_file : {true, false}) {
        if (has_file && !is_file(at(text, begin))) continue;
        for (const bool has_rank : {true, false}) {
            const std::size_t behind_file = begin + (has_file ? 1 : 0);
            if (has_rank && !is_rank(at(text, behind_file))) continue;
            std::size_t goal = behind_file + (has_rank ? 1 : 0);
            if (is_one_of(at(text, goal), "-x")) ++goal;
            if (!is_file(at(text, goal)) || !is_rank(at(text, goal + 1))) continue;
            std::size_t end = goal + 2;
            const std::size_t promotion = end + (at(text, end) == '=' ? 1 : 0);
            if (is_one_of(at(text, promotion), "nbrqkNBRQK")) end = promotion + 1;
            return end;
        }
    }
    return std::nullopt;
}

std::size_t move_length(std::string_view text) {
    if (is_one_of(text.front(), "NBKRQ"))
        if (const auto length = squares_length(text, 1)) return *length;
    if (const auto length = squares_length(text, 0)) return *length;
    const std::size_t drop = is_one_of(text.front(), "PNBRQK") ? 1 : 0;
    if (at(text, drop) == '@' && is_file(at(text, drop + 1)) && is_rank(at(text, drop + 2)))
        return drop + 3;
    if (!is_one_of(text.front(), "-Z0@O")) return 0;
    for (const std::string_view word : {"--", "Z0", "0000", "@@@@", "O-O-O", "O-O", "0-0-0", "0-0"})
        if (text.starts_with(word)) return word.size();
    return 0;
}

}  // namespace

bool PgnText::take(std::string_view line) {
    switch (stage_) {
        case Stage::before: return take_before(line);
        case Stage::tags: return take_tags(line);
        default: return take_moves(line);
    }
}

bool PgnText::take_before(std::string_view line) {
    while (is_first_line_ && line.starts_with(byte_order_mark))
        line.remove_prefix(byte_order_mark.size());
    is_first_line_ = false;
    if (line.empty()) return false;
    if (is_blank(line) || line.starts_with('%') || line.starts_with(';')) return true;
    stage_ = Stage::tags;
    return take_tags(line);
}

bool PgnText::take_tags(std::string_view line) {
    if (line.empty()) return false;
    std::string_view text = line;
    trim_left(text);
    if (text.empty()) {
        const bool goes_on = !was_blank_;
        was_blank_ = true;
        return goes_on;
    }
    if (text.starts_with('[')) {
        was_blank_ = false;
        take_tag(text);
        return true;
    }
    if (line.starts_with('%')) return true;
    stage_ = Stage::moves;
    return take_moves(line);
}

bool PgnText::take_moves(std::string_view line) {
    if (line.empty()) return false;
    if (!in_comment_) {
        if (is_blank(line)) return false;
        if (line.starts_with('%')) return true;
    }
    add_moves(line);
    return true;
}

// [Name "Value"], with blanks where they like.
void PgnText::take_tag(std::string_view text) {
    text.remove_prefix(1);
    trim_right(text);
    if (!text.ends_with(']')) return;
    text.remove_suffix(1);
    trim_right(text);
    trim_left(text);
    const std::size_t quote = text.find('"');
    if (quote == std::string_view::npos || quote + 1 == text.size() || !text.ends_with('"')) return;
    std::string_view name = text.substr(0, quote);
    const std::string_view value = text.substr(quote + 1, text.size() - quote - 2);
    if (trailing_blank(name) == 0) return;
    trim_right(name);
    if (is_tag_name(name) && value.find_first_of("\r\n") == std::string_view::npos)
        tags_.push_back({.name = std::string(name), .value = std::string(value)});
}

void PgnText::add_moves(std::string_view line) {
    while (!line.empty()) {
        const std::size_t sign = line.find_first_of(in_comment_ ? "}" : "{;");
        if (sign == std::string_view::npos) {
            moves_ += line;
            return;
        }
        if (line[sign] == ';') {
            moves_ += line.substr(0, sign);
            moves_ += '\n';
            return;
        }
        in_comment_ = !in_comment_;
        moves_ += line.substr(0, sign + 1);
        line.remove_prefix(sign + 1);
    }
}

PgnToken PgnTokens::take(PgnTokenKind kind, std::size_t length) {
    const std::string_view text = left_.substr(0, length);
    left_.remove_prefix(length);
    return {.kind = kind, .text = text};
}

// One blank on either side of a comment's text does not belong to it.
PgnToken PgnTokens::take_comment() {
    left_.remove_prefix(1);
    const std::size_t end = std::min(left_.find('}'), left_.size());
    PgnToken comment = take(PgnTokenKind::comment, end);
    if (!left_.empty()) left_.remove_prefix(1);
    if (comment.text.starts_with(' ')) comment.text.remove_prefix(1);
    if (comment.text.ends_with(' ')) comment.text.remove_suffix(1);
    return comment;
}

PgnToken PgnTokens::next() {
    for (; !left_.empty(); left_.remove_prefix(1)) {
        const char first = left_.front();
        if (first == ' ' || first == '.' || first == '\n') continue;
        if (const std::size_t length = move_length(left_)) return take(PgnTokenKind::move, length);
        if (first == '{') return take_comment();
        if (first == '(') return take(PgnTokenKind::open, 1);
        if (first == ')') return take(PgnTokenKind::close, 1);
        if (first == '!' || first == '?')
            return take(PgnTokenKind::sign, is_one_of(at(left_, 1), "!?") ? 2 : 1);
        if (first == '$' && is_digit(at(left_, 1))) {
            left_.remove_prefix(1);
            const auto* const end = std::ranges::find_if_not(left_, is_digit);
            return take(PgnTokenKind::nag, static_cast<std::size_t>(end - left_.begin()));
        }
        for (const std::string_view result : {"*", "1-0", "0-1", "1/2-1/2"})
            if (left_.starts_with(result)) return take(PgnTokenKind::result, result.size());
    }
    return {};
}

}  // namespace kibitz::python
