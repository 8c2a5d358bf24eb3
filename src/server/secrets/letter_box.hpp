// Signs, seals, checks and opens letters with libsodium. docs/letters.md has every step byte by
// byte.
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

#include "letters/fault.hpp"
#include "letters/letter.hpp"

namespace kibitz::secrets {

// The secret from which both key pairs of a person are derived.
using LetterSeed = std::array<std::uint8_t, 32>;

LetterSeed random_letter_seed();
// The 24 words that a person writes down.
std::string to_words(const LetterSeed& seed);
std::expected<LetterSeed, letters::Fault> seed_from_words(std::string_view words);

class LetterKey {
   public:
    explicit LetterKey(const LetterSeed& seed);
    ~LetterKey();
    LetterKey(const LetterKey&) = default;
    LetterKey& operator=(const LetterKey&) = default;

    [[nodiscard]] const letters::PublicKey& public_key() const { return public_key_; }
    [[nodiscard]] letters::Signature sign(std::string_view message) const;
    // What was sealed for the public key; nothing if it was not, or is not as it was.
    [[nodiscard]] std::optional<std::string> unseal(std::string_view sealed) const;

   private:
    letters::PublicKey public_key_{};
    std::array<std::uint8_t, 64> signing_secret_{};
    std::array<std::uint8_t, 32> sealing_secret_{};
};

letters::Address address_of(const letters::PublicKey& key);
// Whether one person made both halves of the key.
bool is_genuine(const letters::PublicKey& key);
bool is_signed_by(const letters::PublicKey& key, std::string_view message,
                  const letters::Signature& signature);

// `time` is in seconds since 1970. Fails on a text that is too long or not UTF-8, and on a key that
// is not genuine.
std::expected<letters::Letter, letters::Fault> seal_letter(const LetterKey& sender,
                                                           const letters::PublicKey& recipient,
                                                           std::string_view text,
                                                           std::uint64_t time);
std::expected<letters::Letter, letters::Fault> seal_anonymous_letter(
    const letters::PublicKey& recipient, std::string_view text);

// What everybody can check: that the address in `from` belongs to the key, and that its owner
// signed the letter. An anonymous letter has nothing to check.
std::expected<void, letters::Fault> verify_letter(const letters::Letter& letter);

struct OpenedLetter {
    std::string text;
    // Discloses the text to others (verify_disclosure). It is all zero in an anonymous letter.
    letters::Digest franking_key{};
};
// Verifies the letter first.
std::expected<OpenedLetter, letters::Fault> open_letter(const LetterKey& recipient,
                                                        const letters::Letter& letter);

// Whether the letter to which the metadata belongs has this text, for somebody who cannot open it.
std::expected<void, letters::Fault> verify_disclosure(const letters::Metadata& metadata,
                                                      const OpenedLetter& opened);

// Whether the sender has signed a letter that has this text: what a server checks when a recipient
// reports a letter to its operator (docs/letters.md#reports). Anonymous letters have no sender.
std::expected<void, letters::Fault> verify_report(const letters::Letter& letter,
                                                  const OpenedLetter& opened);

// The name of a letter's file, which is its content identifier in IPFS (CIDv1, raw, SHA-256).
std::string letter_id(std::string_view file);

}  // namespace kibitz::secrets
