// Calibration: ratings on an absolute scale, out of the games of players with known ratings
// (anchors) and players without.
#pragma once

#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "match/pairing_results.hpp"
#include "match/runner.hpp"

namespace kibitz::match {

struct CalibratedPlayer {
    std::string name;
    std::optional<double> known{};  // of an anchor
    double elo = 0;                 // as measured, anchors too
    // Of the 95% interval to either side, against the mean of all; an anchor's against the others.
    double margin = 0;
    std::int64_t games = 0;
    double score = 0;  // points of these games
};

// What a journal's games amount to; encounters with games missing are left out.
Standings standings_of(std::span<const ReplayedGame> games, int players, int games_in_encounter);

// The ratings of Bradley and Terry that are most likely if each anchor is as strong as it is known
// to be. An anchor's own is the rating that its games against the others speak for: the nearer to
// what is known, the better the scale. Games of anchors against each other do not count. Without
// an anchor the mean of all is 0. As many names and known ratings as there are players in the
// standings.
std::vector<CalibratedPlayer> calibrate(const Standings& standings,
                                        std::span<const std::string> names,
                                        std::span<const std::optional<double>> known);

// Two measurements of players together: of everybody who is in both, the ratings' mean, each with
// the weight that its interval gives it, moved so that the anchors' mean is what it is known to be.
// An earlier table has been measured on a scale of its own, so it is moved to where the players of
// both agree best. Those who have not played since keep the earlier rating; those who are only in
// it are left out.
std::vector<CalibratedPlayer> with_earlier(std::vector<CalibratedPlayer> players,
                                           std::span<const CalibratedPlayer> earlier);

// A Markdown table and a picture (SVG) of the ratings, weakest player first.
// The table can be read again.
std::string calibration_table(std::span<const CalibratedPlayer> players);
std::string calibration_chart(std::span<const CalibratedPlayer> players);
// The rows of a table within other text; the error says which row cannot be read.
std::expected<std::vector<CalibratedPlayer>, std::string> read_calibration_table(
    std::string_view text);

}  // namespace kibitz::match
