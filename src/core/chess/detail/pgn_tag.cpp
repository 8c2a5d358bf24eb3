#include "chess/detail/pgn_tag.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "chess/detail/plain_text.hpp"
#include "chess/detail/text.hpp"

namespace kibitz::detail {
namespace {

constexpr std::array<std::string_view, 44> known_tags = {
    "Annotator",
    "Black",
    "BlackElo",
    "BlackFideId",
    "BlackNA",
    "BlackRatingDiff",
    "BlackTeam",
    "BlackTitle",
    "BlackType",
    "Board",
    "Date",
    "ECO",
    "Event",
    "EventDate",
    "EventType",
    "FEN",
    "Link",
    "Mode",
    "NIC",
    "Opening",
    "PlyCount",
    "Result",
    "Round",
    "Section",
    "SetUp",
    "Site",
    "Source",
    "Stage",
    "SubVariation",
    "Termination",
    "Time",
    "TimeControl",
    "UTCDate",
    "UTCTime",
    "Variant",
    "Variation",
    "White",
    "WhiteElo",
    "WhiteFideId",
    "WhiteNA",
    "WhiteRatingDiff",
    "WhiteTeam",
    "WhiteTitle",
    "WhiteType",
};

constexpr bool is_name_character(char c) { return is_letter(c) || is_digit(c) || c == '_'; }

constexpr bool is_tag_blank(char c) { return is_blank(c) || c == '\v'; }
std::string_view trimmed(std::string_view text) {
    while (!text.empty() && is_tag_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_tag_blank(text.back())) text.remove_suffix(1);
    return text;
}

}  // namespace

std::string unescape_tag(std::string_view text) {
    std::string value;
    value.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool escapes =
            text[i] == '\\' && i + 1 < text.size() && (text[i + 1] == '"' || text[i + 1] == '\\');
        value += text[escapes ? ++i : i];
    }
    return value;
}

std::optional<PgnTagView> split_exact_tag(std::string_view text) {
    const std::size_t open = text.find('"');
    const std::size_t close = text.rfind('"');
    if (open == std::string_view::npos || close == open) return std::nullopt;
    const std::string_view name = trimmed(text.substr(0, open));
    const auto belongs_to_none = [](char c) {
        return is_tag_blank(c) || c == '[' || c == ':' || c == '=';
    };
    if (name.empty() || std::ranges::any_of(name, belongs_to_none)) return std::nullopt;
    if (!trimmed(text.substr(close + 1)).empty()) return std::nullopt;
    return PgnTagView{name, text.substr(open + 1, close - open - 1)};
}

namespace {

// The length of the quotation mark of any kind at the start of the text, 0 if there is none.
std::size_t quote_length(std::string_view text) {
    if (text.empty()) return 0;
    std::string_view rest = text;
    take_character(rest);
    const std::size_t length = text.size() - rest.size();
    const std::string plain = plain_text(text.substr(0, length));
    return plain == "\"" || plain == "'" || plain == "`" ? length : 0;
}

std::size_t last_character(std::string_view text) {
    std::size_t at = text.size() - 1;
    while (at > 0 && is_continuation(text[at])) --at;
    return at;
}

std::string_view without_quotes_in_front(std::string_view text) {
    while (const std::size_t length = quote_length(text)) text.remove_prefix(length);
    return text;
}

std::string_view without_quotes_behind(std::string_view text) {
    while (!text.empty()) {
        const std::size_t at = last_character(text);
        if (quote_length(text.substr(at)) == 0) break;
        text.remove_suffix(text.size() - at);
    }
    return text;
}

std::string_view without_closing_bracket(std::string_view text) {
    text = trimmed(text);
    while (!text.empty() && std::string_view("])}>").find(text.back()) != std::string_view::npos)
        text = trimmed(text.substr(0, text.size() - 1));
    return text;
}

// The value between double quotes where something stands behind the second: "x" y.
std::optional<std::size_t> end_of_quoted(std::string_view text) {
    for (std::size_t i = 1; i < text.size(); ++i) {
        if (text[i] == '\\')
            ++i;
        else if (text[i] == '"')
            return i;
    }
    return std::nullopt;
}

std::string on_one_line(std::string_view text) {
    std::string line;
    for (const char c : text) {
        if (!is_tag_blank(c))
            line += c;
        else if (!line.ends_with(' '))
            line += ' ';
    }
    return line;
}

}  // namespace

bool is_known_tag(std::string_view name) {
    return std::ranges::find(known_tags, name) != known_tags.end();
}

std::optional<PgnTag> parse_pgn_tag(std::string_view text, bool is_closed) {
    if (is_closed)
        if (const auto tag = split_exact_tag(text))
            return PgnTag{.name = std::string(tag->name),
                          .value = unescape_tag(tag->value),
                          .is_mended = false,
                          .rest = {}};

    text = trimmed(text);
    while (text.starts_with('[')) text = trimmed(text.substr(1));
    const auto name_end =
        static_cast<std::size_t>(std::ranges::find_if_not(text, is_name_character) - text.begin());
    const std::string_view name = text.substr(0, name_end);
    if (name.empty() || !is_letter(name.front())) return std::nullopt;
    std::string_view rest = trimmed(text.substr(name_end));
    while (rest.starts_with(':') || rest.starts_with('=')) rest = trimmed(rest.substr(1));
    if (rest.empty()) return std::nullopt;

    PgnTag tag{.name = std::string(name), .value = {}, .is_mended = true, .rest = {}};
    const bool is_quoted = quote_length(rest) > 0;
    if (!is_quoted && !is_known_tag(name)) return std::nullopt;
    if (is_closed && rest.front() == '"') {
        const auto end = end_of_quoted(rest);
        const std::string_view behind =
            end ? without_closing_bracket(rest.substr(*end + 1)) : std::string_view();
        // A quotation mark more is one of the value: "the "big" one" is read exactly.
        if (end && !behind.empty() && behind.find('"') == std::string_view::npos) {
            tag.value = on_one_line(unescape_tag(rest.substr(1, *end - 1)));
            tag.rest = std::string(behind);
            return tag;
        }
    }
    if (!is_closed) rest = without_closing_bracket(rest);
    rest = without_quotes_behind(without_quotes_in_front(trimmed(rest)));
    tag.value = on_one_line(unescape_tag(trimmed(rest)));
    return tag;
}

bool is_tag_without_bracket(std::string_view line) {
    line = trimmed(line);
    const auto name_end =
        static_cast<std::size_t>(std::ranges::find_if_not(line, is_name_character) - line.begin());
    if (!is_known_tag(line.substr(0, name_end))) return false;
    std::string_view rest = trimmed(line.substr(name_end));
    while (rest.starts_with(':') || rest.starts_with('=')) rest = trimmed(rest.substr(1));
    if (rest.empty()) return false;
    return quote_length(rest) > 0 || rest.ends_with(']');
}

}  // namespace kibitz::detail
