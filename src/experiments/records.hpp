// What is kept of experiments that were started: facts, each one line of JSON in the server's
// journal, and what they add up to. Visitors are stored as numbers that only the experiment's key
// connects with them; keep() deletes key and numbers.
//
//     {"fact":"start","name":"big-board","time":1790000000,"key":"9f...","low":0,"high":0.5,...}
//     {"fact":"seen","name":"big-board","time":...,"unit":"00c5...","arm":1}
//     {"fact":"goal","name":"big-board","time":...,"unit":"00c5...","goal":0,"value":1}
//     {"fact":"stop","name":"big-board","time":...}
//     {"fact":"kept","name":"big-board","time":...,"totals":{...}}
#pragma once

#include <chrono>
#include <cstdint>
#include <expected>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <nlohmann/json.hpp>

#include "experiments/assignment.hpp"
#include "experiments/combinations.hpp"
#include "experiments/plan.hpp"
#include "statistics/two_arms.hpp"

namespace kibitz::experiments {

using Json = nlohmann::json;
using Time = std::chrono::sys_seconds;

// Why something is refused: codes stay, texts may change.
struct Refusal {
    std::string code;
    std::string text;
};

struct Unit {
    Time seen{};
    statistics::Arm arm = statistics::Arm::control;
    // For the goal, and then for each guard: what was reported first, or 0.
    std::vector<double> values{};
};

// An experiment that was started. Everything about it stays as it was then.
struct Run {
    Experiment experiment{};
    std::string key{};   // hexadecimal; the same for a group, empty once it is kept
    std::string draw{};  // the name of the draw, the same for a group
    Slot variant{}, control{};
    Time started{};
    std::optional<Time> stopped{};
    Json totals{};  // of the report, once it is kept
    std::vector<Unit> units{};
    std::unordered_map<std::uint64_t, std::size_t> by_id{};

    [[nodiscard]] bool is_running() const { return !stopped; }
    [[nodiscard]] bool is_kept() const { return !totals.is_null(); }
    // Of all units that are counted, those that get the variant.
    [[nodiscard]] double variant_share() const;
    // The place of a goal in Unit::values; nothing if the experiment does not have it.
    [[nodiscard]] std::optional<std::size_t> place_of(std::string_view goal) const;
};

class Records {
   public:
    // Counting ends there, for an experiment.
    static constexpr std::size_t most_units = 1'000'000;
    static constexpr std::size_t key_bytes = 32;

    // What an action adds to the journal. Facts are applied when they are returned.
    using Facts = std::vector<Json>;
    using Done = std::expected<Facts, Refusal>;

    // `key` is random, and used unless a running experiment of the same group has one.
    Done start(const Plan& plan, std::string_view name, std::string_view key, Time now);
    Done stop(std::string_view name, Time now);
    // Afterwards the journal is to be written anew, from facts().
    std::expected<void, Refusal> keep(std::string_view name, Json totals, Time now);

    // The experiments whose variant a visitor gets, in order.
    [[nodiscard]] Combination active(std::string_view unit) const;
    // A visitor was shown the page: in each running experiment the unit counts from now on.
    Facts seen(std::string_view unit, Time now);
    // A visitor reached a goal, in experiments that have seen them and still wait for it.
    Facts reached(std::string_view unit, std::string_view goal, double value, Time now);

    // A line of the journal. False if it does not fit what came before it.
    bool apply(const Json& fact);
    // A journal that gives the same records.
    [[nodiscard]] Facts facts() const;

    [[nodiscard]] const Run* find(std::string_view name) const;
    [[nodiscard]] const std::map<std::string, Run, std::less<>>& runs() const { return runs_; }
    [[nodiscard]] bool is_anything_running() const;

   private:
    bool apply_start(const std::string& name, const Json& fact, Time time);
    static bool apply_seen(Run& run, const Json& fact, Time time);
    static bool apply_goal(Run& run, const Json& fact);

    std::map<std::string, Run, std::less<>> runs_;
    // Of one visitor, in the order of the lotteries. A page asks for them twice: to choose what is
    // shown, and to count. So those of the last visitor are remembered.
    [[nodiscard]] const std::vector<Draw>& draws_of(std::string_view unit) const;

    std::map<std::string, Lottery, std::less<>> lotteries_;  // of running experiments, by name
    mutable std::string drawn_for_;
    mutable std::vector<Draw> draws_;  // empty once the lotteries have changed
};

// "00c5..." for a number, and back.
std::string to_hex(std::string_view bytes);

}  // namespace kibitz::experiments
