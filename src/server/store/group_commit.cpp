#include "store/group_commit.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace kibitz::store {

GroupCommit::GroupCommit(EventStore& store, std::function<void(std::string)> fail)
    : store_(store), fail_(std::move(fail)), thread_([this] { run(); }) {}

GroupCommit::~GroupCommit() {
    {
        const std::scoped_lock lock(mutex_);
        stopping_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

void GroupCommit::submit(std::vector<LogEntry> entries, Completion completed) {
    {
        const std::scoped_lock lock(mutex_);
        if (failed_) return;
        std::ranges::move(entries, std::back_inserter(waiting_.entries));
        waiting_.completions.push_back(std::move(completed));
    }
    changed_.notify_all();
}

void GroupCommit::flush() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return failed_ || (waiting_.completions.empty() && !busy_); });
}

void GroupCommit::run() {
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait(lock, [this] { return stopping_ || !waiting_.completions.empty(); });
        if (waiting_.completions.empty()) return;
        Work work = std::exchange(waiting_, {});
        busy_ = true;
        lock.unlock();
        const bool committed = commit(std::move(work));
        lock.lock();
        busy_ = false;
        if (!committed) {
            failed_ = true;
            waiting_ = {};
        }
        changed_.notify_all();
        if (!committed) return;
    }
}

bool GroupCommit::commit(Work work) {
    if (!work.entries.empty()) {
        if (const auto appended = store_.append(work.entries); !appended) {
            fail_(appended.error());
            return false;
        }
    }
    for (const Completion& completed : work.completions) completed();
    return true;
}

}  // namespace kibitz::store
