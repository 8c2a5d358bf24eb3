#include "match/referee.hpp"

#include <algorithm>

#include "chess/movegen.hpp"
#include "match/game.hpp"

namespace kibitz::match {

namespace {

GameEnd end_by_claim(DrawClaim claim) {
    return {claim == DrawClaim::fifty_moves ? Ending::fifty_moves : Ending::repetition,
            std::nullopt,
            {}};
}

}  // namespace

Referee::Referee(const GameRules& rules, const Opening& opening)
    : rules_(rules), line_(opening.start), adjudicator_(rules.adjudication) {
    for (const Move move : opening.moves) line_.play(move);
}

std::optional<GameEnd> Referee::play(const PlayedMove& played) {
    const Position& position = line_.position();
    const Move move = played.move;
    const ObservedMove observed{
        .mover = position.side_to_move(),
        .centipawns = played.score ? std::optional(played.score->centipawns()) : std::nullopt,
        .irreversible =
            position.is_capture(move) || type_of(position.piece_on(move.from())) == PieceType::pawn,
        .full_move = position.fullmove_number(),
        .plies_played = ++plies_played_};
    line_.play(move);
    if (auto end = end_by_rules()) return end;
    if (auto end = end_by_tablebase()) return end;
    return adjudicator_.observe(observed);
}

std::optional<GameEnd> Referee::end_by_rules() const {
    if (const auto outcome = line_.outcome()) {
        switch (outcome->termination) {
            case Termination::checkmate: return GameEnd{Ending::checkmate, outcome->winner, {}};
            case Termination::stalemate: return GameEnd{Ending::stalemate, std::nullopt, {}};
            case Termination::dead_position:
                return GameEnd{Ending::dead_position, std::nullopt, {}};
            case Termination::fivefold_repetition:
                return GameEnd{Ending::repetition, std::nullopt, {}};
            case Termination::seventy_five_moves:
                return GameEnd{Ending::fifty_moves, std::nullopt, {}};
        }
    }
    // A draw that can be claimed is always claimed.
    if (const auto claim = line_.claim()) return end_by_claim(*claim);
    return std::nullopt;
}

// Tables assume that the fifty-move count is 0, so they are probed only where it is.
std::optional<GameEnd> Referee::end_by_tablebase() const {
    const Position& position = line_.position();
    const TablebaseRule& rule = rules_.adjudication.tablebase;
    if (rules_.tablebase == nullptr || position.halfmove_clock() != 0 ||
        position.castling_rooks().any() ||
        position.occupied().count() > std::min(rule.most_pieces, rules_.tablebase->max_pieces()))
        return std::nullopt;
    const auto result = rules_.tablebase->probe_wdl(position);
    if (!result) return std::nullopt;
    return end_by(rule, *result, position.side_to_move());
}

std::optional<GameEnd> Referee::claim_with_a_move() const {
    for (const Move move : legal_moves(line_.position()))
        if (const auto claim = line_.claim_with(move)) return end_by_claim(*claim);
    return std::nullopt;
}

}  // namespace kibitz::match
