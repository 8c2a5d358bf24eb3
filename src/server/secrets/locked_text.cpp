#include "secrets/locked_text.hpp"

#include <sodium.h>

#include <array>
#include <charconv>
#include <cstdlib>
#include <vector>

#include "letters/base_text.hpp"

namespace kibitz::secrets {

namespace {

constexpr std::string_view mark = "kibitz locked 1 ";
constexpr std::size_t bytes_in_kibibyte = 1024;

struct Cost {
    unsigned long long operations = crypto_pwhash_OPSLIMIT_INTERACTIVE;
    std::size_t kibibytes = crypto_pwhash_MEMLIMIT_INTERACTIVE / bytes_in_kibibyte;
};
// A file from elsewhere does not keep us for minutes, nor take all memory.
constexpr Cost most{.operations = 16, .kibibytes = 1024UL * 1024};

constexpr std::size_t salt_bytes = crypto_pwhash_SALTBYTES;
constexpr std::size_t nonce_bytes = crypto_secretbox_NONCEBYTES;
constexpr std::size_t head_bytes = salt_bytes + nonce_bytes;

using Key = std::array<unsigned char, crypto_secretbox_KEYBYTES>;

const unsigned char* bytes_of(std::string_view text) {
    return reinterpret_cast<const unsigned char*>(text.data());
}

std::optional<Key> key_of(std::string_view passphrase, const unsigned char* salt,
                          const Cost& cost) {
    Key key;
    if (crypto_pwhash(key.data(), key.size(), passphrase.data(), passphrase.size(), salt,
                      cost.operations, cost.kibibytes * bytes_in_kibibyte,
                      crypto_pwhash_ALG_ARGON2ID13) != 0)
        return std::nullopt;
    return key;
}

// The number before the next blank, which is taken away with it.
template <class Number>
bool take_number(std::string_view& text, Number& number) {
    const std::size_t blank = text.find(' ');
    if (blank == std::string_view::npos) return false;
    const auto [end, error] = std::from_chars(text.data(), text.data() + blank, number);
    const bool is_whole = error == std::errc() && end == text.data() + blank;
    text.remove_prefix(blank + 1);
    return is_whole;
}

}  // namespace

std::optional<std::string> lock_text(std::string_view text, std::string_view passphrase) {
    if (sodium_init() < 0) std::abort();
    const Cost cost;
    std::vector<unsigned char> bytes(head_bytes + crypto_secretbox_MACBYTES + text.size());
    randombytes_buf(bytes.data(), head_bytes);
    const auto key = key_of(passphrase, bytes.data(), cost);
    if (!key) return std::nullopt;
    crypto_secretbox_easy(bytes.data() + head_bytes, bytes_of(text), text.size(),
                          bytes.data() + salt_bytes, key->data());
    return std::string(mark) + std::to_string(cost.operations) + ' ' +
           std::to_string(cost.kibibytes) + ' ' + letters::to_base64url(bytes) + '\n';
}

bool is_locked(std::string_view text) { return text.starts_with(mark); }

std::optional<std::string> unlock_text(std::string_view locked, std::string_view passphrase) {
    if (sodium_init() < 0) std::abort();
    if (!is_locked(locked)) return std::nullopt;
    locked.remove_prefix(mark.size());
    while (locked.ends_with('\n') || locked.ends_with('\r')) locked.remove_suffix(1);
    Cost cost;
    if (!take_number(locked, cost.operations) || !take_number(locked, cost.kibibytes) ||
        cost.operations > most.operations || cost.kibibytes > most.kibibytes)
        return std::nullopt;
    constexpr std::size_t digit_bits = 6, byte_bits = 8;
    std::vector<unsigned char> bytes(locked.size() * digit_bits / byte_bits);
    if (bytes.size() < head_bytes + crypto_secretbox_MACBYTES ||
        !letters::from_base64url(locked, bytes))
        return std::nullopt;
    const auto key = key_of(passphrase, bytes.data(), cost);
    if (!key) return std::nullopt;
    std::string text(bytes.size() - head_bytes - crypto_secretbox_MACBYTES, '\0');
    if (crypto_secretbox_open_easy(reinterpret_cast<unsigned char*>(text.data()),
                                   bytes.data() + head_bytes, bytes.size() - head_bytes,
                                   bytes.data() + salt_bytes, key->data()) != 0)
        return std::nullopt;
    return text;
}

}  // namespace kibitz::secrets
