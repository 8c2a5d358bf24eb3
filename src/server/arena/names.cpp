#include "arena/names.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cwctype>

#include <locale.h>

#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <unicode/uspoof.h>

#include "text/plain_text.hpp"

namespace kibitz::arena {

namespace {

// More are for making one name look like another, or like noise.
constexpr int most_marks_in_a_row = 2;

// As they are written, or in any way that looks like it.
constexpr std::array reserved_names{"admin",     "administrator", "anonymous", "kibitz",
                                    "moderator", "nobody",        "operator",  "root",
                                    "server",    "staff",         "support",   "system"};

// What is shown in place of a name whose owner has had their data deleted begins so.
constexpr const char* shown_for_deleted = "Deleted player";

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
    constexpr text::Rule names{"names", std::string_view::npos, text::Form::name};
    if (auto why = text::why_not_plain(name, names))
        return Refusal{ErrorCode::bad_name, *std::move(why)};
    return std::nullopt;
}

std::optional<Refusal> why_not_text(std::string_view text, const text::Rule& rule) {
    if (auto why = text::why_not_plain(text, rule))
        return Refusal{ErrorCode::bad_field, *std::move(why)};
    return std::nullopt;
}

std::u32string without_case(std::string_view name) {
    // The tables of Unicode that the C library has in any case, whatever language is set.
    static const locale_t language = ::newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
    std::u32string characters = text::decode_utf8(name).value_or(U"");
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
    const auto of_deleted = skeletons(shown_for_deleted);
    for (std::size_t i = 0; i < alike.size(); ++i)
        if (alike[i].starts_with(of_deleted[i])) return true;
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
