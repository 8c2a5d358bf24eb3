// Hashes and signatures for tests: quick, the same in every run, and no secrets. Every text is a
// key.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "ledger/line.hpp"

namespace kibitz::ledger::test {

// A stand-in for SHA-256 with as many digits: FNV-1a with four beginnings.
inline Hash hash_of(std::string_view text) {
    constexpr std::uint64_t prime = 0x100000001B3, basis = 0xCBF29CE484222325;
    Hash digits;
    for (std::uint64_t part = 0; part < 4; ++part) {
        std::uint64_t hash = basis + part;
        for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * prime;
        for (int digit = 0; digit < 16; ++digit)
            digits += "0123456789abcdef"[hash >> (4 * digit) & 15];
    }
    return digits;
}

inline std::string signature_of(std::string_view key, std::string_view text) {
    return hash_of(std::string(key) + " signs " + std::string(text));
}
inline bool is_signed(std::string_view key, std::string_view text, std::string_view signature) {
    return signature == signature_of(key, text);
}

}  // namespace kibitz::ledger::test
