// The event stream: what happens in a match as one JSON value a line, for other programs.
//
// Events have a "type": match, game_started, game_finished (with the whole game as in a journal),
// status (after every encounter), warning, match_finished.
#pragma once

#include <functional>
#include <string>

#include "match/runner.hpp"

namespace kibitz::match {

class EventStream : public MatchObserver {
   public:
    // `write` gets whole lines.
    EventStream(const MatchSettings& settings, std::function<void(const std::string&)> write);

    void game_started(const GameTask& task) override;
    void game_finished(const GameTask& task, const PlayedGame& game) override;
    void encounter_counted(const Encounter& encounter, const MatchState& state) override;
    void warned(const std::string& text) override;
    void match_finished(const MatchOutcome& outcome);

   private:
    const MatchSettings& settings_;
    std::function<void(const std::string&)> write_;
};

}  // namespace kibitz::match
