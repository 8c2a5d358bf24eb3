// DataReport: what is in a set of scored games, for `kibitz data inspect`.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "train/chain.hpp"

namespace kibitz::train {

class DataReport {
   public:
    void add(const Chain& game);

    // People read several lines of it.
    [[nodiscard]] std::string text() const;
    // Gives the same figures as one JSON object.
    [[nodiscard]] std::string json() const;

   private:
    // Bounds of the absolute scores in the table, in score units; the last is what lies beyond.
    static constexpr std::array<int, 8> score_bounds = {10, 50, 100, 200, 400, 800, 1'600, 3'200};
    static constexpr int piece_count_step = 4;

    struct ScoreRow {
        std::uint64_t positions = 0;
        double points = 0;    // of the side ahead
        double expected = 0;  // what the scores promise
    };

    void add_position(const Position& position, ScoredMove played, GameResult result);

    std::uint64_t games_ = 0;
    std::uint64_t positions_ = 0;
    std::uint64_t chess960_ = 0;
    std::uint64_t lines_ = 0;
    std::array<std::uint64_t, 4> sources_{};
    std::array<std::uint64_t, 3> results_{};
    std::uint64_t longest_ = 0;
    std::uint64_t without_score_ = 0;
    std::uint64_t sure_ = 0;
    std::uint64_t in_check_ = 0;
    std::uint64_t tactical_ = 0;
    std::uint64_t usable_ = 0;
    std::array<ScoreRow, score_bounds.size() + 1> scores_{};
    std::array<std::uint64_t, 8> piece_counts_{};  // 1-4, 5-8, ... 29-32
};

}  // namespace kibitz::train
