// SiteRunner: a SiteBot with connections to its site and players that think, each on a thread of
// its own.
#pragma once

#include <expected>
#include <functional>
#include <memory>
#include <string>

#include "bot/lichess/site_bot.hpp"
#include "bot/player_thread.hpp"
#include "net/client.hpp"

namespace kibitz::bot::lichess {

// What the program does with its games when it is asked to end.
enum class Ending : std::uint8_t {
    finish,  // plays them to their end
    leave,   // they stay as they are: the next start goes on with them
    resign,
};

struct SiteRunnerSettings {
    net::Address address;  // its path comes before those of the API
    std::string ca_file{};
    std::string token;
    SitePreferences preferences{};
    Ending ending = Ending::finish;
    MakePlayer make_player;
    std::function<void(const std::string&)> report;  // what happened, for people
    // How often it was asked to end: the second time it leaves at once, and the games stay.
    std::function<int()> end_requests = [] { return 0; };
};

class SiteRunner {
   public:
    explicit SiteRunner(SiteRunnerSettings settings);
    ~SiteRunner();
    SiteRunner(const SiteRunner&) = delete;
    SiteRunner& operator=(const SiteRunner&) = delete;

    // Until it is done. The error says why it cannot go on.
    std::expected<Results, std::string> run();
    // Whether a player still thinks, for whom the destructor would wait.
    [[nodiscard]] bool is_thinking() const;

   private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace kibitz::bot::lichess
