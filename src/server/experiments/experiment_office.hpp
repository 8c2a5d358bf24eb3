// ExperimentOffice: what visitors and players get, whom experiments count, and what the operator
// asks of them. It does no I/O: requests, games, random bytes and the time are handed in, and what
// has to be kept comes back as facts for the journal (experiments/records.hpp).
#pragma once

#include <array>
#include <cstddef>
#include <expected>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/plan.hpp"
#include "experiments/records.hpp"
#include "experiments/visitor.hpp"
#include "experiments/visitor_limit.hpp"

namespace kibitz::experiments {

// A game of the arena between two players, as the arena tells of it.
struct WatchedPair {
    std::array<std::string, 2> accounts{};     // the names they play under
    std::array<std::string, 2> first_names{};  // the names they had first
    Time began{};
};
struct PairResult {
    bool is_finished = false;        // on the board, or by resignation, agreement or time
    std::array<double, 2> scores{};  // of the two
    int plies = 0;
    Time ended{};
};

class ExperimentOffice {
   public:
    using Choice = Records::Choice;
    using Facts = Records::Facts;
    using Done = std::expected<Facts, Refusal>;
    using RandomBytes = std::function<std::string(std::size_t count)>;

    ExperimentOffice() = default;
    // The plan is the one by which the last experiment was started.
    ExperimentOffice(Plan plan, Records records, RandomBytes random_bytes)
        : plan_(std::move(plan)),
          records_(std::move(records)),
          random_bytes_(std::move(random_bytes)) {}

    [[nodiscard]] const Records& records() const { return records_; }

    // --- Visitors ---

    [[nodiscard]] Visitor visitor_of(const Asker& asker) const;
    // What the visitor gets, and what they have got before this request.
    [[nodiscard]] Choice choice_for(const Visitor& visitor) const;
    [[nodiscard]] Combination known_combination(const Visitor& visitor) const;
    // A script that is asked for may be the proof of a browser; then it must not come from a cache.
    [[nodiscard]] bool counts_browsers_only() const { return plan_.counts_browsers_only; }

    // A page was handed out.
    Facts page_shown(const Visitor& visitor, const Asker& asker, std::string_view path, Time now);
    // The page's script was fetched.
    Facts script_fetched(const Visitor& visitor, const Asker& asker, Time now);
    Facts goal_reported(const Visitor& visitor, const Asker& asker, std::string_view goal,
                        double value, Time now);

    // What runs and what this visitor gets, for programs. `player` is the first name of whoever
    // asks, or empty.
    [[nodiscard]] Json running(const Visitor& visitor, const std::string& player) const;

    // --- Players ---

    // The account of a player of the house.
    void set_account(const std::string& player, const std::string& account);
    // The game had begun before the arena was watched.
    void game_under_way(const std::string& id, const WatchedPair& game);
    Facts game_begun(const std::string& id, const WatchedPair& game);
    Facts game_ended(const std::string& id, const WatchedPair& game, const PairResult& result);
    // The experiment whose variant plays in the place of this player of the house; null: none.
    [[nodiscard]] const Run* variant_in(const std::string& id, const std::string& player) const;
    // The player wants to be in experiments on opponents, or in none.
    Facts choose(const std::string& player, bool takes_part, Time now);
    // False if nothing was known of them; otherwise the journal has to be written anew.
    bool forget(const std::string& player);

    // --- The operator ---

    Done start(const Plan& plan, const std::string& name, Time now,
               std::span<const EarlierNumber> before = {});
    Done stop(const std::string& name, Time now);
    Done ship(const std::string& name, const std::string& variant, Time now);
    // The experiment as it stands, for a report. `largest` takes the place of the largest amount
    // that counts, if none was stated at the start.
    [[nodiscard]] std::expected<Run, Refusal> run_to_report(const std::string& name,
                                                            std::optional<double> largest) const;
    // Keeps the totals alone; the journal has to be written anew. Returns what is to be said.
    std::expected<std::string, Refusal> keep(const std::string& name, Time now);
    [[nodiscard]] Json list_for_operator() const;

   private:
    // What one entry of the plan's fingerprint makes of a request; nothing if something is missing.
    [[nodiscard]] std::optional<std::string> unit_by(const FingerprintPart& part,
                                                     const Asker& asker, Visitor& visitor) const;
    // The same of an entry with all that it also asks for.
    [[nodiscard]] std::optional<std::string> whole_unit_by(const FingerprintPart& part,
                                                           const Asker& asker,
                                                           Visitor& visitor) const;
    // The visitor is a person with a browser.
    Facts count_as_seen(const Visitor& visitor, const Asker& asker, Time now);
    // The games that experiments see in one of the arena: one for each player in it.
    [[nodiscard]] std::array<ArenaGame, 2> games_seen(const WatchedPair& game) const;
    [[nodiscard]] Json running_on_opponents(const std::string& player) const;

    Plan plan_;
    Records records_;
    RandomBytes random_bytes_;
    VisitorLimit visitor_limit_;
    std::map<std::string, std::string, std::less<>> house_players_;  // by their accounts
    // The games under way, while there is anything to decide about them.
    std::map<std::string, WatchedPair, std::less<>> games_;
};

}  // namespace kibitz::experiments
