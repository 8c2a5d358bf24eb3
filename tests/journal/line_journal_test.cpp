// Lines that outlive kills, full disks and power cuts.
#include "journal/line_journal.hpp"

#include <filesystem>
#include <fstream>
#include <memory>
#include <vector>

#include "support/journal_storm.hpp"

using namespace kibitz;
using namespace std::chrono_literals;
using test::bytes_of;
using test::TemporaryFolder;

namespace {

using Lines = std::vector<std::string>;

// What a disk between the journal and its file does, and what it counts.
struct Faults {
    std::uint64_t room = UINT64_MAX;  // bytes that can still be appended
    bool cannot_cut = false, cannot_sync = false, cannot_replace = false;
    int syncs = 0;
    std::string synced_bytes{};  // of the file, when it was synced last
    JournalDisk::Time time{1h};
};

class FaultyDisk final : public JournalDisk {
   public:
    FaultyDisk(std::unique_ptr<JournalDisk> disk, Faults& faults, std::string path)
        : disk_(std::move(disk)), faults_(faults), path_(std::move(path)) {}

    std::error_code append(std::string_view text) override {
        const std::string_view part =
            text.substr(0, std::min<std::uint64_t>(text.size(), faults_.room));
        if (const auto error = disk_->append(part)) return error;
        faults_.room -= part.size();
        return part.size() == text.size() ? std::error_code{}
                                          : std::make_error_code(std::errc::no_space_on_device);
    }
    std::error_code cut_to(std::uint64_t size) override {
        return faults_.cannot_cut ? io_error() : disk_->cut_to(size);
    }
    std::error_code sync() override {
        if (faults_.cannot_sync) return io_error();
        ++faults_.syncs;
        faults_.synced_bytes = bytes_of(path_);
        return disk_->sync();
    }
    std::error_code replace(std::string_view text) override {
        return faults_.cannot_replace ? io_error() : disk_->replace(text);
    }
    Time now() override { return faults_.time; }

   private:
    static std::error_code io_error() { return std::make_error_code(std::errc::io_error); }

    std::unique_ptr<JournalDisk> disk_;
    Faults& faults_;
    std::string path_;
};

LineJournal open(const std::string& path, const JournalSettings& settings = {}) {
    auto journal = LineJournal::open(path, settings);
    REQUIRE_MESSAGE(journal.has_value(), to_string(journal.error()));
    return *std::move(journal);
}
LineJournal open(const std::string& path, Faults& faults, const JournalSettings& settings = {}) {
    auto journal = LineJournal::open(path, settings, [&](std::unique_ptr<JournalDisk> disk) {
        return std::make_unique<FaultyDisk>(std::move(disk), faults, path);
    });
    REQUIRE_MESSAGE(journal.has_value(), to_string(journal.error()));
    return *std::move(journal);
}

Lines lines_of(const LineJournal& journal) {
    Lines lines;
    CHECK(journal.read(
        [&](LineJournal::Place, std::string_view line) -> std::expected<void, std::string> {
            lines.emplace_back(line);
            return {};
        }));
    return lines;
}
Lines lines_of(const std::string& path) {
    Lines lines;
    CHECK(read_journal_lines(
        path, [&](LineJournal::Place, std::string_view line) -> std::expected<void, std::string> {
            lines.emplace_back(line);
            return {};
        }));
    return lines;
}

template <class Value>
JournalErrorCode code_of(const std::expected<Value, JournalError>& result) {
    REQUIRE(!result.has_value());
    return result.error().code;
}

}  // namespace

TEST_CASE("lines are read in order and found at their places") {
    const TemporaryFolder folder;
    LineJournal journal = open(folder / "a");
    CHECK(journal.end() == 0);
    CHECK(journal.append("one") == 0);
    CHECK(journal.append("") == 4);
    CHECK(journal.append("three\nfour\n") == 5);
    CHECK(journal.end() == 16);
    CHECK(lines_of(journal) == Lines{"one", "", "three", "four"});
    CHECK(journal.line_at(0) == "one");
    CHECK(journal.line_at(4).value().empty());
    CHECK(journal.line_at(11) == "four");
    CHECK(code_of(journal.line_at(16)) == JournalErrorCode::not_read);
    CHECK(code_of(journal.line_at(1000)) == JournalErrorCode::not_read);
    CHECK(bytes_of(folder / "a") == "one\n\nthree\nfour\n");
}

TEST_CASE("killed or out of room at every byte") {
    const Lines all{"one", "", "three", "{\"number\":4}"};
    test::storm_of_journals(
        {.write = [&](const std::string& path) -> std::size_t {
             auto journal = LineJournal::open(path, {});
             if (!journal) return 0;
             for (std::size_t i = lines_of(*journal).size(); i < all.size(); ++i)
                 if (!journal->append(all[i])) return i;
             return all.size();
         },
         .read =
             [](const std::string& path) {
                 return std::filesystem::exists(path) ? lines_of(path) : Lines{};
             }});
}

TEST_CASE("a disk that is full for a while leaves no trace in the file") {
    const TemporaryFolder folder;
    for (std::uint64_t room = 0; room < 4; ++room) {
        CAPTURE(room);
        Faults faults;
        LineJournal journal = open(folder / ("a" + std::to_string(room)), faults);
        REQUIRE(journal.append("one"));
        const std::string path = folder / ("a" + std::to_string(room));
        faults.room = room;
        const auto failed = journal.append("two");
        CHECK(code_of(failed) == JournalErrorCode::not_written);
        CHECK(to_string(failed.error()) == path + ": No space left on device");
        CHECK(bytes_of(path) == "one\n");  // at once
        CHECK_FALSE(journal.append("three"));
        faults.room = 1000;
        CHECK(journal.append("four") == 4);
        CHECK(lines_of(path) == Lines{"one", "four"});
    }
}

TEST_CASE("lines that belong together are all there or none") {
    const TemporaryFolder folder;
    const std::string path = folder / "a";
    Faults faults;
    LineJournal journal = open(path, faults);
    REQUIRE(journal.append("one"));
    faults.room = 6;  // the first of them, and a part of the second
    CHECK_FALSE(journal.append("two\nthree\n"));
    CHECK(bytes_of(path) == "one\n");
    faults.room = 1000;
    REQUIRE(journal.append("two\nthree\n"));
    // A kill may leave the first; whoever reads it takes it away.
    journal.drop_after(8);
    CHECK(lines_of(journal) == Lines{"one", "two"});
    REQUIRE(journal.append("3"));
    CHECK(bytes_of(path) == "one\ntwo\n3\n");
    journal.drop_after(1000);  // no further than there is
    CHECK(journal.end() == 10);
}

TEST_CASE("nothing is written behind half a line that cannot be cut off") {
    const TemporaryFolder folder;
    const std::string path = folder.write("a", "one\ntw");
    Faults faults{.cannot_cut = true};
    LineJournal journal = open(path, faults);
    CHECK(code_of(journal.append("three")) == JournalErrorCode::not_written);
    CHECK(bytes_of(path) == "one\ntw");
    faults = {.room = 2};
    CHECK(code_of(journal.append("three")) == JournalErrorCode::not_written);
    faults = {.room = 3, .cannot_cut = true};
    CHECK_FALSE(journal.append("four"));
    CHECK(bytes_of(path) == "one\nfou");
    faults.room = 1000;
    CHECK_FALSE(journal.append("five"));
    CHECK(lines_of(journal) == Lines{"one"});
    faults.cannot_cut = false;
    CHECK(journal.append("six"));
    CHECK(bytes_of(path) == "one\nsix\n");
}

TEST_CASE("a file is left alone until something is appended") {
    const TemporaryFolder folder;
    const std::string path = folder.write("letter.txt", "Dear Ann,\nhow are y");
    {
        const LineJournal journal = open(path);
        CHECK(lines_of(journal) == Lines{"Dear Ann,"});
        CHECK_FALSE(journal.may_begin_with("Dear Ann,"));
    }
    CHECK(bytes_of(path) == "Dear Ann,\nhow are y");
    for (const char* text : {"", "# head", "# header", "# headers", "x"}) {
        const LineJournal journal = open(folder.write("b", text));
        CHECK(journal.may_begin_with("# header") == std::string_view("# header").starts_with(text));
    }
}

TEST_CASE("one journal at a time has a file, and what cannot be opened has its code") {
    const TemporaryFolder folder;
    const std::string path = folder / "a";
    const auto code = [&](const std::string& file, FileHandle::Append to) {
        return code_of(LineJournal::open(file, {.file = to}));
    };
    using enum FileHandle::Append;
    CHECK(code(path, to_existing_file) == JournalErrorCode::no_file);
    {
        LineJournal journal = open(path);
        CHECK(code(path, to_any_file) == JournalErrorCode::taken);
        REQUIRE(journal.replace("new\n"));
        CHECK(code(path, to_any_file) == JournalErrorCode::taken);  // the new file, too
        CHECK(lines_of(path) == Lines{"new"});                      // but everybody may read
    }
    CHECK(code(path, to_new_file) == JournalErrorCode::file_exists);
    CHECK(code(folder.path().string(), to_any_file) == JournalErrorCode::not_opened);
    CHECK(code(folder / "no" + "/such", to_any_file) == JournalErrorCode::no_file);
    CHECK(open(path).end() == 4);
    const auto ignore = [](LineJournal::Place,
                           std::string_view) -> std::expected<void, std::string> { return {}; };
    CHECK(code_of(read_journal_lines(folder / "none", ignore)) == JournalErrorCode::not_read);
    CHECK(code_of(read_journal_lines(folder.path().string(), ignore)) ==
          JournalErrorCode::not_read);
}

TEST_CASE("codes have names, and an error tells the place") {
    CHECK(name_of(JournalErrorCode::no_file) == "noFile");
    CHECK(name_of(JournalErrorCode::file_exists) == "fileExists");
    CHECK(name_of(JournalErrorCode::taken) == "taken");
    CHECK(name_of(JournalErrorCode::not_opened) == "notOpened");
    CHECK(name_of(JournalErrorCode::not_read) == "notRead");
    CHECK(name_of(JournalErrorCode::line_refused) == "lineRefused");
    CHECK(name_of(JournalErrorCode::not_written) == "notWritten");
    CHECK(name_of(JournalErrorCode::not_synced) == "notSynced");
    const TemporaryFolder folder;
    const LineJournal journal = open(folder.write("a", "one\ntwo\nthree\n"));
    int taken = 0;
    const auto read = journal.read(
        [&](LineJournal::Place, std::string_view line) -> std::expected<void, std::string> {
            ++taken;
            if (line == "two") return std::unexpected("no fact");
            return {};
        });
    CHECK(code_of(read) == JournalErrorCode::line_refused);
    CHECK(to_string(read.error()) == folder / "a" + ", byte 4: no fact");
    CHECK(taken == 2);
}

TEST_CASE("a line end far from the end of the file is found") {
    const TemporaryFolder folder;
    for (const std::size_t half : {65'535U, 65'536U, 65'537U, 200'000U}) {
        const std::string path = folder.write("a", "one\n" + std::string(half, 'x'));
        LineJournal journal = open(path);
        CHECK(journal.end() == 4);
        REQUIRE(journal.append("two"));
        CHECK(bytes_of(path) == "one\ntwo\n");
    }
    CHECK(open(folder.write("b", std::string(200'000, 'x'))).end() == 0);
}

TEST_CASE(
    "power cuts: the first line and the first after each second are on the disk when appended") {
    const TemporaryFolder folder;
    const std::string path = folder / "a";
    Faults faults;
    {
        LineJournal journal = open(path, faults);
        REQUIRE(journal.append("one"));
        CHECK(faults.syncs == 1);
        CHECK(faults.synced_bytes == "one\n");
        faults.time += 999ms;
        REQUIRE(journal.append("two"));
        CHECK(faults.syncs == 1);
        faults.time += 1ms;
        REQUIRE(journal.append("three"));
        CHECK(faults.syncs == 2);
        CHECK(faults.synced_bytes == "one\ntwo\nthree\n");
        for (int i = 0; i < 100; ++i) {
            faults.time += 100ms;
            REQUIRE(journal.append("x"));
        }
        CHECK(faults.syncs == 12);
        faults.time += 10ms;
        REQUIRE(journal.append("last"));
        CHECK(faults.syncs == 12);
    }
    CHECK(faults.syncs == 13);  // when it is closed
    CHECK(faults.synced_bytes.ends_with("x\nlast\n"));
    {
        const LineJournal journal = open(path, faults);
    }
    CHECK(faults.syncs == 13);  // there was nothing to be synced
}

TEST_CASE("power cuts: told when, the journal syncs then and at no other time") {
    const TemporaryFolder folder;
    Faults faults;
    {
        LineJournal journal = open(folder / "a", faults, {.sync = JournalSync::when_told});
        REQUIRE(journal.append("one"));
        faults.time += 1h;
        REQUIRE(journal.append("two"));
        CHECK(faults.syncs == 0);
        REQUIRE(journal.sync());
        CHECK(faults.syncs == 1);
        CHECK(faults.synced_bytes == "one\ntwo\n");
        REQUIRE(journal.sync());
        CHECK(faults.syncs == 1);
        REQUIRE(journal.append("three"));
    }
    CHECK(faults.syncs == 1);
}

TEST_CASE("a sync that failed is an error for all later lines, until the file is replaced") {
    const TemporaryFolder folder;
    const std::string path = folder / "a";
    Faults faults;
    LineJournal journal = open(path, faults);
    REQUIRE(journal.append("one"));
    faults.time += 1s;
    faults.cannot_sync = true;
    CHECK(code_of(journal.append("two")) == JournalErrorCode::not_synced);
    CHECK(bytes_of(path) == "one\n");  // it was not acknowledged
    faults.cannot_sync = false;
    CHECK(code_of(journal.append("three")) == JournalErrorCode::not_synced);
    CHECK(code_of(journal.sync()) == JournalErrorCode::not_synced);
    CHECK(bytes_of(path) == "one\n");
    const int before = faults.syncs;
    REQUIRE(journal.replace("1\n2"));
    CHECK(faults.syncs == before + 1);
    CHECK(faults.synced_bytes == "1\n2\n");
    CHECK(journal.append("3") == 4);
    CHECK(lines_of(path) == Lines{"1", "2", "3"});
}

TEST_CASE("the whole file is replaced or stays") {
    const TemporaryFolder folder;
    const std::string path = folder.write("a", "one\nhalf");
    std::filesystem::create_symlink(path, folder / "link");
    Faults faults{.cannot_replace = true};
    LineJournal journal = open(folder / "link", faults, {.access = FileAccess::owner_only});
    CHECK(code_of(journal.replace("new\n")) == JournalErrorCode::not_written);
    CHECK(bytes_of(path) == "one\nhalf");
    REQUIRE(journal.append("two"));
    CHECK(bytes_of(path) == "one\ntwo\n");
    faults.cannot_replace = false;
    folder.write("a.part", "left by a crash");
    REQUIRE(journal.replace("new\n"));
    CHECK(journal.append("next") == 4);
    CHECK(bytes_of(path) == "new\nnext\n");
    CHECK(std::filesystem::is_symlink(folder / "link"));
    CHECK_FALSE(std::filesystem::exists(folder / "a.part"));
    using std::filesystem::perms;
    CHECK(std::filesystem::status(path).permissions() == (perms::owner_read | perms::owner_write));
    REQUIRE(journal.replace(""));
    CHECK(journal.end() == 0);
    CHECK(bytes_of(path).empty());
}

TEST_CASE("a disk without room for a new file keeps the old one") {
    const TemporaryFolder folder;
    LineJournal journal = open(folder / "a");
    REQUIRE(journal.append("one"));
    const std::string large(1000, 'x');
    std::expected<void, JournalError> replaced;
    for (const rlim_t room : {0, 1, 500, 1000}) {
        {
            const test::FullDisk full(room);
            replaced = journal.replace(large);
        }
        CHECK(code_of(replaced) == JournalErrorCode::not_written);
        CHECK(bytes_of(folder / "a") == "one\n");
        CHECK_FALSE(std::filesystem::exists(folder / "a.part"));
    }
    REQUIRE(journal.append("two"));
    CHECK(lines_of(folder / "a") == Lines{"one", "two"});
}

TEST_CASE("a new file for its owner is readable to nobody else") {
    const TemporaryFolder folder;
    const LineJournal journal = open(folder / "a", {.access = FileAccess::owner_only});
    using std::filesystem::perms;
    CHECK(std::filesystem::status(folder / "a").permissions() ==
          (perms::owner_read | perms::owner_write));
}
