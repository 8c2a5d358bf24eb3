// The header lines of a game: [Name "value"], and what programs and people make of them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kibitz::detail {

struct PgnTag {
    std::string name;
    std::string value;       // with its escapes resolved
    bool is_mended = false;  // it was not quite [Name "value"]
    std::string rest;        // text behind the value that belongs to nothing
};

// The tag as the standard has it, its value with the escapes; nothing if it is not quite that.
struct PgnTagView {
    std::string_view name;
    std::string_view value;
};
std::optional<PgnTagView> split_exact_tag(std::string_view text);
// "\"" and "\\" stand for the quote and the backslash; a backslash before anything else is one.
std::string unescape_tag(std::string_view value);

// The text of a tag without its brackets; `is_closed` tells whether the closing one was there.
// Nothing if it has no name or no value. The value of a tag without quotes is read if people know
// the name.
std::optional<PgnTag> parse_pgn_tag(std::string_view text, bool is_closed);

// Whether a line without its opening bracket is a tag all the same: Name "value"].
bool is_tag_without_bracket(std::string_view line);

// Event, White, FEN and the others that most files have.
bool is_known_tag(std::string_view name);

}  // namespace kibitz::detail
