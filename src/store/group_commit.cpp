#include "store/group_commit.hpp"

#include <algorithm>
#include <iterator>

namespace kibitz::store {

GroupCommit::GroupCommit(EventStore& store, std::function<void(Effects)> deliver,
                         std::function<void(std::string)> fail)
    : store_(store),
      deliver_(std::move(deliver)),
      fail_(std::move(fail)),
      thread_([this] { run(); }) {}

GroupCommit::~GroupCommit() {
    {
        const std::scoped_lock lock(mutex_);
        stopping_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

void GroupCommit::submit(Effects effects) {
    if (effects.empty()) return;
    {
        const std::scoped_lock lock(mutex_);
        if (failed_) return;
        std::ranges::move(effects, std::back_inserter(waiting_));
    }
    changed_.notify_all();
}

void GroupCommit::flush() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return failed_ || (waiting_.empty() && !busy_); });
}

void GroupCommit::run() {
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait(lock, [this] { return stopping_ || !waiting_.empty(); });
        if (waiting_.empty()) return;
        Effects effects = std::exchange(waiting_, {});
        busy_ = true;
        lock.unlock();
        const bool committed = commit(effects);
        lock.lock();
        busy_ = false;
        if (!committed) {
            failed_ = true;
            waiting_.clear();
        }
        changed_.notify_all();
        if (!committed) return;
    }
}

bool GroupCommit::commit(Effects& effects) {
    std::vector<LogEntry> entries;
    Effects others;
    for (Effect& effect : effects) {
        if (auto* entry = std::get_if<LogEntry>(&effect))
            entries.push_back(std::move(*entry));
        else
            others.push_back(std::move(effect));
    }
    if (!entries.empty()) {
        if (const auto appended = store_.append(entries); !appended) {
            fail_(appended.error());
            return false;
        }
    }
    if (!others.empty()) deliver_(std::move(others));
    return true;
}

}  // namespace kibitz::store
