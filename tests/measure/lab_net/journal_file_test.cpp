// The journal of a laboratory as a file: what was appended is there, however the process ended.
#include <filesystem>
#include <fstream>
#include <vector>

#include "lab_net/fact_journal.hpp"
#include "support/journal_storm.hpp"
#include "support/temporary_folder.hpp"

using namespace kibitz::lab_net;
using kibitz::test::TemporaryFolder;

namespace {

using Lines = std::vector<std::string>;

std::unique_ptr<FactJournal> open(const std::string& path, Lines& lines) {
    auto journal = open_journal_file(path);
    REQUIRE(journal);
    REQUIRE((*journal)->replay(
        [&](FactJournal::Place, std::string_view line) -> std::expected<void, std::string> {
            lines.emplace_back(line);
            return {};
        }));
    return *std::move(journal);
}

}  // namespace

TEST_CASE("facts are found again at their places") {
    const TemporaryFolder folder;
    const std::string path = folder / "lab.jsonl";
    std::vector<FactJournal::Place> places;
    {
        Lines none;
        const auto journal = open(path, none);
        CHECK(none.empty());
        for (const char* fact : {"one", "", "three"})
            places.push_back(journal->append(fact).value());
        CHECK(journal->read(places[2]) == "three");
    }
    Lines lines;
    const auto journal = open(path, lines);
    CHECK(lines == Lines{"one", "", "three"});
    places.push_back(journal->append("four").value());
    CHECK(journal->read(places[0]) == "one");
    CHECK(journal->read(places[1]).value().empty());
    CHECK(journal->read(places[3]) == "four");
    CHECK_FALSE(journal->read(1000));
}

TEST_CASE("killed or out of room at every byte") {
    const Lines all{R"({"fact":"key","name":"Ann"})", R"({"fact":"test","number":1})", "", "4"};
    kibitz::test::storm_of_journals({.write = [&](const std::string& path) -> std::size_t {
                                         Lines lines;
                                         const auto journal = open(path, lines);
                                         while (lines.size() < all.size()) {
                                             const std::string& next = all[lines.size()];
                                             if (!journal->append(next)) break;
                                             lines.push_back(next);
                                         }
                                         return lines.size();
                                     },
                                     .read =
                                         [](const std::string& path) {
                                             Lines lines;
                                             open(path, lines);
                                             return lines;
                                         }});
}

TEST_CASE("a journal of version 0.1 goes on") {
    // As its append wrote it: a line for each fact, and the file is its owner's.
    const TemporaryFolder folder;
    const std::string old = "{\"fact\":\"key\"}\n{\"fact\":\"test\"}\n";
    const std::string path = folder.write("lab.jsonl", old);
    Lines lines;
    const auto journal = open(path, lines);
    CHECK(lines == Lines{"{\"fact\":\"key\"}", "{\"fact\":\"test\"}"});
    CHECK(journal->append("three") == old.size());
    CHECK(kibitz::test::bytes_of(path) == old + "three\n");
}

TEST_CASE("half a line at the end is cut off, and the next fact stands in its place") {
    const TemporaryFolder folder;
    const std::string path = folder.write("lab.jsonl", "one\ntwo\nthr");
    Lines lines;
    {
        const auto journal = open(path, lines);
        CHECK(lines == Lines{"one", "two"});
        REQUIRE(journal->append("four"));
    }
    lines.clear();
    open(path, lines);
    CHECK(lines == Lines{"one", "two", "four"});
}

TEST_CASE("one process at a time has the journal, and a fact that does not fit is named") {
    const TemporaryFolder folder;
    const std::string path = folder.write("lab.jsonl", "one\ntwo\n");
    const auto journal = open_journal_file(path);
    REQUIRE(journal);
    CHECK(open_journal_file(path).error().contains("another laboratory has this folder"));
    const auto replayed = (*journal)->replay(
        [](FactJournal::Place, std::string_view line) -> std::expected<void, std::string> {
            if (line == "two") return std::unexpected("no fact");
            return {};
        });
    CHECK(replayed.error() == path + ", byte 4: no fact");
}

TEST_CASE("a journal that cannot be opened is an error") {
    const TemporaryFolder folder;
    CHECK_FALSE(open_journal_file(folder.path().string()));
    CHECK_FALSE(open_journal_file(folder / "no" + "/such/folder"));
}
