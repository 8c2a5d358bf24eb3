// SideTask: long tasks that are not searches (perft, the benchmarks), running beside the session,
// one at a time. All functions are for the session's thread.
#pragma once

#include <expected>
#include <functional>
#include <stop_token>
#include <string>
#include <utility>

#include "platform/thread_pool.hpp"

namespace kibitz::uci {

class SideTask {
   public:
    // Waits for the previous task. The error: the system refuses a thread.
    std::expected<void, std::string> start(std::function<void(const std::stop_token&)> task) {
        wait();
        if (auto had = thread_.resize(1); !had) return had;
        stop_ = std::stop_source();
        thread_.start(0, [task = std::move(task), stop = stop_.get_token()] { task(stop); });
        return {};
    }
    // Asks it to end; does not wait.
    void stop() { stop_.request_stop(); }
    // Returns when no task is running.
    void wait() const { thread_.wait_all(); }

   private:
    std::stop_source stop_;
    ThreadPool thread_;  // none before the first task; its destructor waits for the last one
};

}  // namespace kibitz::uci
