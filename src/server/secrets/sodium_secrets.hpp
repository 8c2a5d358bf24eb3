// The arena's secrets by libsodium.
#pragma once

#include <array>

#include "arena/secrets.hpp"

namespace kibitz::secrets {

// The system makes them. Where it cannot, the process ends: nothing can be kept secret there.
std::string random_bytes(std::size_t count);

// Texts are sealed with XSalsa20 and Poly1305 (libsodium's secretbox).
class SodiumSecrets : public arena::Secrets {
   public:
    static constexpr std::size_t key_bytes = 32;

    // A key of another length is hashed into one of key_bytes.
    explicit SodiumSecrets(std::string_view key);
    // In place of the one before: an arena can be rebuilt from its log before the key is known.
    void use_key(std::string_view key);

    std::string random(std::size_t count) override { return random_bytes(count); }
    [[nodiscard]] std::string sha256_hex(std::string_view text) const override;
    [[nodiscard]] bool are_equal(std::string_view a, std::string_view b) const override;
    std::string seal(std::string_view text) override;
    [[nodiscard]] std::optional<std::string> unseal(std::string_view sealed) const override;
    [[nodiscard]] bool is_signed_by(std::string_view letter_key, std::string_view message,
                                    std::string_view signature) const override;

   private:
    std::array<unsigned char, key_bytes> key_{};
};

}  // namespace kibitz::secrets
