// Whatever is said to be won has to be won against the best defence as well: not only in the line
// that is shown, and not only if the other side takes back.
#include <algorithm>
#include <array>
#include <utility>

#include "chess/movegen.hpp"
#include "chess/see.hpp"
#include "explain/accuracy.hpp"
#include "explain/detail/explainer.hpp"
#include "explain/retaking.hpp"
#include "explain/winnings.hpp"

namespace kibitz::explain {
namespace {

// So much less than is said may be won by the best defence: a pawn comes back for a piece.
constexpr double most_less = 0.35;
// A defence that stops before so many plies may have more to lose.
constexpr std::size_t least_defence = 8;
// A reader follows so many plies more to see what comes back.
constexpr std::size_t most_coming_back = 4;
// And so many of a threat.
constexpr std::size_t most_threatening = 5;
// Where the defence gives less, or no material, the scores have to bear out so much of what is said
// to be won, and the end of the proof may be so much better than the defence.
constexpr double least_given_otherwise = 0.7, most_flattery_otherwise = 0.15;
constexpr int least_flattery = 40;
// What falls in the other line, too, has to be so much of what is said to count as the same.
constexpr double least_part_shared = 0.4;

int value_of(const std::vector<PlacedPiece>& pieces) {
    int sum = 0;
    for (const PlacedPiece piece : pieces) sum += exchange_value(type_of(piece.piece));
    return sum;
}

// True if a piece that suffers the motif is one that is won.
bool is_about(const ProvenMotif& motif, const Winnings& won) {
    return std::ranges::any_of(motif.on, [&](PlacedPiece victim) {
        return std::ranges::find(won.taken, victim.piece, &PlacedPiece::piece) != won.taken.end();
    });
}

bool all_fall(const Position& start, std::span<const Move> line,
              std::span<const PlacedPiece> pieces) {
    return std::ranges::all_of(
        pieces, [&](PlacedPiece piece) { return is_taken(start, line, piece.square); });
}

// True of a claim that tells what the line wins that it shows.
bool shows_line(ClaimKind kind) {
    return kind == ClaimKind::answered_by || kind == ClaimKind::better_does;
}

// The proof of what the line wins, made a little longer if that shows what comes back for it.
Moves with_what_comes_back(const Position& from, std::span<const Move> line, Color winner,
                           const Tally& won) {
    const int before = balance(from, winner);
    const std::size_t last = std::min(line.size(), won.proof.size() + most_coming_back);
    for (std::size_t size = won.proof.size(); size <= last; ++size) {
        const Position end = position_after(
            from, size == won.proof.size() ? std::span<const Move>(won.proof) : line.first(size));
        const int left = balance(end, winner) - before;
        if (left > won.centipawns + exchange_tolerance ||
            settle(end).centipawns > exchange_tolerance)
            continue;
        if (size == won.proof.size()) break;
        return {line.begin(), line.begin() + static_cast<std::ptrdiff_t>(size)};
    }
    return won.proof;
}

bool is_miss(ClaimKind kind) {
    return kind == ClaimKind::misses_win || kind == ClaimKind::misses_recapture ||
           kind == ClaimKind::better_does;
}

}  // namespace

bool Explainer::prove(Claim& claim) const {
    if (claim.winnings.centipawns == 0) return holds(question_, claim);
    return answer_retaking(question_, claim) && holds(question_, claim) &&
           stands_against_defences(claim);
}

bool Explainer::falls_otherwise(const Claim& claim) const {
    if (claim.mate > 0 || claim.is_threat || claim.winnings.taken.empty()) return false;
    const std::vector<PlacedPiece>& taken = claim.winnings.taken;
    if (claim.lead.empty()) {
        if (!is_miss(claim.kind) || played_line_.empty()) return false;
        const Tally played = tally(question_.before, played_line_, us_);
        return played.centipawns >= least_part_shared * claim.winnings.centipawns &&
               all_fall(question_.before, played.proof, taken);
    }
    const Move lead = claim.lead.front();
    const Moves& line = lead == question_.played || is_best() ? best_.moves : played_line_;
    if (line.empty() || line.front() == lead) return false;
    // The board that the reader sees is the one behind the move.
    const Square square = taken.front().square;
    const Square stood = square == arrival(lead) ? lead.from() : square;
    const Tally lost = tally(question_.before, line, ~us_, 2);
    if (!is_taken(question_.before, lost.proof, stood)) return false;
    if (lost.centipawns >= least_part_shared * claim.winnings.centipawns) return true;
    // Where more is got for it there, the scores have to bear out all of the difference.
    return lead == question_.played &&
           cost_of(question_) < least_borne_out * claim.winnings.centipawns;
}

std::vector<Explainer::Defended> Explainer::best_defences(const Claim& claim) const {
    const Position defended = start_of_proof(question_, claim).after(claim.proof.front());
    std::vector<Defended> defences;
    if (!has_legal_move(defended)) return defences;
    const ScoredLine best = asked_once_(defended, {});
    // Whoever is mated by all of them may choose what they lose before.
    if (best.moves.empty() || !best.is_known() || loses_by_mate(best.score)) return defences;
    defences.push_back(defended_by(claim, best));
    if (legal_moves(defended).size() < 2) return defences;
    const std::array excluded{best.moves.front()};
    const ScoredLine next = asked_once_(defended, excluded);
    if (!next.moves.empty() &&
        capped_centipawns(best.score) - capped_centipawns(next.score) <= about_as_good)
        defences.push_back(defended_by(claim, next));
    // A search of the second may find it the better one.
    std::ranges::sort(defences, {}, &Defended::score);
    return defences;
}

Explainer::Defended Explainer::defended_by(const Claim& claim, const ScoredLine& reply) const {
    const Position start = start_of_proof(question_, claim);
    Defended defence{.line = joined(claim.proof.front(), reply.moves),
                     .won = {},
                     .winnings = {},
                     .score = capped_centipawns(-reply.score)};
    count_defence(claim, defence);
    const Position end = position_after(start, defence.line);
    if (defence.won.centipawns < claim.winnings.centipawns - exchange_tolerance &&
        defence.line.size() <= least_defence && has_legal_move(end)) {
        const ScoredLine rest = asked_once_(end, {});
        defence.line.insert(defence.line.end(), rest.moves.begin(), rest.moves.end());
        count_defence(claim, defence);
    }
    return defence;
}

// What the move that is punished had taken itself is part of the count.
bool Explainer::counts_lead(const Claim& claim) {
    return claim.lead.size() == 1 && !claim.is_threat;
}

void Explainer::count_defence(const Claim& claim, Defended& defence) const {
    const Position start = start_of_proof(question_, claim);
    const Color winner = start.side_to_move();
    const std::size_t lead = counts_lead(claim) ? 1 : 0;
    const Position& from = lead > 0 ? question_.before : start;
    const Moves whole = lead > 0 ? joined(claim.lead.front(), defence.line) : Moves(defence.line);
    defence.won = tally(from, whole, winner, lead + 1);
    Moves& proof = defence.won.proof;
    proof = with_what_comes_back(from, whole, winner, defence.won);
    defence.winnings = winnings_of(from, proof, winner, lead);
    proof.erase(proof.begin(),
                proof.begin() + static_cast<std::ptrdiff_t>(std::min(lead, proof.size())));
}

// True if the best defence gives something else that is worth as much.
bool Explainer::gives_as_much(const Claim& claim, const Defended& defence) const {
    const Position start = start_of_proof(question_, claim);
    const Position end = position_after(start, claim.proof);
    if (!has_legal_move(end)) return true;
    const ScoredLine rest = asked_once_(end, {});
    if (!rest.is_known()) return true;
    const int gain = std::min(claim.winnings.centipawns, most_borne_out);
    const int at_end =
        capped_centipawns(end.side_to_move() == start.side_to_move() ? rest.score : -rest.score);
    if (at_end - defence.score >
        std::max(least_flattery, static_cast<int>(most_flattery_otherwise * gain)))
        return false;
    const auto otherwise = score_otherwise(claim);
    return !otherwise || defence.score - *otherwise >= least_given_otherwise * gain;
}

std::optional<int> Explainer::score_otherwise(const Claim& claim) const {
    if (claim.is_threat) return std::nullopt;
    if (!claim.lead.empty() && claim.lead.front() == question_.played)
        return capped_centipawns(-best_.score);
    if (is_miss(claim.kind)) return capped_centipawns(kept());
    if (claim.kind != ClaimKind::wins_material) return std::nullopt;
    const std::array excluded{question_.played};
    const ScoredLine other = asked_once_(question_.before, excluded);
    return other.is_known() ? std::optional(capped_centipawns(other.score)) : std::nullopt;
}

bool Explainer::bears_out(const Claim& claim, const Defended& defence, bool names_count) const {
    const int claimed = claim.winnings.centipawns;
    const int least = claimed - std::max(exchange_tolerance, static_cast<int>(most_less * claimed));
    const bool falls = !names_count || claim.winnings.taken.empty() ||
                       is_taken(start_of_proof(question_, claim), defence.won.proof,
                                claim.winnings.taken.front().square);
    if (falls && defence.won.centipawns >= least) return true;
    return (falls || defence.won.centipawns < least_material) && gives_as_much(claim, defence);
}

// Of what the proof takes, that which the best defence loses as well.
std::optional<Claim> Explainer::named_as_defended(const Claim& claim,
                                                  const Defended& defence) const {
    Claim less = claim;
    less.winnings = defence.winnings;
    const Position start = start_of_proof(question_, claim);
    std::erase_if(less.winnings.taken,
                  [&](PlacedPiece piece) { return !is_taken(start, claim.proof, piece.square); });
    const bool is_whole = less.winnings.taken.size() == defence.winnings.taken.size();
    if (!is_whole) {
        if (!less.winnings.given.empty()) return std::nullopt;
        less.winnings.centipawns =
            std::min(less.winnings.centipawns, value_of(less.winnings.taken));
    }
    if (less.winnings.taken.empty() || less.winnings.centipawns < least_material ||
        !holds(question_, less))
        return std::nullopt;
    return less;
}

// The claim with the best defence as its proof.
std::optional<Claim> Explainer::shown_by_defence(const Claim& claim,
                                                 const Defended& defence) const {
    Claim shown = claim;
    shown.proof = defence.won.proof;
    shown.retaking = 0;
    if (shown.is_threat && shown.proof.size() > most_threatening) return std::nullopt;
    if (shown.proof.empty() || !fill(shown) || shown.mate > 0) return std::nullopt;
    shown.winnings = defence.winnings;
    if (shown.motif && shown.motif->move > 0 && !is_about(*shown.motif, shown.winnings))
        shown.motif.reset();
    if (shown.winnings.centipawns < least_material || !answer_retaking(question_, shown) ||
        !holds(question_, shown))
        return std::nullopt;
    return shown;
}

bool Explainer::stands(const Claim& claim, std::span<const Defended> defences) const {
    if (falls_otherwise(claim)) return false;
    for (std::size_t i = 0; i < defences.size(); ++i) {
        // Any but the best may give another piece for it, if that is no less.
        const bool is_best = i == 0;
        if (!bears_out(claim, defences[i], is_best)) return false;
    }
    return true;
}

bool Explainer::stands_against_defences(Claim& claim) const {
    if (claim.mate > 0) return true;
    if (!asked_once_) return !falls_otherwise(claim);
    const std::vector<Defended> defences = best_defences(claim);
    if (stands(claim, defences)) return true;
    const auto is_accepted = [&](const std::optional<Claim>& less) {
        return less && stands(*less, defences) &&
               !(claim.is_threat && less->winnings.centipawns < least_threat);
    };
    for (const Defended& defence : defences) {
        if (defence.won.centipawns < least_material) return false;
        std::optional<Claim> less;
        // Taking back does not fail where it is the best defence.
        const bool fails =
            claim.retaking == 1 && defence.line.size() > 1 && defence.line[1] != claim.proof[1];
        if (fails && !shows_line(claim.kind)) less = named_as_defended(claim, defence);
        if (!is_accepted(less)) less = shown_by_defence(claim, defence);
        if (!is_accepted(less)) continue;
        claim = *std::move(less);
        return true;
    }
    return false;
}

}  // namespace kibitz::explain
