// Plays one game of a match with the engines of a rack: on this machine's account, or for a
// laboratory of many machines.
#pragma once

#include "match/engine_rack.hpp"
#include "match/game.hpp"
#include "match/schedule.hpp"

namespace kibitz::match {

PlayedGame play_task(EngineRack& rack, const MatchSettings& settings, const GameTask& task,
                     const Opening& opening, Tablebase* tablebase = nullptr);

}  // namespace kibitz::match
