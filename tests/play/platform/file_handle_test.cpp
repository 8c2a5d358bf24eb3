#include "platform/file_handle.hpp"

#include <fstream>
#include <iterator>
#include <string>

#include "platform/mapped_file.hpp"
#include "platform/paths.hpp"
#include "support/temporary_folder.hpp"
#include "support/test.hpp"

using namespace kibitz;
using Append = FileHandle::Append;
using test::TemporaryFolder;
namespace fs = std::filesystem;

namespace {

std::string content(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator(file), {}};
}

}  // namespace

TEST_CASE("what is appended comes after what is there, from every handle") {
    const TemporaryFolder folder;
    const fs::path path = folder.path() / "file";
    CHECK(FileHandle::append(path, Append::to_existing_file).error() ==
          std::errc::no_such_file_or_directory);
    auto one = FileHandle::append(path, Append::to_new_file);
    REQUIRE(one.has_value());
    CHECK(FileHandle::append(path, Append::to_new_file).error() == std::errc::file_exists);
    auto two = FileHandle::append(path, Append::to_existing_file);
    REQUIRE(two.has_value());
    CHECK_FALSE(one->write("one "));
    CHECK_FALSE(two->write("two "));
    CHECK_FALSE(one->write("three"));
    CHECK_FALSE(one->flush_to_disk());
    CHECK_FALSE(one->close());
    CHECK_FALSE(one->is_open());
    CHECK(content(path) == "one two three");
    CHECK_FALSE(two->cut_to(4));
    CHECK_FALSE(two->write("more"));
    CHECK(content(path) == "one more");
}

TEST_CASE("a file is claimed by one handle at a time, and can be read all the same") {
    const TemporaryFolder folder;
    const fs::path path = folder.path() / "file";
    auto other = FileHandle::append(path, Append::to_any_file);
    REQUIRE(other.has_value());
    {
        auto owner = FileHandle::append(path, Append::to_any_file);
        REQUIRE(owner.has_value());
        CHECK(owner->claim());
        CHECK_FALSE(other->claim());
        const FileHandle moved = *std::move(owner);
        CHECK_FALSE(owner->is_open());
        CHECK_FALSE(other->claim());
        CHECK_FALSE(other->write("text"));
        CHECK(content(path) == "text");
    }
    CHECK(other->claim());
}

TEST_CASE("a file that is overwritten begins empty, with the permissions given") {
    const TemporaryFolder folder;
    const fs::path path = folder.path() / "file";
    std::ofstream(path) << "something long";
    constexpr fs::perms owners = fs::perms::owner_read | fs::perms::owner_write;
    auto file = FileHandle::overwrite(path, owners);
    REQUIRE(file.has_value());
    CHECK_FALSE(file->write("short"));
    CHECK(content(path) == "short");
    CHECK(fs::status(path).permissions() == owners);
    CHECK(FileHandle::overwrite(folder.path() / "no/such/folder", std::nullopt).error() ==
          std::errc::no_such_file_or_directory);
}

TEST_CASE("a file in memory has its bytes, or says why not") {
    const TemporaryFolder folder;
    std::ofstream(folder.path() / "file") << "bytes";
    std::ofstream(folder.path() / "empty");
    const MappedFile file(folder.path() / "file");
    REQUIRE(file.bytes().size() == 5);
    CHECK(file.bytes()[0] == std::byte{'b'});
    CHECK(MappedFile(folder.path() / "empty").problem() == "empty");
    CHECK(MappedFile(folder.path()).problem() == "not a file");
    CHECK(MappedFile(folder.path() / "none").problem() == "No such file or directory");
}

TEST_CASE("a path is the text that names it, whatever its letters are") {
    const std::string name = "Zürich-棋谱 \xF0\x9F\x99\x82";
    CHECK(path_of(name).string() == name);
    CHECK(path_of("").empty());
}
