// The arena that a log has led to, before and after the log is one's own.
#include "serve/arena/rebuilt_arena.hpp"

#include <memory>

#include "serve/arena/snapshot_checks.hpp"

using namespace kibitz;
using namespace kibitz::serve;
using namespace kibitz::test;

namespace {

// A log that can be replaced by another one, as by a backup that is brought back.
class ReplaceableLog final : public store::EventStore {
   public:
    std::expected<void, std::string> append(std::span<const store::LogEntry> more) override {
        return log_->append(more);
    }
    std::expected<std::vector<store::LogEntry>, std::string> part(
        const store::StreamPart& part) override {
        return log_->part(part);
    }
    std::expected<Page, std::string> page(std::int64_t after, std::size_t most) override {
        return log_->page(after, most);
    }
    void replace() { log_ = store::make_memory_store(); }

   private:
    std::unique_ptr<store::EventStore> log_ = store::make_memory_store();
};

}  // namespace

TEST_CASE("an arena is rebuilt once, follows the log from then on, and has its snapshots written") {
    const TemporaryFolder folder;
    const std::string file = snapshot_file(folder.path());
    const auto log = sample_log();
    const std::size_t half = (log.size() + 1) / 2, rest = log.size() - half;
    const auto store = store::make_memory_store();
    REQUIRE(store->append(first(log, half)));

    // Many entries at once, as after a start.
    RebuiltArena rebuilt(*store, file, rest);
    CHECK(rebuilt.catch_up() == half);
    CHECK(is_written(file, replayed(*store).place));
    const arena::Arena* const arena = &rebuilt.arena();

    // Few at a time, as while another server writes them.
    for (const store::LogEntry& entry : std::span(log).subspan(half)) {
        REQUIRE(store->append(std::span(&entry, 1)));
        CHECK(rebuilt.catch_up() == 1U);
    }
    CHECK(rebuilt.catch_up() == 0U);
    const Snapshot whole = replayed(*store);
    CHECK(rebuilt.last() == whole.place.last);
    CHECK(&rebuilt.arena() == arena);
    CHECK(rebuilt.arena().save() == whole.state);
    CHECK(is_written(file, whole.place));

    // Started anew, where the snapshot has all of it.
    RebuiltArena again(*store, file, rest);
    CHECK(again.catch_up() == 0U);
    CHECK(again.arena().save() == whole.state);
}

TEST_CASE("an arena does not fit a log that has been replaced since") {
    const TemporaryFolder folder;
    const auto log = sample_log();
    ReplaceableLog store;
    RebuiltArena rebuilt(store, snapshot_file(folder.path()), SnapshotKeeper::usual_interval);
    CHECK(rebuilt.fits_log());
    REQUIRE(store.append(log));
    REQUIRE(rebuilt.catch_up() == log.size());
    CHECK(rebuilt.fits_log());
    store.replace();
    CHECK_FALSE(rebuilt.fits_log());
    auto changed = log;
    changed.back().fact["time"] = 1;
    REQUIRE(store.append(changed));
    CHECK_FALSE(rebuilt.fits_log());
    store.replace();
    REQUIRE(store.append(log));
    CHECK(rebuilt.fits_log());
}
