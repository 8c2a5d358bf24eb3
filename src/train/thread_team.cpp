#include "train/thread_team.hpp"

namespace kibitz::train {

ThreadTeam::ThreadTeam(int threads) {
    for (int number = 1; number < threads; ++number)
        helpers_.emplace_back([this, number] { help(number); });
}

ThreadTeam::~ThreadTeam() {
    {
        const std::lock_guard lock(mutex_);
        leave_ = true;
    }
    begin_.notify_all();
    for (std::thread& helper : helpers_) helper.join();
}

void ThreadTeam::run(const std::function<void(int)>& task) {
    {
        const std::lock_guard lock(mutex_);
        task_ = &task;
        busy_ = static_cast<int>(helpers_.size());
        ++round_;
    }
    begin_.notify_all();
    task(0);
    std::unique_lock lock(mutex_);
    end_.wait(lock, [this] { return busy_ == 0; });
}

void ThreadTeam::help(int number) {
    std::uint64_t done = 0;
    while (true) {
        const std::function<void(int)>* task = nullptr;
        {
            std::unique_lock lock(mutex_);
            begin_.wait(lock, [&] { return leave_ || round_ != done; });
            if (leave_) return;
            done = round_;
            task = task_;
        }
        (*task)(number);
        const std::lock_guard lock(mutex_);
        if (--busy_ == 0) end_.notify_one();
    }
}

}  // namespace kibitz::train
