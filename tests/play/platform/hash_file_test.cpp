#include "platform/hash_file.hpp"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "support/test.hpp"

using namespace kibitz;
namespace fs = std::filesystem;

namespace {

constexpr std::size_t table_size = 1 << 16;

struct TemporaryFile {
    TemporaryFile()
        : path((fs::temp_directory_path() / ("kibitz-hash-" + std::to_string(getpid()))).string()) {
    }
    ~TemporaryFile() { fs::remove(path); }
    std::string path;
};

std::vector<std::byte> make_table() {
    std::vector<std::byte> table(table_size);
    for (std::size_t i = 0; i < table.size(); ++i) table[i] = static_cast<std::byte>(i * i >> 3);
    return table;
}

std::string read_all(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

void write_all(const std::string& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
}

}  // namespace

TEST_CASE("what was written comes back") {
    const TemporaryFile file;
    const std::vector<std::byte> table = make_table();
    REQUIRE(write_hash_file(file.path, table));
    std::vector<std::byte> read(table_size);
    CHECK(read_hash_file(file.path, read));
    CHECK(read == table);
    CHECK_FALSE(fs::exists(file.path + ".part"));
}

TEST_CASE("a file that does not fit leaves the table alone, and the error says why") {
    const TemporaryFile file;
    REQUIRE(write_hash_file(file.path, make_table()));
    const std::string good = read_all(file.path);
    const std::vector<std::byte> before(table_size, std::byte{7});
    const auto refused = [&](const std::string& bytes, const char* why) {
        CAPTURE(why);
        write_all(file.path, bytes);
        std::vector<std::byte> table = before;
        const auto read = read_hash_file(file.path, table);
        REQUIRE_FALSE(read.has_value());
        CHECK_FALSE(read.error().table_was_changed);
        CHECK(read.error().text.contains(why));
        CHECK(table == before);
    };
    refused("", "too short");
    refused(good.substr(0, 20), "too short");
    refused("X" + good.substr(1), "not a Kibitz hash file");
    constexpr std::size_t version_at = 8, keys_at = 16;
    std::string other = good;
    other[version_at] = '\x7F';
    refused(other, "another version");
    other = good;
    other[keys_at] ^= 1;
    refused(other, "another version");

    std::vector<std::byte> larger(2 * table_size);
    write_all(file.path, good);
    const auto read = read_hash_file(file.path, larger);
    REQUIRE_FALSE(read.has_value());
    CHECK(read.error().text.contains("set Hash to"));
    CHECK_FALSE(read_hash_file("/nowhere/at/all", larger).has_value());
}

TEST_CASE("damage inside is found, and said to have been read") {
    const TemporaryFile file;
    REQUIRE(write_hash_file(file.path, make_table()));
    const std::string good = read_all(file.path);
    std::vector<std::byte> table(table_size);

    write_all(file.path, good.substr(0, good.size() - 1));
    auto read = read_hash_file(file.path, table);
    REQUIRE_FALSE(read.has_value());
    CHECK(read.error().table_was_changed);
    CHECK(read.error().text.contains("cut off"));

    std::string damaged = good;
    damaged[good.size() / 2] ^= 0x10;
    write_all(file.path, damaged);
    read = read_hash_file(file.path, table);
    REQUIRE_FALSE(read.has_value());
    CHECK(read.error().table_was_changed);
    CHECK(read.error().text.contains("checksum"));
}

TEST_CASE("a file that cannot be written is an error, and leaves nothing behind") {
    const auto written = write_hash_file("/nowhere/at/all", make_table());
    REQUIRE_FALSE(written.has_value());
    CHECK(written.error().contains("/nowhere/at/all"));
}
