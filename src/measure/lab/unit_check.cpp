#include "lab/unit_check.hpp"

#include <algorithm>
#include <array>

namespace kibitz::lab {

using match::Ending;
using match::GameEnd;
using match::PlayedGame;

namespace {

std::string name_of(const GameEnd& end) { return "\"" + match::to_string(end) + "\""; }

// Which side can resign, offer a draw or claim one: UCI has no words for it.
using Announcers = std::array<bool, color_count>;

bool can_announce(const match::Participant& player) {
    return player.program() == nullptr || player.program()->protocol != players::Protocol::uci;
}

bool can_be_announced(const GameEnd& end, const match::Referee& referee,
                      const Announcers& announcers) {
    const auto can = [&](Color side) { return announcers[static_cast<std::size_t>(index(side))]; };
    if (end.ending == Ending::resigned)
        return end.winner && !end.detail.empty() && can(~*end.winner);
    if (end.winner) return false;
    if (end.ending == Ending::draw_agreed) return can(Color::white) && can(Color::black);
    const auto claim = referee.claim_with_a_move();
    return claim && claim->ending == end.ending && can(referee.line().position().side_to_move());
}

// Ends that the moves do not show: the players announced them, or broke something.
bool can_end_unseen(const GameEnd& end, const match::Referee& referee,
                    const Announcers& announcers) {
    switch (end.ending) {
        case Ending::draw_agreed:
        case Ending::resigned:
        case Ending::repetition:
        case Ending::fifty_moves: return can_be_announced(end, referee, announcers);
        case Ending::time:
            if (const Position& position = referee.line().position(); !end.winner)
                return !can_win(position, ~position.side_to_move());
            [[fallthrough]];
        case Ending::illegal_move: return end.winner == ~referee.line().position().side_to_move();
        case Ending::illegal_pv:
        case Ending::disobeyed:
        case Ending::crash:
        case Ending::stall:
        case Ending::failed_start:
        case Ending::garbage: return end.winner.has_value();
        case Ending::checkmate:
        case Ending::stalemate:
        case Ending::dead_position:
        case Ending::tablebase:
        case Ending::move_limit:
        case Ending::abandoned: return false;
    }
    return false;
}

std::optional<std::string> flaw_of_end(const match::GameRules& rules, const PlayedGame& game,
                                       const Announcers& announcers) {
    match::Referee referee(rules, game.opening);
    std::optional<GameEnd> end = referee.end_of_opening();
    for (const match::PlayedMove& move : game.moves) {
        if (end) return "it continues after " + name_of(*end);
        end = referee.play(move);
    }
    if (end) {
        if (end->ending == game.end.ending && end->winner == game.end.winner) return std::nullopt;
        return "it ends with " + name_of(game.end) + ", its moves with " + name_of(*end);
    }
    if (can_end_unseen(game.end, referee, announcers)) return std::nullopt;
    return "its moves do not end with " + name_of(game.end);
}

// A move that took more time than its side had should have lost the game.
std::optional<std::string> flaw_of_clocks(const match::MatchSettings& settings,
                                          const match::GameTask& task, const PlayedGame& game) {
    const auto limits_of = [&](int player) -> const match::PlayerLimits& {
        return settings.players[static_cast<std::size_t>(player)].limits;
    };
    const std::array<const match::PlayerLimits*, color_count> limits = {&limits_of(task.white),
                                                                        &limits_of(task.black)};
    std::array<std::optional<match::PlayerClock>, color_count> clocks;
    for (std::size_t side = 0; side < clocks.size(); ++side)
        if (limits[side]->clock) clocks[side].emplace(*limits[side]->clock);

    Position position = game.opening.start;
    for (const Move move : game.opening.moves) position.play(move);
    for (const match::PlayedMove& move : game.moves) {
        const auto side = static_cast<std::size_t>(index(position.side_to_move()));
        const match::PlayerLimits& allowed = *limits[side];
        const bool late =
            move.time < std::chrono::nanoseconds(0) ||
            (clocks[side] && !clocks[side]->move_made(move.time, allowed.clock_margin())) ||
            (allowed.move_time && move.time > *allowed.move_time + allowed.move_time_margin());
        if (late) return "a move took more time than its side had";
        position.play(move.move);
    }
    return std::nullopt;
}

std::optional<std::string> flaw_of_game(const match::MatchSettings& settings,
                                        const match::MatchEquipment& equipment,
                                        const match::GameTask& task,
                                        const match::ReplayedGame& game) {
    if (game.task != task) return "it is not the game that the unit has there";
    const match::Opening& opening = equipment.book.at(task.opening);
    if (game.game.opening.start != opening.start || game.game.opening.moves != opening.moves)
        return "it does not begin with its opening";
    const match::GameRules rules{settings.adjudication, settings.chess960, equipment.tablebase};
    const auto announces = [&](int player) {
        return can_announce(settings.players[static_cast<std::size_t>(player)]);
    };
    if (auto flaw = flaw_of_end(rules, game.game, {announces(task.white), announces(task.black)}))
        return flaw;
    return flaw_of_clocks(settings, task, game.game);
}

}  // namespace

std::optional<std::string> find_flaw(const match::MatchSettings& settings,
                                     const match::MatchEquipment& equipment,
                                     const match::Encounter& unit,
                                     const std::vector<match::ReplayedGame>& games) {
    if (games.size() != static_cast<std::size_t>(unit.games))
        return "it has " + std::to_string(games.size()) + " games instead of " +
               std::to_string(unit.games);
    for (int game = 0; game < unit.games; ++game)
        if (auto flaw = flaw_of_game(settings, equipment, match::task_of(unit, game),
                                     games[static_cast<std::size_t>(game)]))
            return "game " + std::to_string(game + 1) + ": " + *flaw;
    return std::nullopt;
}

}  // namespace kibitz::lab
