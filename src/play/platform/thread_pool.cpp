#include "platform/thread_pool.hpp"

#include <system_error>
#include <utility>

namespace kibitz {

ThreadPool::Worker::Worker() : thread_([this] { loop(); }) {}

ThreadPool::Worker::~Worker() {
    {
        const std::lock_guard lock(mutex_);
        leave_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

void ThreadPool::Worker::start(std::function<void()> job) {
    {
        const std::lock_guard lock(mutex_);
        job_ = std::move(job);
    }
    changed_.notify_all();
}

void ThreadPool::Worker::wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !job_; });
}

void ThreadPool::Worker::loop() {
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait(lock, [this] { return job_ || leave_; });
        if (!job_) return;
        lock.unlock();
        job_();
        lock.lock();
        job_ = nullptr;
        changed_.notify_all();
    }
}

std::expected<void, std::string> ThreadPool::resize(int n) {
    const auto wanted = static_cast<std::size_t>(n);
    const std::size_t before = workers_.size();
    if (wanted < before) workers_.resize(wanted);
    try {
        while (workers_.size() < wanted) workers_.push_back(std::make_unique<Worker>());
    } catch (const std::system_error& error) {
        const std::size_t reached = workers_.size();
        workers_.resize(before);
        return std::unexpected("the system refused thread " + std::to_string(reached + 1) + " of " +
                               std::to_string(n) + " (" + error.what() + ")");
    }
    return {};
}

void ThreadPool::start(int thread, std::function<void()> job) {
    workers_[static_cast<std::size_t>(thread)]->start(std::move(job));
}

void ThreadPool::wait(int thread) const { workers_[static_cast<std::size_t>(thread)]->wait(); }

void ThreadPool::wait_all() const {
    for (const auto& worker : workers_) worker->wait();
}

void ThreadPool::run_on_all(const std::function<void(int)>& job) {
    for (int i = 0; i < size(); ++i) start(i, [&job, i] { job(i); });
    wait_all();
}

}  // namespace kibitz
