// Runner: a bot with a connection and players that think, each game's on a thread of its own.
//
// A lost connection is made again, with longer and longer pauses, for as long as there is
// something left to play; the players keep thinking meanwhile.
#pragma once

#include <expected>
#include <functional>
#include <memory>
#include <string>

#include "bot/bot.hpp"
#include "bot/player_thread.hpp"
#include "net/client.hpp"

namespace kibitz::bot {

struct RunnerSettings {
    net::Address address;
    net::ClientSettings client{};
    Preferences preferences{};
    Identity identity;
    MakePlayer make_player;
    std::function<void(const Identity&)> keep;       // the token, where it was registered
    std::function<void(const std::string&)> report;  // what happened, for people
    // How often the bot was asked to end: once, to finish its games; twice, to give them up; three
    // times, to leave at once.
    std::function<int()> end_requests = [] { return 0; };
};

class Runner {
   public:
    explicit Runner(RunnerSettings settings);
    ~Runner();
    Runner(const Runner&) = delete;
    Runner& operator=(const Runner&) = delete;

    // Until the bot is done. A server that cannot be reached, also at the start, is tried again
    // until it can. The error says why the bot cannot go on: the server does not want it, or the
    // player fails again and again.
    std::expected<Results, std::string> run();
    // Whether a player still thinks, for whom the destructor would wait.
    [[nodiscard]] bool is_thinking() const;

   private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace kibitz::bot
