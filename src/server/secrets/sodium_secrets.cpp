#include "secrets/sodium_secrets.hpp"

#include <sodium.h>

#include <algorithm>
#include <cstdlib>

#include "letters/base_text.hpp"
#include "secrets/letter_box.hpp"

namespace kibitz::secrets {

namespace {

const unsigned char* bytes_of(std::string_view text) {
    return reinterpret_cast<const unsigned char*>(text.data());
}

unsigned char* bytes_of(std::string& text) { return reinterpret_cast<unsigned char*>(text.data()); }

std::optional<std::string> from_hex(std::string_view hex) {
    std::string bytes(hex.size() / 2, '\0');
    std::size_t length = 0;
    if (sodium_hex2bin(bytes_of(bytes), bytes.size(), hex.data(), hex.size(), nullptr, &length,
                       nullptr) != 0 ||
        2 * length != hex.size())
        return std::nullopt;
    return bytes;
}

}  // namespace

std::string random_bytes(std::size_t count) {
    if (sodium_init() < 0) std::abort();
    std::string bytes(count, '\0');
    randombytes_buf(bytes.data(), bytes.size());
    return bytes;
}

SodiumSecrets::SodiumSecrets(std::string_view key) { use_key(key); }

void SodiumSecrets::use_key(std::string_view key) {
    static_assert(key_bytes == crypto_secretbox_KEYBYTES && key_bytes == crypto_hash_sha256_BYTES);
    if (key.size() == key_bytes)
        std::copy_n(bytes_of(key), key_bytes, key_.begin());
    else
        crypto_hash_sha256(key_.data(), bytes_of(key), key.size());
}

std::string SodiumSecrets::sha256_hex(std::string_view text) const {
    std::string hash(crypto_hash_sha256_BYTES, '\0');
    crypto_hash_sha256(bytes_of(hash), bytes_of(text), text.size());
    return arena::to_hex(hash);
}

bool SodiumSecrets::are_equal(std::string_view a, std::string_view b) const {
    return a.size() == b.size() && sodium_memcmp(a.data(), b.data(), a.size()) == 0;
}

std::string SodiumSecrets::seal(std::string_view text) {
    const std::string nonce = random(crypto_secretbox_NONCEBYTES);
    std::string box(text.size() + crypto_secretbox_MACBYTES, '\0');
    crypto_secretbox_easy(bytes_of(box), bytes_of(text), text.size(),
                          bytes_of(std::string_view(nonce)), key_.data());
    return arena::to_hex(nonce + box);
}

std::optional<std::string> SodiumSecrets::unseal(std::string_view sealed) const {
    const auto bytes = from_hex(sealed);
    constexpr std::size_t overhead = crypto_secretbox_NONCEBYTES + crypto_secretbox_MACBYTES;
    if (!bytes || bytes->size() < overhead) return std::nullopt;
    std::string text(bytes->size() - overhead, '\0');
    const unsigned char* nonce = bytes_of(std::string_view(*bytes));
    if (crypto_secretbox_open_easy(bytes_of(text), nonce + crypto_secretbox_NONCEBYTES,
                                   bytes->size() - crypto_secretbox_NONCEBYTES, nonce,
                                   key_.data()) != 0)
        return std::nullopt;
    return text;
}

bool SodiumSecrets::is_signed_by(std::string_view letter_key, std::string_view message,
                                 std::string_view signature) const {
    const auto key = letters::PublicKey::parse(letter_key);
    letters::Signature bytes{};
    return key && letters::from_base64url(signature, bytes) && is_genuine(*key) &&
           secrets::is_signed_by(*key, message, bytes);
}

}  // namespace kibitz::secrets
