#include "experiments/plan.hpp"

#include <toml++/toml.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <set>
#include <utility>

#include "statistics/planned_looks.hpp"
#include "text/split.hpp"

namespace kibitz::experiments {

namespace {

constexpr std::size_t longest_name = 40;
constexpr std::size_t longest_goal = 200;
constexpr std::int64_t most_hours = 24 * 90;
constexpr std::int64_t most_visitors = 1'000'000;
constexpr char variant_mark = '_';
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

std::optional<FingerprintPart> fingerprint_part(std::string_view word) {
    using Kind = FingerprintPart::Kind;
    constexpr std::string_view header = "header:";
    if (word == "visit") return FingerprintPart{.kind = Kind::visit};
    if (word == "address") return FingerprintPart{.kind = Kind::address};
    if (word.starts_with(header) && word.size() > header.size())
        return FingerprintPart{.kind = Kind::header,
                               .header = std::string(word.substr(header.size()))};
    return std::nullopt;
}

std::expected<std::vector<FingerprintPart>, PlanError> read_fingerprint(const toml::table& file) {
    const auto words = texts_in(file, "fingerprint");
    if (!words) return Error(words.error());
    if (words->empty()) return Plan().fingerprint;
    std::vector<FingerprintPart> parts;
    for (const std::string& word : *words) {
        std::optional<FingerprintPart> whole;
        for (std::string_view rest = word; !rest.empty() || !whole;) {
            auto part = fingerprint_part(text::take_part(rest, '+'));
            if (!part || word.ends_with('+'))
                return error("badFingerprint", "fingerprint",
                             "\"" + word +
                                 "\" is none of visit, address and header:NAME, nor several of "
                                 "them with + between");
            if (whole)
                whole->also.push_back(*std::move(part));
            else
                whole = std::move(part);
        }
        parts.push_back(*std::move(whole));
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

// The amounts that count in a comparison of means.
std::expected<void, PlanError> read_amounts(const toml::table& table, const std::string& where,
                                            Experiment& experiment) {
    if (!table.contains("largest") && !table.contains("smallest")) return {};
    AmountBounds bounds;
    const auto largest = table["largest"].value<double>();
    bounds.smallest = table["smallest"].value_or(0.0);
    bounds.largest = largest.value_or(0);
    if (!largest || (table.contains("smallest") && !table["smallest"].value<double>()) ||
        !(std::abs(bounds.smallest) <= largest_amount) ||
        !(std::abs(bounds.largest) <= largest_amount) || !(bounds.smallest < bounds.largest) ||
        !(bounds.smallest <= 0) || !(bounds.largest > 0))
        return error("badLargest", where,
                     "largest is the largest amount that counts, from 0 to a thousand million, and "
                     "smallest, if there are amounts below 0, the smallest");
    experiment.amounts = bounds;
    return {};
}

// When the experiment is decided, and by how much.
std::expected<void, PlanError> read_decision(const toml::table& table, const std::string& where,
                                             Experiment& experiment) {
    const std::string decide = table["decide"].value_or(std::string("any-time"));
    const auto visitors = table["visitors"].value<std::int64_t>();
    const auto looks = table["looks"].value<std::int64_t>();
    if (decide == "any-time" && !table.contains("visitors") && !table.contains("looks") &&
        (!table.contains("decide") || table["decide"].is_string())) {
    } else if (decide != "fixed" && decide != "planned") {
        return error("badDecide", where,
                     "decide is any-time, planned or fixed; visitors and looks belong to the last "
                     "two");
    } else {
        constexpr std::int64_t least_visitors = 20, usual_looks = 5;
        const std::int64_t count = decide == "fixed" ? 1 : looks.value_or(usual_looks);
        if (!visitors || *visitors < least_visitors || *visitors > most_visitors)
            return error("badDecide", where,
                         "visitors is the number of visitors at the end, from 20 to 1000000; "
                         "kibitz experiment plan says how many it takes");
        if ((decide == "fixed" && table.contains("looks")) || (table.contains("looks") && !looks) ||
            count < 1 || count > statistics::most_looks)
            return error("badDecide", where, "looks is a number from 1 to 20, of planned looks");
        experiment.decision = {.looks = static_cast<int>(count), .visitors = *visitors};
    }
    if (table.contains("worth")) {
        const auto worth = table["worth"].value<double>();
        if (!worth || !(*worth > 0) || !(*worth <= largest_amount))
            return error("badWorth", where,
                         "worth is the smallest difference that is worth having, more than 0");
        experiment.worth = worth;
    }
    return {};
}

// The share of visitors who get the variant. With several variants it is divided among them; if
// nothing is said, each of them and the page as it was have the same share.
std::expected<void, PlanError> read_shares(const toml::table& table, const std::string& where,
                                           Experiment& experiment) {
    const auto threshold = table["threshold"].value<double>();
    const auto names = texts_in(table, "variants");
    if (!names) return Error(names.error());
    if (!table.contains("variants")) {
        if (table.contains("shares"))
            return error("badVariants", where, "shares belong to variants");
        if (!threshold || !(*threshold >= 0 && *threshold <= 1))
            return error("badThreshold", where, "threshold is a number from 0 to 1");
        experiment.threshold = *threshold;
        return {};
    }
    if (names->empty() || names->size() > most_variants ||
        !std::ranges::all_of(*names, is_experiment_name) ||
        std::set<std::string>(names->begin(), names->end()).size() != names->size())
        return error("badVariants", where,
                     "variants is a list of 1 to 10 different names of letters a to z, digits and "
                     "hyphens");
    if (table.contains("opponent"))
        return error("badVariants", where,
                     "an experiment on an opponent has one variant, which is its file");
    const auto count = static_cast<double>(names->size());
    experiment.threshold = threshold.value_or(count / (count + 1));
    std::vector<double> shares(names->size(), experiment.threshold / count);
    if (const toml::node* const node = table.get("shares")) {
        const auto* const array = node->as_array();
        if (array == nullptr || array->size() != names->size() || table.contains("threshold"))
            return error("badVariants", where,
                         "shares is a list with the share of visitors of each variant, and "
                         "threshold, which is their sum, is left out");
        experiment.threshold = 0;
        for (std::size_t i = 0; i < shares.size(); ++i) {
            shares[i] = array->get(i)->value<double>().value_or(-1);
            experiment.threshold += shares[i];
        }
    }
    const bool is_each_there = std::ranges::all_of(shares, [](double share) { return share > 0; });
    if ((table.contains("threshold") && !threshold) || !is_each_there ||
        !(experiment.threshold < 1))
        return error("badThreshold", where,
                     "each variant has a share of more than 0, and together they have less than 1");
    for (std::size_t i = 0; i < shares.size(); ++i)
        experiment.variants.push_back({.name = (*names)[i], .share = shares[i]});
    return {};
}

std::expected<Experiment, PlanError> read_experiment(std::string name, const toml::table& table) {
    const std::string where = "experiment." + name;
    if (!is_experiment_name(name))
        return error("badName", where,
                     "a name has 1 to 40 letters a to z, digits and hyphens, and begins and ends "
                     "with a letter or a digit");
    if (auto known =
            check_keys(table, {"threshold", "goal", "measure", "guards", "excludes", "within-hours",
                               "alpha", "opponent", "file", "largest", "smallest", "decide",
                               "visitors", "looks", "worth", "variants", "shares", "before"});
        !known)
        return Error(known.error());
    Experiment experiment{.name = std::move(name), .goal = {}};
    if (auto shares = read_shares(table, where, experiment); !shares) return Error(shares.error());
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
    if (auto amounts = read_amounts(table, where, experiment); !amounts)
        return Error(amounts.error());
    if (experiment.amounts && experiment.measure == Measure::rate)
        return error("badLargest", where, "largest and smallest belong to measure = \"mean\"");
    if (auto decision = read_decision(table, where, experiment); !decision)
        return Error(decision.error());
    experiment.before = table["before"].value_or(std::string());
    if (table.contains("before") && experiment.before.empty())
        return error("badBefore", where, "before is the path of a file with visitors and numbers");
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

// A file can name visitors only by what is known of them outside the server.
std::expected<void, PlanError> check_known_before(const Plan& plan) {
    const FingerprintPart& first = plan.fingerprint.front();
    const bool are_named = first.kind == FingerprintPart::Kind::header && first.also.empty();
    for (const Experiment& one : plan.experiments)
        if (!one.before.empty() && !one.opponent && !are_named)
            return error("badBefore", "experiment." + one.name,
                         "before needs visitors with names: a fingerprint that begins with "
                         "header:NAME, or an experiment on an opponent");
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
    if (auto known = check_keys(
            file, {"fingerprint", "experiment", "browsers-only", "new-visitors-per-hour"});
        !known)
        return Error(known.error());
    Plan plan;
    auto fingerprint = read_fingerprint(file);
    if (!fingerprint) return Error(fingerprint.error());
    plan.fingerprint = *std::move(fingerprint);
    if (const toml::node* const only = file.get("browsers-only")) {
        if (!only->is_boolean())
            return error("badField", place_of(*only), "browsers-only is true or false");
        plan.counts_browsers_only = only->value_or(false);
    }
    if (const toml::node* const limit = file.get("new-visitors-per-hour")) {
        const auto number = limit->value_exact<std::int64_t>();
        if (!number || *number < 1 || *number > most_visitors)
            return error("badField", place_of(*limit),
                         "new-visitors-per-hour is a number from 1 to 1000000");
        plan.new_visitors_per_hour = static_cast<int>(*number);
    }
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
    if (auto checked = check_known_before(plan); !checked) return Error(checked.error());
    return plan;
}

}  // namespace

Measure Experiment::measure_of(std::string_view one) const {
    if (opponent) return one == goal_score || one == goal_moves ? Measure::mean : Measure::rate;
    return one == goal ? measure : Measure::rate;
}

std::vector<std::string> Experiment::changes() const {
    if (variants.empty()) return {name};
    std::vector<std::string> names;
    for (const Variant& variant : variants) names.push_back(change_name(name, variant.name));
    return names;
}

const Experiment* Plan::find(std::string_view name) const {
    const auto found = std::ranges::find(experiments, name, &Experiment::name);
    return found == experiments.end() ? nullptr : &*found;
}

std::optional<AmountBounds> Experiment::bounds_of(std::string_view one) const {
    // Games that are longer than this count as this long.
    constexpr double most_moves = 200;
    if (opponent && one == goal_moves)
        return amounts.value_or(AmountBounds{.smallest = 0, .largest = most_moves});
    if (measure_of(one) == Measure::rate || opponent) return AmountBounds{};
    return amounts;
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

std::string change_name(std::string_view experiment, std::string_view variant) {
    return std::string(experiment) + variant_mark + std::string(variant);
}

std::string_view experiment_of(std::string_view change) {
    return change.substr(0, change.find(variant_mark));
}

bool is_change_name(std::string_view name) {
    const std::string_view experiment = experiment_of(name);
    return is_experiment_name(experiment) &&
           (experiment.size() == name.size() ||
            is_experiment_name(name.substr(experiment.size() + 1)));
}

}  // namespace kibitz::experiments
