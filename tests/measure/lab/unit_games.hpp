// Games of a unit as a worker would deliver them, for tests of what a laboratory makes of them.
#pragma once

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "chess/movegen.hpp"
#include "lab/assigned_unit.hpp"
#include "match/arguments.hpp"
#include "match/game.hpp"
#include "match/referee.hpp"

namespace kibitz::test {

// From the unit's opening, without a move so far and without an end.
inline match::PlayedGame begun_game(const lab::AssignedUnit& unit, int number) {
    return {.opening = unit.openings[static_cast<std::size_t>(number)],
            .moves = {},
            .end = {},
            .faults = {}};
}

// With these options a game ends as soon as the scores say so, which needs few moves.
inline std::vector<match::ArgumentGroup> with_early_ends(
    std::vector<match::ArgumentGroup> options) {
    options.push_back({"-resign", {"movecount=1", "score=500"}});
    options.push_back({"-draw", {"movenumber=1", "movecount=1", "score=0"}});
    return options;
}

// Plays from the opening until the early ends give the game to the winner, or to nobody.
inline void end_early(match::PlayedGame& game, std::optional<Color> winner) {
    constexpr int decisive = 1000;
    const match::GameRules rules{
        .adjudication = {.draw = match::DrawRule{.move_number = 1, .move_count = 1, .score = 0},
                         .resign = match::ResignRule{.move_count = 1, .score = 500}}};
    match::Referee referee(rules, game.opening);
    std::optional<match::GameEnd> end;
    while (!end) {
        const Position& position = referee.line().position();
        const int score = !winner ? 0 : position.side_to_move() == winner ? decisive : -decisive;
        const auto moves = legal_moves(position);
        // A capture or a pawn's move would put off the draw.
        const auto quiet = std::ranges::find_if(moves, [&](Move move) {
            return type_of(position.piece_on(move.from())) != PieceType::pawn &&
                   position.is_empty(move.to());
        });
        game.moves.push_back({.move = quiet == moves.end() ? moves[0] : *quiet,
                              .score = uci_client::EngineScore{false, score}});
        end = referee.play(game.moves.back());
    }
    game.end = *std::move(end);
}

}  // namespace kibitz::test
