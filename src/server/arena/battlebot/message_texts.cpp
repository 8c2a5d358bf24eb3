#include "arena/battlebot/message_texts.hpp"

#include "arena/iso_time.hpp"
#include "games/games.hpp"

namespace kibitz::arena::battlebot {

Json state_of(const LiveGame& game) {
    const auto& players = game.settings().players;
    Json state = game.state().view();
    state["players"] = players;
    state["marks"] = marks_of(game.rules(), players);
    state["nextPlayer"] = players[index(game.state().side_to_move())];
    state["complete"] = game.end().has_value();
    if (game.end()) {
        state["victor"] = victor_of(players, game.end()->winner);
        state["reason"] = reason_of(game.end()->ending);
    }
    return state;
}

const char* reason_of(Ending ending) {
    switch (ending) {
        case Ending::timeout: return "timeout";
        case Ending::faults: return "Didn't write unit tests";
        case Ending::disconnect:
        case Ending::aborted: return "disconnect";
        default: return "complete";
    }
}

Json victor_of(const std::array<std::string, 2>& players, std::optional<Side> winner) {
    return winner ? Json(players[index(*winner)]) : Json();
}

Json marks_of(const games::Rules& rules, const std::array<std::string, 2>& players) {
    return {{std::string(rules.side_name(Side::first)), players[0]},
            {std::string(rules.side_name(Side::second)), players[1]}};
}

Json record_of(const GameSummary& summary) {
    Json record = summary.view;
    record["_id"] = summary.id;
    record["game"] = summary.game;
    record["players"] = summary.players;
    record["marks"] = marks_of(*games::find(summary.game), summary.players);
    record["victor"] = victor_of(summary.players, summary.winner);
    record["reason"] = reason_of(summary.ending);
    record["startTime"] = iso_time(summary.started);
    if (!summary.contest.empty()) record["contest"] = summary.contest;
    return record;
}

Json record_of(const GameId& id, const LiveGame& game) {
    Json record = record_of(summary_of(id, game));
    Json turns = Json::array();
    for (const GameEvent* event : moves_that_stand(game.events())) {
        const auto& moved = std::get<Moved>(event->fact);
        Json turn = moved.move;
        turn["player"] = game.settings().players[index(moved.side)];
        turn["time"] = iso_time(event->time);
        turns.push_back(std::move(turn));
    }
    record["turns"] = std::move(turns);
    return record;
}

}  // namespace kibitz::arena::battlebot
