// Group commit: entries of the log, and what is to be done once they are stored. While one commit
// is under way the next entries gather, and become one commit.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "store/event_store.hpp"

namespace kibitz::store {

class GroupCommit {
   public:
    using Completion = std::function<void()>;

    // When the store fails, `fail` is called once with the reason, and no completion is called any
    // more: what is not in the log has not happened.
    GroupCommit(EventStore& store, std::function<void(std::string)> fail);
    // After all that was submitted.
    ~GroupCommit();
    GroupCommit(const GroupCommit&) = delete;
    GroupCommit& operator=(const GroupCommit&) = delete;

    // Any thread may; it returns at once. `completed` is called on a thread of this object when
    // these entries and all that were submitted before are stored, in the order of submission.
    void submit(std::vector<LogEntry> entries, Completion completed);
    // Waits until all that was submitted so far is completed, or the store has failed.
    void flush();

   private:
    struct Work {
        std::vector<LogEntry> entries{};
        std::vector<Completion> completions{};
    };
    void run();
    bool commit(Work work);

    EventStore& store_;
    std::function<void(std::string)> fail_;
    std::mutex mutex_;
    std::condition_variable changed_;
    Work waiting_;
    bool busy_ = false;
    bool stopping_ = false;
    bool failed_ = false;
    std::thread thread_;  // the last member: it uses the others
};

}  // namespace kibitz::store
