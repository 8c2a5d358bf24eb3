#include "platform/files.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>

#include "support/temporary_folder.hpp"
#include "support/test.hpp"

using namespace kibitz;
using test::TemporaryFolder;
namespace fs = std::filesystem;

namespace {

constexpr std::array hello{std::byte{'h'}, std::byte{'i'}};
constexpr std::array world{std::byte{0}, std::byte{255}};

}  // namespace

TEST_CASE("what is written is read, the parts one after the other") {
    const TemporaryFolder folder;
    const std::string path = folder / "file";
    REQUIRE(write_file(path, {hello, world}));
    const auto bytes = read_file(path, 4);
    REQUIRE(bytes.has_value());
    CHECK(*bytes == std::vector{hello[0], hello[1], world[0], world[1]});
    REQUIRE(write_file(path, {world}));
    CHECK(read_file(path, 4) == std::vector{world[0], world[1]});
    REQUIRE(write_file(path, {}));
    CHECK(read_file(path, 0) == std::vector<std::byte>());
    CHECK_FALSE(fs::exists(path + ".part"));
}

TEST_CASE("a replaced file keeps its permissions, and a link to it stays a link") {
    const TemporaryFolder folder;
    const std::string path = folder / "file";
    REQUIRE(write_file(path, "old"));
    fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write);
    fs::create_symlink("file", (folder / "link"));
    REQUIRE(write_file(folder / "link", "new"));
    CHECK(fs::is_symlink(folder / "link"));
    CHECK(fs::status(path).permissions() == (fs::perms::owner_read | fs::perms::owner_write));
    CHECK(read_file(path)->size() == 3);
}

TEST_CASE("a secret is its owner's alone, whatever was there") {
    const TemporaryFolder folder;
    const std::string path = folder / "secret";
    constexpr fs::perms owners = fs::perms::owner_read | fs::perms::owner_write;
    const auto permissions = [&] { return fs::status(path).permissions(); };
    REQUIRE(write_file(path, "new", FileAccess::owner_only));
    CHECK(permissions() == owners);
    fs::permissions(path, owners | fs::perms::others_read);
    // Left by a run that was killed.
    REQUIRE(write_file(path + ".part", "half"));
    REQUIRE(write_file(path, "newer", FileAccess::owner_only));
    CHECK(permissions() == owners);
    CHECK(read_file(path)->size() == 5);
}

TEST_CASE("too much, nothing, and what is no file") {
    const TemporaryFolder folder;
    const std::string path = folder / "file";
    REQUIRE(write_file(path, {hello}));
    CHECK(read_file(path, 1).error() == path + ": too large (more than 1 bytes)");
    CHECK(read_file(folder / "none", 9).error().starts_with((folder / "none") + ": "));
    CHECK(read_file(folder.path().string(), 9).error().ends_with(": not a file"));
    // A reader of these would wait for ever.
    REQUIRE(mkfifo((folder / "pipe").c_str(), 0600) == 0);
    CHECK(read_file(folder / "pipe", 9).error().ends_with(": not a file"));
    CHECK(read_file("/dev/zero", 9).error().ends_with(": not a file"));
}

TEST_CASE("a file that cannot be written is an error and leaves all as it was") {
    const TemporaryFolder folder;
    CHECK_FALSE(write_file(folder / "no/such/folder", {hello}).has_value());
    // Renaming would put a file in place of these.
    REQUIRE(mkfifo((folder / "pipe").c_str(), 0600) == 0);
    CHECK(write_file(folder / "pipe", {hello}).error().ends_with("that is not a file"));
    CHECK(fs::is_fifo(folder / "pipe"));
    fs::create_directory(folder / "folder");
    CHECK_FALSE(write_file(folder / "folder", {hello}).has_value());
    CHECK(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()) == 2);
    // No room for the new one: the old one stays.
    REQUIRE(write_file(folder / "file", {hello}));
    fs::create_directory(folder / "file.part");
    CHECK(write_file(folder / "file", {world}).error() == (folder / "file") + ": Is a directory");
    CHECK(read_file(folder / "file") == std::vector{hello[0], hello[1]});
}
