// Tally: games added up for one side: results, ratings, performance, the last date.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "chess/color.hpp"
#include "chess/pgn.hpp"
#include "collection/game_date.hpp"
#include "collection/game_head.hpp"

namespace kibitz::collection {

// What a tally wants to know of a game.
struct GameFacts {
    PgnResult result = PgnResult::unknown;
    std::array<int, color_count> ratings{};  // White's and Black's; 0 if it is not known
    GameDate date;
};
GameFacts facts_of(const GameHead& head, PgnResult result);

struct Tally {
    std::uint64_t games = 0;
    std::uint64_t wins = 0, draws = 0, losses = 0;  // of the side; other games have no result
    std::uint64_t rating_sum = 0, rated = 0;        // of the side
    std::uint64_t opponent_sum = 0, opponents = 0;  // the rated ones in games with a result
    double points_against_rated = 0;
    GameDate last;

    void add(const GameFacts& game, Color side);
    void add(const GameHead& head, PgnResult result, Color side) {
        add(facts_of(head, result), side);
    }
    // The games of both.
    void add(const Tally& other);
    bool operator==(const Tally&) const = default;

    // From 0 to 1; nothing without a result.
    [[nodiscard]] std::optional<double> score() const;
    [[nodiscard]] std::optional<int> mean_rating() const;
    // The rating at which the score against the rated opponents would be expected, by the usual
    // curve; at most 800 from their mean, where all games were won or lost.
    [[nodiscard]] std::optional<int> performance() const;
};

}  // namespace kibitz::collection
