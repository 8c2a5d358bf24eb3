// PlayerPool: a fixed number of players think at a time, however many games they play. The request
// whose clock runs out first comes first; the more requests wait, the less time each gets.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
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

class PlayerPool {
   public:
    using Clock = std::chrono::steady_clock;
    using Milliseconds = std::chrono::milliseconds;
    using OnMove = std::function<void(Move, std::optional<Score>)>;

    // The same for all requests of a player, so that what it has learnt to know is used again.
    using Settings = std::shared_ptr<const players::PlayerSettings>;

    struct Request {
        Settings player;
        std::uint64_t game_number = 0;  // seeds its random choices
        Line line;
        Limits limits;          // with a clock
        Clock::time_point due;  // when that is out
        OnMove done;            // called on a thread of the pool
    };
    // Cancels the request when a stop is requested; done() may be called all the same.
    using Ticket = std::stop_source;

    PlayerPool(int threads, Milliseconds longest);
    // Stops all players.
    ~PlayerPool();
    PlayerPool(const PlayerPool&) = delete;
    PlayerPool& operator=(const PlayerPool&) = delete;

    // May be called from any thread.
    Ticket submit(Request request);
    // Stops players that take too long: any move is better than none. And lets go of those whose
    // settings nobody else has any more. This is called now and then.
    void tidy_up();

   private:
    struct Job {
        Request request;
        Ticket ticket{};
        Ticket alarm{};
        std::uint64_t number = 0;
        Clock::time_point latest{};  // once it runs
        bool operator<(const Job& other) const {
            return std::tie(request.due, number) < std::tie(other.request.due, other.number);
        }
    };

    void work(const std::stop_token& end);
    void answer(Job& job, Milliseconds time);
    std::optional<players::Choice> choose(Job& job, Milliseconds time);
    // The mutex must be held.
    [[nodiscard]] Milliseconds time_for(const Job& job) const;
    std::unique_ptr<players::Player> take_player(const Settings& player);

    const Milliseconds longest_;
    std::mutex mutex_;  // guards the next five
    std::condition_variable_any job_added_;
    std::set<Job> waiting_;
    std::list<Job> running_;
    std::map<Settings, std::vector<std::unique_ptr<players::Player>>> free_players_;
    std::uint64_t last_number_ = 0;
    std::vector<std::jthread> threads_;  // the last: they use the rest
};

}  // namespace kibitz::serve
