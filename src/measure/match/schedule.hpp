// Schedule: which players meet, in which order, from which opening. A pure function of the results.
//
// Players meet in encounters, the unit of counting: some games between two players, colours
// changing, every two of them from the same opening. Encounters and games are numbered from 0 in
// the order of play; these numbers are what a journal knows them by.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "match/settings.hpp"

namespace kibitz::match {

struct Encounter {
    int number = 0;
    int round = 0;  // from 0
    int first = 0;  // index of the player with White in the first game, unless it is reversed
    int second = 0;
    int games = 2;
    std::int64_t first_game = 0;  // its number in the match
    std::size_t opening = 0;      // of the first game, in the book's order of play
    bool paired = true;
    bool reversed = false;
};

struct GameTask {
    std::int64_t number = 0;
    int encounter = 0;
    int round = 0;
    int game = 0;  // within the encounter
    int white = 0, black = 0;
    std::size_t opening = 0;

    bool operator==(const GameTask&) const = default;
};
GameTask task_of(const Encounter& encounter, int game);

// A finished encounter: what its first player made, in half points.
struct EncounterResult {
    Encounter encounter;
    int first_half_points = 0;
};

class Schedule {
   public:
    virtual ~Schedule() = default;
    // The next encounter. `finished` has all that are over, by number. Nothing: there is none
    // before those that are being played are over, or, if all are over, there is none at all.
    virtual std::optional<Encounter> next(const std::map<int, EncounterResult>& finished) = 0;
};

// How many games there will be, replays in a knockout left out.
std::int64_t games_of(const MatchSettings& settings);

std::unique_ptr<Schedule> make_schedule(const MatchSettings& settings);

}  // namespace kibitz::match
