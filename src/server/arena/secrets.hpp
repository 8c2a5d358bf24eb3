// What the arena needs of cryptography, handed in by whoever runs it: src/server/secrets has it by
// libsodium, tests have others. The arena uses it on its own thread only.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kibitz::arena {

class Secrets {
   public:
    Secrets() = default;
    Secrets(const Secrets&) = delete;
    Secrets& operator=(const Secrets&) = delete;
    virtual ~Secrets() = default;

    // Bytes that nobody can guess.
    virtual std::string random(std::size_t count) = 0;
    // 64 hexadecimal digits.
    [[nodiscard]] virtual std::string sha256_hex(std::string_view text) const = 0;
    // Takes as long wherever the two differ.
    [[nodiscard]] virtual bool are_equal(std::string_view a, std::string_view b) const = 0;
    // A text that must be readable again, encrypted; hexadecimal.
    virtual std::string seal(std::string_view text) = 0;
    // Nothing if it was sealed with another key or changed since.
    [[nodiscard]] virtual std::optional<std::string> unseal(std::string_view sealed) const = 0;
    // Whether the owner of a public key of letters (docs/letters.md) has signed the message.
    [[nodiscard]] virtual bool is_signed_by(std::string_view letter_key, std::string_view message,
                                            std::string_view signature) const = 0;
};

std::string to_hex(std::string_view bytes);

// What proves who a player is: 64 hexadecimal digits that nobody can guess.
std::string new_token(Secrets& secrets);

}  // namespace kibitz::arena
