#include "platform/task_queue.hpp"

#include <utility>

namespace kibitz::platform {

TaskQueue::TaskQueue(int threads, std::size_t most_waiting) : most_waiting_(most_waiting) {
    for (int i = 0; i < threads; ++i)
        threads_.emplace_back([this](const std::stop_token& stop) { work(stop); });
}

TaskQueue::~TaskQueue() {
    for (std::jthread& thread : threads_) thread.request_stop();
}

bool TaskQueue::submit(std::function<void()> task) {
    {
        const std::lock_guard lock(mutex_);
        if (tasks_.size() >= most_waiting_) return false;
        tasks_.push_back(std::move(task));
    }
    task_submitted_.notify_one();
    return true;
}

void TaskQueue::work(const std::stop_token& stop) {
    for (;;) {
        std::function<void()> task;
        {
            std::unique_lock lock(mutex_);
            if (!task_submitted_.wait(lock, stop, [this] { return !tasks_.empty(); })) return;
            if (stop.stop_requested()) return;
            task = std::move(tasks_.front());
            tasks_.pop_front();
        }
        task();
    }
}

}  // namespace kibitz::platform
