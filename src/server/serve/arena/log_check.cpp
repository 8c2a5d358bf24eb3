#include "serve/arena/log_check.hpp"

#include <set>

#include "arena/arena.hpp"
#include "secrets/sodium_secrets.hpp"
#include "serve/arena/arena_key.hpp"

namespace kibitz::serve {

namespace {

using arena::LogEntry;
using Done = std::expected<void, std::string>;

bool is_game(const std::string& stream) {
    return stream != arena::Accounts::stream && stream != arena::Offers::stream &&
           stream != arena::Moderation::stream && stream != arena::Club::stream &&
           stream != key_stream && !arena::Contests::has_stream(stream) &&
           !arena::Purses::has_stream(stream);
}

// An arena that takes the entries in decides which of them fit.
class Checker {
   public:
    Checker(store::EventStore& log, store::EventStore* copy)
        : copy_(copy), arena_(secrets_, [&log](const arena::StreamPart& part) {
              return store::stored_stream(log, part);
          }) {}

    Done take(const store::EventStore::Page& page) {
        for (const store::Damage& damage : page.damaged) leave_out(damage);
        std::vector<LogEntry> kept;
        for (const LogEntry& entry : page.entries) take(entry, kept);
        check.entries += kept.size();
        return copy_ == nullptr ? Done() : copy_->append(kept);
    }

    LogCheck check;

   private:
    void take(LogEntry entry, std::vector<LogEntry>& kept) {
        const auto cut = check.cut_games.find(entry.stream);
        if (cut != check.cut_games.end() && entry.number > cut->second.damaged) {
            ++cut->second.later;
            return;
        }
        const int number = entry.number;
        int& last = last_numbers_[entry.stream];
        // Entries after one that was left out move up; those of a game know their own numbers.
        if (damaged_streams_.contains(entry.stream)) entry.number = last + 1;
        if (entry.stream != key_stream)
            if (const auto fits = arena_.replay(entry); !fits)
                return leave_out({entry.stream, number, fits.error().what});
        last = entry.number;
        kept.push_back(std::move(entry));
    }

    void leave_out(const store::Damage& damage) {
        check.damaged.push_back(damage);
        damaged_streams_.insert(damage.stream);
        if (is_game(damage.stream))
            check.cut_games.emplace(damage.stream, LogCheck::CutGame{damage.number});
    }

    store::EventStore* const copy_;
    secrets::SodiumSecrets secrets_{""};  // replaying needs no key
    arena::Arena arena_;
    std::map<std::string, int> last_numbers_;
    std::set<std::string> damaged_streams_;
};

}  // namespace

std::expected<LogCheck, std::string> check_log(store::EventStore& log, store::EventStore* copy) {
    Checker checker(log, copy);
    constexpr std::size_t most_of_page = 5'000;
    // Where a page cannot be read, smaller ones show how far the log can be.
    std::size_t size = most_of_page;
    for (std::int64_t last = 0;;) {
        const auto page = log.page(last, size);
        if (!page && size > 1) {
            size = 1;
            continue;
        }
        if (!page) {
            checker.check.unread = page.error();
            return checker.check;
        }
        if (auto taken = checker.take(*page); !taken) return std::unexpected(taken.error());
        if (page->entries.size() + page->damaged.size() < size) return checker.check;
        last = page->last;
    }
}

std::string describe(const LogCheck& check) {
    std::string text;
    for (const store::Damage& damage : check.damaged) {
        text += to_string(damage) + '\n';
        const auto cut = check.cut_games.find(damage.stream);
        if (cut == check.cut_games.end()) continue;
        text += "  the game ends before it";
        if (cut->second.later > 0)
            text += "; " + std::to_string(cut->second.later) + " later entries go, too";
        text += '\n';
    }
    if (!check.unread.empty()) text += "the rest cannot be read: " + check.unread + '\n';
    return text + std::to_string(check.entries) + " entries are as they should be\n";
}

}  // namespace kibitz::serve
