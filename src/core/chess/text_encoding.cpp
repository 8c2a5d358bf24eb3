#include "chess/text_encoding.hpp"

#include <array>
#include <cstddef>

#include "chess/detail/text.hpp"

namespace kibitz {
namespace {

// So many bytes tell UTF-16 without a mark from other texts.
constexpr std::size_t start_size = 4;
constexpr char32_t replacement = 0xFFFD;

// CP1252 from 0x80 to 0x9F; all else is as in Unicode. The five bytes that it leaves free are the
// control characters of ISO 8859-1.
constexpr std::array<char16_t, 32> cp1252 = {
    0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x008D, 0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178,
};

constexpr std::uint8_t byte(char c) { return static_cast<std::uint8_t>(c); }
constexpr bool is_ascii_byte(char c) { return byte(c) < 0x80; }

bool is_ascii_text(std::string_view text) {
    std::uint8_t all = 0;
    for (const char c : text) all |= byte(c);
    return all < 0x80;
}

void append_cp1252(std::string& text, char c) {
    const std::uint8_t value = byte(c);
    const bool is_special = value >= 0x80 && value < 0x80 + cp1252.size();
    detail::append_utf8(text, is_special ? cp1252[value - 0x80U] : value);
}

// The two bytes of these leads would be letters of Syriac, Thaana and N'Ko, which no chess program
// writes; in CP1252 they are Ü, Ý, Þ or ß before a quotation mark or another sign.
constexpr bool is_sign_behind_letter(std::string_view sequence) {
    return sequence.size() == 2 && byte(sequence[0]) >= 0xDC;
}

// Whether more bytes could make a character of the beginning of one.
bool may_be_cut(std::string_view rest) {
    constexpr std::size_t longest = 4;
    if (rest.size() >= longest) return false;
    std::string filled(rest);
    // The bytes that may follow differ with the lead; one of these three always may.
    for (const char next : {'\x80', '\xA0', '\xBF'}) {
        filled.resize(rest.size());
        filled += next;
        filled.resize(longest, '\x80');
        if (detail::utf8_length(filled) > rest.size()) return true;
    }
    return false;
}

}  // namespace

std::string_view TextDecoder::decode(std::string_view bytes) {
    if (encoding_ == Encoding::bytes && pending_.empty() && is_ascii_text(bytes)) {
        is_ascii_ = true;
        return bytes;
    }
    return decode_more(bytes, false);
}

std::string_view TextDecoder::finish() {
    const std::string_view rest = decode_more({}, true);
    encoding_ = Encoding::undecided;
    pending_.clear();
    return rest;
}

std::string_view TextDecoder::decode_more(std::string_view bytes, bool is_last) {
    if (!pending_.empty()) {
        bytes_ = pending_;
        bytes_ += bytes;
        bytes = bytes_;
        pending_.clear();
    }
    if (encoding_ == Encoding::undecided) {
        if (bytes.size() < start_size && !is_last) {
            pending_ = bytes;
            return {};
        }
        decide(bytes);
    }
    return encoding_ == Encoding::bytes ? decode_bytes(bytes, is_last)
                                        : decode_utf16(bytes, is_last);
}

void TextDecoder::decide(std::string_view start) {
    encoding_ = Encoding::bytes;
    if (start.starts_with("\xFF\xFE")) encoding_ = Encoding::utf16_little;
    if (start.starts_with("\xFE\xFF")) encoding_ = Encoding::utf16_big;
    if (start.size() < start_size) return;
    const auto is_zero = [start](std::size_t at) { return start[at] == '\0'; };
    if (!is_zero(0) && is_zero(1) && !is_zero(2) && is_zero(3)) encoding_ = Encoding::utf16_little;
    if (is_zero(0) && !is_zero(1) && is_zero(2) && !is_zero(3)) encoding_ = Encoding::utf16_big;
}

std::string_view TextDecoder::decode_bytes(std::string_view bytes, bool is_last) {
    is_ascii_ = is_ascii_text(bytes);
    if (is_ascii_) return bytes;
    text_.clear();
    std::size_t copied = 0;  // of the bytes
    const auto copy_to = [&](std::size_t end) {
        text_.append(bytes, copied, end - copied);
        copied = end;
    };
    for (std::size_t at = 0; at < bytes.size();) {
        if (is_ascii_byte(bytes[at])) {
            ++at;
            continue;
        }
        const std::string_view rest = bytes.substr(at);
        const std::size_t length = detail::utf8_length(rest);
        if (length > 0 && !is_sign_behind_letter(rest.substr(0, length))) {
            at += length;
            continue;
        }
        copy_to(at);
        if (length == 0 && !is_last && may_be_cut(rest)) {
            pending_ = rest;
            return text_;
        }
        append_cp1252(text_, bytes[at]);
        copied = ++at;
    }
    if (copied == 0) return bytes;
    copy_to(bytes.size());
    return text_;
}

std::string_view TextDecoder::decode_utf16(std::string_view bytes, bool is_last) {
    const bool is_little = encoding_ == Encoding::utf16_little;
    const auto unit = [&](std::size_t at) {
        const unsigned first = byte(bytes[at]), second = byte(bytes[at + 1]);
        return static_cast<char32_t>(is_little ? second << 8U | first : first << 8U | second);
    };
    const auto is_high = [](char32_t c) { return c >= 0xD800 && c < 0xDC00; };
    const auto is_low = [](char32_t c) { return c >= 0xDC00 && c < 0xE000; };
    text_.clear();
    std::size_t at = 0;
    for (; at + 2 <= bytes.size(); at += 2) {
        char32_t c = unit(at);
        if (is_high(c)) {
            const bool has_next = at + 4 <= bytes.size();
            if (!has_next && !is_last) break;
            if (has_next && is_low(unit(at + 2))) {
                c = 0x10000 + ((c - 0xD800) << 10U) + (unit(at + 2) - 0xDC00);
                at += 2;
            } else {
                c = replacement;
            }
        } else if (is_low(c)) {
            c = replacement;
        }
        detail::append_utf8(text_, c);
    }
    if (!is_last)
        pending_ = bytes.substr(at);
    else if (at < bytes.size())
        detail::append_utf8(text_, replacement);
    is_ascii_ = is_ascii_text(text_);
    return text_;
}

std::string to_utf8(std::string_view bytes) {
    TextDecoder decoder;
    std::string text(decoder.decode(bytes));
    text += decoder.finish();
    return text;
}

}  // namespace kibitz
