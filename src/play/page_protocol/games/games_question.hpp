// What a client asks of a database of games: the fields behind the question mark of an address.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "collection/game_order.hpp"
#include "collection/query_words.hpp"

namespace kibitz::page_protocol {

struct GamesQuestion {
    // The options of `kibitz games find` without their dashes (docs/finding-games.md).
    collection::QueryWords words;
    std::optional<collection::GameOrder> sort;  // sort=date, white, black, event or elo
    bool reverse = false;                       // reverse=true: the last first
    std::size_t offset = 0;                     // so many of the found games are passed over
    std::size_t limit = 50;                     // so many are told
    std::string name;                           // of a player, as far as it is typed

    static constexpr std::size_t most_offset = 10'000;
    static constexpr std::size_t most_limit = 100;
};

// Whoever asks cannot make an answer expensive by the length of what they ask.
struct GamesLimits {
    std::size_t longest_field = 500;
    std::size_t most_games = GamesQuestion::most_limit;  // that are told
};
inline constexpr std::size_t most_games_fields = 40;

// Of what is behind the question mark, as it was sent. The error says which field is wrong and what
// may stand there.
std::expected<GamesQuestion, std::string> parse_games_question(std::string_view fields,
                                                               const GamesLimits& limits = {});

}  // namespace kibitz::page_protocol
