// Live ratings: of each player in each game, by Glicko-2, from the rated games in the order in
// which they ended.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "arena/hall.hpp"
#include "statistics/bradley_terry.hpp"
#include "statistics/glicko2.hpp"

namespace kibitz::arena {

class Ratings {
   public:
    // Glicko-2 expects ten to fifteen games a period; with a game a day that is this.
    static constexpr std::chrono::days period{10};

    // A finished game, in its turn. Aborted and unrated ones change nothing, nor
    // do those that both players were away from.
    void add(const GameSummary& game);

    // Follows the renaming of a player.
    void rename(const std::string& from, const std::string& to);
    // As sure as it is at that time.
    [[nodiscard]] statistics::Glicko2 at(std::string_view game, std::string_view player,
                                         Time now) const;
    // Rounded ratings of both players of a game.
    using OfBoth = std::array<int, 2>;
    [[nodiscard]] OfBoth of_both(std::string_view game, const std::array<std::string, 2>& players,
                                 Time now) const;
    // What they had before it, if it was a rated game and is over.
    [[nodiscard]] std::optional<OfBoth> before(std::string_view id) const;
    // Rated games.
    [[nodiscard]] int games(std::string_view game, std::string_view player) const;

    struct Entry {
        statistics::Glicko2 rating{};
        int games = 0;
        Time last{};

        void serialise(Serialiser& s);
        bool operator==(const Entry&) const = default;
    };
    // The players of a game that have one.
    [[nodiscard]] const std::map<std::string, Entry, std::less<>>& of(std::string_view game) const;

    void serialise(Serialiser& s);
    bool operator==(const Ratings&) const = default;

   private:
    std::map<std::string, std::map<std::string, Entry, std::less<>>, std::less<>> by_game_;
    // Every rated game has an entry: this grows for ever, by some 40 bytes each.
    std::unordered_map<std::uint64_t, OfBoth> before_;
};

// A player in one version: of bots that say theirs, each is rated apart.
struct Version {
    std::string player;
    std::string version;  // empty where the bot sent none

    void serialise(Serialiser& s);
    auto operator<=>(const Version&) const = default;
};

// All that players made against each other in rated games, in each game; without those that were
// aborted or left by both.
class Results {
   public:
    // A finished game.
    void add(const GameSummary& game);
    // Follows the renaming of a player.
    void rename(const std::string& from, const std::string& to);

    struct Table {
        std::vector<Version> players;
        std::vector<statistics::PairingResult> meetings;  // of players by their place
    };
    // The meetings in a game between players that are wanted.
    [[nodiscard]] Table of(std::string_view game,
                           const std::function<bool(const std::string&)>& is_wanted) const;
    void serialise(Serialiser& s);

   private:
    struct OfGame {
        std::vector<Version> players;
        std::map<Version, int> numbers;
        std::map<std::pair<int, int>, statistics::PairingResult> meetings;

        int number_of(const Version& player);
        void serialise(Serialiser& s);
    };
    std::map<std::string, OfGame, std::less<>> by_game_;
};

// Ratings of players that do not change, as fixed versions of bots, from all their results at
// once (Bradley and Terry), best first.
struct BatchRating {
    Version player;
    int games = 0;
    double elo = 0;     // the mean of all is 0
    double margin = 0;  // of the 95% interval to either side
};
std::vector<BatchRating> batch_ratings(const Results::Table& results);

}  // namespace kibitz::arena
