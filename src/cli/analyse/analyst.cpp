#include "cli/analyse/analyst.hpp"

#include "cli/analyse/question.hpp"

namespace kibitz::cli {
namespace {

constexpr int interrupts_to_end_at_once = 2;

SearchReport report_of_end(const Outcome& outcome) {
    SearchReport search;
    // Whoever is checkmated is to move.
    search.lines.push_back({outcome.winner ? mated_in(0) : score_draw, {}});
    return search;
}

}  // namespace

SearchReport Analyst::study(const Line& line, const ReportWatcher& watcher) {
    return study_within(limits_.each, line, watcher);
}

SearchReport Analyst::study_closer(const Line& line, std::uint64_t nodes) {
    Limits limits = limits_.each;
    limits.nodes = nodes;
    return study_within(limits, line, {});
}

SearchReport Analyst::study_within(const Limits& limits, const Line& line,
                                   const ReportWatcher& watcher) {
    if (const auto outcome = line.outcome()) return report_of_end(*outcome);
    return runner_.think(line.start(), line.moves(), limits, [&](const SearchReport& now) {
        const bool goes_on = !watcher || watcher(now);
        return goes_on && interrupts_.count() < interrupts_to_end_at_once;
    });
}

explain::Search Analyst::proof_search() {
    return [this, search = make_search(runner_, limits_.each)](const Position& position,
                                                               std::span<const Move> excluded) {
        return should_stop() ? explain::ScoredLine{} : search(position, excluded);
    };
}

}  // namespace kibitz::cli
