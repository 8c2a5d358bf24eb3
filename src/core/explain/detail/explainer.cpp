#include "explain/detail/explainer.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "chess/movegen.hpp"
#include "chess/see.hpp"
#include "explain/accuracy.hpp"
#include "explain/deeds.hpp"
#include "explain/detail/remembering.hpp"
#include "explain/detail/threats.hpp"
#include "explain/retaking.hpp"
#include "explain/winnings.hpp"

namespace kibitz::explain {
namespace {

// The only move: all others leave at least so much less of the chances, in percent points.
constexpr double least_gap = 20;
constexpr int most_continuations = 4;
// Of what a proof wins, so much may seem to be lost again at its end, where searches differ by
// half a pawn for no reason.
constexpr double most_doubt = 0.3;
// And so much where the end is better by all of it than what the other move leads to: exchanges
// change the scores of what is won anyway.
constexpr double most_doubt_beside = 0.6;
constexpr int least_doubt = 50;
// A proof whose end is so much better for its winner than its beginning has been defended badly.
constexpr int most_flattery = 300;

// What a side can take with a check before it, or at once, when it is its turn; nothing in check.
int takes_with_check(Position position, Color side) {
    constexpr int one_check = 1;
    if (position.side_to_move() != side) {
        if (position.in_check()) return 0;
        position.play_null();
    }
    const auto gain = best_material(position, one_check);
    return gain ? gain->centipawns : 0;
}

// True if the loser of the proof can take something at its end that it could not take before.
bool gets_back(const Position& before, const Position& end) {
    const Color loser = end.side_to_move();
    const int taken = takes_with_check(end, loser);
    return taken >= least_material && taken > takes_with_check(before, loser);
}

// True if the proof answers a recapture, by which a reader may well lose more than they have to.
bool ends_with_retaking(const Claim& claim) {
    constexpr std::size_t taking_and_answer = 3;
    const std::size_t size = claim.proof.size();
    return claim.retaking > 0 ||
           (size >= taking_and_answer && claim.proof[size - 2].to() == claim.proof[size - 3].to());
}

// What is won on the way to a mate is not its reason.
bool explains_mate(MotifKind motif) {
    return motif == MotifKind::back_rank || motif == MotifKind::double_check ||
           motif == MotifKind::discovered_check;
}

}  // namespace

Moves joined(Move first, std::span<const Move> rest) {
    Moves line{first};
    line.insert(line.end(), rest.begin(), rest.end());
    return line;
}

int cost_of(const Question& question) {
    if (!question.best.is_known() || !question.answer.is_known()) return 0;
    return std::max(
        0, capped_centipawns(question.best.score) - capped_centipawns(-question.answer.score));
}

int shown_mate(const Position& start, std::span<const Move> line) {
    if (line.size() % 2 == 0 || !is_checkmate(position_after(start, line))) return 0;
    return static_cast<int>(line.size() + 1) / 2;
}

Explainer::Explainer(const Question& question)
    : question_(question),
      us_(question.before.side_to_move()),
      after_(question.before.after(question.played)),
      best_(question.best),
      answer_(question.answer),
      asked_once_(remembering(question.search)) {
    complete_mate(question_.before, best_);
    complete_mate(after_, answer_);
    played_line_ = joined(question_.played, answer_.moves);
}

bool Explainer::has(ClaimKind kind) const {
    return std::ranges::find(claims_, kind, &Claim::kind) != claims_.end();
}

void Explainer::drop_unproven() {
    std::erase_if(claims_, [&](Claim& claim) { return !prove(claim); });
}

void Explainer::drop_refuted() {
    std::erase_if(claims_, [&](Claim& claim) {
        const EndOfProof end = end_of_proof(claim);
        return end == EndOfProof::refutes || (end == EndOfProof::flatters && !shorten(claim));
    });
}

Explainer::EndOfProof Explainer::end_of_proof(const Claim& claim) const {
    if (!question_.search || claim.mate > 0 || claim.winnings.centipawns == 0)
        return EndOfProof::bears_out;
    const Position start = start_of_proof(question_, claim);
    const Position end = position_after(start, claim.proof);
    if (!has_legal_move(end)) return EndOfProof::bears_out;
    const ScoredLine rest = question_.search(end, {});
    if (!rest.is_known()) return EndOfProof::bears_out;
    const bool is_winners_turn = end.side_to_move() == start.side_to_move();
    const int at_end = capped_centipawns(is_winners_turn ? rest.score : -rest.score);
    const int before = capped_centipawns(claim.lead.empty() ? best_.score : answer_.score);
    const int gain = std::min(claim.winnings.centipawns, most_borne_out);
    // A search may overlook for long what comes back, but does not find it worth something.
    const bool is_in_doubt = !is_winners_turn && gets_back(question_.before, end);
    const int otherwise = capped_centipawns(claim.lead.empty() ? kept() : -best_.score);
    const double part = at_end - otherwise >= gain ? most_doubt_beside : most_doubt;
    const int doubt = is_in_doubt ? 0 : std::max(least_doubt, static_cast<int>(part * gain));
    if (at_end < before - doubt) return EndOfProof::refutes;
    const bool is_much_better =
        at_end - before > std::max(most_flattery, static_cast<int>(least_borne_out * gain));
    return is_much_better && !ends_with_retaking(claim) ? EndOfProof::flatters
                                                        : EndOfProof::bears_out;
}

bool Explainer::shorten(Claim& claim) const {
    std::optional<Claim> most;
    for (std::size_t moves = 1; moves < claim.proof.size(); moves += 2) {
        Claim part = claim;
        part.proof.resize(moves);
        if (!fill(part)) continue;
        if (!part.lead.empty())
            part.winnings = winnings_of(question_.before, joined(part.lead.front(), part.proof),
                                        start_of_proof(question_, part).side_to_move(), 1);
        const bool is_more = part.winnings.centipawns >= least_material &&
                             (!most || part.winnings.centipawns > most->winnings.centipawns);
        if (is_more && prove(part) && end_of_proof(part) == EndOfProof::bears_out)
            most = std::move(part);
    }
    if (!most) return false;
    claim = *std::move(most);
    return true;
}

std::vector<Claim> Explainer::finished() {
    drop_unproven();
    for (Claim& claim : claims_) {
        Claim whole = claim;
        if (show_captures(whole) && prove(whole)) claim = std::move(whole);
        name_other_prey(claim);
    }
    return std::move(claims_);
}

void Explainer::name_other_prey(Claim& claim) const {
    if (claim.retaking != 1 || claim.mate > 0 || claim.deed) return;
    const Position start = start_of_proof(question_, claim);
    std::vector<Deed> deeds = deeds_of(start, std::span(claim.proof).first(1));
    const auto attack = std::ranges::find(deeds, DeedKind::checks_and_attacks, &Deed::kind);
    if (attack == deeds.end()) return;
    const Square retaker = claim.proof[claim.retaking].from();
    std::erase_if(attack->on, [&](PlacedPiece prey) {
        return prey.square == retaker || exchange_value(type_of(prey.piece)) <=
                                             claim.winnings.centipawns + exchange_tolerance;
    });
    if (!attack->on.empty()) claim.deed = std::move(*attack);
}

bool Explainer::show_captures(Claim& claim) const {
    if (claim.mate > 0 || claim.winnings.centipawns == 0) return false;
    const Gain left = settle(position_after(start_of_proof(question_, claim), claim.proof));
    if (left.centipawns <= exchange_tolerance) return false;
    claim.proof.insert(claim.proof.end(), left.moves.begin(), left.moves.end());
    count_again(claim);
    return true;
}

// What a proof takes behind the one that was counted is named, too, if the scores bear it out.
void Explainer::count_again(Claim& claim) const {
    const bool is_answer =
        claim.kind == ClaimKind::loses_material || claim.kind == ClaimKind::ignores_threat;
    if (!is_answer && claim.kind != ClaimKind::misses_win) return;
    const Position start = start_of_proof(question_, claim);
    Winnings won = is_answer ? winnings_of(question_.before, joined(question_.played, claim.proof),
                                           start.side_to_move(), 1)
                             : winnings_of(start, claim.proof, start.side_to_move());
    if (won.centipawns > claim.winnings.centipawns + exchange_tolerance &&
        is_borne_out(won.centipawns, best_.score, kept()))
        claim.winnings = std::move(won);
}

void Explainer::complete_mate(const Position& start, ScoredLine& line) const {
    if (!wins_by_mate(line.score) || !question_.search) return;
    for (int i = 0; i < most_continuations; ++i) {
        const Position end = position_after(start, line.moves);
        if (!has_legal_move(end)) return;
        const ScoredLine rest = question_.search(end, {});
        if (rest.moves.empty() || !is_mate(rest.score)) return;
        line.moves.insert(line.moves.end(), rest.moves.begin(), rest.moves.end());
    }
}

Claim& Explainer::add(ClaimKind kind, Moves lead, Moves proof) {
    Claim claim;
    claim.kind = kind;
    claim.lead = std::move(lead);
    claim.proof = std::move(proof);
    claims_.push_back(std::move(claim));
    return claims_.back();
}

Claim& Explainer::add_does(const Moves& line, const Deed& deed) {
    Claim& claim = add(ClaimKind::does, {}, line);
    claim.deed = deed;
    claim.proof.resize(std::min(claim.proof.size(), most_shown));
    return claim;
}

bool Explainer::fill(Claim& claim) const {
    const Position start = start_of_proof(question_, claim);
    const Color winner = start.side_to_move();
    claim.mate = shown_mate(start, claim.proof);
    claim.winnings = winnings_of(start, claim.proof, winner);
    claim.motif = motif_of(start, claim.proof, winner);
    if (claim.mate > 0 && claim.motif && !explains_mate(claim.motif->kind)) claim.motif.reset();
    if (claim.motif &&
        (claim.motif->kind == MotifKind::fork || claim.motif->kind == MotifKind::skewer)) {
        const std::span<const Move> proof(claim.proof);
        if (is_exchanged(position_after(start, proof.first(claim.motif->move)),
                         proof.subspan(claim.motif->move)))
            claim.motif.reset();
    }
    return claim.mate > 0 || claim.winnings.centipawns >= least_material;
}

void Explainer::add_filled(ClaimKind kind, Moves lead, Moves proof) {
    if (!fill(add(kind, std::move(lead), std::move(proof)))) claims_.pop_back();
}

bool Explainer::is_far_ahead() {
    if (legal_moves(question_.before).size() < 2) return false;
    const ScoredLine& second = next_best();
    return second.is_known() && win_percent(best_.score) - win_percent(second.score) >= least_gap;
}

const ScoredLine& Explainer::next_best() {
    if (!second_) {
        second_ = question_.second;
        if (!second_->is_known() && question_.search && !best_.moves.empty()) {
            const std::array excluded{best_.moves.front()};
            second_ = question_.search(question_.before, excluded);
        }
    }
    return *second_;
}

bool Explainer::is_worth_it(const Position& position, const Gain& threat, Score without) const {
    if (!question_.search || threat.mates() || without == score_none) return true;
    Position passed = position;
    passed.play_null();
    const Position taken = passed.after(threat.moves.front());
    if (!has_legal_move(taken)) return true;
    const ScoredLine reply = question_.search(taken, {});
    if (!reply.is_known()) return true;
    return raw(-reply.score) - raw(without) >=
           least_borne_out * std::min(threat.centipawns, most_borne_out);
}

void Explainer::add_threat(ClaimKind kind, Moves lead, Score score) {
    const Position position = position_after(question_.before, lead);
    const auto threat = threat_in(position);
    if (!threat || threat->moves.empty() || threat->centipawns < least_threat) return;
    // What was threatened before, too, is not the move's doing.
    const auto before = threat_of_mover();
    if (before && before->centipawns >= threat->centipawns - least_material) return;
    if (can_be_taken(position, threat->moves.front().from())) return;
    if (prey_can_take(position, *threat)) return;
    if (is_plain_attack(question_.before, lead.back(), *threat) && can_be_parried(position)) return;
    if (!is_worth_it(position, *threat, score)) return;
    Claim& claim = add(kind, std::move(lead), threat->moves);
    claim.is_threat = true;
    if (!fill(claim) || (claim.mate == 0 && claim.winnings.centipawns < least_threat))
        claims_.pop_back();
}

std::optional<Gain> Explainer::threat_of_mover() const {
    return best_material(question_.before, 1);
}

}  // namespace kibitz::explain
