// The one rule for names and texts from outside.
#include "text/plain_text.hpp"

#include <string>
#include <string_view>

#include "support/test.hpp"

using namespace kibitz::text;
using namespace std::string_view_literals;

namespace {

constexpr Rule name{"names", 40, Form::name}, line{"lines", 40}, lines{"texts", 40, Form::lines};

bool is_taken(std::string_view text, const Rule& rule) { return !why_not_plain(text, rule); }

// In UTF-8.
std::string utf8(char32_t c) {
    const auto byte = [](char32_t value) { return static_cast<char>(value); };
    if (c < 0x80) return {byte(c)};
    if (c < 0x800) return {byte(0xC0 | c >> 6), byte(0x80 | (c & 0x3F))};
    if (c < 0x10000)
        return {byte(0xE0 | c >> 12), byte(0x80 | (c >> 6 & 0x3F)), byte(0x80 | (c & 0x3F))};
    return {byte(0xF0 | c >> 18), byte(0x80 | (c >> 12 & 0x3F)), byte(0x80 | (c >> 6 & 0x3F)),
            byte(0x80 | (c & 0x3F))};
}

bool is_control(char32_t c) {
    return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x2028 || c == 0x2029;
}
bool turns(char32_t c) { return (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069); }

}  // namespace

TEST_CASE("each character may stand in a line, unless it controls or turns") {
    // All that have a meaning here, and some of the rest.
    for (char32_t c = 0; c <= 0x10FFFF; c += c < 0x11000 ? 1 : 251) {
        if (c >= 0xD800 && c <= 0xDFFF) continue;  // no character
        const std::string text = "a" + utf8(c) + "b";
        const bool expected = !is_control(c) && !turns(c);
        const bool is_line_end = c == '\t' || c == '\n' || c == '\r';
        if (is_taken(text, line) != expected ||
            is_taken(text, lines) != (expected || is_line_end) ||
            (is_taken(text, name) && !expected)) {
            CAPTURE(static_cast<std::uint32_t>(c));
            FAIL("the rule is another one for this character");
        }
    }
}

TEST_CASE("what is no UTF-8 is no text") {
    for (const std::string_view text :
         {"\xff"sv, "\x80"sv, "\xc3"sv, "\xc0\xaf"sv, "\xe2\x82"sv, "\xed\xa0\x80"sv,
          "\xf4\x90\x80\x80"sv, "\xf5\x80\x80\x80"sv, "\xf0\x80\x80\x80"sv, "a\xc3("sv})
        for (const Rule& rule : {name, line, lines}) CHECK(!is_taken(text, rule));
    CHECK(why_not_plain("\xff", line) == "lines are written in UTF-8");
}

TEST_CASE("the length is in bytes, and the refusal names it") {
    CHECK(is_taken(std::string(40, 'a'), line));
    CHECK(why_not_plain(std::string(41, 'a'), line) == "lines have at most 40 bytes");
    CHECK(
        !is_taken("\u00E4\u00E4\u00E4\u00E4\u00E4\u00E4\u00E4\u00E4\u00E4\u00E4\u00E4\u00E4\u00E4"
                  "\u00E4\u00E4\u00E4\u00E4\u00E4\u00E4\u00E4\u00E4",
                  line));
    CHECK(is_taken("", line));
}

TEST_CASE("a zero byte is seen wherever it stands") {
    for (const std::string_view text : {"\0"sv, "a\0"sv, "\0a"sv, "a\0b"sv})
        for (const Rule& rule : {name, line, lines})
            CHECK(why_not_plain(text, rule)->ends_with("have no control characters"));
}

TEST_CASE("a text that was let in earlier can be shown") {
    CHECK(made_plain("Zo\u00EB, \u738B \U0001F9A9") == "Zo\u00EB, \u738B \U0001F9A9");
    CHECK(made_plain("a\nb\0c\x1b[2J\u202Ed\u0085e\xff"sv) == "a?b?c?[2J?d?e?");
    CHECK(made_plain("\xed\xa0\x80").find('\xed') == std::string::npos);
    CHECK(made_plain("").empty());
}
