// A conversation with the engine, as a program on the other side would have it.
#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <initializer_list>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "support/test.hpp"
#include "uci/session.hpp"

namespace kibitz::test {

// Generous: machines that run tests are busy. Only a failing test waits so long.
constexpr auto patience = std::chrono::seconds(60);
// Long enough that an answer which must not come would have come.
constexpr auto a_moment = std::chrono::milliseconds(60);

class Conversation {
   public:
    Conversation() : session_([this](std::string_view line) { collect(line); }) {}

    // False when the session is over.
    bool send(std::string_view line) { return session_.handle(line); }
    void send_all(std::initializer_list<std::string_view> lines) {
        for (const std::string_view line : lines) send(line);
    }

    // What the command answers before it returns. Not for commands that start a search.
    std::vector<std::string> ask(std::string_view line) {
        const std::size_t before = size();
        send(line);
        const std::lock_guard lock(mutex_);
        return {lines_.begin() + static_cast<std::ptrdiff_t>(before), lines_.end()};
    }
    // What it answers until all is done that it began: perft, a benchmark, a search that ends.
    std::vector<std::string> result_of(std::string_view line) {
        const std::size_t before = size();
        send_all({line, "wait"});
        const std::lock_guard lock(mutex_);
        return {lines_.begin() + static_cast<std::ptrdiff_t>(before), lines_.end()};
    }
    // Of the answers the last error, without "info string error: "; empty if there is none.
    std::string error_of(std::string_view line) {
        constexpr std::string_view prefix = "info string error: ";
        std::string error;
        for (const std::string& answer : ask(line))
            if (answer.starts_with(prefix)) error = answer.substr(prefix.size());
        return error;
    }

    // Waits for the next line that begins so, counted from the last one found; empty after
    // `patience`.
    std::string wait_for(std::string_view prefix, std::chrono::milliseconds limit = patience) {
        std::unique_lock lock(mutex_);
        std::string found;
        came_.wait_for(lock, limit, [&] {
            while (seen_ < lines_.size())
                if (const std::string& line = lines_[seen_++]; line.starts_with(prefix)) {
                    found = line;
                    return true;
                }
            return false;
        });
        return found;
    }
    // The move of the next "bestmove".
    std::string best_move() {
        const std::string line = wait_for("bestmove ");
        const std::size_t begin = std::min(line.find(' ') + 1, line.size());
        return line.substr(begin, line.find(' ', begin) - begin);
    }
    // True if no such line comes within a moment.
    bool stays_away(std::string_view prefix) {
        const std::size_t before = count(prefix);
        std::this_thread::sleep_for(a_moment);
        return count(prefix) == before;
    }

    std::size_t count(std::string_view prefix) {
        const std::lock_guard lock(mutex_);
        return static_cast<std::size_t>(std::ranges::count_if(
            lines_, [&](const std::string& line) { return line.starts_with(prefix); }));
    }
    std::vector<std::string> lines() {
        const std::lock_guard lock(mutex_);
        return lines_;
    }
    void forget() {
        const std::lock_guard lock(mutex_);
        lines_.clear();
        seen_ = 0;
    }

   private:
    void collect(std::string_view line) {
        {
            const std::lock_guard lock(mutex_);
            lines_.emplace_back(line);
        }
        came_.notify_all();
    }
    std::size_t size() {
        const std::lock_guard lock(mutex_);
        return lines_.size();
    }

    std::mutex mutex_;
    std::condition_variable came_;
    std::vector<std::string> lines_;
    std::size_t seen_ = 0;
    uci::Session session_;  // last: it calls collect() until it is gone
};

// The word after `name` in a line: of "score cp 13 nodes 20" and "nodes" it is "20".
inline std::string word_after(const std::string& line, std::string_view name) {
    const std::string key = " " + std::string(name) + " ";
    const std::size_t at = line.find(key);
    if (at == std::string::npos) return {};
    const std::size_t begin = at + key.size();
    return line.substr(begin, line.find(' ', begin) - begin);
}

}  // namespace kibitz::test
