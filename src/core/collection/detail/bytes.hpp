// Numbers and texts in bytes, the lowest byte first.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kibitz::collection::detail {

inline constexpr unsigned bits_of_a_byte = 8;

// There is room at `at`, which is then behind the number.
template <class Number>
void put_number(char*& at, Number number) {
    for (std::size_t i = 0; i < sizeof(Number); ++i)
        *at++ = static_cast<char>(number >> (bits_of_a_byte * i) & 0xFF);
}

template <class Number>
void append_number(std::string& out, Number number) {
    std::array<char, sizeof(Number)> bytes;
    char* at = bytes.data();
    put_number(at, number);
    out.append(bytes.data(), bytes.size());
}

// The bytes are there.
template <class Number>
Number number_at(std::string_view bytes, std::size_t at) {
    Number number = 0;
    for (std::size_t i = sizeof(Number); i-- > 0;)
        number = static_cast<Number>(static_cast<std::uint64_t>(number) << bits_of_a_byte |
                                     static_cast<unsigned char>(bytes[at + i]));
    return number;
}

// Seven bits a byte, the lowest first; the eighth says that more follow.
inline void append_varint(std::string& out, std::uint64_t number) {
    constexpr unsigned bits = 7, more = 0x80;
    for (; number >= more; number >>= bits) out += static_cast<char>(number | more);
    out += static_cast<char>(number);
}

inline void append_text(std::string& out, std::string_view text) {
    append_varint(out, text.size());
    out += text;
}

// Reads what was appended; nothing where the bytes end too early or make no sense, and nothing ever
// after, so that whoever reads several things has them all if they have the last one.
class ByteReader {
   public:
    explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

    [[nodiscard]] bool at_end() const { return rest_.empty(); }
    std::optional<std::uint8_t> byte() {
        if (rest_.empty()) return std::nullopt;
        const auto byte = static_cast<std::uint8_t>(rest_.front());
        rest_.remove_prefix(1);
        return byte;
    }
    template <class Number>
    std::optional<Number> number() {
        if (rest_.size() < sizeof(Number)) return fail();
        const Number number = number_at<Number>(rest_, 0);
        rest_.remove_prefix(sizeof(Number));
        return number;
    }
    // Nearly all of them are one byte.
    std::optional<std::uint64_t> varint() {
        if (rest_.empty() || static_cast<unsigned char>(rest_.front()) >= more)
            return long_varint();
        return byte();
    }
    std::optional<std::string_view> text() {
        const auto size = varint();
        if (!size || *size > rest_.size()) return fail();
        const std::string_view text = rest_.substr(0, static_cast<std::size_t>(*size));
        rest_.remove_prefix(text.size());
        return text;
    }

   private:
    static constexpr unsigned more = 0x80;

    std::optional<std::uint64_t> long_varint() {
        constexpr unsigned bits = 7, most_bits = 64;
        std::uint64_t number = 0;
        for (unsigned shift = 0; shift < most_bits; shift += bits) {
            const auto next = byte();
            if (!next) return std::nullopt;
            number |= static_cast<std::uint64_t>(*next & (more - 1)) << shift;
            if (*next < more) return number;
        }
        return fail();
    }

    std::nullopt_t fail() {
        rest_ = {};
        return std::nullopt;
    }

    std::string_view rest_;
};

}  // namespace kibitz::collection::detail
