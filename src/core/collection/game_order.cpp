#include "collection/game_order.hpp"

#include <array>

#include "text/letter_case.hpp"

namespace kibitz::collection {

std::optional<GameOrder> parse_game_order(std::string_view word) {
    constexpr std::array<std::string_view, 8> words = {"date", "white",  "black", "event",
                                                       "eco",  "result", "elo",   "length"};
    for (std::size_t i = 0; i < words.size(); ++i)
        if (word == words[i]) return static_cast<GameOrder>(i);
    return std::nullopt;
}

SortKey sort_key(GameOrder order, const FoundGame& game) {
    const GameHead& head = game.head;
    switch (order) {
        case GameOrder::date: return {.number = date_number(head.date()), .text = {}};
        case GameOrder::white: return {.number = 0, .text = text::lower(head.player(Color::white))};
        case GameOrder::black: return {.number = 0, .text = text::lower(head.player(Color::black))};
        case GameOrder::event: return {.number = 0, .text = text::lower(head.tag("Event"))};
        case GameOrder::eco: return {.number = 0, .text = opening_names(game).eco};
        case GameOrder::result: return {.number = 0, .text = to_string(result_of(game))};
        case GameOrder::elo: {
            const int white = head.rating(Color::white), black = head.rating(Color::black);
            return {.number = white == 0 || black == 0 ? 0 : (white + black) / 2, .text = {}};
        }
        case GameOrder::length:
            return {.number = static_cast<std::int64_t>(game.tape.moves().size()), .text = {}};
    }
    return {};
}

std::span<const std::string_view> tags_of(GameOrder order) {
    static constexpr std::array<std::string_view, 2> dates = {"Date", "UTCDate"},
                                                     ratings = {"WhiteElo", "BlackElo"},
                                                     players = {"White", "Black"};
    static constexpr std::array<std::string_view, 1> event = {"Event"};
    switch (order) {
        case GameOrder::date: return dates;
        case GameOrder::white: return std::span(players).first(1);
        case GameOrder::black: return std::span(players).last(1);
        case GameOrder::event: return event;
        case GameOrder::elo: return ratings;
        case GameOrder::eco:
        case GameOrder::result:
        case GameOrder::length: break;
    }
    return {};
}

}  // namespace kibitz::collection
