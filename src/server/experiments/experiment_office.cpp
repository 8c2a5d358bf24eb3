#include "experiments/experiment_office.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "experiments/report.hpp"

namespace kibitz::experiments {

namespace {

// How experiments know a player of the arena.
std::string unit_of(const std::string& first_name) {
    return std::string(account_unit) + first_name;
}

void append(ExperimentOffice::Facts& facts, ExperimentOffice::Facts more) {
    std::ranges::move(more, std::back_inserter(facts));
}

Json described(const std::string& name, const Run& run) {
    Json json{{"name", name},
              {"share", run.experiment.threshold},
              {"goal", run.experiment.goal},
              {"since", run.started.time_since_epoch().count()}};
    for (const Variant& variant : run.experiment.variants)
        json["variants"].push_back({{"name", variant.name}, {"share", variant.share}});
    return json;
}

// What of an experiment there is among the changes that somebody gets.
std::optional<std::string> change_in(const Combination& changes, std::string_view name) {
    const auto found = std::ranges::find_if(
        changes, [&](const std::string& change) { return experiment_of(change) == name; });
    return found == changes.end() ? std::nullopt : std::optional(*found);
}

}  // namespace

// --- Visitors ---

std::optional<std::string> ExperimentOffice::unit_by(const FingerprintPart& part,
                                                     const Asker& asker, Visitor& visitor) const {
    if (part.kind == FingerprintPart::Kind::address)
        return std::string(address_unit) + asker.network;
    if (part.kind == FingerprintPart::Kind::header) {
        const std::string_view value = asker.header(part.header);
        if (value.empty()) return std::nullopt;
        return std::string(header_unit).append(value);
    }
    const std::string_view visit = cookie_in(asker.header("Cookie"), visit_cookie);
    if (visit.size() == 2 * visit_bytes) return std::string(visit_unit).append(visit);
    if (!visitor.takes_part || !records_.is_anything_running()) return std::nullopt;
    if (visitor.new_visit.empty()) visitor.new_visit = to_hex(random_bytes_(visit_bytes));
    return std::string(visit_unit) + visitor.new_visit;
}

std::optional<std::string> ExperimentOffice::whole_unit_by(const FingerprintPart& part,
                                                           const Asker& asker,
                                                           Visitor& visitor) const {
    std::optional<std::string> unit = unit_by(part, asker, visitor);
    for (const FingerprintPart& other : part.also) {
        if (!unit) break;
        const auto more = unit_by(other, asker, visitor);
        // No header has an end of line in it.
        unit = more ? std::optional(*unit + "\n" + *more) : std::nullopt;
    }
    return unit;
}

Visitor ExperimentOffice::visitor_of(const Asker& asker) const {
    Visitor visitor{.takes_part = takes_part(asker), .is_there = is_wanted_now(asker)};
    for (const FingerprintPart& part : plan_.fingerprint) {
        if (auto unit = whole_unit_by(part, asker, visitor)) {
            visitor.unit = *std::move(unit);
            return visitor;
        }
        visitor.new_visit.clear();
    }
    // Nothing to recognise them by. While nothing is tried, nothing is needed.
    if (records_.is_anything_running()) visitor.takes_part = false;
    return visitor;
}

ExperimentOffice::Choice ExperimentOffice::choice_for(const Visitor& visitor) const {
    return visitor.takes_part ? records_.choice_for(visitor.unit) : 0;
}

// A visit that only begins with this request is not what the visitor's pages were chosen by.
Combination ExperimentOffice::known_combination(const Visitor& visitor) const {
    return visitor.new_visit.empty() ? records_.names_in(choice_for(visitor)) : Combination{};
}

ExperimentOffice::Facts ExperimentOffice::page_shown(const Visitor& visitor, const Asker& asker,
                                                     std::string_view path, Time now) {
    if (!visitor.takes_part || !visitor.is_there || !records_.is_anything_running()) return {};
    Facts facts;
    if (!plan_.counts_browsers_only) facts = count_as_seen(visitor, asker, now);
    append(facts, records_.reached(visitor.unit, "page:" + std::string(path), 1, now));
    return facts;
}

ExperimentOffice::Facts ExperimentOffice::script_fetched(const Visitor& visitor, const Asker& asker,
                                                         Time now) {
    if (!plan_.counts_browsers_only || !visitor.new_visit.empty()) return {};
    return count_as_seen(visitor, asker, now);
}

ExperimentOffice::Facts ExperimentOffice::goal_reported(const Visitor& visitor, const Asker& asker,
                                                        std::string_view goal, double value,
                                                        Time now) {
    if (!visitor.takes_part || !visitor.new_visit.empty()) return {};
    Facts facts;
    if (plan_.counts_browsers_only) facts = count_as_seen(visitor, asker, now);
    append(facts, records_.reached(visitor.unit, goal, value, now));
    return facts;
}

ExperimentOffice::Facts ExperimentOffice::count_as_seen(const Visitor& visitor, const Asker& asker,
                                                        Time now) {
    if (!visitor.takes_part || !visitor.is_there || !records_.is_anything_running() ||
        records_.has_seen(visitor.unit))
        return {};
    const bool is_admitted =
        asker.is_local || visitor_limit_.admit(asker.network, plan_.new_visitors_per_hour, now);
    return is_admitted ? records_.seen(visitor.unit, now) : Facts{};
}

Json ExperimentOffice::running(const Visitor& visitor, const std::string& player) const {
    const Combination yours = known_combination(visitor);
    Json running = Json::array();
    for (const auto& [name, run] : records_.runs()) {
        if (!run.is_running() || run.experiment.opponent) continue;
        Json one = described(name, run);
        const auto change = change_in(yours, name);
        one["variant"] = change.has_value();
        if (change) one["change"] = *change;
        running.push_back(std::move(one));
    }
    Json answer{{"experiments", std::move(running)},
                {"opponents", running_on_opponents(player)},
                {"takesPart", visitor.takes_part}};
    if (!player.empty()) answer["playerTakesPart"] = !records_.has_left(unit_of(player));
    return answer;
}

// What a player gets is said where the player is known.
Json ExperimentOffice::running_on_opponents(const std::string& player) const {
    Json running = Json::array();
    for (const auto& [name, run] : records_.runs()) {
        if (!run.is_running() || !run.experiment.opponent) continue;
        Json one = described(name, run);
        one["opponent"] = run.experiment.opponent->player;
        if (!player.empty())
            one["variant"] =
                !records_.has_left(unit_of(player)) && records_.is_drawn(run, unit_of(player));
        running.push_back(std::move(one));
    }
    return running;
}

// --- Players ---

void ExperimentOffice::set_account(const std::string& player, const std::string& account) {
    house_players_[account] = player;
}

std::array<ArenaGame, 2> ExperimentOffice::games_seen(const WatchedPair& game) const {
    const auto player_called = [&](const std::string& account) {
        const auto found = house_players_.find(account);
        return found == house_players_.end() ? std::string() : found->second;
    };
    const auto& [first, second] = game.accounts;
    return {{{.opponent = player_called(second),
              .unit = unit_of(game.first_names[0]),
              .began = game.began},
             {.opponent = player_called(first),
              .unit = unit_of(game.first_names[1]),
              .began = game.began}}};
}

void ExperimentOffice::game_under_way(const std::string& id, const WatchedPair& game) {
    if (records_.has_opponents()) games_.insert_or_assign(id, game);
}

ExperimentOffice::Facts ExperimentOffice::game_begun(const std::string& id,
                                                     const WatchedPair& game) {
    if (!records_.has_opponents()) return {};
    games_.insert_or_assign(id, game);
    Facts facts;
    for (const ArenaGame& seen : games_seen(game)) append(facts, records_.game_began(seen));
    return facts;
}

ExperimentOffice::Facts ExperimentOffice::game_ended(const std::string& id, const WatchedPair& game,
                                                     const PairResult& result) {
    games_.erase(id);
    if (!records_.has_opponents()) return {};
    Facts facts;
    const auto seen = games_seen(game);
    for (std::size_t side = 0; side < seen.size(); ++side)
        append(facts, records_.game_ended(seen[side], {.is_finished = result.is_finished,
                                                       .score = result.scores[side],
                                                       .moves = (result.plies + 1) / 2,
                                                       .ended = result.ended}));
    return facts;
}

const Run* ExperimentOffice::variant_in(const std::string& id, const std::string& player) const {
    const auto game = games_.find(id);
    if (game == games_.end()) return nullptr;
    for (const ArenaGame& seen : games_seen(game->second))
        if (seen.opponent == player)
            if (const Run* const run = records_.variant_in(seen)) return run;
    return nullptr;
}

ExperimentOffice::Facts ExperimentOffice::choose(const std::string& player, bool takes_part,
                                                 Time now) {
    return takes_part ? records_.join(unit_of(player), now) : records_.leave(unit_of(player), now);
}

bool ExperimentOffice::forget(const std::string& player) {
    return records_.forget(unit_of(player));
}

// --- The operator ---

ExperimentOffice::Done ExperimentOffice::start(const Plan& plan, const std::string& name, Time now,
                                               std::span<const EarlierNumber> before) {
    auto facts = records_.start(plan, name, random_bytes_(Records::key_bytes), now, before);
    if (facts) plan_ = plan;
    return facts;
}

ExperimentOffice::Done ExperimentOffice::stop(const std::string& name, Time now) {
    return records_.stop(name, now);
}

ExperimentOffice::Done ExperimentOffice::ship(const std::string& name, const std::string& variant,
                                              Time now) {
    return records_.ship(name, variant, now);
}

std::expected<Run, Refusal> ExperimentOffice::run_to_report(const std::string& name,
                                                            std::optional<double> largest) const {
    const Run* const found = records_.find(name);
    if (found == nullptr)
        return std::unexpected(
            Refusal{"noSuchExperiment", "no experiment called " + name + " has been started"});
    if (!largest || found->is_kept()) return *found;
    if (found->experiment.bounds_of(found->experiment.goal))
        return std::unexpected(
            Refusal{"largestIsStated",
                    "the experiment has stated the largest amount that counts, or has none"});
    if (!(*largest > 0))
        return std::unexpected(
            Refusal{"badLargest", "the largest amount that counts is more than 0"});
    Run run = *found;
    run.experiment.amounts = {.smallest = 0, .largest = *largest};
    return run;
}

std::expected<std::string, Refusal> ExperimentOffice::keep(const std::string& name, Time now) {
    Json totals;
    std::string uncounted;
    if (const Run* const run = records_.find(name); run != nullptr && !run->is_kept()) {
        const Report report = report_of(*run, now);
        if (report.waiting > 0)
            uncounted = "; " + std::to_string(report.waiting) +
                        " of them were not counted, since their time had not passed";
        totals = to_json(report);
    }
    if (const auto kept = records_.keep(name, std::move(totals), now); !kept)
        return std::unexpected(kept.error());
    return "the totals are kept; the key and the visitors are gone" + uncounted;
}

Json ExperimentOffice::list_for_operator() const {
    const auto state_of = [](const Run& run) {
        if (run.is_kept()) return "kept";
        return run.is_running() ? "running" : "stopped";
    };
    Json list = Json::array();
    for (const auto& [name, run] : records_.runs()) {
        list.push_back({{"name", name}, {"state", state_of(run)}, {"visitors", run.units.size()}});
        if (!run.shipped.empty()) list.back()["shipped"] = run.shipped;
        if (!run.is_on_opponent()) list.back()["changes"] = run.changes();
    }
    for (const Experiment& planned : plan_.experiments)
        if (records_.find(planned.name) == nullptr)
            list.push_back({{"name", planned.name}, {"state", "planned"}, {"visitors", 0}});
    return list;
}

}  // namespace kibitz::experiments
