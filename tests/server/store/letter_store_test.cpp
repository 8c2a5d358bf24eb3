#include "store/letter_store.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "support/temporary_folder.hpp"
#include "support/test.hpp"

using namespace kibitz::letters;
using namespace kibitz::store;
using namespace kibitz::test;
using std::chrono::seconds;
using Time = std::chrono::sys_seconds;

namespace {

constexpr Time noon{seconds(1'800'000'000)};

StoredLetter letter(const std::string& id, Time arrived = noon, const std::string& file = "file") {
    return {.id = id, .from = "anna", .to = "ben", .arrived = arrived, .file = file};
}

}  // namespace

TEST_CASE("reports are kept once for each letter, until they are removed or too old") {
    const auto store = open_letter_store(":memory:").value();
    const auto report = [](const std::string& id, Time reported = noon) {
        return LetterReport{.letter = id,
                            .from = "anna",
                            .to = "ben",
                            .written = noon - seconds(5),
                            .reported = reported,
                            .text = "text",
                            .note = "note"};
    };
    CHECK(store->add_report(report("one")).value());
    CHECK(!store->add_report(report("one")).value());
    CHECK(store->add_report(report("two", noon + seconds(10))).value());
    CHECK(store->count_reports().value() == 2);
    CHECK(store->count_reports_by("ben").value() == 2);
    CHECK(store->count_reports_by("anna").value() == 0);
    const auto list = store->reports().value();
    REQUIRE(list.size() == 2);
    CHECK(list[0].letter == "one");
    CHECK(list[0].from == "anna");
    CHECK(list[0].to == "ben");
    CHECK(list[0].written == noon - seconds(5));
    CHECK(list[0].reported == noon);
    CHECK(list[0].text == "text");
    CHECK(list[0].note == "note");
    CHECK(store->forget(noon + seconds(1), noon).has_value());
    REQUIRE(store->reports().value().size() == 1);
    CHECK(!store->remove_report(list[0].number).value());
    CHECK(store->remove_report(list[1].number).value());
    CHECK(store->count_reports().value() == 0);
}

TEST_CASE("letters are kept in order, found, and deleted") {
    const TemporaryFolder folder;
    const std::string path = folder / "letters.db";
    {
        const auto store = open_letter_store(path).value();
        CHECK(store->add(letter("one", noon, std::string("a\0b\n", 4))).value());
        CHECK(store->add(letter("two")).value());
    }
    const auto store = open_letter_store(path).value();
    const auto list = store->letters_to("ben", 0, 10).value();
    REQUIRE(list.size() == 2);
    CHECK(list[0].id == "one");
    CHECK(list[0].from == "anna");
    CHECK(list[0].arrived == noon);
    CHECK(store->letters_to("ben", list[0].number, 10).value().front().id == "two");
    CHECK(store->letters_to("ben", 0, 1).value().size() == 1);
    CHECK(store->letters_to("anna", 0, 10).value().empty());
    CHECK(store->find("one").value()->file == std::string("a\0b\n", 4));
    CHECK(store->remove("one").has_value());
    CHECK(!store->find("one").value());
    CHECK(store->count_to("ben").value() == 1);
    // The number of a letter that was deleted is not used again.
    CHECK(store->remove("two").has_value());
    CHECK(store->add(letter("three")).value());
    CHECK(store->letters_to("ben", 0, 1).value().front().number > list[1].number);
}

TEST_CASE("a letter cannot be added twice, not even when it was deleted") {
    const auto store = open_letter_store(":memory:").value();
    CHECK(store->add(letter("one")).value());
    CHECK(!store->add(letter("one")).value());
    CHECK(store->remove("one").has_value());
    CHECK(!store->add(letter("one")).value());
    CHECK(store->count_to("ben").value() == 0);
}

TEST_CASE("old letters are forgotten, and their names later") {
    const auto store = open_letter_store(":memory:").value();
    CHECK(store->add(letter("old", noon - seconds(10))).value());
    CHECK(store->add(letter("new", noon)).value());
    CHECK(store->forget(noon, noon - seconds(20)).has_value());
    CHECK(!store->find("old").value());
    CHECK(store->find("new").value());
    CHECK(!store->add(letter("old")).value());
    CHECK(store->forget(noon, noon).has_value());
    CHECK(store->add(letter("old")).value());
    CHECK(!store->add(letter("new")).value());
}

TEST_CASE("who has written to whom is counted") {
    const auto store = open_letter_store(":memory:").value();
    CHECK(store->add(letter("one", noon - seconds(10))).value());
    CHECK(store->add(letter("two", noon)).value());
    CHECK(store->count_sent("anna", noon).value() == 1);
    CHECK(store->count_sent("anna", noon - seconds(10)).value() == 2);
    CHECK(store->count_between("anna", "ben").value() == 2);
    CHECK(store->remove("one").has_value());
    CHECK(store->count_between("anna", "ben").value() == 1);
    CHECK(store->count_sent("anna", noon - seconds(10)).value() == 2);
    CHECK(store->has_written("anna", "ben").value());
    CHECK(!store->has_written("ben", "anna").value());
}

TEST_CASE("keys and blocks") {
    const auto store = open_letter_store(":memory:").value();
    CHECK(!store->key_of("anna").value());
    CHECK(store->keep_key("anna", "a key", noon).has_value());
    CHECK(store->keep_key("anna", "another", noon).has_value());
    CHECK(store->key_of("anna").value() == "another");
    CHECK(store->block("ben", "anna", true).has_value());
    CHECK(store->block("ben", "anna", true).has_value());
    CHECK(store->is_blocked("ben", "anna").value());
    CHECK(!store->is_blocked("anna", "ben").value());
    CHECK(store->block("ben", "anna", false).has_value());
    CHECK(!store->is_blocked("ben", "anna").value());
}

TEST_CASE("mailboxes have a beginning and a policy") {
    const auto store = open_letter_store(":memory:").value();
    CHECK(store->opened("anna").value() == std::chrono::sys_seconds{});
    CHECK(store->policy_of("anna").value().empty());
    CHECK(store->keep_key("anna", "a key", noon).has_value());
    CHECK(store->keep_key("anna", "another", noon + seconds(5)).has_value());
    CHECK(store->opened("anna").value() == noon);
    CHECK(store->keep_policy("anna", "nobody").has_value());
    CHECK(store->keep_policy("anna", "known").has_value());
    CHECK(store->policy_of("anna").value() == "known");
    CHECK(store->opened("anna").value() == noon);
    // A mailbox of before mailboxes were kept.
    CHECK(store->keep_policy("ben", "nobody").has_value());
    CHECK(store->opened("ben").value() == std::chrono::sys_seconds{});
}

TEST_CASE("first letters are counted, and forgotten with the names of letters") {
    const auto store = open_letter_store(":memory:").value();
    auto first = letter("one", noon), next = letter("two", noon);
    first.is_first = true;
    CHECK(store->add(first).value());
    CHECK(!store->add(first).value());
    CHECK(store->add(next).value());
    CHECK(store->count_first("anna", noon).value() == 1);
    CHECK(store->count_first("anna", noon + seconds(1)).value() == 0);
    CHECK(store->count_first("ben", noon).value() == 0);
    CHECK(store->forget(noon, noon + seconds(1)).has_value());
    CHECK(store->count_first("anna", noon).value() == 0);
}

TEST_CASE("what was deleted is not in the file any more") {
    const TemporaryFolder folder;
    const std::string path = folder / "letters.db", mark = "the body that is to be forgotten";
    const auto text = [&] {
        std::string all;
        for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
            std::ifstream file(entry.path(), std::ios::binary);
            all.append(std::istreambuf_iterator<char>(file), {});
        }
        return all;
    };
    const auto store = open_letter_store(path).value();
    CHECK(store->add(letter("one", noon, mark)).value());
    CHECK(text().contains(mark));
    CHECK(store->remove("one").has_value());
    CHECK(!text().contains(mark));
}

TEST_CASE("a file that is no database is refused in words") {
    const TemporaryFolder folder;
    const auto store = open_letter_store(folder.write("letters.db", std::string(5000, 'x')));
    REQUIRE(!store.has_value());
    CHECK(store.error().contains("letters.db"));
}

TEST_CASE("a copy has all letters, keys and blocks, and nothing that was deleted") {
    const TemporaryFolder folder;
    const auto store = open_letter_store(folder / "letters.db").value();
    CHECK(store->keep_key("anna", "anna's key", noon).has_value());
    CHECK(store->block("ben", "eve", true).has_value());
    CHECK(store->add(letter("one", noon, "kept-file")).value());
    CHECK(store->add(letter("two", noon, "deleted-file")).value());
    CHECK(store->remove("two").has_value());
    const std::string path = folder / "copy.db";
    CHECK(store->copy_to(path).value() == 1);
    CHECK(!store->copy_to(path).has_value());  // it is there already
    std::ostringstream bytes;
    bytes << std::ifstream(path, std::ios::binary).rdbuf();
    CHECK(bytes.str().contains("kept-file"));
    CHECK(!bytes.str().contains("deleted-file"));

    const auto restored = open_letter_store(path).value();
    CHECK(restored->find("one").value()->file == "kept-file");
    CHECK(restored->key_of("anna").value() == "anna's key");
    CHECK(restored->is_blocked("ben", "eve").value());
    CHECK(restored->has_written("anna", "ben").value());
    // A letter that was deleted cannot be delivered again, and its number is not used again.
    CHECK(!restored->add(letter("two")).value());
    CHECK(restored->add(letter("three")).value());
    CHECK(restored->find("three").value()->number > 2);
}

TEST_CASE("changes from begin() on are stored together, and it is told whether there were any") {
    const TemporaryFolder folder;
    const auto store = open_letter_store(folder / "letters").value();
    CHECK(store->begin().has_value());
    CHECK(store->commit() == false);
    CHECK(store->begin().has_value());
    CHECK(!store->find("one").value());
    CHECK(!store->remove_report(7).value());
    CHECK(store->commit() == false);  // nothing was changed
    CHECK(store->begin().has_value());
    CHECK(store->add(letter("one")).value());
    CHECK(store->find("one").value());
    CHECK(store->commit() == true);
    CHECK(store->begin().has_value());
    CHECK(store->commit() == false);      // the changes of earlier ones do not count
    CHECK(!store->commit().has_value());  // without begin()
    CHECK(store->begin().has_value());
    CHECK(!store->begin().has_value());
}

TEST_CASE("who wrote and who received is never exchanged") {
    const auto store = open_letter_store(":memory:").value();
    CHECK(store->add(letter("one")).value());
    const StoredLetter found = store->find("one").value().value();
    CHECK(found.id == "one");
    CHECK(found.from == "anna");
    CHECK(found.to == "ben");
    CHECK(found.arrived == noon);
    CHECK(found.number > 0);
    const StoredLetter listed = store->letters_to("ben", 0, 5).value().front();
    CHECK(listed.to == "ben");
    CHECK(listed.number == found.number);
    CHECK(listed.file.empty());
    CHECK(store->count_to("ben").value() == 1);
    CHECK(store->count_to("anna").value() == 0);
    CHECK(store->count_between("ben", "anna").value() == 0);
    CHECK(store->count_sent("ben", noon).value() == 0);
    CHECK(store->count_sent("anna", noon + seconds(1)).value() == 0);
    CHECK(store->letters_to("ben", found.number, 5).value().empty());
    CHECK(store->letters_to("ben", 0, 0).value().empty());
    CHECK(!store->find("two").value());
    CHECK(store->remove("two").has_value());  // as if it had been there
    CHECK(!store->remove_report(1).value());
    CHECK(store->block("ben", "anna", false).has_value());
    CHECK(!store->is_blocked("ben", "anna").value());
}

TEST_CASE("letters and reports of exactly the limit stay, and earlier ones go") {
    const auto store = open_letter_store(":memory:").value();
    for (const int earlier : {1, 0})
        CHECK(store->add(letter(std::to_string(earlier), noon - seconds(earlier))).value());
    for (const int earlier : {1, 0})
        CHECK(store
                  ->add_report({.letter = std::to_string(earlier),
                                .from = "anna",
                                .to = "ben",
                                .reported = noon - seconds(earlier)})
                  .value());
    CHECK(store->forget(noon, noon - seconds(9)).has_value());
    CHECK(!store->find("1").value());
    CHECK(store->find("0").value());
    REQUIRE(store->count_reports().value() == 1);
    const LetterReport kept = store->reports().value().front();
    CHECK(kept.letter == "0");
    // The number of a report is never used again.
    CHECK(store->remove_report(kept.number).value());
    CHECK(
        store->add_report({.letter = "2", .from = "anna", .to = "ben", .reported = noon}).value());
    CHECK(store->reports().value().front().number > kept.number);
    // A letter of which there was a report can be reported again once that is removed.
    CHECK(
        store->add_report({.letter = "0", .from = "anna", .to = "ben", .reported = noon}).value());
}
