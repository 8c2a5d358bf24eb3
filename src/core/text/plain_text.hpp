// The one rule for names and texts that come from outside. Whatever is stored, shown to others or
// made a part of a name goes through why_not_plain() at the door where it comes in.
//
//     constexpr text::Rule chat{"chat messages", 500};
//     if (const auto why = text::why_not_plain(message, chat)) ...   // "chat messages have no ..."
//
// What is in a log already was let in by an older rule and is taken as it is.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "text/json_text.hpp"
#include "text/unicode.hpp"

namespace kibitz::text {

enum class Form : std::uint8_t {
    // One line of which every character is seen, with single blanks inside, so that no two look
    // alike by what is between their letters.
    name,
    // One line: no control characters, and nothing that turns the direction of writing.
    line,
    // The text may have several lines.
    lines,
};

struct Rule {
    std::string_view what;  // in the plural, as a refusal begins
    std::size_t longest;    // in bytes
    Form form = Form::line;
};

namespace detail {

constexpr std::array controls{CodePoints{0x0, 0x1F}, CodePoints{0x7F, 0x9F},
                              CodePoints{0x2028, 0x2029}};
// The embeddings, overrides and isolates of the bidirectional algorithm (UAX 9).
constexpr std::array turns{CodePoints{0x202A, 0x202E}, CodePoints{0x2066, 0x2069}};
constexpr std::array line_ends{CodePoints{'\t', '\n'}, CodePoints{'\r', '\r'}};
// Unicode 15: general category Cf, default ignorable code points, blanks drawn as nothing, and what
// has no meaning of its own (private use, no characters).
constexpr std::array unseen{
    CodePoints{0xAD, 0xAD},       CodePoints{0x34F, 0x34F},     CodePoints{0x600, 0x605},
    CodePoints{0x61C, 0x61C},     CodePoints{0x6DD, 0x6DD},     CodePoints{0x70F, 0x70F},
    CodePoints{0x890, 0x891},     CodePoints{0x8E2, 0x8E2},     CodePoints{0x115F, 0x1160},
    CodePoints{0x17B4, 0x17B5},   CodePoints{0x180B, 0x180F},   CodePoints{0x200B, 0x200F},
    CodePoints{0x202A, 0x202E},   CodePoints{0x2060, 0x206F},   CodePoints{0x2800, 0x2800},
    CodePoints{0x3164, 0x3164},   CodePoints{0xE000, 0xF8FF},   CodePoints{0xFE00, 0xFE0F},
    CodePoints{0xFEFF, 0xFEFF},   CodePoints{0xFFA0, 0xFFA0},   CodePoints{0xFFF0, 0xFFFF},
    CodePoints{0x110BD, 0x110BD}, CodePoints{0x110CD, 0x110CD}, CodePoints{0x13430, 0x1343F},
    CodePoints{0x1BCA0, 0x1BCA3}, CodePoints{0x1D173, 0x1D17A}, CodePoints{0xE0000, 0x10FFFF},
};
constexpr std::array other_blanks{CodePoints{0xA0, 0xA0},     CodePoints{0x1680, 0x1680},
                                  CodePoints{0x2000, 0x200A}, CodePoints{0x202F, 0x202F},
                                  CodePoints{0x205F, 0x205F}, CodePoints{0x3000, 0x3000}};

constexpr bool has(std::u32string_view characters, const auto& ranges) {
    return std::ranges::any_of(characters, [&](char32_t c) { return is_in(c, ranges); });
}

// What follows "names"; nothing if every character may stand in a name.
constexpr std::optional<std::string_view> why_not_seen(std::string_view text,
                                                       std::u32string_view characters) {
    if (has(characters, unseen)) return "have no characters that cannot be seen";
    if (has(characters, other_blanks)) return "have no blanks but the usual one";
    if (text.starts_with(' ') || text.ends_with(' ')) return "do not begin or end with a blank";
    if (text.contains("  ")) return "do not have two blanks together";
    return std::nullopt;
}

constexpr bool is_control(char32_t c, Form form) {
    return is_in(c, controls) && !(form == Form::lines && is_in(c, line_ends));
}

}  // namespace detail

// Why the text cannot be taken, as a sentence without its full stop; nothing if it can. Whether it
// may be empty is for the door to say.
inline std::optional<std::string> why_not_plain(std::string_view text, const Rule& rule) {
    const auto refused = [&](std::string_view why) {
        return std::string(rule.what) + ' ' + std::string(why);
    };
    if (text.size() > rule.longest)
        return refused("have at most " + std::to_string(rule.longest) + " bytes");
    const auto characters = decode_utf8(text);
    if (!characters) return refused("are written in UTF-8");
    if (std::ranges::any_of(*characters,
                            [&](char32_t c) { return detail::is_control(c, rule.form); }))
        return refused("have no control characters");
    if (rule.form == Form::name) {
        if (const auto why = detail::why_not_seen(text, *characters)) return refused(*why);
    } else if (detail::has(*characters, detail::turns)) {
        return refused("have nothing that turns the direction of writing");
    }
    return std::nullopt;
}

// It is for people who look at it on a terminal or in PGN: what why_not_plain() would refuse in a
// line is a question mark. Texts out of old logs and from other machines' programs need it.
inline std::string made_plain(std::string_view text) {
    constexpr Rule one{"characters", 4};
    std::string plain;
    while (!text.empty()) {
        std::size_t length = std::max<std::size_t>(1, utf8_sequence_length(text));
        const std::string_view character = text.substr(0, length);
        if (why_not_plain(character, one))
            plain += '?';
        else
            plain += character;
        text.remove_prefix(length);
    }
    return plain;
}

}  // namespace kibitz::text
