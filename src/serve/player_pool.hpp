// ThoughtPool: so many players think at once and no more, however many games they play. Whose clock
// is out first comes first; the more wait, the less time each has.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <stop_token>
#include <thread>
#include <tuple>
#include <vector>

#include "players/player.hpp"
#include "players/settings.hpp"

namespace kibitz::serve {

class ThoughtPool {
   public:
    using Clock = std::chrono::steady_clock;
    using Milliseconds = std::chrono::milliseconds;
    using OnMove = std::function<void(Move, std::optional<Score>)>;

    struct Question {
        std::size_t player = 0;         // of those the pool was made with
        std::uint64_t game_number = 0;  // its moods and draws
        Line line;
        Limits limits;          // with a clock
        Clock::time_point due;  // when that is out
        OnMove done;            // called on a thread of the pool
    };
    // The way to say that the answer is of no use any more: done() may be called all the same.
    using Ticket = std::stop_source;

    ThoughtPool(std::vector<players::PlayerSettings> players, int threads, Milliseconds longest);
    // Stops all thoughts.
    ~ThoughtPool();
    ThoughtPool(const ThoughtPool&) = delete;
    ThoughtPool& operator=(const ThoughtPool&) = delete;

    // From any thread.
    Ticket ask(Question question);
    // Ends thoughts that take too long: any move is better than none. To be called now and then.
    void ring_alarms();

   private:
    struct Job {
        Question question;
        Ticket ticket{};
        Ticket alarm{};
        std::uint64_t number = 0;
        Clock::time_point latest{};  // once it runs
        bool operator<(const Job& other) const {
            return std::tie(question.due, number) < std::tie(other.question.due, other.number);
        }
    };

    void work(const std::stop_token& end);
    void answer(Job& job, Milliseconds time);
    std::optional<players::Choice> choose(Job& job, Milliseconds time);
    // With the mutex held.
    [[nodiscard]] Milliseconds time_for(const Job& job) const;
    std::unique_ptr<players::Player> take_player(std::size_t player);

    const std::vector<players::PlayerSettings> settings_;
    const Milliseconds longest_;
    std::mutex mutex_;  // guards the next five
    std::condition_variable_any job_came_;
    std::set<Job> waiting_;
    std::list<Job> running_;
    std::vector<std::vector<std::unique_ptr<players::Player>>> free_players_;
    std::uint64_t last_number_ = 0;
    std::vector<std::jthread> threads_;  // the last: they use the rest
};

}  // namespace kibitz::serve
