// TaskQueue: a fixed number of threads that run tasks in the order in which they were submitted.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <limits>
#include <mutex>
#include <thread>
#include <vector>

namespace kibitz::platform {

class TaskQueue {
   public:
    static constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();

    explicit TaskQueue(int threads, std::size_t most_waiting = unlimited);
    // Waits for the tasks that run; those that wait are dropped.
    ~TaskQueue();
    TaskQueue(const TaskQueue&) = delete;
    TaskQueue& operator=(const TaskQueue&) = delete;

    // False if too many wait already. May be called from any thread.
    bool submit(std::function<void()> task);

   private:
    void work(const std::stop_token& stop);

    const std::size_t most_waiting_;
    std::mutex mutex_;
    std::condition_variable_any task_submitted_;
    std::deque<std::function<void()>> tasks_;
    std::vector<std::jthread> threads_;  // last: they use the rest
};

}  // namespace kibitz::platform
