// The key of the log's secrets, and the fingerprint that the log has of it.
#include "serve/arena/arena_key.hpp"

#include <filesystem>
#include <fstream>

#include "arena/accounts.hpp"
#include "arena/secrets.hpp"
#include "secrets/sodium_secrets.hpp"
#include "support/temporary_folder.hpp"
#include "support/test.hpp"

using namespace kibitz;
using test::TemporaryFolder;

namespace {

std::string key_file(const TemporaryFolder& folder) { return folder / "key"; }

std::string error_of(const std::expected<std::string, std::string>& opened) {
    return opened ? std::string() : opened.error();
}

// As a version before the fingerprint wrote it.
void append_bot(store::EventStore& store, const std::string& key) {
    arena::Accounts accounts;
    secrets::SodiumSecrets vault(key);
    const std::vector entries{accounts.add(
        {.name = "ann", .owner = "", .is_bot = true, .sealed_pass_hash = vault.seal("hash")})};
    REQUIRE(store.append(entries));
}

std::size_t fingerprints(store::EventStore& store) {
    return store.stream(serve::key_stream)->size();
}

}  // namespace

TEST_CASE("a new log gets a new key and its fingerprint, once") {
    const TemporaryFolder folder;
    const auto store = store::make_memory_store();
    const auto key = serve::open_arena_key(folder.path(), *store);
    REQUIRE(key);
    CHECK(fingerprints(*store) == 1);
    const auto mode = std::filesystem::status(key_file(folder)).permissions();
    CHECK(mode == (std::filesystem::perms::owner_read | std::filesystem::perms::owner_write));
    CHECK(serve::open_arena_key(folder.path(), *store) == key);
    CHECK(fingerprints(*store) == 1);
    // It does not give the key away.
    CHECK((*store->stream(serve::key_stream))[0].fact.dump().find(arena::to_hex(*key)) ==
          std::string::npos);
}

TEST_CASE("a log of an older version gets a fingerprint at the first start") {
    const TemporaryFolder folder;
    const auto store = store::make_memory_store();
    const std::string key(secrets::SodiumSecrets::key_bytes, 'k');
    std::ofstream(key_file(folder)) << key;
    append_bot(*store, key);
    CHECK(serve::open_arena_key(folder.path(), *store) == key);
    CHECK(fingerprints(*store) == 1);
}

TEST_CASE("a log is never used with another key than that of its secrets") {
    const TemporaryFolder folder;
    const auto store = store::make_memory_store();
    std::string key(secrets::SodiumSecrets::key_bytes, 'k');
    SUBCASE("of this version") {
        const auto opened = serve::open_arena_key(folder.path(), *store);
        REQUIRE(opened);
        key = *opened;
    }
    SUBCASE("of an older one") {}
    append_bot(*store, key);
    const std::size_t before = fingerprints(*store);

    std::filesystem::remove(key_file(folder));
    CHECK(error_of(serve::open_arena_key(folder.path(), *store))
              .starts_with(key_file(folder) + " is missing"));
    CHECK(!std::filesystem::exists(key_file(folder)));

    std::ofstream(key_file(folder)) << std::string(secrets::SodiumSecrets::key_bytes, 'x');
    CHECK(error_of(serve::open_arena_key(folder.path(), *store))
              .starts_with(key_file(folder) + " is not the key"));
    CHECK(fingerprints(*store) == before);

    // Unless the operator gives the secrets up.
    const auto given_up = serve::open_arena_key(folder.path(), *store, serve::NewKey::allowed);
    REQUIRE(given_up);
    CHECK(fingerprints(*store) == before + 1);
    CHECK(serve::open_arena_key(folder.path(), *store) == given_up);
}

TEST_CASE("without secrets in the log any key will do") {
    const TemporaryFolder folder, other;
    const auto store = store::make_memory_store();
    REQUIRE(serve::open_arena_key(folder.path(), *store));
    CHECK(serve::open_arena_key(other.path(), *store));
    CHECK(fingerprints(*store) == 2);
}
