// What an operator wants to try: the file of `kibitz serve --experiments FILE`
// (docs/ab-testing.md).
//
//     fingerprint = ["visit", "address"]
//     [experiment.coach-first]
//     threshold = 0.5
//     goal = "page:/thanks.html"
//     excludes = ["big-board"]
//     [experiment.button]              # three changes, each beside the page as it was
//     variants = ["blue", "green", "red"]
//     goal = "signed-up"
//     [experiment.level-5b]            # on the server's side: how a player of the house plays
//     threshold = 0.5
//     opponent = "level-05"
//     file = "level-05b.toml"
//     goal = "rematch"
#pragma once

#include <array>
#include <chrono>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kibitz::experiments {

// How a visitor is recognised: the first of these that a request has.
struct FingerprintPart {
    enum class Kind : std::uint8_t {
        visit,    // a random number in a cookie of the site itself
        address,  // the network that the request comes from
        header,   // what a proxy says about the visitor
    };
    Kind kind = Kind::address;
    std::string header{};  // its name
    // What else the request must have: all of it together stands for the visitor.
    std::vector<FingerprintPart> also{};

    bool operator==(const FingerprintPart&) const = default;
};

// How the goal is compared.
enum class Measure : std::uint8_t {
    rate,  // the share of visitors who reach it
    mean,  // the mean of the numbers that pages report, 0 for visitors without one
};

// When it is decided.
struct Decision {
    // 0: whenever one looks. Otherwise after so many looks, with so many visitors at the last one.
    int looks = 0;
    std::int64_t visitors = 0;

    [[nodiscard]] bool is_planned() const { return looks > 0; }
    bool operator==(const Decision&) const = default;
};

// Larger numbers would let one visitor decide the mean of all.
inline constexpr double largest_amount = 1e9;

// The amounts that count: what is below or above counts as these.
struct AmountBounds {
    double smallest = 0, largest = 1;

    bool operator==(const AmountBounds&) const = default;
};

// What an experiment on a player of the house changes: those who get the variant play against the
// settings of another file, under the player's name.
struct Opponent {
    std::string player;      // by its name; once the experiment is started, as the arena shows it
    std::string file{};      // a path, seen from the plan's folder
    std::string settings{};  // the text of that file, once the experiment is started

    bool operator==(const Opponent&) const = default;
};

// The goals of experiments on opponents, which the arena itself sees. They are about the first game
// of a person against the opponent since the experiment was started, and what follows it.
inline constexpr std::string_view goal_finished = "finished";  // played to an end, not abandoned
inline constexpr std::string_view goal_rematch = "rematch";    // another game with the opponent
inline constexpr std::string_view goal_another_game = "another-game";  // with anybody
inline constexpr std::string_view goal_score = "score";                // of the person: 0 to 1
inline constexpr std::string_view goal_moves = "moves";                // of the game
inline constexpr std::array arena_goals{goal_finished, goal_rematch, goal_another_game, goal_score,
                                        goal_moves};

// One of several changes that an experiment compares with the page as it was.
struct Variant {
    std::string name;
    double share = 0;  // of all visitors

    bool operator==(const Variant&) const = default;
};
inline constexpr std::size_t most_variants = 10;

struct Experiment {
    std::string name;
    double threshold = 0;  // the share of visitors who get the variant, or one of several
    // "page:/thanks.html", or a name that pages report; on an opponent, one of arena_goals.
    std::string goal;
    Measure measure = Measure::rate;
    std::vector<std::string> guards{};    // goals that are shown as well, but decide nothing
    std::vector<std::string> excludes{};  // experiments that no visitor gets together with this one
    // How long after the first visit a goal still counts.
    std::chrono::hours within{24};
    double alpha = 0.05;
    std::optional<Opponent> opponent{};  // nothing: the experiment is on pages
    Decision decision{};
    std::optional<AmountBounds> amounts{};  // where means are compared
    std::optional<double> worth{};          // a smaller difference is not worth having
    std::vector<Variant> variants{};        // none: one change, which is called as the experiment
    // A file with what is known of visitors from before (earlier_numbers.hpp); empty: nothing is.
    std::string before{};

    // What its changes are called in pages, in order: "big-button", or "button_blue" and
    // "button_green".
    [[nodiscard]] std::vector<std::string> changes() const;
    // How one of its goals is compared.
    [[nodiscard]] Measure measure_of(std::string_view one) const;
    // A goal's; there are none if they have not been stated, and nothing follows from a mean then.
    [[nodiscard]] std::optional<AmountBounds> bounds_of(std::string_view one) const;

    bool operator==(const Experiment&) const = default;
};

struct Plan {
    std::vector<FingerprintPart> fingerprint{FingerprintPart{}};
    // Whether a visitor counts only once they have asked for the script or reported a goal, which
    // shows that a browser is at work.
    bool counts_browsers_only = false;
    // One network brings no more: nobody fills an experiment up with visitors that they made up.
    int new_visitors_per_hour = 300;
    std::vector<Experiment> experiments{};  // by name

    [[nodiscard]] const Experiment* find(std::string_view name) const;
    // Whether they exclude each other, directly or by way of others: all of a group share one draw.
    [[nodiscard]] bool are_in_one_group(std::string_view a, std::string_view b) const;

    bool operator==(const Plan&) const = default;
};

struct PlanError {
    std::string code;  // badToml, unknownField, badName, badThreshold, ... (docs/ab-testing.md)
    std::string where;
    std::string text;
};
std::string to_string(const PlanError& error);

std::expected<Plan, PlanError> read_plan(std::string_view toml);

// 1 to 40 letters a to z, digits and hyphens, so that it can be an attribute, a folder and a class.
bool is_experiment_name(std::string_view name);

// A change has its experiment's name or, where that has several, the variant's behind it. No name
// has the underscore between the two, so no other experiment can be called the same.
std::string change_name(std::string_view experiment, std::string_view variant);
std::string_view experiment_of(std::string_view change);
bool is_change_name(std::string_view name);

}  // namespace kibitz::experiments
