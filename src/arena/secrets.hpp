// Secrets: random bytes, hashes, comparing, and keeping what must be readable again under a key.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace kibitz::arena {

// Bytes nobody can guess. Tests hand in others.
using SecretSource = std::function<std::string(std::size_t count)>;
SecretSource system_secrets();

std::string to_hex(std::string_view bytes);
// 64 hexadecimal digits.
std::string sha256_hex(std::string_view text);
// Takes as long wherever they differ.
bool equal_secrets(std::string_view a, std::string_view b);

// Seals short texts with a key (XSalsa20 and Poly1305, libsodium's secretbox).
class Vault {
   public:
    static constexpr std::size_t key_bytes = 32;

    // A key of another length is made one of key_bytes by hashing.
    Vault(std::string_view key, SecretSource secrets);
    [[nodiscard]] std::string seal(std::string_view text) const;  // hexadecimal
    // Nothing if it was sealed with another key or changed since.
    [[nodiscard]] std::optional<std::string> open(std::string_view sealed) const;

   private:
    std::array<unsigned char, key_bytes> key_{};
    SecretSource secrets_;
};

}  // namespace kibitz::arena
