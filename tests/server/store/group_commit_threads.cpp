#include "store/group_commit.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>

#include "support/test.hpp"

using namespace kibitz::store;

namespace {

// Takes its time, counts commits, and can be told to fail.
class SlowStore final : public EventStore {
   public:
    std::expected<void, std::string> append(std::span<const LogEntry> entries) override {
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
        if (fails) return std::unexpected("the disk is full");
        ++commits;
        appended += static_cast<int>(entries.size());
        return {};
    }
    std::expected<Page, std::string> page(std::int64_t, std::size_t) override { return {}; }
    std::expected<std::vector<LogEntry>, std::string> part(const StreamPart&) override {
        return {};
    }

    std::atomic<bool> fails = false;
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
    CHECK(store.commits < actions / 4);
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
}
