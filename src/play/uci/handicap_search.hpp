// HandicapSearch: the answer to a `go` by a weaker player, chosen on a thread of its own. It keeps
// to the protocol as Engine does: it reports once, while pondering not before `ponderhit` or
// `stop`, and soon after `stop`.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "platform/thread_pool.hpp"
#include "uci/handicap.hpp"

namespace kibitz::uci {

struct HandicapAnswer {
    std::optional<players::Decision> decision;  // none without a legal move
    std::int64_t time_ms = 0;
};

// All functions are for the conversation's thread; `report` is called on another.
class HandicapSearch {
   public:
    HandicapSearch() = default;
    HandicapSearch(const HandicapSearch&) = delete;
    HandicapSearch& operator=(const HandicapSearch&) = delete;
    ~HandicapSearch() { stop(); }

    // No search may be running. The error: the system refuses a thread.
    std::expected<void, std::string> start(std::unique_ptr<Handicap> player, bool ponders,
                                           std::function<void(const HandicapAnswer&)> report);
    // Ends a running search with the move found at first glance; does not wait.
    void stop();
    // The expected move was played. False if no search ponders.
    bool ponderhit();
    // True if only stop() or ponderhit() can end the search.
    [[nodiscard]] bool ponders() const;
    // Returns when no search is running.
    void wait() const { thread_.wait_all(); }

   private:
    std::unique_ptr<Handicap> player_;
    mutable std::mutex mutex_;
    bool ponders_ = false;  // guarded by the mutex
    std::condition_variable answer_allowed_;
    ThreadPool thread_;  // last: it uses the rest
};

}  // namespace kibitz::uci
