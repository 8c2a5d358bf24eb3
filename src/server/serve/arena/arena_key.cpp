#include "serve/arena/arena_key.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <optional>
#include <span>

#include "arena/accounts.hpp"
#include "arena/fields.hpp"
#include "arena/secrets.hpp"
#include "platform/files.hpp"
#include "secrets/sodium_secrets.hpp"

namespace kibitz::serve {

namespace {

namespace fs = std::filesystem;
using arena::LogEntry;
using secrets::SodiumSecrets;
using Done = std::expected<void, std::string>;

constexpr const char* ways_out =
    " Bring back the file that was there, or give those secrets up with --new-key: bots of the "
    "battlebot protocol then have to be registered anew.";

std::string key_file(const std::string& folder) { return fs::path(folder) / "key"; }

// Of the key, which it does not give away.
std::string fingerprint_of(std::string_view key) {
    return SodiumSecrets(key).sha256_hex("kibitz arena key " + arena::to_hex(key));
}

// Not over one that is there: two servers may begin at once.
Done write_new_key(const std::string& path) {
    const int file =
        ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
    const auto failed = [&] { return std::unexpected(path + ": " + std::strerror(errno)); };
    if (file < 0) return errno == EEXIST ? Done() : failed();
    const std::string key = secrets::random_bytes(SodiumSecrets::key_bytes);
    const bool is_written =
        ::write(file, key.data(), key.size()) == static_cast<ssize_t>(key.size()) &&
        ::fsync(file) == 0;
    const Done done = is_written ? Done() : failed();
    ::close(file);
    return done;
}

std::expected<std::string, std::string> read_key(const std::string& path) {
    const auto bytes = read_file(path, SodiumSecrets::key_bytes);
    if (!bytes) return std::unexpected(bytes.error());
    if (bytes->size() != SodiumSecrets::key_bytes)
        return std::unexpected(path + " has " + std::to_string(bytes->size()) + " bytes, not " +
                               std::to_string(SodiumSecrets::key_bytes) +
                               ": it is not the key to the bots' secrets in the log; bring back "
                               "the file that was there");
    return std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size());
}

std::vector<std::string> sealed_secrets(std::span<const LogEntry> accounts) {
    std::vector<std::string> sealed;
    for (const LogEntry& entry : accounts)
        if (auto secret = arena::text_field(entry.fact, "sealedPassHash").value_or("");
            !secret.empty())
            sealed.push_back(std::move(secret));
    return sealed;
}

// What a log says about its key.
struct KeyRecord {
    std::string fingerprint{};  // empty: it was written before there were fingerprints
    int entries = 0;
    std::vector<std::string> secrets{};

    [[nodiscard]] bool fits(std::string_view key) const {
        if (!fingerprint.empty()) return fingerprint == fingerprint_of(key);
        const SodiumSecrets opener(key);
        return std::ranges::all_of(
            secrets, [&](const std::string& secret) { return opener.unseal(secret).has_value(); });
    }
};

// Without the secrets.
std::expected<KeyRecord, std::string> read_key_record(store::EventStore& store) {
    const auto fingerprints = store.stream(key_stream);
    if (!fingerprints) return std::unexpected(fingerprints.error());
    KeyRecord record;
    if (fingerprints->empty()) return record;
    record.entries = fingerprints->back().number;
    record.fingerprint = arena::text_field(fingerprints->back().fact, "fingerprint").value_or("");
    return record;
}

Done append_fingerprint(store::EventStore& store, int number, std::string_view key) {
    const LogEntry entry{
        std::string(key_stream), number, {{"type", "key"}, {"fingerprint", fingerprint_of(key)}}};
    return store.append(std::span(&entry, 1));
}

}  // namespace

std::expected<void, std::string> check_arena_key(const std::string& folder,
                                                 store::EventStore& store) {
    const std::string path = key_file(folder);
    const auto record = read_key_record(store);
    if (!record) return std::unexpected(record.error());
    if (record->fingerprint.empty()) return {};
    const auto key = read_key(path);
    if (key && record->fits(*key)) return {};
    return std::unexpected((key ? path + " is not the key of this log" : key.error()) +
                           ". Copy it from the server that has the log.");
}

std::expected<std::string, std::string> open_arena_key(const std::string& folder,
                                                       store::EventStore& store, NewKey new_key) {
    const std::string path = key_file(folder);
    auto record = read_key_record(store);
    if (!record) return std::unexpected(record.error());
    // All accounts are read only where the fingerprint does not settle it.
    if (!record->fingerprint.empty())
        if (auto key = read_key(path); key && record->fits(*key)) return key;
    const auto accounts = store.stream(arena::Accounts::stream);
    if (!accounts) return std::unexpected(accounts.error());
    record->secrets = sealed_secrets(*accounts);
    const bool may_differ = record->secrets.empty() || new_key == NewKey::allowed;
    std::error_code ignored;
    if (!may_differ && !fs::exists(path, ignored))
        return std::unexpected(
            path + " is missing: it is the key to the bots' secrets in the log." + ways_out);
    if (auto written = write_new_key(path); !written) return std::unexpected(written.error());
    auto key = read_key(path);
    if (!key) return key;
    if (!record->fits(*key) && !may_differ)
        return std::unexpected(
            path + " is not the key that the secrets in the log were sealed with." + ways_out);
    if (record->fingerprint == fingerprint_of(*key)) return key;
    if (auto appended = append_fingerprint(store, record->entries + 1, *key); !appended)
        return std::unexpected(appended.error());
    return key;
}

}  // namespace kibitz::serve
