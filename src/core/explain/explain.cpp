#include "explain/explain.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "chess/movegen.hpp"
#include "explain/accuracy.hpp"
#include "explain/ask.hpp"
#include "explain/detail/explainer.hpp"
#include "explain/detail/explainers.hpp"

namespace kibitz::explain {
namespace {

// The question with lines of a longer search; nothing if that prefers the move itself.
std::optional<Question> searched_deeper(const Question& question) {
    Question deeper = question;
    deeper.best = question.search(question.before, {});
    if (deeper.best.moves.empty() || deeper.best.moves.front() == question.played)
        return std::nullopt;
    const Position after = question.before.after(question.played);
    if (has_legal_move(after)) deeper.answer = question.search(after, {});
    deeper.second = {};
    return deeper;
}

bool is_best(const Question& question) {
    return !question.best.moves.empty() && question.best.moves.front() == question.played;
}

Explanation explain_once(const Question& question) {
    return is_best(question) || cost_of(question) < least_cost ? explain_good_move(question)
                                                               : explain_mistake(question);
}

// The question as the short search answers it, of a move that it takes for as bad or good as the
// longer searches do.
std::optional<Question> asked_quickly(const Question& question) {
    if (!question.quick) return std::nullopt;
    Question quick = ask_about(question.before, question.played, question.quick, question.quick);
    quick.retake = question.retake;
    const auto is_mistake = [](const Question& asked) {
        return !is_best(asked) && cost_of(asked) >= least_cost;
    };
    if (quick.best.moves.empty() || is_mistake(quick) != is_mistake(question)) return std::nullopt;
    return quick;
}

// Whether a longer search makes no less of the move that the short one chose.
bool is_confirmed(const Question& question, const Position& start, const ScoredLine& chosen,
                  const ScoredLine& longer) {
    if (chosen.moves.empty() || longer.moves.empty()) return chosen.moves == longer.moves;
    if (chosen.moves.front() == longer.moves.front()) return true;
    const Position after = start.after(chosen.moves.front());
    if (!question.search || !has_legal_move(after)) return false;
    const ScoredLine reply = question.search(after, {});
    return reply.is_known() &&
           capped_centipawns(longer.score) - capped_centipawns(-reply.score) <= about_as_good;
}

// What a claim shows to be won, mates most of all.
int weight_of(const Explanation& explanation) {
    int most = 0;
    for (const Claim& claim : explanation.claims)
        most = std::max(most, claim.mate > 0 ? mate_gain : claim.winnings.centipawns);
    return most;
}

// True if the explanation says enough beside one of longer searches: a proof where that has one,
// of most of what it shows.
bool says_enough(const Explanation& quick, const Explanation& longer) {
    if (quick.claims.empty()) return longer.claims.empty();
    if (has_tactics(longer.claims) && !has_tactics(quick.claims)) return false;
    return weight_of(quick) >= least_borne_out * weight_of(longer);
}

bool is_about_answer(const Claim& claim) {
    return claim.kind == ClaimKind::allows_mate || claim.kind == ClaimKind::loses_material ||
           claim.kind == ClaimKind::ignores_threat;
}

// Where the searches differ over the better move alone, what the answer was shown to win still
// stands, and takes the place of what longer searches say of it.
void keep_answer(Explanation& longer, const Explanation& quick) {
    const auto kept = std::ranges::find_if(quick.claims, is_about_answer);
    if (kept == quick.claims.end() || std::ranges::any_of(longer.claims, is_about_answer)) return;
    std::erase_if(longer.claims, [](const Claim& claim) {
        return claim.kind == ClaimKind::answered_by || claim.kind == ClaimKind::allows_threat ||
               claim.kind == ClaimKind::positional;
    });
    longer.claims.push_back(*kept);
    std::ranges::sort(longer.claims, {},
                      [](const Claim& claim) { return std::pair(claim.kind, claim.aspect); });
}

// What was shown once needs a smaller part of it in the longer scores to stay, where those searches
// show nothing themselves; a single pawn does not: it is soon made up for.
constexpr double least_borne_out_again = 0.45;
constexpr int least_to_stay = 200;

// True if the longer scores bear out what the claims say is won.
bool is_borne_out_by(const Question& question, const Explanation& quick,
                     const Explanation& longer) {
    const int weight = weight_of(quick);
    if (weight == 0 || weight == mate_gain || !has_tactics(quick.claims)) return true;
    const Score best = question.best.score, kept = -question.answer.score;
    if (is_borne_out(weight, best, kept)) return true;
    return !has_tactics(longer.claims) && weight >= least_to_stay &&
           raw(best) - raw(kept) >= least_borne_out_again * std::min(weight, most_borne_out);
}

// True if the next best move is about as much worse in the longer searches as is said.
bool is_advantage_confirmed(const Question& question, const Explanation& quick) {
    const auto beats = std::ranges::find(quick.claims, ClaimKind::beats, &Claim::kind);
    if (beats == quick.claims.end() || beats->difference == 0 || !question.search) return true;
    const std::array excluded{question.played};
    const ScoredLine second =
        question.second.is_known() ? question.second : question.search(question.before, excluded);
    if (!second.is_known()) return true;
    const Score own = std::min(question.best.score, -question.answer.score);
    return capped_centipawns(own) - capped_centipawns(second.score) >=
           least_borne_out * beats->difference;
}

}  // namespace

std::string_view to_string(ClaimKind kind) {
    constexpr std::string_view names[] = {
        "misses mate",    "misses win",  "misses recapture", "allows mate",   "loses material",
        "ignores threat", "ends game",   "only move",        "allows threat", "misses threat",
        "answered by",    "better does", "positional",       "mates",         "wins material",
        "is only move",   "sacrifices",  "meets threat",     "beats",         "threatens",
        "does",
    };
    return names[static_cast<std::size_t>(kind)];
}

std::string_view to_string(Aspect aspect) {
    constexpr std::string_view names[] = {"king safety", "structure", "activity", "space"};
    return names[static_cast<std::size_t>(aspect)];
}

Position start_of_proof(const Question& question, const Claim& claim) {
    Position start = position_after(question.before, claim.lead);
    if (claim.is_threat) start.play_null();
    return start;
}

Explanation explain_mistake(const Question& question) {
    Explanation explanation{.claims = mistakes_of(question), .cost = cost_of(question)};
    if (has_tactics(explanation.claims) || !question.search) return explanation;
    // Nothing positional before a longer look for tactics.
    const auto deeper = searched_deeper(question);
    if (!deeper) return explanation;
    // A longer line that explains no better takes nothing away.
    auto claims = mistakes_of(*deeper);
    if (has_tactics(claims) || explanation.claims.empty()) explanation.claims = std::move(claims);
    return explanation;
}

Explanation explain_good_move(const Question& question) {
    return {.claims = merits_of(question), .cost = cost_of(question)};
}

Explanation explain_threat(const Question& question) {
    return {.claims = threats_of(question), .cost = 0};
}

Explanation explain(const Question& question) {
    Explanation longer = explain_once(question);
    const auto asked = asked_quickly(question);
    if (!asked) return longer;
    Explanation quick = explain_once(*asked);
    const Position after = question.before.after(question.played);
    const bool answer_stays = is_borne_out_by(question, quick, longer) &&
                              is_confirmed(question, after, asked->answer, question.answer);
    const bool stays = answer_stays && says_enough(quick, longer) &&
                       is_confirmed(question, question.before, asked->best, question.best) &&
                       is_advantage_confirmed(question, quick);
    if (stays)
        longer.claims = std::move(quick.claims);
    else if (answer_stays)
        keep_answer(longer, quick);
    return longer;
}

}  // namespace kibitz::explain
