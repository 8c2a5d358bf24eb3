#include <algorithm>
#include <mutex>
#include <set>
#include <utility>

#include "store/event_store.hpp"

namespace kibitz::store {

namespace {

class MemoryStore final : public EventStore {
   public:
    std::expected<void, std::string> append(std::span<const LogEntry> entries) override {
        const std::scoped_lock lock(mutex_);
        std::set<std::pair<std::string, int>> keys;
        for (const LogEntry& entry : entries) {
            const std::pair key(entry.stream, entry.number);
            if (keys_.contains(key) || !keys.insert(key).second)
                return std::unexpected("entry " + std::to_string(entry.number) + " of " +
                                       entry.stream + " is there already");
        }
        keys_.merge(keys);
        entries_.insert(entries_.end(), entries.begin(), entries.end());
        return {};
    }

    std::expected<Page, std::string> page(std::int64_t after, std::size_t most) override {
        const std::scoped_lock lock(mutex_);
        const auto begin = std::min(static_cast<std::size_t>(after), entries_.size());
        const auto end = begin + std::min(most, entries_.size() - begin);
        const auto at = [this](std::size_t n) {
            return entries_.begin() + static_cast<std::ptrdiff_t>(n);
        };
        return Page{.entries = {at(begin), at(end)}, .last = static_cast<std::int64_t>(end)};
    }

    std::expected<std::vector<LogEntry>, std::string> part(const StreamPart& part) override {
        const std::scoped_lock lock(mutex_);
        std::vector<LogEntry> found;
        for (const LogEntry& entry : entries_) {
            if (entry.stream != part.stream || entry.number < part.first) continue;
            if (static_cast<int>(found.size()) == part.most) break;
            found.push_back(entry);
        }
        return found;
    }

   private:
    std::mutex mutex_;
    std::vector<LogEntry> entries_;
    std::set<std::pair<std::string, int>> keys_;
};

}  // namespace

std::unique_ptr<EventStore> make_memory_store() { return std::make_unique<MemoryStore>(); }

}  // namespace kibitz::store
