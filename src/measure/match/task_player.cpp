#include "match/task_player.hpp"

namespace kibitz::match {

PlayedGame play_task(EngineRack& rack, const MatchSettings& settings, const GameTask& task,
                     const Opening& opening, Tablebase* tablebase) {
    const auto white = rack.ready(task.white, task.number);
    if (!white) return lost_before_start(opening, Color::white, white.error());
    const auto black = rack.ready(task.black, task.number);
    if (!black) return lost_before_start(opening, Color::black, black.error());
    const auto seat = [&](uci_client::PlayingEngine* engine, int player) {
        return Seat{*engine, settings.players[static_cast<std::size_t>(player)]};
    };
    return play_game(opening, seat(*white, task.white), seat(*black, task.black),
                     {settings.adjudication, settings.chess960, tablebase});
}

}  // namespace kibitz::match
