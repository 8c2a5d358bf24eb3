#include "platform/syzygy_files.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "platform/syzygy.hpp"
#include "platform/syzygy_maker.hpp"
#include "support/temporary_folder.hpp"
#include "support/test.hpp"

using namespace kibitz;
using test::TemporaryFolder;

namespace {

constexpr std::array wdl_magic{std::byte{0x71}, std::byte{0xE8}, std::byte{0x23}, std::byte{0x5D}};
constexpr std::array dtz_magic{std::byte{0xD7}, std::byte{0x66}, std::byte{0x0C}, std::byte{0xA5}};

}  // namespace

TEST_CASE("names of tablebase files are known, others are not") {
    CHECK(syzygy_kind("KRvK.rtbw") == SyzygyKind::wdl);
    CHECK(syzygy_kind("KRvK.rtbz") == SyzygyKind::dtz);
    CHECK(syzygy_kind("KQPvKR.rtbw") == SyzygyKind::wdl);
    CHECK(syzygy_kind("KRBNvKQP.rtbw") == SyzygyKind::wdl);
    for (const char* name : {"", ".", ".rtbw", "KRvK", "KRvK.rtbx", "KRK.rtbw", "RvK.rtbw",
                             "KRvR.rtbw", "KXvK.rtbw", "krvk.rtbw", "KRvK.rtbw.part", "readme.txt",
                             "KRvKv.rtbw", "KRBNPvKQP.rtbw", "KRvK.rtbw "}) {
        CAPTURE(std::string(name));
        CHECK_FALSE(syzygy_kind(name).has_value());
    }
}

TEST_CASE("files that are cut off or something else are found out by beginning and size") {
    CHECK_FALSE(syzygy_fault(SyzygyKind::wdl, wdl_magic, 64 * 3 + 16).has_value());
    CHECK_FALSE(syzygy_fault(SyzygyKind::dtz, dtz_magic, 64 + 16).has_value());
    CHECK(syzygy_fault(SyzygyKind::wdl, dtz_magic, 64 + 16).has_value());
    CHECK(syzygy_fault(SyzygyKind::dtz, wdl_magic, 64 + 16).has_value());
    CHECK(syzygy_fault(SyzygyKind::wdl, std::span(wdl_magic).first(3), 64 + 16).has_value());
    CHECK(syzygy_fault(SyzygyKind::wdl, {}, 0).has_value());
    for (const std::uint64_t size : {0, 4, 16, 63, 64, 79, 81, 128, 64 * 5 + 15})
        CHECK(syzygy_fault(SyzygyKind::wdl, wdl_magic, size).has_value());
}

TEST_CASE("a folder is searched, and errors in it are reported file by file") {
    const TemporaryFolder folder;
    const std::string good = test::make_queen_table().bytes;
    folder.write("KQvK.rtbw", good);
    folder.write("KRvK.rtbw", good.substr(0, good.size() / 2));
    folder.write("KBvK.rtbw", "");
    folder.write("KNvK.rtbw", "hello");
    folder.write("notes.txt", "hello");
    std::filesystem::create_directory(folder.path() / "KPvK.rtbw");
    REQUIRE(mkfifo((folder.path() / "KQvK.rtbz").c_str(), 0600) == 0);  // must not be waited for
    const SyzygyFolder found = inspect_syzygy_folder(folder.path().string());
    REQUIRE(found.usable.size() == 1);
    CHECK(found.usable[0].ends_with("/KQvK.rtbw"));
    CHECK(found.faults.size() == 5);
    for (const std::string& fault : found.faults)
        CHECK(fault.starts_with(folder.path().string() + "/K"));
}

TEST_CASE("folders that are not there or have nothing are errors that name them") {
    CHECK(inspect_syzygy_folder("/nowhere/at/all").faults.size() == 1);
    const TemporaryFolder empty;
    for (const std::string& path :
         {std::string("/nowhere/at/all"), empty.path().string(), std::string(":::"),
          std::string("/dev/null"), empty.path().string() + ":/nowhere"}) {
        CAPTURE(path);
        const auto opened = open_syzygy(path);
        REQUIRE_FALSE(opened.has_value());
        CHECK(opened.error().starts_with("no usable Syzygy file (*.rtbw) in " + path));
    }
}

TEST_CASE("bad files are left out with a note and the rest is used; one set at a time") {
    const TemporaryFolder folder;
    const std::string good = test::make_queen_table().bytes;
    folder.write("KQvK.rtbw", good);
    folder.write("KRvK.rtbw", good.substr(0, 200));
    const auto opened = open_syzygy("/nowhere:" + folder.path().string());
    REQUIRE(opened.has_value());
    CHECK(opened->tablebase->max_pieces() == 3);
    REQUIRE(opened->notes.size() == 3);
    CHECK(opened->notes[0].starts_with("tablebases: left out /nowhere"));
    CHECK(opened->notes[1].starts_with("tablebases: left out " + folder.path().string()));
    CHECK(opened->notes[2] == "tablebases: 1 files, up to 3 pieces");

    const auto second = open_syzygy(folder.path().string());
    REQUIRE_FALSE(second.has_value());
    CHECK(second.error() == "another set of tablebases is open in this process");
}
