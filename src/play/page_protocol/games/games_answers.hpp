// What a database of games answers to questions: JSON, or a game as PGN. No answer is larger than a
// few hundred kilobytes, or than the longest game that is told.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "collection/finder.hpp"
#include "collection/segment_list.hpp"
#include "collection/statistics.hpp"
#include "page_protocol/games/games_question.hpp"

namespace kibitz::page_protocol {

enum class GamesFault : std::uint8_t { bad_query, no_such_game, damaged_game, game_too_large };

struct GamesRefusal {
    GamesFault fault;
    std::string text;
};

// A search ends when it says no. The answer then has "complete": false, and is about the games
// that were looked at. So it is where a game is damaged.
using GoesOn = std::function<bool()>;

struct GamesAnswer {
    std::string json;
    bool is_complete = true;
    std::optional<std::size_t> damaged;  // the first segment with a game that makes no sense
};

using MaybeGamesAnswer = std::expected<GamesAnswer, GamesRefusal>;

// What else a list of games has to be like.
struct ListRules {
    std::optional<collection::TagRule> tag{};
    // Leaves games out that the query wants. It looks at no tags but these.
    std::function<bool(const collection::FoundGame& game)> is_wanted{};
    std::vector<std::string_view> tags{};
    bool has_last_first = false;  // of games that are equal in the order
};

// What was played in the position, or at the start, as `kibitz games find --as tree` counts it.
// Games can be left out, as in a list.
MaybeGamesAnswer answer_tree(const collection::SegmentList& games, const GamesQuestion& question,
                             const GoesOn& goes_on, const ListRules& rules = {});
// How many games there are, and some of them.
MaybeGamesAnswer answer_find(const collection::SegmentList& games, const GamesQuestion& question,
                             const GoesOn& goes_on, const ListRules& rules = {});
// What a player plays, and how it goes, as `kibitz games player` counts it.
MaybeGamesAnswer answer_player(const collection::SegmentList& games, const GamesQuestion& question,
                               const GoesOn& goes_on);
// The players whose names fit, of all of them in order.
std::string names_json(const std::vector<collection::Counted>& players, std::string_view name);
// One game as PGN.
std::expected<std::string, GamesRefusal> game_pgn(const collection::SegmentList& games,
                                                  std::string_view number);

}  // namespace kibitz::page_protocol
