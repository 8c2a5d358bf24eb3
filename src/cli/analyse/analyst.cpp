#include "cli/analyse/analyst.hpp"

#include "cli/analyse/question.hpp"

namespace kibitz::cli {
namespace {

constexpr int interrupts_to_end_at_once = 2;

Thought thought_of_end(const Outcome& outcome) {
    Thought thought;
    // Whoever is checkmated is to move.
    thought.lines.push_back({outcome.winner ? mated_in(0) : score_draw, {}});
    return thought;
}

}  // namespace

Thought Analyst::study(const Line& line, const ThoughtWatcher& watcher) {
    if (const auto outcome = line.outcome()) return thought_of_end(*outcome);
    return runner_.think(line.start(), line.moves(), limits_, [&](const Thought& now) {
        const bool goes_on = !watcher || watcher(now);
        return goes_on && interrupts_.count() < interrupts_to_end_at_once;
    });
}

explain::Search Analyst::proof_search() {
    return [this, search = make_search(runner_, limits_)](const Position& position,
                                                          std::span<const Move> excluded) {
        return should_stop() ? explain::ScoredLine{} : search(position, excluded);
    };
}

}  // namespace kibitz::cli
