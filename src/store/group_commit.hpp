// Group commit: what the arena wants done goes through here, so that every entry of the log is in
// the store before anything after it is sent. While one commit is under way the next ones gather,
// and become one.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include "store/event_store.hpp"

namespace kibitz::store {

using arena::Effect;
using arena::Effects;

class GroupCommit {
   public:
    // `deliver` gets what is to be sent and closed, in order, on a thread of this object. When the
    // store fails, `fail` is told why, once, and nothing is delivered any more: what is not in the
    // log has not happened.
    GroupCommit(EventStore& store, std::function<void(Effects)> deliver,
                std::function<void(std::string)> fail);
    // After all that was submitted.
    ~GroupCommit();
    GroupCommit(const GroupCommit&) = delete;
    GroupCommit& operator=(const GroupCommit&) = delete;

    // From any thread; returns at once.
    void submit(Effects effects);
    // Waits until all that was submitted so far is delivered, or the store has failed.
    void flush();

   private:
    void run();
    bool commit(Effects& effects);

    EventStore& store_;
    std::function<void(Effects)> deliver_;
    std::function<void(std::string)> fail_;
    std::mutex mutex_;
    std::condition_variable changed_;
    Effects waiting_;
    bool busy_ = false;
    bool stopping_ = false;
    bool failed_ = false;
    std::thread thread_;  // the last member: it uses the others
};

}  // namespace kibitz::store
