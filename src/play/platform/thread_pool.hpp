// ThreadPool: threads that live as long as the pool, each doing the jobs it is given one by one.
#pragma once

#include <condition_variable>
#include <expected>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace kibitz {

class ThreadPool {
   public:
    ThreadPool() = default;
    // Waits for running jobs.
    ~ThreadPool() = default;

    // Makes it n threads; those that stay are kept, all must be idle. The error says how many the
    // system allowed; the size is then unchanged.
    std::expected<void, std::string> resize(int n);
    [[nodiscard]] int size() const { return static_cast<int>(workers_.size()); }

    // Gives an idle thread a job; returns at once.
    void start(int thread, std::function<void()> job);
    // Returns when the thread is idle.
    void wait(int thread) const;
    void wait_all() const;
    // Runs job(0) ... job(size() - 1), one on each thread, and waits for all.
    void run_on_all(const std::function<void(int)>& job);

   private:
    class Worker {
       public:
        Worker();
        ~Worker();
        void start(std::function<void()> job);
        void wait();

       private:
        void loop();

        std::mutex mutex_;
        std::condition_variable changed_;
        std::function<void()> job_;  // empty: idle
        bool leave_ = false;
        std::thread thread_;  // last: it uses the rest
    };

    std::vector<std::unique_ptr<Worker>> workers_;
};

}  // namespace kibitz
