#include "explain/explain.hpp"

#include <optional>
#include <utility>

#include "chess/movegen.hpp"
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

// True if the lines mate or win something, without which they prove nothing by force.
bool may_show_tactics(const Question& question) {
    if (is_mate(question.best.score) || is_mate(question.answer.score)) return true;
    const Color us = question.before.side_to_move();
    const auto wins = [&](std::span<const Move> line, Color side, std::size_t least_moves) {
        return tally(question.before, line, side, least_moves).centipawns >= least_material;
    };
    return wins(question.best.moves, us, 1) ||
           wins(joined(question.played, question.answer.moves), ~us, 2);
}

bool is_best(const Question& question) {
    return !question.best.moves.empty() && question.best.moves.front() == question.played;
}

Move better_than_played(const Question& question) {
    return question.best.moves.empty() || is_best(question) ? Move::none()
                                                            : question.best.moves.front();
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
    const bool says_nothing = explanation.claims.empty();
    // Nothing positional before a longer look for tactics.
    const auto deeper = searched_deeper(question);
    if (!deeper || (!says_nothing && !may_show_tactics(*deeper))) return explanation;
    // A longer line that explains no better takes nothing away.
    auto claims = mistakes_of(*deeper);
    if (has_tactics(claims) || says_nothing) {
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

bool is_mistake(const Question& question) {
    return !is_best(question) && cost_of(question) >= least_cost;
}

Explanation explain_once(const Question& question) {
    return is_mistake(question) ? explain_mistake(question) : explain_good_move(question);
}

Explanation explain_threat(const Question& question) { return {.claims = threats_of(question)}; }

}  // namespace kibitz::explain
