// Lines that prove nothing by force, and show what a move does.
#include <algorithm>
#include <utility>

#include "explain/deeds.hpp"
#include "explain/detail/explainer.hpp"
#include "explain/detail/threats.hpp"
#include "explain/retaking.hpp"
#include "explain/winnings.hpp"

namespace kibitz::explain {
namespace {

// True if the line goes on to take the piece that the deed is about.
bool is_carried_out(std::span<const Move> line, const Deed& deed) {
    for (std::size_t i = 2; i < line.size() && !deed.on.empty(); i += 2)
        if (line[i].to() == deed.on.front().square) return true;
    return false;
}

// True if the line only takes what its first move attacks, and that could have gone away.
bool wins_by_neglect(const Position& start, std::span<const Move> line) {
    constexpr std::size_t taking = 2;
    if (line.size() <= taking || start.is_capture(line[0])) return false;
    const Gain threat{.centipawns = 0, .moves = {line[taking]}};
    return is_plain_attack(start, line[0], threat) && can_be_parried(start.after(line[0]));
}

// What a move that makes room for a later one does: it forces nothing, only exchanges, or only
// gives check.
bool makes_room(DeedKind kind) {
    if (kind == DeedKind::leads_to || kind == DeedKind::prevents) return false;
    return !is_forceful(kind) || is_exchange(kind) || kind == DeedKind::checks;
}

// What a later move does that says what the first is for. Of a plan the later move is named
// already, and a check says something only of an answer.
bool is_purpose(const Claim& claim, DeedKind later) {
    const DeedKind first = claim.deed->kind;
    if (later == DeedKind::checks)
        return claim.kind == ClaimKind::answered_by && first != DeedKind::checks;
    if (later == DeedKind::pushes_passed_pawn) return !is_plan(first);
    return is_active(later) || later == DeedKind::challenges || later == DeedKind::storms_king;
}

// True of an answer that takes what has just taken something, which is no news.
bool takes_back(const Claim& claim) {
    return !claim.lead.empty() && claim.deed->kind == DeedKind::takes &&
           claim.proof.front().to() == claim.lead.back().to();
}

// A piece that is driven away may have no square at its next one.
bool follows(const Claim& claim, DeedKind later) {
    if (claim.deed->kind == DeedKind::attacks) return later == DeedKind::shuts_in;
    return (makes_room(claim.deed->kind) || takes_back(claim)) && is_purpose(claim, later);
}

// What a later move does that the first makes room for, with exchanges and checks on the way;
// nothing if it only answers a check.
void add_next_deed(Claim& claim, const Position& start) {
    constexpr std::size_t own_next = 2, last = 4;
    const std::span<const Move> line(claim.proof);
    const bool shows_line =
        claim.kind == ClaimKind::answered_by || claim.kind == ClaimKind::better_does;
    if (!shows_line || !claim.deed) return;
    for (std::size_t i = own_next; i <= last && i < line.size(); i += 2) {
        const Position position = position_after(start, line.first(i));
        if (position.in_check()) return;
        // That something is taken back is no news.
        if (line[i].to() == line[i - 1].to()) continue;
        if (gives_new_piece(line.subspan(i))) continue;
        const auto deed = telling_deed(position, line.subspan(i), Move::none());
        if (!deed) return;
        if (follows(claim, deed->kind) && *deed != *claim.deed) {
            claim.next_deed = deed;
            claim.next_move = i;
            return;
        }
        if (!is_exchange(deed->kind) && deed->kind != DeedKind::checks) return;
    }
}

}  // namespace

std::optional<Deed> telling_deed(const Position& before, std::span<const Move> line, Move other) {
    std::vector<Deed> others;
    if (!other.is_none()) others = deeds_of(before, std::span(&other, 1));
    std::optional<Deed> shared;
    for (const Deed& deed : deeds_of(before, line)) {
        const bool is_capture = deed.kind == DeedKind::takes ||
                                deed.kind == DeedKind::takes_with_check || is_exchange(deed.kind);
        const bool is_done = std::ranges::any_of(others, [&](const Deed& done) {
            return done.kind == deed.kind && done.on == deed.on &&
                   (is_capture || !is_carried_out(line, deed));
        });
        // That both moves take the same still says more than a plan.
        if (!is_done) return shared && is_plan(deed.kind) ? shared : deed;
        if (is_capture) shared = deed;
    }
    return shared;
}

void Explainer::add_line(ClaimKind kind, Moves lead, const Moves& line, const Deed& deed) {
    Claim& claim = add(kind, std::move(lead), line);
    claim.deed = deed;
    fill_line(claim);
}

void Explainer::fill_line(Claim& claim) const {
    const Position start = start_of_proof(question_, claim);
    const std::optional<Deed> told = claim.deed;
    // What a move that is answered had taken itself is part of the count.
    const std::size_t seen = claim.kind == ClaimKind::answered_by ? 1 : 0;
    const Position& from = seen > 0 ? question_.before : start;
    Moves whole = claim.proof;
    if (seen > 0) whole = joined(question_.played, claim.proof);
    Tally won = tally(from, whole, start.side_to_move(), seen + 1);
    won.proof.erase(won.proof.begin(), won.proof.begin() + static_cast<std::ptrdiff_t>(
                                                               std::min(won.proof.size(), seen)));
    Moves shown(claim.proof.begin(), claim.proof.begin() + static_cast<std::ptrdiff_t>(std::min(
                                                               claim.proof.size(), most_shown)));
    if (won.centipawns >= least_material && !is_offered(start, won.proof) &&
        !wins_by_neglect(start, won.proof) && won.proof.size() <= longest_proof &&
        is_borne_out(won.centipawns, best_.score, kept())) {
        claim.proof = won.proof;
        // Words that speak of moves behind the proof would have nothing to say.
        const bool is_cut =
            claim.proof.size() < moves_spoken_of(claim.deed->kind) ||
            (is_ending_plan(claim.deed->kind) && ending_plan(start, claim.proof) != claim.deed);
        if (is_cut)
            if (auto deeds = deeds_of(start, claim.proof); !deeds.empty())
                claim.deed = std::move(deeds.front());
        if (seen > 0)
            whole = joined(question_.played, claim.proof);
        else
            whole = claim.proof;
        claim.winnings = winnings_of(from, whole, start.side_to_move(), seen);
        if (claim.winnings.centipawns >= least_material && prove(claim) &&
            claim.proof.size() >= moves_spoken_of(claim.deed->kind) &&
            end_of_proof(claim) == EndOfProof::bears_out)
            return;
        claim.retaking = 0;
        claim.motif.reset();
        claim.winnings = {};
        claim.deed = told;
    }
    claim.proof = std::move(shown);
    add_next_deed(claim, start);
    const Position end = position_after(start, claim.proof);
    const int left = settle(end).centipawns;
    claim.difference = balance(end, start.side_to_move()) - balance(start, start.side_to_move()) +
                       (end.side_to_move() == start.side_to_move() ? left : -left);
}

}  // namespace kibitz::explain
