#include "arena/contests/ladder.hpp"

#include <algorithm>

#include "arena/serialiser.hpp"

namespace kibitz::arena {

void Ladder::serialise(Serialiser& s) {
    static_assert(adds_only<Ladder, TimedContest, decltype(ladder_)>());
    TimedContest::serialise(s);
    s(ladder_);
}

void Ladder::on_join() {
    TimedContest::on_join();
    ladder_.push_back(player_count() - 1);
}

void Ladder::on_game_ended(int first, int second, const GameSummary& game) {
    if (!game.winner) return;
    const bool is_first = *game.winner == Side::first;
    const auto winner_at = std::ranges::find(ladder_, is_first ? first : second);
    const auto loser_at = std::ranges::find(ladder_, is_first ? second : first);
    // The loser goes down by one, with all between.
    if (winner_at > loser_at) std::rotate(loser_at, winner_at, winner_at + 1);
}

std::optional<std::string> Ladder::winner() const {
    if (stage() != Stage::over || !end_time()) return std::nullopt;
    return name(ladder_.front());
}

void Ladder::add_to_json(Json& json) const {
    json["ladder"] = Json::array();
    for (const int player : ladder_) json["ladder"].push_back(name(player));
}

}  // namespace kibitz::arena
