// Live ratings: of each player in each game, by Glicko-2, from the rated games in the order in
// which they ended.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "arena/hall.hpp"
#include "tournament/glicko2.hpp"

namespace kibitz::arena {

class Ratings {
   public:
    // Glicko-2 expects ten to fifteen games a period; with a game a day that is this.
    static constexpr std::chrono::days period{10};

    // A finished game, in its turn. Aborted and unrated ones change nothing, nor
    // do those that both players were away from.
    void add(const GameSummary& game);

    // Of a player who is called something else now.
    void rename(const std::string& from, const std::string& to);
    // As sure as it is at that time.
    [[nodiscard]] tournament::Glicko2 at(std::string_view game, std::string_view player,
                                         Time now) const;
    // Rated games.
    [[nodiscard]] int games(std::string_view game, std::string_view player) const;

    struct Entry {
        tournament::Glicko2 rating{};
        int games = 0;
        Time last{};

        bool operator==(const Entry&) const = default;
    };
    // The players of a game that have one.
    [[nodiscard]] const std::map<std::string, Entry, std::less<>>& of(std::string_view game) const;

    bool operator==(const Ratings&) const = default;

   private:
    std::map<std::string, std::map<std::string, Entry, std::less<>>, std::less<>> by_game_;
};

// Ratings of players that do not change, such as fixed versions of bots, from all their results at
// once (Bradley and Terry), best first.
struct BatchRating {
    std::string player;
    int games = 0;
    double elo = 0;     // the mean of all is 0
    double margin = 0;  // of the 95% interval to either side
};
std::vector<BatchRating> batch_ratings(const std::vector<GameSummary>& games,
                                       const std::function<bool(const std::string&)>& is_rated);

}  // namespace kibitz::arena
