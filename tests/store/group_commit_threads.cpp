#include "store/group_commit.hpp"

#include <atomic>
#include <chrono>

#include "support/test.hpp"

using namespace kibitz::arena;
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
    std::expected<std::vector<LogEntry>, std::string> stream(std::string_view) override {
        return {};
    }

    std::atomic<bool> fails = false;
    std::atomic<int> commits = 0, appended = 0;
};

Effects action(int number) {
    Effects effects{LogEntry{"game", number, nlohmann::json::object()}};
    send(effects, 1, number);
    return effects;
}

}  // namespace

TEST_CASE("everything is delivered in order, after its entries, in few commits") {
    SlowStore store;
    std::vector<int> delivered;
    std::atomic<bool> early = false;
    constexpr int actions = 500;
    {
        GroupCommit commit(
            store,
            [&](const Effects& effects) {
                for (const Effect& effect : effects) {
                    delivered.push_back(std::stoi(*std::get<Send>(effect).text));
                    if (delivered.back() > store.appended) early = true;
                }
            },
            [](const std::string&) {});
        for (int number = 1; number <= actions; ++number) commit.submit(action(number));
        commit.flush();
        CHECK(static_cast<int>(delivered.size()) == actions);
    }
    CHECK(std::ranges::is_sorted(delivered));
    CHECK(!early);
    CHECK(store.appended == actions);
    CHECK(store.commits < actions / 4);
}

TEST_CASE("what cannot be stored is not announced") {
    SlowStore store;
    int delivered = 0;
    std::vector<std::string> failures;
    GroupCommit commit(
        store, [&](const Effects&) { ++delivered; },
        [&](std::string why) { failures.push_back(std::move(why)); });
    commit.submit(action(1));
    commit.flush();
    CHECK(delivered == 1);
    store.fails = true;
    commit.submit(action(2));
    commit.flush();
    store.fails = false;
    commit.submit(action(3));
    commit.flush();
    CHECK(delivered == 1);
    CHECK(failures == std::vector<std::string>{"the disk is full"});
}
