// GamesService: looks games up for the page, in the databases that the operator has named
// (docs/game-database.md).
//
//     /api/games                    {"databases": [{"name": "masters", "games": 59504}]}
//     /api/games/NAME/tree?...      what was played in a position
//     /api/games/NAME/find?...      games, a page at a time
//     /api/games/NAME/player?...    what a player plays, and how it goes
//     /api/games/NAME/names?name=   players whose names begin so
//     /api/games/NAME/game/12       one game as PGN
//
// docs/api/openapi.json describes the answers. Whoever asks gets a bounded share of the machine: a
// search ends after some time with what it has found, and few of them run and wait at once.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "database/followed_database.hpp"
#include "net/server.hpp"
#include "platform/task_queue.hpp"
#include "serve/games/shared_database.hpp"

namespace kibitz::serve {

struct GamesSettings {
    std::vector<std::string> databases{};   // each NAME=FOLDER, or the NAME of a shared one
    std::string store{};                    // the address of PostgreSQL that has those
    std::string copies{};                   // the folder for copies of them
    std::chrono::milliseconds time{4'000};  // that a search may take
    int at_once = 2;                        // searches that run
    std::size_t most_waiting = 32;
    int most_of_client = 4;  // that run or wait
    std::chrono::milliseconds pause = FollowedDatabase::usual_pause;
    std::chrono::milliseconds shared_pause = SharedDatabase::usual_pause;
};

class GamesService {
   public:
    static constexpr std::string_view path = "/api/games";
    [[nodiscard]] static bool has_path(std::string_view requested);

    // The error says which of the databases cannot be opened, and why.
    static std::expected<std::unique_ptr<GamesService>, std::string> open(GamesSettings settings);
    // Searches that run are ended.
    ~GamesService();
    GamesService(const GamesService&) = delete;
    GamesService& operator=(const GamesService&) = delete;

    // Answers from a thread of its own: 400 for what is no such question, 404 where there is no
    // such database or game, 429 for a client that asks too much at once, 503 where all of them do.
    void answer(const net::Request& request, const net::Reply& reply);

   private:
    struct Served;  // a database, and what is remembered of it
    struct Question;

    explicit GamesService(GamesSettings settings);

    [[nodiscard]] std::expected<std::unique_ptr<Served>, std::string> open_database(
        const std::string& option) const;
    [[nodiscard]] Served* find(std::string_view name) const;
    [[nodiscard]] net::Response list();
    [[nodiscard]] net::Response look_up(Served& served, const Question& question);
    // In another thread, unless the client or all of them ask too much.
    void answer_later(const std::string& address, const net::Reply& reply,
                      std::function<net::Response()> make);
    // False if the client has as many as it may have.
    bool enter(const std::string& client);
    void leave(const std::string& client);

    const GamesSettings settings_;
    std::vector<std::unique_ptr<Served>> databases_;
    std::atomic<bool> is_ending_ = false;
    std::mutex mutex_;  // guards the next
    std::map<std::string, int> searches_of_client_;
    platform::TaskQueue searches_;  // last: its threads use the rest
};

}  // namespace kibitz::serve
