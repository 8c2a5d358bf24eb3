// Standings: what the finished games amount to, player against player.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "match/game.hpp"
#include "match/schedule.hpp"
#include "statistics/tally.hpp"

namespace kibitz::match {

using statistics::PairCounts;
using statistics::Tally;
using statistics::WinDrawLoss;

// What is kept of a finished game.
struct GameSummary {
    GameTask task{};
    GameEnd end{};
    int plies = 0;
    std::array<std::chrono::nanoseconds, color_count> time{};  // used by each side
    std::array<std::int64_t, color_count> moves{};
    std::array<std::uint64_t, color_count> nodes{};
    std::array<std::int64_t, color_count> depths{};  // their sum
    std::array<std::array<int, uci_client::fault_kind_count>, color_count> faults{};
    std::array<PonderCount, color_count> pondering{};
};
GameSummary summarize(const GameTask& task, const PlayedGame& game);

// A player's account of all its games.
struct PlayerAccount {
    WinDrawLoss games, as_white, as_black;
    std::array<std::int64_t, uci_client::fault_kind_count> faults{};
    std::chrono::nanoseconds time{0}, longest_game{0};
    std::int64_t moves = 0;
    std::uint64_t nodes = 0;
    std::int64_t depths = 0;
    std::int64_t ponder_tries = 0, ponder_hits = 0;
    // All games of it that are over, those left out included, and those its breakdowns ended.
    std::int64_t finished = 0, breakdowns = 0;

    [[nodiscard]] std::int64_t fault_count() const;
};

class Standings {
   public:
    explicit Standings(int players) : accounts_(static_cast<std::size_t>(players)) {}

    // A finished encounter with its games in order.
    void add(const Encounter& encounter, const std::vector<GameSummary>& games);
    // A game that is over and is no point for anybody: its faults are remembered alone.
    void leave_out(const GameSummary& game);

    [[nodiscard]] const PlayerAccount& account(int player) const {
        return accounts_[static_cast<std::size_t>(player)];
    }
    // The first player's results against the second.
    [[nodiscard]] Tally against(int first, int second) const;
    [[nodiscard]] int players() const { return static_cast<int>(accounts_.size()); }
    [[nodiscard]] std::int64_t games() const { return games_; }
    [[nodiscard]] std::int64_t left_out() const { return left_out_; }
    // The place of an ending is index(Ending).
    [[nodiscard]] const std::array<std::int64_t, ending_count>& endings() const { return endings_; }

   private:
    std::vector<PlayerAccount> accounts_;
    std::map<std::pair<int, int>, Tally> tallies_;  // the lower index's, against the higher
    std::array<std::int64_t, ending_count> endings_{};
    std::int64_t games_ = 0, left_out_ = 0;

    PlayerAccount& note_faults(const GameSummary& game, Color side);
};

}  // namespace kibitz::match
