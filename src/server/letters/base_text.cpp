#include "letters/base_text.hpp"

namespace kibitz::letters {

namespace {

constexpr unsigned byte_bits = 8, byte_mask = 0xff;
constexpr std::string_view base32_digits = "abcdefghijklmnopqrstuvwxyz234567";
constexpr std::string_view base64url_digits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

std::string encode(Bytes bytes, std::string_view digits, unsigned digit_bits) {
    const unsigned mask = (1U << digit_bits) - 1;
    std::string text;
    unsigned pending = 0, bits = 0;
    for (const std::uint8_t byte : bytes) {
        pending = (pending << byte_bits | byte) & ((1U << (byte_bits + digit_bits)) - 1);
        bits += byte_bits;
        for (; bits >= digit_bits; bits -= digit_bits)
            text += digits[pending >> (bits - digit_bits) & mask];
    }
    if (bits > 0) text += digits[pending << (digit_bits - bits) & mask];
    return text;
}

bool decode(std::string_view text, std::span<std::uint8_t> out, std::string_view digits,
            unsigned digit_bits) {
    if (text.size() != (out.size() * byte_bits + digit_bits - 1) / digit_bits) return false;
    unsigned pending = 0, bits = 0;
    std::size_t written = 0;
    for (const char letter : text) {
        const std::size_t digit = digits.find(letter);
        if (digit == std::string_view::npos) return false;
        pending = pending << digit_bits | static_cast<unsigned>(digit);
        bits += digit_bits;
        if (bits < byte_bits) continue;
        bits -= byte_bits;
        out[written++] = static_cast<std::uint8_t>(pending >> bits & byte_mask);
        pending &= (1U << bits) - 1;
    }
    return pending == 0;
}

constexpr unsigned base32_bits = 5, base64_bits = 6;

}  // namespace

std::string to_base32(Bytes bytes) { return encode(bytes, base32_digits, base32_bits); }
std::string to_base64url(Bytes bytes) { return encode(bytes, base64url_digits, base64_bits); }

bool from_base32(std::string_view text, std::span<std::uint8_t> out) {
    return decode(text, out, base32_digits, base32_bits);
}
bool from_base64url(std::string_view text, std::span<std::uint8_t> out) {
    return decode(text, out, base64url_digits, base64_bits);
}

}  // namespace kibitz::letters
