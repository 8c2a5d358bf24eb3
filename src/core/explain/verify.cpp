// The check of claims, apart from the code that finds them: it only plays proofs and counts.
#include <algorithm>

#include "chess/movegen.hpp"
#include "explain/explain.hpp"

namespace kibitz::explain {
namespace {

bool is_playable(Position position, std::span<const Move> line) {
    for (const Move move : line) {
        if (!position.is_legal(move)) return false;
        position.play(move);
    }
    return true;
}

// Less than this is easily won back while moves are made that force nothing.
constexpr int much_material = 200;
// And for a pawn the first quiet move counts as well: two of them leave time for anything.
constexpr int more_than_a_pawn = 150;

// True if the winner makes quiet moves in it that the other side could use. The first is apart
// unless it counts.
bool depends_on_answers(Position position, std::span<const Move> proof, bool counts_first) {
    constexpr int most_quiet = 1;
    int quiet = 0;
    for (std::size_t i = 0; i < proof.size(); ++i) {
        const bool takes = position.is_capture(proof[i]) || proof[i].is_promotion();
        position.play(proof[i]);
        const bool is_counted = i % 2 == 0 && (i > 0 || counts_first);
        if (is_counted && !takes && !position.in_check()) ++quiet;
    }
    return quiet > most_quiet;
}

// What the side that begins the proof has won when nothing hangs any more.
bool wins_at_least(const Position& from, const Position& start, std::span<const Move> proof,
                   int centipawns) {
    const Color winner = start.side_to_move();
    const Position end = position_after(start, proof);
    const int hanging = end.side_to_move() == winner ? least_taken(end) : -most_taken(end);
    const int won = balance(end, winner) - balance(from, winner) + hanging;
    return won >= centipawns - exchange_tolerance && won >= least_material - exchange_tolerance;
}

bool motif_holds(const Position& start, const Claim& claim) {
    if (!claim.motif) return true;
    const ProvenMotif& motif = *claim.motif;
    if (motif.move >= claim.proof.size()) return false;
    const std::span<const Move> proof(claim.proof);
    const Position before = position_after(start, proof.first(motif.move));
    const Position after = before.after(proof[motif.move]);
    if (before.side_to_move() != start.side_to_move()) return false;
    if (after.piece_on(motif.by.square) != motif.by.piece) return false;
    if (motif.kind == MotifKind::fork) {
        // All of them are attacked by the one piece, at once.
        if (motif.on.size() < 2) return false;
        for (const PlacedPiece& victim : motif.on)
            if (!after.attackers_to(victim.square).contains(motif.by.square)) return false;
    }
    return true;
}

}  // namespace

bool holds(const Question& question, const Claim& claim) {
    if (!is_playable(question.before, claim.lead)) return false;
    if (claim.is_threat && position_after(question.before, claim.lead).in_check()) return false;
    const Position start = start_of_proof(question, claim);
    if (!is_playable(start, claim.proof) || !motif_holds(start, claim)) return false;
    const bool is_won = claim.mate == 0 && claim.winnings.centipawns > 0;
    const bool is_line =
        claim.kind == ClaimKind::answered_by || claim.kind == ClaimKind::better_does;
    if (is_won && claim.proof.size() > longest_proof) return false;
    const bool is_little = claim.winnings.centipawns < much_material;
    const bool is_pawn = claim.winnings.centipawns < more_than_a_pawn;
    if (is_won && (is_little || is_line) && depends_on_answers(start, claim.proof, is_pawn))
        return false;
    if (claim.mate > 0)
        return static_cast<int>(claim.proof.size()) == 2 * claim.mate - 1 &&
               is_checkmate(position_after(start, claim.proof));
    switch (claim.kind) {
        case ClaimKind::misses_mate:
        case ClaimKind::allows_mate:
        case ClaimKind::mates: return false;
        case ClaimKind::misses_win:
        case ClaimKind::misses_recapture:
        case ClaimKind::wins_material:
        case ClaimKind::allows_threat:
        case ClaimKind::meets_threat:
        case ClaimKind::misses_threat:
        case ClaimKind::threatens:
            return wins_at_least(start, start, claim.proof, claim.winnings.centipawns);
        case ClaimKind::loses_material:
        case ClaimKind::ignores_threat:
            return wins_at_least(question.before, start, claim.proof, claim.winnings.centipawns);
        case ClaimKind::ends_game: {
            Line line(question.before);
            line.play(question.played);
            const auto outcome = line.outcome();
            return outcome && !outcome->winner && outcome->termination == claim.ending;
        }
        case ClaimKind::sacrifices:
            return claim.proof.size() > 2 &&
                   balance(position_after(start, claim.proof), start.side_to_move()) >=
                       balance(start, start.side_to_move()) - least_material;
        case ClaimKind::only_move: return !claim.proof.empty();
        case ClaimKind::is_only_move: return claim.proof.size() == 1;
        case ClaimKind::positional: return claim.difference > 0;
        case ClaimKind::answered_by:
            return claim.deed &&
                   (claim.winnings.centipawns == 0 ||
                    wins_at_least(question.before, start, claim.proof, claim.winnings.centipawns));
        case ClaimKind::better_does:
            return claim.deed &&
                   (claim.winnings.centipawns == 0 ||
                    wins_at_least(start, start, claim.proof, claim.winnings.centipawns));
        case ClaimKind::beats:
            return claim.difference > 0 ||
                   wins_at_least(question.before, start, claim.proof, claim.winnings.centipawns);
        case ClaimKind::does: return claim.deed.has_value();
    }
    return false;
}

}  // namespace kibitz::explain
