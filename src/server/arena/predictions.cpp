#include "arena/predictions.hpp"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "ledger/ledger.hpp"

namespace kibitz::arena {

namespace {

constexpr std::string_view prefix = "contest:";

std::string subject_of(const Contest& contest) {
    return std::string(prefix) + contest.settings().name;
}

// Where somebody can still join, they could join what they hold a claim on.
bool takes_nobody_in(const Contest& contest) {
    return contest.stage() == Contest::Stage::running && !contest.settings().format->is_timed;
}

}  // namespace

void Predictions::follow(Time now, Effects& effects) {
    record_results(now, effects);
    if (!purses_.has_predictions()) return;
    for (const auto& [name, contest] : contests_.all())
        if (takes_nobody_in(*contest) &&
            !purses_.ledger().claims().subject_of(subject_of(*contest)))
            open(*contest, now, effects);
}

void Predictions::open(const Contest& contest, Time now, Effects& effects) {
    if (contest.players().size() >= ledger::Claims::most_involved) return;
    std::set<ledger::Player> involved;
    for (const std::string& player : contest.players())
        involved.insert(purses_.number_of(player, effects));
    if (const std::string& organiser = contest.settings().organiser; !organiser.empty())
        involved.insert(purses_.number_of(organiser, effects));
    (void)purses_.record(
        ledger::OpenSubject{{involved.begin(), involved.end()}, subject_of(contest)}, now, effects);
}

// A contest that is gone has no winner: the stakes go back.
void Predictions::record_results(Time now, Effects& effects) {
    // A copy: what is recorded changes the subjects.
    for (const auto& [id, subject] : std::map(purses_.ledger().claims().subjects())) {
        if (subject.has_result || !subject.name.starts_with(prefix)) continue;
        const Contest* contest =
            contests_.find(std::string_view(subject.name).substr(prefix.size()));
        if (contest && !contest->is_settled()) continue;
        std::optional<ledger::Player> winner;
        if (contest && contest->has_results())
            if (const auto name = contest->winner()) winner = purses_.find(*name);
        (void)purses_.record(ledger::RecordResult{id, winner}, now, effects);
    }
}

}  // namespace kibitz::arena
