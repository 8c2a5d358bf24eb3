#include "arena/secrets.hpp"

#include <sodium.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace kibitz::arena {

namespace {

const unsigned char* bytes_of(std::string_view text) {
    return reinterpret_cast<const unsigned char*>(text.data());
}

std::optional<std::string> from_hex(std::string_view hex) {
    std::string bytes(hex.size() / 2, '\0');
    std::size_t length = 0;
    if (sodium_hex2bin(reinterpret_cast<unsigned char*>(bytes.data()), bytes.size(), hex.data(),
                       hex.size(), nullptr, &length, nullptr) != 0 ||
        2 * length != hex.size())
        return std::nullopt;
    return bytes;
}

}  // namespace

SecretSource system_secrets() {
    // Fails only on a system that has no randomness to give; there nothing can be kept secret.
    if (sodium_init() < 0) std::abort();
    return [](std::size_t count) {
        std::string bytes(count, '\0');
        randombytes_buf(bytes.data(), bytes.size());
        return bytes;
    };
}

std::string to_hex(std::string_view bytes) {
    std::string hex(2 * bytes.size() + 1, '\0');
    sodium_bin2hex(hex.data(), hex.size(), bytes_of(bytes), bytes.size());
    hex.pop_back();
    return hex;
}

std::string sha256_hex(std::string_view text) {
    std::string hash(crypto_hash_sha256_BYTES, '\0');
    crypto_hash_sha256(reinterpret_cast<unsigned char*>(hash.data()), bytes_of(text), text.size());
    return to_hex(hash);
}

bool equal_secrets(std::string_view a, std::string_view b) {
    return a.size() == b.size() && sodium_memcmp(a.data(), b.data(), a.size()) == 0;
}

Vault::Vault(std::string_view key, SecretSource secrets) : secrets_(std::move(secrets)) {
    static_assert(key_bytes == crypto_secretbox_KEYBYTES && key_bytes == crypto_hash_sha256_BYTES);
    if (key.size() == key_bytes)
        std::copy_n(bytes_of(key), key_bytes, key_.begin());
    else
        crypto_hash_sha256(key_.data(), bytes_of(key), key.size());
}

std::string Vault::seal(std::string_view text) const {
    const std::string nonce = secrets_(crypto_secretbox_NONCEBYTES);
    std::string box(text.size() + crypto_secretbox_MACBYTES, '\0');
    crypto_secretbox_easy(reinterpret_cast<unsigned char*>(box.data()), bytes_of(text), text.size(),
                          bytes_of(nonce), key_.data());
    return to_hex(nonce + box);
}

std::optional<std::string> Vault::open(std::string_view sealed) const {
    const auto bytes = from_hex(sealed);
    constexpr std::size_t overhead = crypto_secretbox_NONCEBYTES + crypto_secretbox_MACBYTES;
    if (!bytes || bytes->size() < overhead) return std::nullopt;
    std::string text(bytes->size() - overhead, '\0');
    const unsigned char* nonce = bytes_of(*bytes);
    if (crypto_secretbox_open_easy(
            reinterpret_cast<unsigned char*>(text.data()), nonce + crypto_secretbox_NONCEBYTES,
            bytes->size() - crypto_secretbox_NONCEBYTES, nonce, key_.data()) != 0)
        return std::nullopt;
    return text;
}

}  // namespace kibitz::arena
