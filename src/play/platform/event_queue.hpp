// EventQueue: events posted by any thread, for the one thread that handles them.
//
//     EventQueue<Event> queue;
//     queue.post(Event{...});                                   // any thread
//     for (auto& [time, event] : queue.wait_for(50ms).events)   // the one that handles them
//         handle(event);
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace kibitz::platform {

template <class Event>
class EventQueue {
   public:
    using Clock = std::chrono::steady_clock;

    struct Posted {
        Clock::time_point time;
        Event event;
    };
    struct Batch {
        std::vector<Posted> events;  // in the order of their times
        Clock::time_point until;     // no event that comes later has an earlier time
        bool is_last = false;        // the queue is closed, and these are all that were in it
    };

    // Dropped once the queue is closed.
    void post(Event event) {
        {
            const std::lock_guard lock(mutex_);
            if (is_closed_) return;
            // Under the lock, so that the order of the events is that of their times.
            events_.push_back({Clock::now(), std::move(event)});
        }
        changed_.notify_one();
    }

    // Everything posted since the last time; if there is nothing, waits for it until the deadline.
    Batch wait_until(std::optional<Clock::time_point> deadline) {
        std::unique_lock lock(mutex_);
        const auto is_ready = [this] { return is_closed_ || !events_.empty(); };
        if (deadline)
            changed_.wait_until(lock, *deadline, is_ready);
        else
            changed_.wait(lock, is_ready);
        return {std::exchange(events_, {}), Clock::now(), is_closed_};
    }
    Batch wait_for(std::chrono::milliseconds at_most) { return wait_until(Clock::now() + at_most); }

    void close() {
        {
            const std::lock_guard lock(mutex_);
            is_closed_ = true;
        }
        changed_.notify_all();
    }

   private:
    std::mutex mutex_;  // guards the rest
    std::condition_variable changed_;
    std::vector<Posted> events_;
    bool is_closed_ = false;
};

}  // namespace kibitz::platform
