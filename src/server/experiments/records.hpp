// What is kept of experiments that were started: facts, each one line of JSON in the server's
// journal, and what they add up to. Visitors are stored as numbers that only the experiment's key
// connects with them; keep() deletes key and numbers.
//
//     {"fact":"start","name":"big-board","time":1790000000,"key":"9f...","low":0,"high":0.5,...}
//     {"fact":"before","name":"big-board","time":...,"numbers":{"00c5...":12.5}}  with the start
//     {"fact":"seen","name":"big-board","time":...,"unit":"00c5...","arm":1}   2: the second
//     variant
//     {"fact":"goal","name":"big-board","time":...,"unit":"00c5...","goal":0,"value":1}
//     {"fact":"stop","name":"big-board","time":...}
//     {"fact":"ship","name":"big-board","time":...,"change":"big-board"}   everybody gets it
//     {"fact":"kept","name":"big-board","time":...,"totals":{...}}
//     {"fact":"left","unit":"account:Ann","time":...}
//     {"fact":"joined","unit":"account:Ann","time":...}
#pragma once

#include <chrono>
#include <cstdint>
#include <expected>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <nlohmann/json.hpp>

#include "experiments/assignment.hpp"
#include "experiments/combinations.hpp"
#include "experiments/earlier_numbers.hpp"
#include "experiments/plan.hpp"

namespace kibitz::experiments {

using Json = nlohmann::json;
using Time = std::chrono::sys_seconds;

// Why something is refused: codes stay, texts may change.
struct Refusal {
    std::string code;
    std::string text;
};

// Which of an experiment's changes somebody gets: 0 is none of them, 1 the first.
using ArmNumber = std::uint8_t;

struct Unit {
    Time seen{};
    ArmNumber arm = 0;
    // The first is that of the goal, and the guards' follow: what was reported first, or 0.
    std::vector<double> values{};
    std::optional<double> before{};  // what was known of it when the experiment was started
};

inline constexpr int current_method = 2;

// An experiment that was started. Everything about it stays as it was then.
struct Run {
    Experiment experiment{};
    std::string key{};   // hexadecimal; the same for a group, empty once it is kept
    std::string draw{};  // the name of the draw, the same for a group
    // One slot for each change of the experiment, side by side, and that of the others.
    std::vector<Slot> variants{};
    Slot control{};
    Time started{};
    // This is the method of the statistics that the experiment was begun with: 1 are those that
    // compared rates and means by two tests of their own.
    int method = current_method;
    std::optional<Time> stopped{};
    Json totals{};          // of the report, once it is kept
    std::string shipped{};  // the change that everybody gets, since the experiment is over
    std::vector<Unit> units{};
    std::unordered_map<std::uint64_t, std::size_t> by_id{};
    std::unordered_map<std::uint64_t, double> known_before{};  // also of those never seen

    [[nodiscard]] bool is_running() const { return !stopped; }
    [[nodiscard]] bool is_kept() const { return !totals.is_null(); }
    // These are still known once only the totals are.
    [[nodiscard]] bool is_on_opponent() const;
    [[nodiscard]] std::vector<std::string> changes() const;
    // All that get one of the changes.
    [[nodiscard]] Slot changed() const {
        return variants.empty() ? Slot{} : Slot{variants.front().low, variants.back().high};
    }
    // The share of an arm among all units that are counted.
    [[nodiscard]] double share_of(ArmNumber arm) const;
    // The place of a goal in Unit::values; nothing if the experiment does not have it.
    [[nodiscard]] std::optional<std::size_t> place_of(std::string_view goal) const;
};

// A game of the arena, as far as experiments on opponents are concerned.
struct ArenaGame {
    std::string opponent{};  // the player of the house; empty for any other opponent
    std::string unit{};      // the person who plays
    Time began{};
};
struct ArenaResult {
    bool is_finished = false;  // on the board, or by resignation, agreement or time
    double score = 0;          // of the person
    int moves = 0;
    Time ended{};
};

class Records {
   public:
    // Counting ends there, for an experiment.
    static constexpr std::size_t most_units = 1'000'000;
    static constexpr std::size_t key_bytes = 32;

    // What an action adds to the journal. Facts are applied when they are returned.
    using Facts = std::vector<Json>;
    using Done = std::expected<Facts, Refusal>;

    // `key` is random, and used unless a running experiment of the same group has one. `before` is
    // what the file says that the experiment names, if it names one.
    Done start(const Plan& plan, std::string_view name, std::string_view key, Time now,
               std::span<const EarlierNumber> before = {});
    // Everybody gets the site as it was, also after ship().
    Done stop(std::string_view name, Time now);
    // Everybody gets this change from now on; the experiment is over. Without a name of a variant
    // it is the experiment's only change.
    Done ship(std::string_view name, std::string_view variant, Time now);
    // The change that this would be, if it can be.
    [[nodiscard]] std::expected<std::string, Refusal> change_to_ship(
        std::string_view name, std::string_view variant) const;
    // Afterwards the journal is to be written anew, from facts().
    std::expected<void, Refusal> keep(std::string_view name, Json totals, Time now);

    // One bit for each change of the running experiments on pages, in order, whether a visitor gets
    // it. There are not more of them than bits, since they have most_combinations at most.
    using Choice = std::uint64_t;
    [[nodiscard]] Choice choice_for(std::string_view unit) const;
    // The names of these changes, in order, and of those that everybody gets.
    [[nodiscard]] Combination names_in(Choice choice) const;
    [[nodiscard]] Combination active(std::string_view unit) const {
        return names_in(choice_for(unit));
    }
    // Whether every experiment that would count them has seen them.
    [[nodiscard]] bool has_seen(std::string_view unit) const;
    // A visitor was shown the page: in each running experiment the unit counts from now on.
    Facts seen(std::string_view unit, Time now);
    // A visitor reached a goal, in experiments that have seen them and still wait for it.
    Facts reached(std::string_view unit, std::string_view goal, double value, Time now);

    // --- Experiments on opponents ---

    // From the first game on that is begun against the opponent, the person counts.
    Facts game_began(const ArenaGame& game);
    // Goals are reached by the game from which on the person counts.
    Facts game_ended(const ArenaGame& game, const ArenaResult& result);
    // The experiment whose variant plays in this game; null if the player is as always.
    [[nodiscard]] const Run* variant_in(const ArenaGame& game) const;
    // Whether the variant is theirs in this run, as far as chance decides.
    [[nodiscard]] bool is_drawn(const Run& run, std::string_view unit) const;
    // Somebody wants to be in no experiment on opponents any more, or in them again.
    Facts leave(std::string_view unit, Time now);
    Facts join(std::string_view unit, Time now);
    [[nodiscard]] bool has_left(std::string_view unit) const { return left_.contains(unit); }
    // Nothing is left of this person in experiments on opponents. False if there was nothing;
    // otherwise the journal is to be written anew, from facts().
    bool forget(std::string_view unit);

    // A line of the journal. False if it does not fit what came before it.
    bool apply(const Json& fact);
    // A journal that gives the same records.
    [[nodiscard]] Facts facts() const;

    [[nodiscard]] const Run* find(std::string_view name) const;
    [[nodiscard]] const std::map<std::string, Run, std::less<>>& runs() const { return runs_; }
    // This is about experiments on pages.
    [[nodiscard]] bool is_anything_running() const;
    // Some visitors, or all of them, do not get the pages as they were.
    [[nodiscard]] bool changes_pages() const { return is_anything_running() || !shipped_.empty(); }
    [[nodiscard]] const Combination& shipped() const { return shipped_; }
    // On opponents, also one that was stopped: games that began before go on as they began.
    [[nodiscard]] bool has_opponents() const { return !opponent_lotteries_.empty(); }

   private:
    bool apply_start(const std::string& name, const Json& fact, Time time);
    [[nodiscard]] std::string no_largest(const Experiment& experiment) const;
    static bool apply_before(Run& run, const Json& fact);
    static bool apply_seen(Run& run, const Json& fact, Time time);
    static bool apply_goal(Run& run, const Json& fact);
    bool apply_choice(const std::string& kind, const std::string& unit);
    bool apply_stop(Run& run, Time time);
    bool apply_ship(Run& run, const Json& fact, Time time);
    void collect_shipped();
    void close(const std::string& name);
    Facts applied(Facts facts);
    // The unit's place in a run; nothing if it does not count.
    [[nodiscard]] std::optional<std::size_t> place_in(const Run& run, const Draw& draw) const;
    [[nodiscard]] std::optional<Json> goal_in(const Run& run, const Draw& draw,
                                              std::string_view goal, double value, Time now) const;

    // These are the draws of one visitor, in the order of the lotteries. A page asks for them
    // twice, to choose what is shown and to count, and visitors open several pages. So those of
    // recent visitors are remembered: a draw takes half a microsecond.
    [[nodiscard]] const std::vector<Draw>& draws_of(std::string_view unit) const;
    void forget_draws() { drawn_.assign(remembered_units, {}); }

    std::map<std::string, Run, std::less<>> runs_;
    using Lotteries = std::map<std::string, Lottery, std::less<>>;  // by name
    Lotteries lotteries_;                      // of running experiments on pages
    Lotteries opponent_lotteries_;             // of experiments on opponents that are not kept
    std::set<std::string, std::less<>> left_;  // who is in no experiment on opponents
    Combination shipped_;                      // the changes that everybody gets

    struct Drawn {
        std::string unit{};
        std::vector<Draw> draws{};
    };
    static constexpr std::size_t remembered_units = 1024;
    // Each unit has its place by its hash. Empty once the lotteries have changed.
    mutable std::vector<Drawn> drawn_ = std::vector<Drawn>(remembered_units);
};

// "00c5..." for a number, and back.
std::string to_hex(std::string_view bytes);

}  // namespace kibitz::experiments
