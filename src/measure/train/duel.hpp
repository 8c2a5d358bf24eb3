// Duellist: pairs of quick games between two sets of the search's parameters, on one thread.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <expected>
#include <memory>
#include <string>

#include "engine/search/parameters.hpp"
#include "train/game_start.hpp"
#include "train/referee.hpp"
#include "train/small_search.hpp"

namespace kibitz::train {

struct DuelSettings {
    StartSettings start{.dfrc_share = 0.1, .imbalance_share = 0, .openings = {}};
    int start_limit = 150;  // centipawns; openings that are less level are not played
    AdjudicationSettings ends;
    // Either nodes a move (an iteration that has begun is finished) or, with base_ms, a clock.
    std::uint64_t nodes = 5'000;
    std::int64_t base_ms = 0;
    std::int64_t increment_ms = 0;
};

// Games of one of two players.
struct DuelTally {
    std::uint64_t wins = 0, draws = 0, losses = 0;

    void add(const DuelTally& other) {
        wins += other.wins;
        draws += other.draws;
        losses += other.losses;
    }
    [[nodiscard]] int balance() const { return static_cast<int>(wins) - static_cast<int>(losses); }
    bool operator==(const DuelTally&) const = default;
};

class Duellist {
   public:
    // The settings must outlive the duellist. The error is that there is no memory.
    static std::expected<std::unique_ptr<Duellist>, std::string> make(
        const DuelSettings& settings, const SmallSearchSettings& searches);

    // Two games from one opening, each side with either colour; of `first`. With nodes the result
    // depends on `random` and the parameters alone. Once `stop` is set the pair is given up.
    DuelTally play_pair(const search::Parameters& first, const search::Parameters& second,
                        Random& random, const std::atomic<bool>& stop);

   private:
    Duellist(const DuelSettings& settings, std::array<std::unique_ptr<SmallSearch>, 2> searches)
        : settings_(settings), searches_(std::move(searches)) {}

    [[nodiscard]] Position find_opening(Random& random);
    GameResult play_game(const Position& start, int white, const std::atomic<bool>& stop);

    const DuelSettings& settings_;
    std::array<std::unique_ptr<SmallSearch>, 2> searches_;
};

}  // namespace kibitz::train
