#include "store/group_commit.hpp"

#include <algorithm>
#include <atomic>
#include <vector>

#include "support/test.hpp"

using namespace kibitz::store;

namespace {

// Counts commits, and can be told to fail, or to wait in the next commit until it is let go.
class SlowStore final : public EventStore {
   public:
    std::expected<void, std::string> append(std::span<const LogEntry> entries) override {
        is_waiting = holds.load();
        is_waiting.notify_all();
        holds.wait(true);
        if (fails) return std::unexpected("the disk is full");
        ++commits;
        appended += static_cast<int>(entries.size());
        for (const LogEntry& one : entries) numbers.push_back(one.number);
        return {};
    }
    void let_go() {
        holds = false;
        holds.notify_all();
    }
    std::expected<Page, std::string> page(std::int64_t, std::size_t) override { return {}; }
    std::expected<std::vector<LogEntry>, std::string> part(const StreamPart&) override {
        return {};
    }

    std::atomic<bool> fails = false, holds = false, is_waiting = false;
    std::vector<int> numbers;
    std::atomic<int> commits = 0, appended = 0;
};

std::vector<LogEntry> entry(int number) {
    return {LogEntry{"game", number, nlohmann::json::object()}};
}

}  // namespace

TEST_CASE("everything is completed in order, after its entries, in few commits") {
    SlowStore store;
    std::vector<int> completed;
    std::atomic<bool> early = false;
    constexpr int actions = 500;
    {
        GroupCommit commit(store, [](const std::string&) {});
        for (int number = 1; number <= actions; ++number)
            commit.submit(entry(number), [&, number] {
                completed.push_back(number);
                if (number > store.appended) early = true;
            });
        commit.flush();
        CHECK(static_cast<int>(completed.size()) == actions);
    }
    CHECK(std::ranges::is_sorted(completed));
    CHECK(!early);
    CHECK(store.appended == actions);
    CHECK(std::ranges::is_sorted(store.numbers));
}

TEST_CASE("what is submitted while one commit is under way becomes one commit") {
    SlowStore store;
    store.holds = true;
    std::vector<int> completed;
    {
        GroupCommit commit(store, [](const std::string&) {});
        commit.submit(entry(1), [&] { completed.push_back(1); });
        store.is_waiting.wait(false);
        for (int number = 2; number <= 100; ++number)
            commit.submit(entry(number), [&, number] { completed.push_back(number); });
        CHECK(completed.empty());
        store.let_go();
        commit.flush();
        CHECK(store.commits == 2);
        CHECK(completed.size() == 100);
        commit.flush();  // when there is nothing to wait for
        // What is still waiting when it is destroyed is completed, too.
        store.holds = true;
        store.is_waiting = false;
        commit.submit(entry(101), [&] { completed.push_back(101); });
        store.is_waiting.wait(false);
        commit.submit(entry(102), [&] { completed.push_back(102); });
        store.let_go();
    }
    CHECK(completed.size() == 102);
    CHECK(std::ranges::is_sorted(completed));
    CHECK(store.numbers.size() == 102);
    CHECK(std::ranges::is_sorted(store.numbers));
}

TEST_CASE("what waits behind a commit that fails is not completed, and nobody waits for it") {
    SlowStore store;
    store.holds = true;
    store.fails = true;
    int completed = 0;
    std::vector<std::string> failures;
    GroupCommit commit(store, [&](std::string why) { failures.push_back(std::move(why)); });
    commit.submit(entry(1), [&] { ++completed; });
    store.is_waiting.wait(false);
    commit.submit(entry(2), [&] { ++completed; });
    commit.submit({}, [&] { ++completed; });
    store.fails = true;
    store.let_go();
    commit.flush();
    store.fails = false;
    commit.submit({}, [&] { ++completed; });
    commit.flush();
    CHECK(completed == 0);
    CHECK(failures.size() == 1);
    CHECK(store.commits == 0);
}

TEST_CASE("what cannot be stored is not announced") {
    SlowStore store;
    int completed = 0;
    std::vector<std::string> failures;
    GroupCommit commit(store, [&](std::string why) { failures.push_back(std::move(why)); });
    const auto submit = [&](int number) {
        commit.submit(entry(number), [&] { ++completed; });
        commit.flush();
    };
    submit(1);
    CHECK(completed == 1);
    store.fails = true;
    submit(2);
    store.fails = false;
    submit(3);
    CHECK(completed == 1);
    CHECK(failures == std::vector<std::string>{"the disk is full"});
}

TEST_CASE("work without entries is completed after what was submitted before it") {
    SlowStore store;
    std::vector<int> completed;
    GroupCommit commit(store, [](const std::string&) {});
    commit.submit(entry(1), [&] { completed.push_back(1); });
    commit.submit({}, [&] { completed.push_back(2); });
    commit.flush();
    CHECK(completed == std::vector{1, 2});
    CHECK(store.commits == 1);
    // Alone as well, and then without a commit.
    commit.submit({}, [&] { completed.push_back(3); });
    commit.flush();
    CHECK(completed.size() == 3);
    CHECK(store.commits == 1);
}
