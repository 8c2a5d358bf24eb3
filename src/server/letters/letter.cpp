#include "letters/letter.hpp"

#include <algorithm>
#include <charconv>

#include "letters/base_text.hpp"

namespace kibitz::letters {

namespace {

constexpr std::string_view address_prefix = "kz";
constexpr std::string_view version_field = "{\"v\":";
constexpr std::string_view time_field = ",\"time\":";
constexpr std::string_view from_field = ",\"from\":\"";
constexpr std::string_view to_field = "\",\"to\":\"";
constexpr std::string_view key_field = "\",\"key\":\"";
constexpr std::string_view commitment_field = "\",\"commit\":\"";
constexpr std::string_view signature_field = "\",\"sig\":\"";
constexpr std::string_view line_end = "\"}";
constexpr std::string_view no_metadata = "{}";

template <std::size_t Size>
std::string as_text(const std::array<std::uint8_t, Size>& bytes) {
    return to_base64url(bytes);
}

template <std::size_t Size>
bool read_bytes(std::string_view text, std::array<std::uint8_t, Size>& bytes) {
    return from_base64url(text, bytes);
}

// Takes the fields off the front, one by one. After a fault nothing more is taken.
class FieldReader {
   public:
    explicit FieldReader(std::string_view line) : rest_(line) {}

    void expect(std::string_view words) {
        ok_ = ok_ && rest_.starts_with(words);
        if (ok_) rest_.remove_prefix(words.size());
    }
    // Without a sign, and without zeros in front.
    std::uint64_t number() {
        std::uint64_t value = 0;
        const char* const end = rest_.data() + rest_.size();
        const auto [stop, error] = std::from_chars(rest_.data(), end, value);
        const auto digits = static_cast<std::size_t>(stop - rest_.data());
        ok_ = ok_ && error == std::errc() && (digits == 1 || !rest_.starts_with('0'));
        if (ok_) rest_.remove_prefix(digits);
        return value;
    }
    std::string_view until_quote() {
        const std::string_view text = rest_.substr(0, rest_.find('"'));
        if (ok_) rest_.remove_prefix(text.size());
        return text;
    }
    void require(bool condition) { ok_ = ok_ && condition; }
    [[nodiscard]] bool ok() const { return ok_; }
    [[nodiscard]] bool at_end() const { return ok_ && rest_.empty(); }

   private:
    std::string_view rest_;
    bool ok_ = true;
};

std::expected<Metadata, Fault> parse_metadata(std::string_view line) {
    Metadata metadata;
    FieldReader reader(line);
    reader.expect(version_field);
    const std::uint64_t version = reader.number();
    if (reader.ok() && version != Metadata::version) return std::unexpected(Fault::unknown_version);
    reader.expect(time_field);
    metadata.time = reader.number();
    reader.require(metadata.time <= Metadata::latest_time);
    const auto read_address = [&](std::string_view field, Address& address) {
        reader.expect(field);
        const auto read = Address::parse(reader.until_quote());
        reader.require(read.has_value());
        if (read) address = *read;
    };
    read_address(from_field, metadata.from);
    read_address(to_field, metadata.to);
    reader.expect(key_field);
    const auto key = PublicKey::parse(reader.until_quote());
    reader.require(key.has_value());
    if (key) metadata.key = *key;
    reader.expect(commitment_field);
    reader.require(read_bytes(reader.until_quote(), metadata.commitment));
    reader.expect(signature_field);
    reader.require(read_bytes(reader.until_quote(), metadata.signature));
    reader.expect(line_end);
    if (!reader.at_end()) return std::unexpected(Fault::bad_metadata);
    return metadata;
}

bool is_sealed_size(std::size_t size) {
    if (size <= Letter::seal_bytes) return false;
    const std::size_t padded = size - Letter::seal_bytes;
    return padded % Letter::block == 0 && padded <= Letter::longest_padded;
}

}  // namespace

std::optional<Address> Address::parse(std::string_view text) {
    Digest digest{};
    if (!text.starts_with(address_prefix) ||
        !from_base32(text.substr(address_prefix.size()), digest))
        return std::nullopt;
    return Address(digest);
}

std::string Address::text() const { return std::string(address_prefix) + to_base32(digest_); }

std::optional<PublicKey> PublicKey::parse(std::string_view text) {
    std::array<std::uint8_t, sizeof(signing) + sizeof(sealing) + sizeof(proof)> bytes{};
    if (!from_base64url(text, bytes)) return std::nullopt;
    PublicKey key;
    const std::uint8_t* at = bytes.data();
    for (const std::span<std::uint8_t> part :
         {std::span<std::uint8_t>(key.signing), std::span<std::uint8_t>(key.sealing),
          std::span<std::uint8_t>(key.proof)}) {
        std::copy_n(at, part.size(), part.begin());
        at += part.size();
    }
    return key;
}

std::string PublicKey::text() const {
    std::string bytes;
    for (const Bytes part : {Bytes(signing), Bytes(sealing), Bytes(proof)})
        bytes.append(part.begin(), part.end());
    return to_base64url({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
}

std::string Metadata::before_commitment() const {
    std::string line(version_field);
    line += std::to_string(version);
    line += time_field;
    line += std::to_string(time);
    line += from_field;
    line += from.text();
    line += to_field;
    line += to.text();
    line += key_field;
    line += key.text();
    return line + '"';
}

std::string Metadata::before_signature() const {
    std::string line = before_commitment();
    line += commitment_field.substr(1);  // which begins with the quotation mark
    line += as_text(commitment);
    return line + '"';
}

std::string Metadata::line() const {
    std::string line = before_signature();
    line += signature_field.substr(1);
    line += as_text(signature);
    line += line_end;
    return line;
}

std::string Letter::file() const {
    return (metadata ? metadata->line() : std::string(no_metadata)) + '\n' + sealed;
}

std::expected<Letter, Fault> parse_letter(std::string_view file) {
    if (file.size() > Letter::longest) return std::unexpected(Fault::too_long);
    const std::size_t end = file.find('\n');
    if (end == std::string_view::npos) return std::unexpected(Fault::no_metadata);
    Letter letter;
    if (const std::string_view line = file.substr(0, end); line != no_metadata) {
        const auto metadata = parse_metadata(line);
        if (!metadata) return std::unexpected(metadata.error());
        letter.metadata = *metadata;
    }
    letter.sealed = file.substr(end + 1);
    if (!is_sealed_size(letter.sealed.size())) return std::unexpected(Fault::bad_body_size);
    return letter;
}

// By the table 3-7 of the Unicode standard.
bool is_utf8(std::string_view text) {
    const auto byte = [&](std::size_t at) { return static_cast<std::uint8_t>(text[at]); };
    for (std::size_t at = 0; at < text.size();) {
        const std::uint8_t first = byte(at);
        std::size_t more = 0;
        std::uint8_t lowest = 0x80, highest = 0xbf;  // of the second byte
        if (first < 0x80) {
            ++at;
            continue;
        }
        if (first >= 0xc2 && first <= 0xdf)
            more = 1;
        else if (first >= 0xe0 && first <= 0xef)
            more = 2;
        else if (first >= 0xf0 && first <= 0xf4)
            more = 3;
        else
            return false;
        if (first == 0xe0) lowest = 0xa0;
        if (first == 0xed) highest = 0x9f;
        if (first == 0xf0) lowest = 0x90;
        if (first == 0xf4) highest = 0x8f;
        if (text.size() - at <= more || byte(at + 1) < lowest || byte(at + 1) > highest)
            return false;
        for (std::size_t next = 2; next <= more; ++next)
            if (byte(at + next) < 0x80 || byte(at + next) > 0xbf) return false;
        at += more + 1;
    }
    return true;
}

}  // namespace kibitz::letters
