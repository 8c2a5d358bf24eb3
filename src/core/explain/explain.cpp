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

Move better_than_played(const Question& question) {
    return question.best.moves.empty() || is_best(question) ? Move::none()
                                                            : question.best.moves.front();
}

bool is_mistake(const Question& question) {
    return !is_best(question) && cost_of(question) >= least_cost;
}

Explanation explain_once(const Question& question) {
    return is_mistake(question) ? explain_mistake(question) : explain_good_move(question);
}

// A verdict that is as near to the limit as this is no other one, and a move that a review marks
// costs more.
constexpr int about_the_same_cost = 60;
constexpr int least_marked_cost = 50;

// True if the steady search's verdict on the move can stand beside that of the question's own
// searches.
bool agree(const Question& steady, const Question& question) {
    if (is_mistake(steady) == is_mistake(question)) return true;
    const int cost = cost_of(question);
    return is_mistake(steady) ? cost_of(steady) - cost <= about_the_same_cost
                              : cost < least_marked_cost;
}

// The question as the steady search answers it; nothing where its verdict is another one.
std::optional<Question> asked_steadily(const Question& question) {
    if (!question.steady) return std::nullopt;
    Question steady = ask_about(question.before, question.played, question.steady, question.steady);
    steady.retake = question.retake;
    if (steady.best.moves.empty() || !agree(steady, question)) return std::nullopt;
    return steady;
}

// Of two moves about as good, either is the better one than the move that costs so much.
constexpr double about_as_good_part = 0.3;

// Whether the question's searches make hardly less of the move that the steady one chose.
bool is_confirmed(const Question& question, const Position& start, const ScoredLine& chosen,
                  const ScoredLine& longer) {
    if (chosen.moves.empty() || longer.moves.empty()) return chosen.moves == longer.moves;
    if (chosen.moves.front() == longer.moves.front()) return true;
    const Position after = start.after(chosen.moves.front());
    if (!question.search || !has_legal_move(after)) return false;
    const ScoredLine reply = question.search(after, {});
    const int enough =
        std::max(about_as_good, static_cast<int>(about_as_good_part * cost_of(question)));
    return reply.is_known() &&
           capped_centipawns(longer.score) - capped_centipawns(-reply.score) <= enough;
}

// What a claim shows to be won, mates most of all.
int weight_of(const Explanation& explanation) {
    int most = 0;
    for (const Claim& claim : explanation.claims)
        most = std::max(most, claim.mate > 0 ? mate_gain : claim.winnings.centipawns);
    return most;
}

bool is_about_answer(const Claim& claim) {
    return claim.kind == ClaimKind::allows_mate || claim.kind == ClaimKind::loses_material ||
           claim.kind == ClaimKind::ignores_threat || claim.kind == ClaimKind::allows_threat ||
           claim.kind == ClaimKind::answered_by;
}

// Where the searches differ over the better move alone, what was shown of the answer still stands,
// and takes the place of what the question's searches say of it, unless only those prove something.
// What came first stays so.
void keep_answer(Explanation& longer, const Explanation& steady) {
    const auto kept = std::ranges::find_if(steady.claims, is_about_answer);
    if (kept == steady.claims.end()) return;
    if (has_tactics(longer.claims) && !has_tactics(steady.claims)) return;
    std::erase_if(longer.claims, [](const Claim& claim) {
        return claim.kind == ClaimKind::positional || is_about_answer(claim);
    });
    longer.claims.push_back(*kept);
    std::ranges::sort(longer.claims, {},
                      [](const Claim& claim) { return std::pair(claim.kind, claim.aspect); });
    if (kept != steady.claims.begin()) return;
    const auto answer = std::ranges::find_if(longer.claims, is_about_answer);
    std::rotate(longer.claims.begin(), answer, answer + 1);
}

// What was shown once needs a smaller part of it in other scores to stay.
constexpr double least_borne_out_again = 0.45;

// True if the question's scores bear out what the claims say is won.
bool is_borne_out_by(const Question& question, const Explanation& steady) {
    const int weight = weight_of(steady);
    if (weight == 0 || weight == mate_gain || !has_tactics(steady.claims)) return true;
    const Score best = question.best.score, kept = -question.answer.score;
    return raw(best) - raw(kept) >= least_borne_out_again * std::min(weight, most_borne_out);
}

// True if the next best move is about as much worse in the question's searches as is said.
bool is_advantage_confirmed(const Question& question, const Explanation& steady) {
    const auto beats = std::ranges::find(steady.claims, ClaimKind::beats, &Claim::kind);
    if (beats == steady.claims.end() || beats->difference == 0 || !question.search) return true;
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
    Explanation explanation{.claims = mistakes_of(question),
                            .cost = cost_of(question),
                            .better = better_than_played(question)};
    if (has_tactics(explanation.claims) || !question.search) return explanation;
    // Nothing positional before a longer look for tactics.
    const auto deeper = searched_deeper(question);
    if (!deeper) return explanation;
    // A longer line that explains no better takes nothing away.
    auto claims = mistakes_of(*deeper);
    if (has_tactics(claims) || explanation.claims.empty()) {
        explanation.claims = std::move(claims);
        explanation.better = better_than_played(*deeper);
    }
    return explanation;
}

Explanation explain_good_move(const Question& question) {
    return {.claims = merits_of(question),
            .cost = cost_of(question),
            .better = better_than_played(question)};
}

Explanation explain_threat(const Question& question) { return {.claims = threats_of(question)}; }

Explanation explain(const Question& question) {
    const auto asked = asked_steadily(question);
    if (!asked) return explain_once(question);
    Explanation steady = explain_once(*asked);
    if (is_mistake(*asked) == is_mistake(question)) steady.cost = cost_of(question);
    if (question.is_brief) return steady;
    const Position after = question.before.after(question.played);
    const bool answer_stays = is_borne_out_by(question, steady) &&
                              is_confirmed(question, after, asked->answer, question.answer);
    if (answer_stays && is_confirmed(question, question.before, asked->best, question.best) &&
        is_advantage_confirmed(question, steady))
        return steady;
    Explanation longer = explain_once(question);
    if (answer_stays) keep_answer(longer, steady);
    return longer;
}

}  // namespace kibitz::explain
