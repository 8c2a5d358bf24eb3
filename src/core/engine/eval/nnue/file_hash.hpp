// A 64-bit hash of bytes against damage by accident. Every step is a bijection of the state, so
// a change within one 8-byte word is always noticed; it is no protection against intent.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace kibitz::nnue {

namespace detail {

constexpr std::uint64_t add_to_hash(std::uint64_t hash, std::uint64_t word) {
    constexpr std::uint64_t odd_multiplier = 0x9E3779B97F4A7C15ull;  // 2^64 / golden ratio
    hash = (hash ^ word) * odd_multiplier;
    return hash ^ hash >> 32;
}

}  // namespace detail

constexpr std::uint64_t file_hash(std::span<const std::byte> bytes) {
    constexpr std::size_t word_size = 8;
    std::uint64_t hash = bytes.size();
    std::size_t at = 0;
    for (; at + word_size <= bytes.size(); at += word_size) {
        std::uint64_t word = 0;
        for (std::size_t i = 0; i < word_size; ++i)
            word |= std::to_integer<std::uint64_t>(bytes[at + i]) << (8 * i);
        hash = detail::add_to_hash(hash, word);
    }
    std::uint64_t rest = 0;
    for (std::size_t i = 0; at + i < bytes.size(); ++i)
        rest |= std::to_integer<std::uint64_t>(bytes[at + i]) << (8 * i);
    return detail::add_to_hash(hash, rest);
}

}  // namespace kibitz::nnue
