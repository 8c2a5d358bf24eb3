#include "match/schedule.hpp"

#include <algorithm>
#include <deque>
#include <numeric>
#include <set>
#include <utility>

#include "tournament/swiss.hpp"

namespace kibitz::match {

using tournament::pair_swiss;
using tournament::SwissPlayer;
using tournament::SwissRound;

namespace {

// The openings a player meets in one round.
std::size_t openings_per_round(const MatchSettings& settings) {
    const int games = settings.paired ? (settings.games + 1) / 2 : settings.games;
    return static_cast<std::size_t>(games);
}

// The first opening of an encounter, unless the schedule counts them itself.
std::size_t first_opening(const MatchSettings& settings, int round, int encounter) {
    const int before = settings.book.policy == BookPolicy::round ? round : encounter;
    return static_cast<std::size_t>(before) * openings_per_round(settings);
}

// Two players that meet in every `period`th round.
struct Pairing {
    int first, second, period;
};

// Neighbours and their neighbours meet in every round, others the seldomer the farther apart: games
// whose result is hardly in doubt say little.
int period_of(TournamentKind kind, int distance) {
    constexpr int near = 2, longest_shift = 20;
    if (kind != TournamentKind::neighbours) return 1;
    return 1 << std::clamp(distance - near, 0, longest_shift);
}

std::vector<Pairing> pairings_of(const MatchSettings& settings) {
    const int players = static_cast<int>(settings.players.size());
    const bool gauntlet = settings.kind == TournamentKind::gauntlet;
    std::vector<Pairing> pairings;
    for (int a = 0; a < (gauntlet ? settings.seeds : players); ++a)
        for (int b = gauntlet ? settings.seeds : a + 1; b < players; ++b)
            pairings.push_back({a, b, period_of(settings.kind, b - a)});
    return pairings;
}

// Round robins and gauntlet: all is known from the start.
class FixedSchedule : public Schedule {
   public:
    explicit FixedSchedule(const MatchSettings& settings)
        : settings_(settings), pairings_(pairings_of(settings)) {}

    std::optional<Encounter> next(const std::map<int, EncounterResult>& /*finished*/) override {
        while (round_ < settings_.rounds) {
            const Pairing pairing = pairings_[place_];
            const int round = round_;
            if (++place_ == pairings_.size()) {
                place_ = 0;
                ++round_;
            }
            if ((round + 1) % pairing.period == 0) return encounter(pairing, round);
        }
        return std::nullopt;
    }

   private:
    Encounter encounter(const Pairing& pairing, int round) {
        auto [first, second, period] = pairing;
        // With an odd number of games somebody has White once more: each in turn.
        if (settings_.games % 2 != 0 && round / period % 2 != 0) std::swap(first, second);
        const Encounter made{.number = made_,
                             .round = round,
                             .first = first,
                             .second = second,
                             .games = settings_.games,
                             .first_game = std::int64_t{made_} * settings_.games,
                             .opening = first_opening(settings_, round, made_),
                             .paired = settings_.paired,
                             .reversed = settings_.reversed};
        ++made_;
        return made;
    }

    const MatchSettings& settings_;
    std::vector<Pairing> pairings_;
    int round_ = 0;
    std::size_t place_ = 0;  // in the pairings
    int made_ = 0;
};

// Schedules whose next round depends on the last one's results.
class RoundSchedule : public Schedule {
   public:
    explicit RoundSchedule(const MatchSettings& settings) : settings_(settings) {}

    std::optional<Encounter> next(const std::map<int, EncounterResult>& finished) final {
        if (waiting_.empty() && static_cast<int>(finished.size()) == made_) make_round(finished);
        if (waiting_.empty()) return std::nullopt;
        const Encounter encounter = waiting_.front();
        waiting_.pop_front();
        return encounter;
    }

   protected:
    // Adds the encounters of the next round; none: the tournament is over.
    virtual void make_round(const std::map<int, EncounterResult>& finished) = 0;

    int add(int round, int first, int second, int games, std::size_t opening) {
        waiting_.push_back({.number = made_,
                            .round = round,
                            .first = first,
                            .second = second,
                            .games = games,
                            .first_game = next_game_,
                            .opening = opening,
                            .paired = settings_.paired,
                            .reversed = settings_.reversed});
        next_game_ += games;
        return made_++;
    }
    [[nodiscard]] int made() const { return made_; }  // encounters so far
    [[nodiscard]] const MatchSettings& settings() const { return settings_; }
    [[nodiscard]] int players() const { return static_cast<int>(settings_.players.size()); }

   private:
    const MatchSettings& settings_;
    std::deque<Encounter> waiting_;
    int made_ = 0;
    std::int64_t next_game_ = 0;
};

class SwissSchedule : public RoundSchedule {
   public:
    explicit SwissSchedule(const MatchSettings& settings) : RoundSchedule(settings) {}

   private:
    void make_round(const std::map<int, EncounterResult>& finished) override {
        if (round_ == settings().rounds) return;
        std::vector<SwissPlayer> table(settings().players.size());
        for (int i = 0; i < players(); ++i) table[static_cast<std::size_t>(i)].number = i;
        const int all_points = 2 * settings().games;
        std::set<std::pair<int, int>> met;
        for (const auto& [number, result] : finished) {
            const auto& [encounter, points] = result;
            table[static_cast<std::size_t>(encounter.first)].points += points;
            table[static_cast<std::size_t>(encounter.second)].points += all_points - points;
            met.insert(std::minmax(encounter.first, encounter.second));
        }
        for (const int player : byes_) {
            table[static_cast<std::size_t>(player)].points += all_points;
            table[static_cast<std::size_t>(player)].had_bye = true;
        }
        const SwissRound round = pair_swiss(table, met);
        for (const auto& [first, second] : round.pairings)
            add(round_, first, second, settings().games, first_opening(settings(), round_, made()));
        if (round.bye) byes_.push_back(*round.bye);
        ++round_;
    }

    int round_ = 0;
    std::vector<int> byes_;
};

// The order of the engines is their seeding: the first meets the last. With no power of two the
// best have nobody to play in the first round. All rounds' games of two players are one encounter.
class KnockoutSchedule : public RoundSchedule {
   public:
    explicit KnockoutSchedule(const MatchSettings& settings) : RoundSchedule(settings) {
        survivors_.resize(settings.players.size());
        std::iota(survivors_.begin(), survivors_.end(), 0);
    }

   private:
    // How often two players with equal scores play again before the better seed advances.
    static constexpr int most_replays = 8;

    struct Duel {
        int first, second;
        int encounter;
    };

    void make_round(const std::map<int, EncounterResult>& finished) override {
        std::vector<Duel> again;
        for (const Duel& duel : duels_) {
            const auto& [encounter, points] = finished.at(duel.encounter);
            const bool level = points == encounter.games;
            if (level && replays_ < most_replays)
                again.push_back(duel);
            else
                std::erase(survivors_, points >= encounter.games ? duel.second : duel.first);
        }
        duels_ = std::move(again);
        if (!duels_.empty()) {
            ++replays_;
            for (Duel& duel : duels_) duel.encounter = play(duel.first, duel.second);
            if (shares_openings()) next_opening_ += openings_per_duel();
            return;
        }
        replays_ = 0;
        if (survivors_.size() < 2) return;
        // Survivors stay in the order of their seeds.
        std::size_t bracket = 1;
        while (bracket < survivors_.size()) bracket *= 2;
        ++round_;
        for (std::size_t i = 0; i < bracket / 2; ++i) {
            const std::size_t other = bracket - 1 - i;
            if (other >= survivors_.size()) continue;
            duels_.push_back(
                {survivors_[i], survivors_[other], play(survivors_[i], survivors_[other])});
        }
        if (shares_openings()) next_opening_ += openings_per_duel();
    }

    int play(int first, int second) {
        const std::size_t opening = next_opening_;
        if (!shares_openings()) next_opening_ += openings_per_duel();
        return add(round_, first, second, settings().rounds * settings().games, opening);
    }
    // Duels of a round begin from the same openings.
    [[nodiscard]] bool shares_openings() const {
        return settings().book.policy == BookPolicy::round;
    }
    [[nodiscard]] std::size_t openings_per_duel() const {
        return static_cast<std::size_t>(settings().rounds) * openings_per_round(settings());
    }

    std::vector<int> survivors_;
    std::vector<Duel> duels_;
    int round_ = -1;
    int replays_ = 0;
    std::size_t next_opening_ = 0;
};

}  // namespace

GameTask task_of(const Encounter& encounter, int game) {
    const bool swapped = (game % 2 != 0) != encounter.reversed;
    const int step = encounter.paired ? game / 2 : game;
    return {.number = encounter.first_game + game,
            .encounter = encounter.number,
            .round = encounter.round,
            .game = game,
            .white = swapped ? encounter.second : encounter.first,
            .black = swapped ? encounter.first : encounter.second,
            .opening = encounter.opening + static_cast<std::size_t>(step)};
}

std::int64_t games_of(const MatchSettings& settings) {
    const auto players = static_cast<std::int64_t>(settings.players.size());
    const std::int64_t in_encounter = settings.games;
    std::int64_t encounters = 0;
    switch (settings.kind) {
        case TournamentKind::round_robin:
        case TournamentKind::neighbours:
        case TournamentKind::gauntlet:
            for (const Pairing& pairing : pairings_of(settings))
                encounters += settings.rounds / pairing.period;
            return encounters * in_encounter;
        case TournamentKind::swiss: return players / 2 * settings.rounds * in_encounter;
        case TournamentKind::knockout: return (players - 1) * settings.rounds * in_encounter;
    }
    return 0;
}

std::unique_ptr<Schedule> make_schedule(const MatchSettings& settings) {
    switch (settings.kind) {
        case TournamentKind::swiss: return std::make_unique<SwissSchedule>(settings);
        case TournamentKind::knockout: return std::make_unique<KnockoutSchedule>(settings);
        default: return std::make_unique<FixedSchedule>(settings);
    }
}

}  // namespace kibitz::match
