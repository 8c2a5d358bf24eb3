#include "secrets/letter_box.hpp"

#include <sodium.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <span>

#include "letters/base_text.hpp"
#include "letters/words.hpp"
#include "secrets/keyed_hash.hpp"

namespace kibitz::secrets {

using letters::Digest;
using letters::Fault;
using letters::Letter;
using letters::PublicKey;
using letters::Signature;

namespace {

// What is hashed or signed begins with its purpose, so that nothing made for one can be used for
// another.
constexpr std::string_view words_purpose = "kibitz letter words 1\n";
constexpr std::string_view derivation_salt = "kibitz letter 1\n";
constexpr std::string_view signing_purpose = "sign";
constexpr std::string_view sealing_purpose = "seal";
constexpr std::string_view key_purpose = "kibitz letter key 1\n";
constexpr std::string_view address_purpose = "kibitz letter address 1\n";
constexpr std::string_view letter_purpose = "kibitz letter 1\n";

static_assert(Letter::seal_bytes == crypto_box_SEALBYTES);
static_assert(sizeof(Digest) == crypto_hash_sha256_BYTES);
static_assert(sizeof(Signature) == crypto_sign_BYTES);
static_assert(sizeof(LetterSeed) == crypto_sign_SEEDBYTES);

const unsigned char* bytes_of(std::string_view text) {
    return reinterpret_cast<const unsigned char*>(text.data());
}

std::string_view text_of(std::span<const std::uint8_t> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string joined(std::initializer_list<std::string_view> parts) {
    std::string all;
    for (const std::string_view part : parts) all += part;
    return all;
}

// Of the system. Ends the process where there is no randomness: nothing can be kept secret there.
Digest random_digest() {
    if (sodium_init() < 0) std::abort();
    Digest digest;
    randombytes_buf(digest.data(), digest.size());
    return digest;
}

Digest sha256(std::string_view text) {
    Digest digest;
    crypto_hash_sha256(digest.data(), bytes_of(text), text.size());
    return digest;
}

std::uint8_t checksum_of(const LetterSeed& seed) {
    return sha256(joined({words_purpose, text_of(seed)})).front();
}

// HKDF-SHA256 (RFC 5869) for one block of output.
Digest derived(const LetterSeed& seed, std::string_view purpose) {
    constexpr std::string_view first_block = "\x01";
    const Digest extracted = KeyedHash(derivation_salt).of({text_of(seed)});
    return KeyedHash(text_of(extracted)).of({purpose, first_block});
}

std::string proven_by_key(const PublicKey& key) {
    return joined({key_purpose, text_of(key.sealing)});
}

std::string signed_by_sender(const letters::Metadata& metadata, std::string_view sealed) {
    const Digest digest = sha256(sealed);
    return joined({letter_purpose, metadata.before_signature(), text_of(digest)});
}

bool is_signed(const Digest& key, std::string_view message, const Signature& signature) {
    return crypto_sign_verify_detached(signature.data(), bytes_of(message), message.size(),
                                       key.data()) == 0;
}

Digest commitment_to(const letters::Metadata& metadata, const OpenedLetter& opened) {
    return KeyedHash(text_of(opened.franking_key))
        .of({metadata.before_commitment(), "\n", opened.text});
}

bool is_zero(const Digest& bytes) { return sodium_is_zero(bytes.data(), bytes.size()) == 1; }

std::expected<void, Fault> check_text(std::string_view text) {
    if (text.size() > Letter::longest_text) return std::unexpected(Fault::text_too_long);
    if (!letters::is_utf8(text)) return std::unexpected(Fault::bad_text);
    return {};
}

std::expected<void, Fault> can_be_sealed(const PublicKey& recipient, std::string_view text) {
    if (!is_genuine(recipient)) return std::unexpected(Fault::bad_key);
    return check_text(text);
}

std::expected<std::string, Fault> sealed_for(const PublicKey& recipient,
                                             const OpenedLetter& content) {
    std::string plain = joined({text_of(content.franking_key), content.text});
    const std::size_t size = plain.size();
    plain.resize(size + Letter::block);
    std::size_t padded = 0;
    sodium_pad(&padded, reinterpret_cast<unsigned char*>(plain.data()), size, Letter::block,
               plain.size());
    plain.resize(padded);
    std::string sealed(padded + Letter::seal_bytes, '\0');
    // Fails for points of small order, which no key pair has.
    if (crypto_box_seal(reinterpret_cast<unsigned char*>(sealed.data()), bytes_of(plain), padded,
                        recipient.sealing.data()) != 0)
        return std::unexpected(Fault::bad_key);
    return sealed;
}

// Nothing unless it is padded as sealed_for() does it.
std::optional<OpenedLetter> content_of(std::string_view plain) {
    std::size_t size = 0;
    if (sodium_unpad(&size, bytes_of(plain), plain.size(), Letter::block) != 0 ||
        size < sizeof(Digest))
        return std::nullopt;
    OpenedLetter content;
    std::copy_n(bytes_of(plain), sizeof(Digest), content.franking_key.begin());
    content.text = plain.substr(sizeof(Digest), size - sizeof(Digest));
    return content;
}

}  // namespace

LetterSeed random_letter_seed() { return random_digest(); }

std::string to_words(const LetterSeed& seed) {
    letters::CheckedSeed checked;
    std::ranges::copy(seed, checked.begin());
    checked.back() = checksum_of(seed);
    return letters::to_words(checked);
}

std::expected<LetterSeed, Fault> seed_from_words(std::string_view words) {
    const auto checked = letters::from_words(words);
    if (!checked) return std::unexpected(checked.error());
    LetterSeed seed;
    std::copy_n(checked->begin(), seed.size(), seed.begin());
    if (checked->back() != checksum_of(seed)) return std::unexpected(Fault::word_checksum);
    return seed;
}

LetterKey::LetterKey(const LetterSeed& seed) {
    static_assert(sizeof(signing_secret_) == crypto_sign_SECRETKEYBYTES);
    static_assert(sizeof(sealing_secret_) == crypto_box_SECRETKEYBYTES);
    Digest signing_seed = derived(seed, signing_purpose);
    crypto_sign_seed_keypair(public_key_.signing.data(), signing_secret_.data(),
                             signing_seed.data());
    sodium_memzero(signing_seed.data(), signing_seed.size());
    sealing_secret_ = derived(seed, sealing_purpose);
    crypto_scalarmult_base(public_key_.sealing.data(), sealing_secret_.data());
    public_key_.proof = sign(proven_by_key(public_key_));
}

LetterKey::~LetterKey() {
    sodium_memzero(signing_secret_.data(), signing_secret_.size());
    sodium_memzero(sealing_secret_.data(), sealing_secret_.size());
}

Signature LetterKey::sign(std::string_view message) const {
    Signature signature;
    crypto_sign_detached(signature.data(), nullptr, bytes_of(message), message.size(),
                         signing_secret_.data());
    return signature;
}

std::optional<std::string> LetterKey::unseal(std::string_view sealed) const {
    if (sealed.size() < crypto_box_SEALBYTES) return std::nullopt;
    std::string plain(sealed.size() - crypto_box_SEALBYTES, '\0');
    if (crypto_box_seal_open(reinterpret_cast<unsigned char*>(plain.data()), bytes_of(sealed),
                             sealed.size(), public_key_.sealing.data(),
                             sealing_secret_.data()) != 0)
        return std::nullopt;
    return plain;
}

// The proof is left out: a browser may sign differently each time.
letters::Address address_of(const PublicKey& key) {
    return letters::Address(
        sha256(joined({address_purpose, text_of(key.signing), text_of(key.sealing)})));
}

bool is_genuine(const PublicKey& key) {
    return is_signed(key.signing, proven_by_key(key), key.proof);
}

bool is_signed_by(const PublicKey& key, std::string_view message, const Signature& signature) {
    return is_signed(key.signing, message, signature);
}

std::expected<Letter, Fault> seal_letter(const LetterKey& sender, const PublicKey& recipient,
                                         std::string_view text, std::uint64_t time) {
    if (const auto checked = can_be_sealed(recipient, text); !checked)
        return std::unexpected(checked.error());
    const OpenedLetter content{.text = std::string(text), .franking_key = random_digest()};
    auto sealed = sealed_for(recipient, content);
    if (!sealed) return std::unexpected(sealed.error());
    letters::Metadata metadata{.time = std::min(time, letters::Metadata::latest_time),
                               .from = address_of(sender.public_key()),
                               .to = address_of(recipient),
                               .key = sender.public_key()};
    metadata.commitment = commitment_to(metadata, content);
    metadata.signature = sender.sign(signed_by_sender(metadata, *sealed));
    return Letter{.metadata = metadata, .sealed = *std::move(sealed)};
}

std::expected<Letter, Fault> seal_anonymous_letter(const PublicKey& recipient,
                                                   std::string_view text) {
    if (const auto checked = can_be_sealed(recipient, text); !checked)
        return std::unexpected(checked.error());
    auto sealed = sealed_for(recipient, {.text = std::string(text)});
    if (!sealed) return std::unexpected(sealed.error());
    return Letter{.sealed = *std::move(sealed)};
}

std::expected<void, Fault> verify_letter(const Letter& letter) {
    if (!letter.metadata) return {};
    const letters::Metadata& metadata = *letter.metadata;
    if (metadata.from != address_of(metadata.key)) return std::unexpected(Fault::wrong_sender);
    if (!is_genuine(metadata.key)) return std::unexpected(Fault::bad_key);
    if (!is_signed(metadata.key.signing, signed_by_sender(metadata, letter.sealed),
                   metadata.signature))
        return std::unexpected(Fault::bad_signature);
    return {};
}

std::expected<OpenedLetter, Fault> open_letter(const LetterKey& recipient, const Letter& letter) {
    if (const auto verified = verify_letter(letter); !verified)
        return std::unexpected(verified.error());
    if (letter.metadata && letter.metadata->to != address_of(recipient.public_key()))
        return std::unexpected(Fault::other_recipient);
    const auto plain = recipient.unseal(letter.sealed);
    if (!plain) return std::unexpected(Fault::cannot_open);
    auto content = content_of(*plain);
    if (!content) return std::unexpected(Fault::bad_text);
    // A letter whose metadata somebody took away is no anonymous letter.
    if (letter.metadata.has_value() == is_zero(content->franking_key))
        return std::unexpected(Fault::bad_commitment);
    if (letter.metadata)
        if (const auto belongs = verify_disclosure(*letter.metadata, *content); !belongs)
            return std::unexpected(belongs.error());
    if (const auto checked = check_text(content->text); !checked)
        return std::unexpected(checked.error());
    return *std::move(content);
}

std::expected<void, Fault> verify_disclosure(const letters::Metadata& metadata,
                                             const OpenedLetter& opened) {
    const Digest commitment = commitment_to(metadata, opened);
    if (sodium_memcmp(commitment.data(), metadata.commitment.data(), commitment.size()) != 0)
        return std::unexpected(Fault::bad_commitment);
    return {};
}

std::expected<void, Fault> verify_report(const Letter& letter, const OpenedLetter& opened) {
    if (!letter.metadata) return std::unexpected(Fault::bad_signature);
    if (const auto verified = verify_letter(letter); !verified)
        return std::unexpected(verified.error());
    if (const auto belongs = verify_disclosure(*letter.metadata, opened); !belongs)
        return std::unexpected(belongs.error());
    return check_text(opened.text);
}

std::string letter_id(std::string_view file) {
    // https://github.com/multiformats/cid: version 1, raw bytes, SHA-256 of 32 bytes, in base32.
    constexpr std::string_view prefix = "\x01\x55\x12\x20";
    constexpr char base32_mark = 'b';
    const Digest digest = sha256(file);
    const std::string bytes = joined({prefix, text_of(digest)});
    return base32_mark + letters::to_base32({bytes_of(bytes), bytes.size()});
}

}  // namespace kibitz::secrets
