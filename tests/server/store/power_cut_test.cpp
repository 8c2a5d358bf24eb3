// What a store has acknowledged outlives a power cut, and what could not be written or synced is
// not acknowledged.
#include <functional>

#include "store/letter_store.hpp"
#include "store/power_cuts.hpp"
#include "store/store_checks.hpp"
#include "support/temporary_folder.hpp"

using namespace kibitz::letters;
using namespace kibitz::store;
using namespace kibitz::test;
using std::chrono::seconds;

namespace {

using Time = std::chrono::sys_seconds;

std::vector<LogEntry> entries_from(int first, int count) {
    std::vector<LogEntry> entries;
    for (int number = first; number < first + count; ++number)
        entries.push_back(entry("game", number, {{"text", std::string(300, 'x')}}));
    return entries;
}

// How many entries are in the log that a power cut leaves; each is as it was appended.
std::size_t entries_after_cut(const PowerCuts& power, const TemporaryFolder& folder) {
    const TemporaryFolder left;
    power.cut(folder.path(), left.path());
    const auto store = open_sqlite_store(left / "log");
    REQUIRE_MESSAGE(store, store.error());
    const auto there = all(**store);
    CHECK(there == entries_from(1, static_cast<int>(there.size())));
    return there.size();
}

StoredLetter letter(int number) {
    return {.id = "letter " + std::to_string(number),
            .from = "anna",
            .to = "ben",
            .arrived = Time(seconds(1'800'000'000)),
            .file = std::string(3'000, 'x')};
}

std::expected<std::unique_ptr<LetterStore>, std::string> letters_after_cut(
    const PowerCuts& power, const TemporaryFolder& folder, const TemporaryFolder& left) {
    power.cut(folder.path(), left.path());
    return open_letter_store(left / "letters");
}

}  // namespace

TEST_CASE("the arena's log: every append that has returned outlives a power cut") {
    const TemporaryFolder folder;
    const PowerCuts power;
    auto store = open_sqlite_store(folder / "log");
    REQUIRE_MESSAGE(store, store.error());
    CHECK(power.unsynced().empty());
    int appended = 0;
    // Also those after which the file is brought up to date with the journal, which happens after
    // a thousand pages.
    for (const int count : {1, 1, 3, 1, 200, 1, 2'000, 1, 4'000, 1, 1}) {
        const int before = power.syncs();
        REQUIRE((*store)->append(entries_from(appended + 1, count)));
        appended += count;
        CHECK(power.syncs() > before);
        CHECK(power.unsynced().empty());
        CHECK(entries_after_cut(power, folder) == static_cast<std::size_t>(appended));
    }
    store->reset();
    CHECK(power.unsynced().empty());
    CHECK(entries_after_cut(power, folder) == static_cast<std::size_t>(appended));
}

TEST_CASE("the arena's log: a group of entries costs one sync, as one entry does") {
    const TemporaryFolder folder;
    const PowerCuts power;
    auto store = open_sqlite_store(folder / "log");
    REQUIRE_MESSAGE(store, store.error());
    REQUIRE((*store)->append(entries_from(1, 1)));
    int next = 2;
    for (const int count : {1, 20}) {
        const int before = power.syncs();
        REQUIRE((*store)->append(entries_from(next, count)));
        next += count;
        CHECK(power.syncs() == before + 1);
    }
}

TEST_CASE("the arena's log: what the disk does not take is an error, and all or nothing of it") {
    struct Fault {
        std::string name;
        void (PowerCuts::*begin)(int);
    };
    for (const auto& [name, begin] : {Fault{"syncs", &PowerCuts::fail_syncs_after},
                                      Fault{"writes", &PowerCuts::fail_writes_after}})
        for (int after = 0; after < 6; ++after) {
            CAPTURE(name);
            CAPTURE(after);
            const TemporaryFolder folder;
            PowerCuts power;
            std::size_t acknowledged = 0;
            bool has_failed = false;
            {
                auto store = open_sqlite_store(folder / "log");
                REQUIRE_MESSAGE(store, store.error());
                REQUIRE((*store)->append(entries_from(1, 2)));
                acknowledged = 2;
                (power.*begin)(after);
                while (!has_failed && acknowledged < 50) {
                    const auto appended =
                        (*store)->append(entries_from(static_cast<int>(acknowledged) + 1, 2));
                    if (appended)
                        acknowledged += 2;
                    else
                        has_failed = true;
                    if (!appended) CHECK(appended.error().starts_with("the arena's log: "));
                }
                CHECK(has_failed);
                power.fail_no_more();
                const std::size_t left = entries_after_cut(power, folder);
                CHECK(left % 2 == 0);
                CHECK(left >= acknowledged);
            }
            const auto store = open_sqlite_store(folder / "log");
            REQUIRE_MESSAGE(store, store.error());
            const std::size_t kept = all(**store).size();
            CHECK(kept >= acknowledged);
            CHECK(kept % 2 == 0);
            CHECK((*store)->append(entries_from(static_cast<int>(kept) + 1, 1)));
        }
}

TEST_CASE("letters: every change that has returned outlives a power cut") {
    const TemporaryFolder folder;
    const PowerCuts power;
    auto opened = open_letter_store(folder / "letters");
    REQUIRE_MESSAGE(opened, opened.error());
    LetterStore& store = **opened;
    CHECK(power.unsynced().empty());
    const auto is_durable = [&](const std::function<bool(LetterStore&)>& check) {
        CHECK(power.unsynced().empty());
        const TemporaryFolder left;
        const auto after = letters_after_cut(power, folder, left);
        REQUIRE_MESSAGE(after, after.error());
        CHECK(check(**after));
    };
    for (int number = 1; number <= 5; ++number) {
        REQUIRE(store.add(letter(number)).value());
        is_durable([&](LetterStore& left) {
            return left.count_to("ben") == number && left.find(letter(number).id).value();
        });
    }
    REQUIRE(store.keep_key("anna", "a key", letter(1).arrived));
    is_durable([](LetterStore& left) { return left.key_of("anna").value() == "a key"; });
    REQUIRE(store.block("ben", "eve", true));
    is_durable([](LetterStore& left) { return left.is_blocked("ben", "eve").value(); });
    REQUIRE(store.keep_policy("ben", "known"));
    is_durable([](LetterStore& left) { return left.policy_of("ben").value() == "known"; });
    REQUIRE(store.add_report({.letter = letter(1).id, .from = "anna", .to = "ben"}).value());
    is_durable([](LetterStore& left) { return left.count_reports() == 1; });
    REQUIRE(store.remove(letter(1).id));
    is_durable([](LetterStore& left) { return !left.find(letter(1).id).value(); });
    // Several changes, stored together.
    REQUIRE(store.begin());
    REQUIRE(store.add(letter(6)).value());
    REQUIRE(store.remove(letter(2).id));
    {
        const TemporaryFolder left;
        const auto before = letters_after_cut(power, folder, left);
        REQUIRE_MESSAGE(before, before.error());
        CHECK(!(*before)->find(letter(6).id).value());
        CHECK((*before)->find(letter(2).id).value());
    }
    REQUIRE(store.commit().value());
    is_durable([](LetterStore& left) {
        return left.find(letter(6).id).value() && !left.find(letter(2).id).value();
    });
}

TEST_CASE("letters: changes that cannot be stored together are an error, and none of them is") {
    for (const bool are_syncs : {true, false})
        for (int after = 0; after < 3; ++after) {
            CAPTURE(are_syncs);
            CAPTURE(after);
            const TemporaryFolder folder;
            PowerCuts power;
            auto opened = open_letter_store(folder / "letters");
            REQUIRE_MESSAGE(opened, opened.error());
            LetterStore& store = **opened;
            REQUIRE(store.add(letter(1)).value());
            REQUIRE(store.begin());
            REQUIRE(store.add(letter(2)).value());
            REQUIRE(store.remove(letter(1).id));
            if (are_syncs)
                power.fail_syncs_after(after);
            else
                power.fail_writes_after(after);
            const auto committed = store.commit();
            power.fail_no_more();
            if (committed.has_value()) continue;  // it needed fewer
            CHECK(!committed.error().empty());
            CHECK(store.find(letter(1).id).value().has_value());
            CHECK(!store.find(letter(2).id).value().has_value());
            const TemporaryFolder left;
            const auto cut = letters_after_cut(power, folder, left);
            REQUIRE_MESSAGE(cut, cut.error());
            CHECK((*cut)->find(letter(1).id).value().has_value());
            // It goes on afterwards.
            REQUIRE(store.begin());
            CHECK(store.add(letter(3)).value());
            CHECK(store.commit().value());
        }
}
