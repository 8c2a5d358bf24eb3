#include "match/schedule.hpp"

#include <utility>

namespace kibitz::match {

namespace {

// The openings a player meets in one round.
std::size_t openings_per_round(const MatchSettings& settings) {
    const int games = settings.paired ? (settings.games + 1) / 2 : settings.games;
    return static_cast<std::size_t>(games);
}

// Round robin and gauntlet: all is known from the start. In a round all meet on the same openings.
class FixedSchedule : public Schedule {
   public:
    explicit FixedSchedule(const MatchSettings& settings) : settings_(settings) {
        const int players = static_cast<int>(settings.players.size());
        for (int a = 0; a < players; ++a)
            for (int b = a + 1; b < players; ++b)
                if (a == 0 || settings.kind == TournamentKind::round_robin)
                    pairings_.emplace_back(a, b);
    }

    std::optional<Encounter> next(const std::map<int, EncounterResult>& /*finished*/) override {
        const int round = next_ / static_cast<int>(pairings_.size());
        if (round >= settings_.rounds) return std::nullopt;
        auto [first, second] = pairings_[static_cast<std::size_t>(next_) % pairings_.size()];
        // With an odd number of games somebody has White once more: each in turn.
        if (settings_.games % 2 != 0 && round % 2 != 0) std::swap(first, second);
        const Encounter encounter{
            .number = next_,
            .round = round,
            .first = first,
            .second = second,
            .games = settings_.games,
            .first_game = std::int64_t{next_} * settings_.games,
            .opening = static_cast<std::size_t>(round) * openings_per_round(settings_),
            .paired = settings_.paired};
        ++next_;
        return encounter;
    }

   private:
    const MatchSettings& settings_;
    std::vector<std::pair<int, int>> pairings_;
    int next_ = 0;
};

}  // namespace

GameTask task_of(const Encounter& encounter, int game) {
    const bool swapped = game % 2 != 0;
    const int step = encounter.paired ? game / 2 : game;
    return {.number = encounter.first_game + game,
            .encounter = encounter.number,
            .round = encounter.round,
            .game = game,
            .white = swapped ? encounter.second : encounter.first,
            .black = swapped ? encounter.first : encounter.second,
            .opening = encounter.opening + static_cast<std::size_t>(step)};
}

std::unique_ptr<Schedule> make_schedule(const MatchSettings& settings) {
    return std::make_unique<FixedSchedule>(settings);
}

}  // namespace kibitz::match
