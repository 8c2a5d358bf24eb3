// Snapshots of the arena's log: what is in one, when one is used, and when one is written.
#include <fstream>

#include "serve/arena/snapshot_checks.hpp"

using namespace kibitz;
using namespace kibitz::serve;
using namespace kibitz::test;

namespace {

std::string why_not_used(store::EventStore& store, const std::string& file) {
    secrets::SodiumSecrets secrets("");
    LogFollower follower(store, secrets);
    const auto snapshot = read_snapshot(file);
    if (!snapshot) return snapshot.error();
    const auto begun = follower.begin_with(*snapshot);
    return begun ? "" : begun.error();
}

// A log of registrations that is longer whenever it is read: nobody comes to its end.
class EndlessLog final : public store::EventStore {
   public:
    std::expected<void, std::string> append(std::span<const store::LogEntry> /*more*/) override {
        return {};
    }
    std::expected<std::vector<store::LogEntry>, std::string> part(
        const store::StreamPart& /*part*/) override {
        return {};
    }
    std::expected<Page, std::string> page(std::int64_t after, std::size_t most) override {
        Page page{.last = after};
        while (page.entries.size() < most) {
            const int number = static_cast<int>(++page.last);
            page.entries.push_back({"accounts",
                                    number,
                                    {{"type", "account"},
                                     {"name", "player " + std::to_string(number)},
                                     {"bot", false},
                                     {"classicGame", ""},
                                     {"owner", ""},
                                     {"registered", 0},
                                     {"sealedPassHash", ""},
                                     {"tokenHash", std::to_string(number)}}});
        }
        return page;
    }
};

// Until the snapshot in the file has seen so many entries.
bool has_seen(const std::string& file, std::int64_t entries) {
    constexpr int tries = 600;
    for (int i = 0; i < tries; ++i) {
        if (const auto snapshot = read_snapshot(file); snapshot && snapshot->place.last >= entries)
            return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    return false;
}

}  // namespace

TEST_CASE("snapshots are made of a log that grows as fast as it is read") {
    const TemporaryFolder folder;
    const std::string file = snapshot_file(folder.path());
    EndlessLog log;
    constexpr std::size_t interval = 1'000;
    SnapshotKeeper keeper(log, file, interval);
    keeper.count(interval);
    CHECK(has_seen(file, interval));
    CHECK(has_seen(file, 3 * interval));
}

TEST_CASE("a snapshot and the entries after it give the state that the whole log gives") {
    const TemporaryFolder folder;
    const auto store = store::open_sqlite_store(store_file(folder.path()));
    REQUIRE(store);
    check_snapshots(**store);
}

TEST_CASE("a snapshot that does not fit the log or the program is not used") {
    const TemporaryFolder folder;
    const std::string file = snapshot_file(folder.path());
    const auto log = sample_log();
    const auto store = store::make_memory_store(), shorter = store::make_memory_store(),
               other = store::make_memory_store();
    REQUIRE(store->append(log));
    REQUIRE(shorter->append(first(log, log.size() - 1)));
    auto changed = log;
    changed.back().fact["time"] = 1;
    REQUIRE(other->append(changed));
    const Snapshot snapshot = replayed(*store);
    REQUIRE(write_snapshot(file, snapshot));
    CHECK(why_not_used(*store, file).empty());
    CHECK(why_not_used(*shorter, file).contains("another log"));
    CHECK(why_not_used(*other, file).contains("another log"));

    std::ifstream written(file, std::ios::binary);
    const std::string bytes(std::istreambuf_iterator<char>(written), {});
    const auto with = [&](const std::string& text) {
        std::ofstream(file, std::ios::binary) << text;
        return why_not_used(*store, file);
    };
    CHECK(with(bytes).empty());
    CHECK(with("") == "it is no snapshot");
    CHECK(with("hello\n") == "it is no snapshot");
    CHECK(with(bytes.substr(0, bytes.size() - 1)) == "it is not as it was written");
    std::string flipped = bytes;
    flipped[bytes.size() / 2] ^= 1;
    CHECK(with(flipped) == "it is not as it was written");
    std::string newer = bytes;
    newer.replace(newer.find("\"version\":"), std::string("\"version\":").size(), "\"version\":9");
    CHECK(with(newer) == "another version wrote it");
    // A state with the right checksum that is none.
    REQUIRE(write_snapshot(file, {snapshot.place, "nonsense"}));
    CHECK(why_not_used(*store, file) == "its state cannot be read");
}
