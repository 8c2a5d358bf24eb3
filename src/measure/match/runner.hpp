// The runner: plays a match's games, several at once, and notifies its observers.
//
// Games that were already running when a sequential test ended are played to their end, recorded
// and not counted.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "match/course.hpp"
#include "match/game.hpp"
#include "match/schedule.hpp"
#include "match/settings.hpp"
#include "match/standings.hpp"

namespace kibitz::match {

enum class MatchEnd : std::uint8_t {
    completed,  // all games of the schedule are played
    decided,    // the sequential test accepted a hypothesis
    stopped,    // by request
    failed,     // an engine failed and the match was not to recover, or it never once started
    unsound,    // too many games were left out because an engine broke down
};

struct MatchState {
    const MatchSettings& settings;
    const Standings& standings;       // of the encounters counted
    double log_likelihood_ratio = 0;  // of a sequential test
    SprtState sprt = SprtState::open;
    std::int64_t games_played = 0;  // counted or not
    std::chrono::nanoseconds elapsed{0};
};

// Receives the events of a match, one call at a time.
class MatchObserver {
   public:
    virtual ~MatchObserver() = default;
    virtual void game_started(const GameTask& /*task*/) {}
    virtual void game_finished(const GameTask& /*task*/, const PlayedGame& /*game*/) {}
    // A game of an earlier run, at the place where it would have been finished.
    virtual void game_replayed(const GameTask& /*task*/, const PlayedGame& /*game*/) {}
    virtual void encounter_counted(const Encounter& /*encounter*/, const MatchState& /*state*/) {}
    // Something people should know: an option an engine does not have.
    virtual void warned(const std::string& /*text*/) {}
};

// A game of an earlier run of the same match.
struct ReplayedGame {
    GameTask task;
    PlayedGame game;
};

struct MatchOutcome {
    MatchEnd end = MatchEnd::completed;
    std::string reason;  // why it failed or is unsound
    Standings standings;
    double log_likelihood_ratio = 0;
    SprtState sprt = SprtState::open;
    std::int64_t games_played = 0;
    std::chrono::nanoseconds elapsed{0};
};

// What a match is played with, beside its engines.
struct MatchEquipment {
    // NOLINTNEXTLINE: a book alone is equipment enough
    MatchEquipment(const OpeningBook& its_book, Tablebase* its_tablebase = nullptr)
        : book(its_book), tablebase(its_tablebase) {}

    const OpeningBook& book;
    Tablebase* tablebase;  // asked by all games at once
};

// Plays until the schedule is at its end, the test is decided or `stop` becomes true; then the
// games that are running are finished. Games in `replayed` are taken as played.
MatchOutcome run_match(const MatchSettings& settings, const MatchEquipment& equipment,
                       const std::vector<MatchObserver*>& observers,
                       std::vector<ReplayedGame> replayed, const std::atomic<bool>& stop);

}  // namespace kibitz::match
