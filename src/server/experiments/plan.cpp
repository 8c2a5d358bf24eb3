#include "experiments/plan.hpp"

#include <toml++/toml.h>

#include <algorithm>
#include <initializer_list>
#include <set>
#include <utility>

namespace kibitz::experiments {

namespace {

constexpr std::size_t longest_name = 40;
constexpr std::size_t longest_goal = 200;
constexpr std::int64_t most_hours = 24 * 90;
// Sums of thresholds such as 0.1 + 0.2 + 0.7.
constexpr double rounding = 1e-9;

using Error = std::unexpected<PlanError>;

Error error(std::string code, std::string where, std::string text) {
    return Error(PlanError{std::move(code), std::move(where), std::move(text)});
}

std::string place_of(const toml::node& node) {
    return "line " + std::to_string(node.source().begin.line);
}

std::expected<void, PlanError> check_keys(const toml::table& table,
                                          std::initializer_list<std::string_view> known) {
    for (const auto& [key, value] : table)
        if (std::ranges::find(known, key.str()) == known.end())
            return error("unknownField", place_of(value),
                         "there is no setting " + std::string(key.str()));
    return {};
}

std::expected<std::vector<std::string>, PlanError> texts_in(const toml::table& table,
                                                            std::string_view key) {
    std::vector<std::string> texts;
    const toml::node* const node = table.get(key);
    if (node == nullptr) return texts;
    const auto* const array = node->as_array();
    if (array == nullptr)
        return error("badField", place_of(*node), std::string(key) + " is a list of texts");
    for (const toml::node& item : *array) {
        const auto text = item.value_exact<std::string>();
        if (!text)
            return error("badField", place_of(item), std::string(key) + " is a list of texts");
        texts.push_back(*text);
    }
    return texts;
}

std::expected<std::vector<FingerprintPart>, PlanError> read_fingerprint(const toml::table& file) {
    using Kind = FingerprintPart::Kind;
    constexpr std::string_view header = "header:";
    const auto words = texts_in(file, "fingerprint");
    if (!words) return Error(words.error());
    if (words->empty()) return Plan().fingerprint;
    std::vector<FingerprintPart> parts;
    for (const std::string& word : *words) {
        if (word == "visit")
            parts.push_back({.kind = Kind::visit});
        else if (word == "address")
            parts.push_back({.kind = Kind::address});
        else if (word.starts_with(header) && word.size() > header.size())
            parts.push_back({.kind = Kind::header, .header = word.substr(header.size())});
        else
            return error("badFingerprint", "fingerprint",
                         "\"" + word + "\" is none of visit, address and header:NAME");
    }
    return parts;
}

bool is_goal(std::string_view goal) {
    return !goal.empty() && goal.size() <= longest_goal &&
           std::ranges::none_of(goal, [](char c) { return c >= 0 && c < ' '; });
}

bool is_arena_goal(const std::string& goal) {
    return std::ranges::find(arena_goals, goal) != arena_goals.end();
}

constexpr const char* arena_goals_text =
    "what an experiment on an opponent can have for a goal is finished, rematch, another-game, "
    "score and moves";

// What an experiment has in addition that changes a player of the house.
std::expected<void, PlanError> read_opponent(const toml::table& table, const std::string& where,
                                             Experiment& experiment) {
    const auto player = table["opponent"].value<std::string>();
    const auto file = table["file"].value<std::string>();
    if (!table.contains("opponent") && !table.contains("file")) return {};
    if (!player || player->empty() || !file || file->empty())
        return error("badOpponent", where,
                     "opponent is the name of a player of the house, and file the path of the file "
                     "that some people play against in its place");
    if (!is_arena_goal(experiment.goal) || !std::ranges::all_of(experiment.guards, is_arena_goal))
        return error("badGoal", where, arena_goals_text);
    experiment.opponent = Opponent{.player = *player, .file = *file};
    const Measure measure = experiment.measure_of(experiment.goal);
    if (table.contains("measure") && experiment.measure != measure)
        return error(
            "badMeasure", where,
            "measure follows from the goal: mean for score and moves, rate for the others");
    experiment.measure = measure;
    return {};
}

std::expected<Experiment, PlanError> read_experiment(std::string name, const toml::table& table) {
    const std::string where = "experiment." + name;
    if (!is_experiment_name(name))
        return error("badName", where,
                     "a name has 1 to 40 letters a to z, digits and hyphens, and begins and ends "
                     "with a letter or a digit");
    if (auto known = check_keys(table, {"threshold", "goal", "measure", "guards", "excludes",
                                        "within-hours", "alpha", "opponent", "file"});
        !known)
        return Error(known.error());
    Experiment experiment{.name = std::move(name), .goal = {}};
    const auto threshold = table["threshold"].value<double>();
    if (!threshold || !(*threshold >= 0 && *threshold <= 1))
        return error("badThreshold", where, "threshold is a number from 0 to 1");
    experiment.threshold = *threshold;
    experiment.goal = table["goal"].value_or(std::string());
    if (!is_goal(experiment.goal))
        return error("badGoal", where,
                     "goal is a page, such as page:/thanks.html, or a name that pages report");
    if (const auto measure = table["measure"].value<std::string>()) {
        if (*measure != "rate" && *measure != "mean")
            return error("badMeasure", where, "measure is rate or mean");
        experiment.measure = *measure == "mean" ? Measure::mean : Measure::rate;
    }
    const auto hours = table["within-hours"].value_or(std::int64_t{experiment.within.count()});
    if (hours < 1 || hours > most_hours)
        return error("badTime", where, "within-hours is a number from 1 to 2160");
    experiment.within = std::chrono::hours(hours);
    experiment.alpha = table["alpha"].value_or(experiment.alpha);
    if (!(experiment.alpha > 0 && experiment.alpha < 0.5))
        return error("badAlpha", where, "alpha is a number between 0 and 0.5");
    for (const auto& [key, list] :
         {std::pair{"guards", &experiment.guards}, std::pair{"excludes", &experiment.excludes}}) {
        auto texts = texts_in(table, key);
        if (!texts) return Error(texts.error());
        *list = *std::move(texts);
    }
    if (!std::ranges::all_of(experiment.guards, is_goal))
        return error("badGoal", where, "guards are goals");
    if (auto opponent = read_opponent(table, where, experiment); !opponent)
        return Error(opponent.error());
    return experiment;
}

// Pages and opponents are drawn for by different things, so they cannot exclude each other; and
// somebody who plays against an opponent plays against one file.
std::expected<void, PlanError> check_opponents(const Plan& plan) {
    for (const Experiment& one : plan.experiments) {
        if (!one.opponent) continue;
        for (const Experiment& other : plan.experiments) {
            if (other.name == one.name) continue;
            const std::string where = "experiment." + one.name;
            const bool is_together = plan.are_in_one_group(one.name, other.name);
            if (is_together && !other.opponent)
                return error("mixedGroup", where,
                             "it excludes " + other.name +
                                 ", but one is on an opponent and the other on pages");
            if (!is_together && other.opponent && other.opponent->player == one.opponent->player)
                return error("sameOpponent", where,
                             "it has the same opponent as " + other.name +
                                 ", so one of them has to exclude the other");
        }
    }
    return {};
}

std::expected<void, PlanError> check_groups(const Plan& plan) {
    for (const Experiment& experiment : plan.experiments) {
        const std::string where = "experiment." + experiment.name;
        for (const std::string& other : experiment.excludes)
            if (other == experiment.name || plan.find(other) == nullptr)
                return error("unknownExperiment", where,
                             "excludes " + other + ", which is " +
                                 (other == experiment.name ? "itself" : "no experiment"));
        double sum = 0;
        for (const Experiment& other : plan.experiments)
            if (plan.are_in_one_group(experiment.name, other.name)) sum += other.threshold;
        if (sum > 1 + rounding)
            return error("thresholdsTooLarge", where,
                         "the thresholds of experiments that exclude each other are more than 1 "
                         "together");
    }
    return {};
}

std::expected<Plan, PlanError> plan_of(const toml::table& file) {
    if (auto known = check_keys(file, {"fingerprint", "experiment"}); !known)
        return Error(known.error());
    Plan plan;
    auto fingerprint = read_fingerprint(file);
    if (!fingerprint) return Error(fingerprint.error());
    plan.fingerprint = *std::move(fingerprint);
    const toml::node* const node = file.get("experiment");
    if (node != nullptr && node->as_table() == nullptr)
        return error("badField", place_of(*node), "experiments are tables, [experiment.NAME]");
    if (node != nullptr) {
        for (const auto& [name, value] : *node->as_table()) {
            if (value.as_table() == nullptr)
                return error("badField", place_of(value),
                             "experiments are tables, [experiment.NAME]");
            auto experiment = read_experiment(std::string(name.str()), *value.as_table());
            if (!experiment) return Error(experiment.error());
            plan.experiments.push_back(*std::move(experiment));
        }
    }
    std::ranges::sort(plan.experiments, {}, &Experiment::name);
    if (auto checked = check_groups(plan); !checked) return Error(checked.error());
    if (auto checked = check_opponents(plan); !checked) return Error(checked.error());
    return plan;
}

}  // namespace

Measure Experiment::measure_of(std::string_view one) const {
    if (opponent) return one == goal_score || one == goal_moves ? Measure::mean : Measure::rate;
    return one == goal ? measure : Measure::rate;
}

const Experiment* Plan::find(std::string_view name) const {
    const auto found = std::ranges::find(experiments, name, &Experiment::name);
    return found == experiments.end() ? nullptr : &*found;
}

bool Plan::are_in_one_group(std::string_view a, std::string_view b) const {
    std::set<std::string, std::less<>> group{std::string(a)};
    const auto excludes = [](const Experiment& one, std::string_view other) {
        return std::ranges::find(one.excludes, other) != one.excludes.end();
    };
    for (std::size_t size = 0; size != group.size();) {
        size = group.size();
        for (const Experiment& experiment : experiments)
            if (std::ranges::any_of(group, [&](const std::string& member) {
                    const Experiment* const known = find(member);
                    return excludes(experiment, member) ||
                           (known != nullptr && excludes(*known, experiment.name));
                }))
                group.insert(experiment.name);
    }
    return group.contains(b);
}

std::string to_string(const PlanError& error) { return error.where + ": " + error.text; }

std::expected<Plan, PlanError> read_plan(std::string_view text) {
    try {
        return plan_of(toml::parse(text));
    } catch (const toml::parse_error& wrong) {  // goes no further
        return error("badToml", "line " + std::to_string(wrong.source().begin.line),
                     std::string(wrong.description()));
    }
}

bool is_experiment_name(std::string_view name) {
    const auto is_letter_or_digit = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    };
    return !name.empty() && name.size() <= longest_name && is_letter_or_digit(name.front()) &&
           is_letter_or_digit(name.back()) &&
           std::ranges::all_of(name, [&](char c) { return c == '-' || is_letter_or_digit(c); });
}

}  // namespace kibitz::experiments
