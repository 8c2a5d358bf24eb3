// A unit of training data: the games that a worker of a laboratory makes at a time, and what can be
// checked of them without making them again.
//
// A unit depends on its settings and its number alone, so every machine finds the same games.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <vector>

#include "train/self_play.hpp"

namespace kibitz::train {

struct DataUnitSettings {
    SelfPlaySettings play;
    std::uint64_t seed = 1;  // of all units
    int games = 1;           // of each unit
    double score_units = 1;  // of the chain format in a centipawn (SmallSearch::score_units)
    // False for whoever lacks the openings: where games begin is not checked then.
    bool has_openings = true;
};

// The most that the games of a unit take in the chain format.
std::size_t most_bytes(const DataUnitSettings& settings);

// The games in the chain format. The error is that no game could be begun, however many openings
// were tried, or that `stop` was set.
std::expected<std::vector<std::byte>, std::string> make_data_unit(const DataUnitSettings& settings,
                                                                  int unit, SmallSearch& search,
                                                                  const std::atomic<bool>& stop);

struct DataUnitTotals {
    int games = 0;
    std::int64_t positions = 0;
    std::array<int, 3> results{};  // by GameResult
};

// Returns what the games amount to. The error names the first of them that this unit cannot have:
// it does not begin with the next of the unit's openings, has a move that is not legal or a score
// that does not exist, or does not end where its moves and scores say that it does.
std::expected<DataUnitTotals, std::string> check_data_unit(const DataUnitSettings& settings,
                                                           int unit,
                                                           std::span<const std::byte> bytes);

}  // namespace kibitz::train
