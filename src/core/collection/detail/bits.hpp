// Numbers in few bits, one behind the other, the lowest bit first.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "collection/detail/bytes.hpp"

namespace kibitz::collection::detail {

class BitWriter {
   public:
    explicit BitWriter(std::string& out) : out_(out) {}

    // `size` is at most 32.
    void put(std::uint64_t number, unsigned size) {
        held_ |= number << held_size_;
        held_size_ += size;
        for (; held_size_ >= bits_of_a_byte; held_size_ -= bits_of_a_byte) {
            out_ += static_cast<char>(held_ & 0xFF);
            held_ >>= bits_of_a_byte;
        }
    }
    // So many zeros, and a one.
    void put_unary(std::uint64_t number) {
        constexpr unsigned at_once = 31;
        for (; number > at_once; number -= at_once) put(0, at_once);
        put(std::uint64_t{1} << number, static_cast<unsigned>(number) + 1);
    }
    // A number from 1 on, small ones in fewer bits (Elias' gamma code).
    void put_gamma(std::uint64_t number) {
        const auto below = static_cast<unsigned>(std::bit_width(number)) - 1;
        put_unary(below);
        put(number & ((std::uint64_t{1} << below) - 1), below);
    }
    // What follows begins with a byte.
    void end_byte() {
        if (held_size_ > 0) put(0, bits_of_a_byte - held_size_);
    }

   private:
    std::string& out_;
    std::uint64_t held_ = 0;
    unsigned held_size_ = 0;
};

// Reads what was put; nothing where the bytes end too early, or make no sense.
class BitReader {
   public:
    explicit BitReader(std::string_view bytes) : bytes_(bytes) {}

    // `size` is at most 32.
    std::optional<std::uint64_t> take(unsigned size) {
        const std::uint64_t bits = ahead();
        if (!pass(size)) return std::nullopt;
        return bits & ((std::uint64_t{1} << size) - 1);
    }
    std::optional<std::uint64_t> take_unary() {
        for (std::uint64_t number = 0;;) {
            const auto zeros = static_cast<unsigned>(std::countr_zero(ahead()));
            if (zeros < sure_bits) {
                if (!pass(zeros + 1)) return std::nullopt;
                return number + zeros;
            }
            if (!pass(sure_bits)) return std::nullopt;
            number += sure_bits;
        }
    }
    std::optional<std::uint64_t> take_gamma() {
        constexpr std::uint64_t most = 32;
        const auto below = take_unary();
        if (!below || *below > most) return std::nullopt;
        const auto rest = take(static_cast<unsigned>(*below));
        if (!rest) return std::nullopt;
        return *rest | std::uint64_t{1} << *below;
    }

   private:
    // Of the bits ahead, so many are there for sure, if the bytes have not ended.
    static constexpr unsigned sure_bits = 56;

    [[nodiscard]] std::uint64_t ahead() const {
        const std::size_t byte = at_ / bits_of_a_byte;
        const auto rest = bytes_.substr(std::min(byte, bytes_.size()));
        std::uint64_t bits = 0;
        if (rest.size() >= sizeof bits)
            bits = number_at<std::uint64_t>(rest, 0);
        else
            for (std::size_t i = rest.size(); i-- > 0;)
                bits = bits << bits_of_a_byte | static_cast<unsigned char>(rest[i]);
        return bits >> at_ % bits_of_a_byte;
    }
    bool pass(unsigned size) {
        at_ += size;
        return at_ <= bytes_.size() * bits_of_a_byte;
    }

    std::string_view bytes_;
    std::size_t at_ = 0;
};

}  // namespace kibitz::collection::detail
