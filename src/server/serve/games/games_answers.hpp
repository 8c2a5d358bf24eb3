// What a database of games answers to questions: JSON, or a game as PGN. No answer is larger than a
// few hundred kilobytes, or than the longest game that is told.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "collection/statistics.hpp"
#include "database/game_database.hpp"
#include "serve/games/games_question.hpp"
#include "serve/http/refusal.hpp"

namespace kibitz::serve {

struct GamesRefusal {
    RefusalCode code;
    std::string text;
};

// A search ends when it says no. The answer then has "complete": false, and is about the games
// that were looked at. So it is where a game is damaged.
using GoesOn = std::function<bool()>;

struct GamesAnswer {
    std::string json;
    bool is_complete = true;
    std::string damage;  // of a file of the database, for the operator
};

using MaybeGamesAnswer = std::expected<GamesAnswer, GamesRefusal>;

// What was played in the position, or at the start, as `kibitz games find --as tree` counts it.
MaybeGamesAnswer answer_tree(const GameDatabase& database, const GamesQuestion& question,
                             const GoesOn& goes_on);
// How many games there are, and some of them.
MaybeGamesAnswer answer_find(const GameDatabase& database, const GamesQuestion& question,
                             const GoesOn& goes_on);
// What a player plays, and how it goes, as `kibitz games player` counts it.
MaybeGamesAnswer answer_player(const GameDatabase& database, const GamesQuestion& question,
                               const GoesOn& goes_on);
// The players whose names fit, of all of them in order.
std::string names_json(const std::vector<collection::Counted>& players, std::string_view name);
// One game as PGN.
std::expected<std::string, GamesRefusal> game_pgn(const GameDatabase& database,
                                                  std::string_view number);

}  // namespace kibitz::serve
