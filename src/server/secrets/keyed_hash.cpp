#include "secrets/keyed_hash.hpp"

namespace kibitz::secrets {

namespace {

const unsigned char* bytes_of(std::string_view text) {
    return reinterpret_cast<const unsigned char*>(text.data());
}

}  // namespace

KeyedHash::KeyedHash(std::string_view key) {
    crypto_auth_hmacsha256_init(&keyed_, bytes_of(key), key.size());
}

KeyedHash::Digest KeyedHash::of(std::initializer_list<std::string_view> parts) const {
    crypto_auth_hmacsha256_state state = keyed_;
    for (const std::string_view part : parts)
        crypto_auth_hmacsha256_update(&state, bytes_of(part), part.size());
    Digest digest;
    crypto_auth_hmacsha256_final(&state, digest.data());
    return digest;
}

}  // namespace kibitz::secrets
