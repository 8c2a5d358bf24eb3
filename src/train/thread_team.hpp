// ThreadTeam: a fixed number of threads that do the same task together, again and again.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace kibitz::train {

class ThreadTeam {
   public:
    // The caller is one of the threads.
    explicit ThreadTeam(int threads);
    ~ThreadTeam();
    ThreadTeam(const ThreadTeam&) = delete;
    ThreadTeam& operator=(const ThreadTeam&) = delete;

    [[nodiscard]] int size() const { return static_cast<int>(helpers_.size()) + 1; }
    // Runs task(0) ... task(size() - 1) at once and returns when all are done.
    void run(const std::function<void(int)>& task);

   private:
    void help(int number);

    std::mutex mutex_;
    std::condition_variable begin_, end_;
    const std::function<void(int)>* task_ = nullptr;
    std::uint64_t round_ = 0;
    int busy_ = 0;
    bool leave_ = false;
    std::vector<std::thread> helpers_;
};

}  // namespace kibitz::train
