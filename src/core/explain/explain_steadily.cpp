// Explains a move so that the words do not change with the limits of the searches: what the steady
// search shows is said unless longer searches contradict it, and an umpire decides between them.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <utility>

#include "chess/movegen.hpp"
#include "explain/accuracy.hpp"
#include "explain/ask.hpp"
#include "explain/detail/explainer.hpp"
#include "explain/detail/explainers.hpp"

namespace kibitz::explain {
namespace {

// Searches differ by some 20 centipawns over quiet moves for no reason. Of a move that costs
// little, both the steady search and the question's own have to see that it is a mistake, and on
// average so much of one; what costs more is seen by either.
constexpr int least_together = 45;
constexpr int sure_cost = 70;
// A move that a review marks costs more.
constexpr int least_marked_cost = 50;

int seen_cost(const Question& question) {
    const bool is_best =
        !question.best.moves.empty() && question.best.moves.front() == question.played;
    return is_best ? 0 : cost_of(question);
}

// True if a review marks the move: then the words have to say what is wrong with it.
bool is_marked(const Question& question) {
    return question.is_reviewed && seen_cost(question) >= least_marked_cost;
}

enum class Verdict : std::uint8_t { good, mistake, contested };

Verdict verdict_of(const Question& steady, const Question& question) {
    const int first = seen_cost(steady), second = seen_cost(question);
    if (is_marked(question)) return first >= least_cost ? Verdict::mistake : Verdict::contested;
    if (std::min(first, second) >= least_cost && std::midpoint(first, second) >= least_together)
        return Verdict::mistake;
    return std::max(first, second) < sure_cost ? Verdict::good : Verdict::contested;
}

// Of two moves about as good, either is the better one than the move that costs so much; where
// nothing is proved, they may differ by more.
constexpr double about_as_good_part = 0.3, about_as_good_part_of_lines = 0.5;

// Whether the question's searches make hardly less of the move that the steady one chose.
bool is_confirmed(const Question& question, const Position& start, const ScoredLine& chosen,
                  const ScoredLine& longer, double part) {
    if (chosen.moves.empty() || longer.moves.empty()) return chosen.moves == longer.moves;
    if (chosen.moves.front() == longer.moves.front()) return true;
    const Position after = start.after(chosen.moves.front());
    if (!question.search || !has_legal_move(after)) return false;
    const ScoredLine reply = question.search(after, {});
    const int enough = std::max(about_as_good, static_cast<int>(part * cost_of(question)));
    return reply.is_known() &&
           capped_centipawns(longer.score) - capped_centipawns(-reply.score) <= enough;
}

// What a claim shows to be won, mates most of all.
int weight_of(const Claim& claim) { return claim.mate > 0 ? mate_gain : claim.winnings.centipawns; }

int weight_of(const Explanation& explanation) {
    int most = 0;
    for (const Claim& claim : explanation.claims) most = std::max(most, weight_of(claim));
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

// What was shown once needs a smaller part of it in other scores to stay, and no more than most of
// what the steady search's own scores have.
constexpr double least_borne_out_again = 0.45, least_part_again = 0.7;

int difference_of(const Question& question) {
    return raw(question.best.score) + raw(question.answer.score);
}

// True if the question's scores bear out what the claims say is won.
bool is_borne_out_by(const Question& question, const Question& steady, const Explanation& shown) {
    const int weight = weight_of(shown);
    if (weight == 0 || weight == mate_gain || !has_tactics(shown.claims)) return true;
    return difference_of(question) >=
           std::min(least_borne_out_again * std::min(weight, most_borne_out),
                    least_part_again * difference_of(steady));
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

// The question as one search alone answers it, or one with another for the proofs.
Question asked_with(const Search& search, const Search& proofs, const Question& question) {
    Question asked = ask_about(question.before, question.played, search, proofs ? proofs : search);
    asked.retake = question.retake;
    return asked;
}

Explanation explained_as(const Question& question, bool is_error) {
    if (is_error) return explain_mistake(question);
    Explanation explanation = explain_good_move(question);
    // What a search prefers by a little is no better.
    explanation.better = Move::none();
    return explanation;
}

// What the steady search shows: its lines and what is made of them.
struct Shown {
    Question question;
    bool is_error = false;
    Explanation explanation{};

    void explain_as(bool error) {
        is_error = error;
        explanation = explained_as(question, error);
    }
};

// The same with the cost that the question's searches see, or of a verdict that they do not share
// what both see together.
Explanation with_cost_of(const Question& question, const Shown& shown) {
    Explanation explanation = shown.explanation;
    const int steady = cost_of(shown.question), own = cost_of(question);
    explanation.cost = is_mistake(question) == shown.is_error ? own
                       : shown.is_error                       ? std::midpoint(steady, own)
                                                              : std::min(steady, own);
    return explanation;
}

// How much of it stands against other searches.
enum class Standing : std::uint8_t { all, answer, nothing };

Standing standing_of(const Shown& shown, const Question& other) {
    const Question& steady = shown.question;
    const Position after = other.before.after(other.played);
    const double part =
        has_tactics(shown.explanation.claims) ? about_as_good_part : about_as_good_part_of_lines;
    if (!is_borne_out_by(other, steady, shown.explanation) ||
        !is_confirmed(other, after, steady.answer, other.answer, part))
        return Standing::nothing;
    const bool stands = is_confirmed(other, other.before, steady.best, other.best, part) &&
                        is_advantage_confirmed(other, shown.explanation);
    return stands ? Standing::all : Standing::answer;
}

// True if both begin with the same move and show as much of it, one perhaps as a line.
bool say_the_same(const Explanation& shown, const Explanation& other) {
    if (shown.claims.empty() || other.claims.empty()) return false;
    const Claim &first = shown.claims.front(), &second = other.claims.front();
    if (first.proof.empty() || second.proof.empty()) return false;
    return first.lead == second.lead && first.proof.front() == second.proof.front() &&
           first.is_threat == second.is_threat &&
           std::abs(weight_of(second) - weight_of(first)) <= exchange_tolerance;
}

Explanation explained_by(const Question& other, const Shown& shown, Standing standing,
                         bool is_error) {
    const bool is_same_verdict = shown.is_error == is_error;
    if (standing == Standing::all && is_same_verdict) return shown.explanation;
    Explanation explanation = explained_as(other, is_error);
    if (is_same_verdict && say_the_same(shown.explanation, explanation))
        return with_cost_of(other, shown);
    if (standing == Standing::answer && is_same_verdict)
        keep_answer(explanation, shown.explanation);
    return explanation;
}

// The question's searches contradict what is shown, and the umpire, if there is one, decides. What
// both take for good is so.
Explanation decide_between(const Question& question, const Shown& shown, Verdict verdict,
                           Standing standing) {
    if (!question.umpire)
        return explained_by(question, shown, standing,
                            verdict == Verdict::contested ? is_mistake(question) : shown.is_error);
    const Question umpire = asked_with(question.umpire, {}, question);
    const bool is_error = verdict != Verdict::good && seen_cost(umpire) >= least_together;
    if (!is_error && is_marked(question)) return explain_once(question);
    return explained_by(umpire, shown, standing_of(shown, umpire), is_error);
}

}  // namespace

Explanation explain(const Question& question) {
    if (!question.steady) return explain_once(question);
    Shown shown{.question = asked_with(question.steady, question.steady_proofs, question)};
    if (shown.question.best.moves.empty()) return explain_once(question);
    const Verdict verdict = verdict_of(shown.question, question);
    const bool is_contested = verdict == Verdict::contested;
    if (is_contested && question.is_brief) return explain_once(question);
    shown.explain_as(is_contested ? is_mistake(shown.question) : verdict == Verdict::mistake);
    if (question.is_brief) return with_cost_of(question, shown);
    const Standing standing = is_contested ? Standing::nothing : standing_of(shown, question);
    return standing == Standing::all ? with_cost_of(question, shown)
                                     : decide_between(question, shown, verdict, standing);
}

}  // namespace kibitz::explain
