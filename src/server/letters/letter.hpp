// The file of a letter: metadata that everybody can read, on one line, and a sealed body
// (docs/letters.md). This says how it is written; secrets/letter_box.hpp signs and seals.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "letters/fault.hpp"

namespace kibitz::letters {

using Digest = std::array<std::uint8_t, 32>;
using Signature = std::array<std::uint8_t, 64>;

// Whom a letter is from or to: the hash of their public keys.
class Address {
   public:
    Address() = default;
    explicit Address(const Digest& digest) : digest_(digest) {}
    // "kz" and 52 letters and digits.
    static std::optional<Address> parse(std::string_view text);
    [[nodiscard]] std::string text() const;
    auto operator<=>(const Address&) const = default;

   private:
    Digest digest_{};
};

// The public keys of a person: one checks signatures, the other seals.
struct PublicKey {
    Digest signing{}, sealing{};
    Signature proof{};  // by the signing key, that the other one belongs to the same person

    // 171 letters, digits, hyphens and underscores.
    static std::optional<PublicKey> parse(std::string_view text);
    [[nodiscard]] std::string text() const;
    bool operator==(const PublicKey&) const = default;
};

// A letter with a sender has this.
struct Metadata {
    static constexpr int version = 1;
    static constexpr std::uint64_t latest_time = 253'402'300'799;  // the end of the year 9999

    std::uint64_t time = 0;  // when it was written: seconds since 1970, by the sender's clock
    Address from{}, to{};
    PublicKey key{};      // the sender's
    Digest commitment{};  // binds what is sealed to all before it
    Signature signature{};

    // What the commitment covers, and what the signature does.
    [[nodiscard]] std::string before_commitment() const;
    [[nodiscard]] std::string before_signature() const;
    [[nodiscard]] std::string line() const;
    bool operator==(const Metadata&) const = default;
};

struct Letter {
    static constexpr std::size_t longest = 8192;  // bytes of the file
    static constexpr std::size_t block = 256;     // what is sealed is padded to a multiple of it
    static constexpr std::size_t seal_bytes = 48;
    static constexpr std::size_t longest_padded = 7168;
    static constexpr std::size_t longest_text = 7000;

    std::optional<Metadata> metadata{};  // nothing: a letter without a sender
    std::string sealed{};

    [[nodiscard]] std::string file() const;
    bool operator==(const Letter&) const = default;
};

// Accepts what Letter::file() can write, and nothing else.
std::expected<Letter, Fault> parse_letter(std::string_view file);

bool is_utf8(std::string_view text);

}  // namespace kibitz::letters
