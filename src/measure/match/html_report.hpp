// The report of a match as one HTML file that needs nothing else: result, graphs, cross table,
// openings, time use and faults.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "match/runner.hpp"

namespace kibitz::match {

class HtmlReport : public MatchObserver {
   public:
    explicit HtmlReport(const MatchSettings& settings) : settings_(settings) {}

    void game_finished(const GameTask& task, const PlayedGame& game) override;
    void game_replayed(const GameTask& task, const PlayedGame& game) override;
    void encounter_counted(const Encounter& encounter, const MatchState& state) override;

    [[nodiscard]] std::string text(const MatchOutcome& outcome) const;

   private:
    // One point of the graphs.
    struct Sample {
        std::int64_t games;
        double elo, low, high;
        double log_likelihood_ratio;
    };
    struct OpeningResults {
        std::string fen;
        std::size_t number = 0;
        WinDrawLoss for_white;
        int first_player_half_points = 0;  // of two players
        int games = 0;
    };

    const MatchSettings& settings_;
    std::vector<Sample> samples_;
    std::map<std::size_t, OpeningResults> openings_;  // by their place in the order of play
};

}  // namespace kibitz::match
