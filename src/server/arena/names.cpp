#include "arena/names.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cwctype>

#include <locale.h>

#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <unicode/uspoof.h>

namespace kibitz::arena {

namespace {

struct Range {
    char32_t first, last;
};

constexpr bool is_in(char32_t c, const auto& ranges) {
    return std::ranges::any_of(
        ranges, [c](const Range& range) { return range.first <= c && c <= range.last; });
}

constexpr std::array controls{Range{0x0, 0x1F}, Range{0x7F, 0x9F}, Range{0x2028, 0x2029}};
// Unicode 15: general category Cf, default ignorable code points, blanks drawn as nothing, and what
// has no meaning of its own (private use, no characters).
constexpr std::array unseen{
    Range{0xAD, 0xAD},       Range{0x34F, 0x34F},     Range{0x600, 0x605},
    Range{0x61C, 0x61C},     Range{0x6DD, 0x6DD},     Range{0x70F, 0x70F},
    Range{0x890, 0x891},     Range{0x8E2, 0x8E2},     Range{0x115F, 0x1160},
    Range{0x17B4, 0x17B5},   Range{0x180B, 0x180F},   Range{0x200B, 0x200F},
    Range{0x202A, 0x202E},   Range{0x2060, 0x206F},   Range{0x2800, 0x2800},
    Range{0x3164, 0x3164},   Range{0xE000, 0xF8FF},   Range{0xFE00, 0xFE0F},
    Range{0xFEFF, 0xFEFF},   Range{0xFFA0, 0xFFA0},   Range{0xFFF0, 0xFFFF},
    Range{0x110BD, 0x110BD}, Range{0x110CD, 0x110CD}, Range{0x13430, 0x1343F},
    Range{0x1BCA0, 0x1BCA3}, Range{0x1D173, 0x1D17A}, Range{0xE0000, 0x10FFFF},
};
constexpr std::array other_blanks{Range{0xA0, 0xA0},     Range{0x1680, 0x1680},
                                  Range{0x2000, 0x200A}, Range{0x202F, 0x202F},
                                  Range{0x205F, 0x205F}, Range{0x3000, 0x3000}};

// Nothing if it is no UTF-8.
std::optional<std::u32string> decode(std::string_view text) {
    constexpr unsigned continuation_bits = 6, continuation_mask = 0x3F;
    struct Form {
        unsigned char mask, lead;
        char32_t smallest;
    };
    constexpr std::array<Form, 4> forms{
        {{0x80, 0x00, 0}, {0xE0, 0xC0, 0x80}, {0xF0, 0xE0, 0x800}, {0xF8, 0xF0, 0x10000}}};
    constexpr Range surrogates{0xD800, 0xDFFF};
    constexpr char32_t last = 0x10FFFF;
    std::u32string characters;
    while (!text.empty()) {
        const auto lead = static_cast<unsigned char>(text.front());
        const auto form = std::ranges::find_if(
            forms, [lead](const Form& f) { return (lead & f.mask) == f.lead; });
        if (form == forms.end()) return std::nullopt;
        const auto length = static_cast<std::size_t>(form - forms.begin()) + 1;
        if (text.size() < length) return std::nullopt;
        char32_t character = lead & static_cast<unsigned char>(~form->mask);
        for (const char byte : text.substr(1, length - 1)) {
            const auto code = static_cast<unsigned char>(byte);
            if ((code & ~continuation_mask) != 0x80) return std::nullopt;
            character = character << continuation_bits | (code & continuation_mask);
        }
        if (character < form->smallest || character > last ||
            is_in(character, std::array{surrogates}))
            return std::nullopt;
        characters += character;
        text.remove_prefix(length);
    }
    return characters;
}

// More are for making one name look like another, or like noise.
constexpr int most_marks_in_a_row = 2;

// As they are written, or in any way that looks like it.
constexpr std::array reserved_names{"admin",     "administrator", "anonymous", "kibitz",
                                    "moderator", "nobody",        "operator",  "root",
                                    "server",    "staff",         "support",   "system"};

icu::UnicodeString unicode(std::string_view text) {
    return icu::UnicodeString::fromUTF8(
        icu::StringPiece(text.data(), static_cast<std::int32_t>(text.size())));
}

std::string utf8(const icu::UnicodeString& text) {
    std::string bytes;
    text.toUTF8String(bytes);
    return bytes;
}

icu::UnicodeString normalized(const icu::UnicodeString& text, const icu::Normalizer2* form) {
    UErrorCode error = U_ZERO_ERROR;
    const icu::UnicodeString result = form->normalize(text, error);
    return U_SUCCESS(error) ? result : text;
}

const icu::Normalizer2* nfkc() {
    UErrorCode error = U_ZERO_ERROR;
    return icu::Normalizer2::getNFKCInstance(error);
}

const icu::Normalizer2* nfkc_without_case() {
    UErrorCode error = U_ZERO_ERROR;
    return icu::Normalizer2::getNFKCCasefoldInstance(error);
}

const USpoofChecker* spoof_checker() {
    static const USpoofChecker* const checker = [] {
        UErrorCode error = U_ZERO_ERROR;
        USpoofChecker* const made = ::uspoof_open(&error);
        ::uspoof_setChecks(made, USPOOF_RESTRICTION_LEVEL, &error);
        ::uspoof_setRestrictionLevel(made, USPOOF_HIGHLY_RESTRICTIVE);
        return made;
    }();
    return checker;
}

icu::UnicodeString skeleton(const icu::UnicodeString& text) {
    UErrorCode error = U_ZERO_ERROR;
    icu::UnicodeString result;
    ::uspoof_getSkeletonUnicodeString(spoof_checker(), 0, text, result, &error);
    return U_SUCCESS(error) ? result : text;
}

}  // namespace

std::optional<Refusal> why_unreadable(std::string_view name) {
    const auto bad = [](const char* text) { return Refusal{ErrorCode::bad_name, text}; };
    const auto characters = decode(name);
    if (!characters) return bad("names are written in UTF-8");
    const auto has = [&](const auto& ranges) {
        return std::ranges::any_of(*characters, [&](char32_t c) { return is_in(c, ranges); });
    };
    if (has(controls)) return bad("names have no control characters");
    if (has(unseen)) return bad("names have no characters that cannot be seen");
    if (has(other_blanks)) return bad("names have no blanks but the usual one");
    if (name.starts_with(' ') || name.ends_with(' '))
        return bad("names do not begin or end with a blank");
    if (name.find("  ") != std::string_view::npos)
        return bad("names do not have two blanks together");
    return std::nullopt;
}

std::u32string without_case(std::string_view name) {
    // The tables of Unicode that the C library has in any case, whatever language is set.
    static const locale_t language = ::newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
    std::u32string characters = decode(name).value_or(U"");
    if (language)
        for (char32_t& c : characters)
            c = static_cast<char32_t>(::towlower_l(static_cast<wint_t>(c), language));
    return characters;
}

std::optional<Refusal> why_deceptive(std::string_view name) {
    const auto bad = [](const char* text) { return Refusal{ErrorCode::bad_name, text}; };
    const icu::UnicodeString characters = normalized(unicode(name), nfkc());
    int marks = 0;
    for (std::int32_t i = 0; i < characters.length(); i = characters.moveIndex32(i, 1)) {
        marks = ::u_charType(characters.char32At(i)) == U_NON_SPACING_MARK ? marks + 1 : 0;
        if (marks > most_marks_in_a_row) return bad("names have no letters with many accents");
    }
    UErrorCode error = U_ZERO_ERROR;
    if (::uspoof_check2UnicodeString(spoof_checker(), characters, nullptr, &error) != 0)
        return bad("names do not mix the letters of different scripts");
    return std::nullopt;
}

bool is_reserved(std::string_view name) {
    const auto alike = skeletons(name);
    return std::ranges::any_of(reserved_names, [&](const char* reserved) {
        const auto of_reserved = skeletons(reserved);
        return std::ranges::find_first_of(alike, of_reserved) != alike.end();
    });
}

std::array<std::string, 2> skeletons(std::string_view name) {
    const icu::UnicodeString written = unicode(name);
    const auto of = [](const icu::UnicodeString& text) {
        std::string bytes = utf8(normalized(skeleton(text), nfkc_without_case()));
        std::erase(bytes, ' ');
        return bytes;
    };
    return {of(normalized(written, nfkc())), of(normalized(written, nfkc_without_case()))};
}

}  // namespace kibitz::arena
