// Explains a move so that the words do not change with the limits of the searches: what the steady
// search shows is said unless longer searches contradict it, and an umpire decides between them.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <utility>

#include "chess/movegen.hpp"
#include "explain/accuracy.hpp"
#include "explain/ask.hpp"
#include "explain/detail/explainer.hpp"
#include "explain/detail/explainers.hpp"

namespace kibitz::explain {
namespace {

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

// What the steady search shows: its lines and what is made of them.
struct Shown {
    Question question;
    Explanation explanation;
};

// The same with the cost that the question's searches see, where the verdict is the same.
Explanation with_cost_of(const Question& question, const Shown& shown) {
    Explanation explanation = shown.explanation;
    if (is_mistake(shown.question) == is_mistake(question)) explanation.cost = cost_of(question);
    return explanation;
}

// How much of it stands against other searches.
enum class Standing : std::uint8_t { all, answer, nothing };

Standing standing_of(const Shown& shown, const Question& other) {
    const Question& steady = shown.question;
    if (!agree(steady, other)) return Standing::nothing;
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

Explanation explained_by(const Question& other, const Shown& shown, Standing standing) {
    if (standing == Standing::all) return shown.explanation;
    Explanation explanation = explain_once(other);
    if (is_mistake(shown.question) == is_mistake(other) &&
        say_the_same(shown.explanation, explanation))
        return with_cost_of(other, shown);
    if (standing == Standing::answer) keep_answer(explanation, shown.explanation);
    return explanation;
}

// True if a review marks the move: then the words have to say what is wrong with it.
bool is_marked(const Question& question) {
    return is_mistake(question) && cost_of(question) >= least_marked_cost;
}

// The question's searches contradict what is shown, and the umpire, if there is one, decides.
Explanation decide_between(const Question& question, const Shown& shown, Standing standing) {
    if (!question.umpire) return explained_by(question, shown, standing);
    const Question umpire = asked_with(question.umpire, {}, question);
    const bool is_good = !is_mistake(umpire);
    if (is_good && is_marked(question)) return explain_once(question);
    return explained_by(umpire, shown, standing_of(shown, umpire));
}

}  // namespace

Explanation explain(const Question& question) {
    if (!question.steady) return explain_once(question);
    Shown shown{.question = asked_with(question.steady, question.steady_proofs, question),
                .explanation = {}};
    if (shown.question.best.moves.empty()) return explain_once(question);
    if (question.is_brief && !agree(shown.question, question)) return explain_once(question);
    shown.explanation = explain_once(shown.question);
    if (question.is_brief) return with_cost_of(question, shown);
    const Standing standing = standing_of(shown, question);
    return standing == Standing::all ? with_cost_of(question, shown)
                                     : decide_between(question, shown, standing);
}

}  // namespace kibitz::explain
