// SearchPool: so many searches, or other long work, at once and no more, whoever asks. The others
// wait their turn.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace kibitz::serve {

class SearchPool {
   public:
    SearchPool(int searches_at_once, std::size_t most_waiting);
    // Waits for the jobs that run; those that wait are dropped.
    ~SearchPool();
    SearchPool(const SearchPool&) = delete;
    SearchPool& operator=(const SearchPool&) = delete;

    // False if too many wait already. From any thread.
    bool submit(std::function<void()> job);

   private:
    void work(const std::stop_token& stop);

    const std::size_t most_waiting_;
    std::mutex mutex_;
    std::condition_variable_any job_came_;
    std::deque<std::function<void()>> jobs_;
    std::vector<std::jthread> threads_;  // last: they use the rest
};

}  // namespace kibitz::serve
