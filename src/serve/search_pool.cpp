#include "serve/search_pool.hpp"

#include <utility>

namespace kibitz::serve {

SearchPool::SearchPool(int searches_at_once, std::size_t most_waiting)
    : most_waiting_(most_waiting) {
    for (int i = 0; i < searches_at_once; ++i)
        threads_.emplace_back([this](const std::stop_token& stop) { work(stop); });
}

SearchPool::~SearchPool() {
    for (std::jthread& thread : threads_) thread.request_stop();
}

bool SearchPool::submit(std::function<void()> job) {
    {
        const std::lock_guard lock(mutex_);
        if (jobs_.size() >= most_waiting_) return false;
        jobs_.push_back(std::move(job));
    }
    job_came_.notify_one();
    return true;
}

void SearchPool::work(const std::stop_token& stop) {
    for (;;) {
        std::function<void()> job;
        {
            std::unique_lock lock(mutex_);
            if (!job_came_.wait(lock, stop, [this] { return !jobs_.empty(); })) return;
            if (stop.stop_requested()) return;
            job = std::move(jobs_.front());
            jobs_.pop_front();
        }
        job();
    }
}

}  // namespace kibitz::serve
