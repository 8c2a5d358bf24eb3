// EventQueue: what happens on any thread, for the one that deals with it.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <utility>

namespace kibitz::bot {

template <class Event>
class EventQueue {
   public:
    void add(Event event) {
        {
            const std::lock_guard lock(mutex_);
            events_.push_back(std::move(event));
        }
        added_.notify_one();
    }

    // All that came since the last time, in order; nothing if nothing comes in so long.
    std::deque<Event> wait(std::chrono::milliseconds at_most) {
        std::unique_lock lock(mutex_);
        added_.wait_for(lock, at_most, [this] { return !events_.empty(); });
        return std::exchange(events_, {});
    }

   private:
    std::mutex mutex_;
    std::condition_variable added_;
    std::deque<Event> events_;
};

}  // namespace kibitz::bot
