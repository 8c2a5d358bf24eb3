#include <mutex>
#include <set>
#include <utility>

#include "arena/store/event_store.hpp"

namespace kibitz::arena {

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

    std::expected<void, std::string> replay(
        const std::function<void(const LogEntry&)>& take) override {
        const std::scoped_lock lock(mutex_);
        for (const LogEntry& entry : entries_) take(entry);
        return {};
    }

    std::expected<std::vector<LogEntry>, std::string> stream(std::string_view name) override {
        const std::scoped_lock lock(mutex_);
        std::vector<LogEntry> found;
        for (const LogEntry& entry : entries_)
            if (entry.stream == name) found.push_back(entry);
        return found;
    }

   private:
    std::mutex mutex_;
    std::vector<LogEntry> entries_;
    std::set<std::pair<std::string, int>> keys_;
};

}  // namespace

std::unique_ptr<EventStore> make_memory_store() { return std::make_unique<MemoryStore>(); }

}  // namespace kibitz::arena
