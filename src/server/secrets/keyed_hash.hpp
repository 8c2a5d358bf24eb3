// HMAC-SHA256 by libsodium (RFC 2104): a hash that nobody can compute without the key.
#pragma once

#include <sodium.h>

#include <array>
#include <initializer_list>
#include <string_view>

namespace kibitz::secrets {

class KeyedHash {
   public:
    using Digest = std::array<unsigned char, crypto_auth_hmacsha256_BYTES>;

    // A key of any length.
    explicit KeyedHash(std::string_view key);
    // Hashes the parts, one after the other.
    [[nodiscard]] Digest of(std::initializer_list<std::string_view> parts) const;

   private:
    crypto_auth_hmacsha256_state keyed_{};  // what all hashes with this key begin with
};

}  // namespace kibitz::secrets
