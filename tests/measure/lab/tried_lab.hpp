// A laboratory with one sequential test whose workers bring what a test case wants, for tests of
// verdicts. No time passes but what is asked for, and no engine plays.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "chess/movegen.hpp"
#include "lab/laboratory.hpp"
#include "lab/unit_games.hpp"
#include "match/game_json.hpp"
#include "support/json_checks.hpp"
#include "support/test.hpp"

namespace kibitz::test {

using namespace kibitz::lab;

// How a game ends for the test's first player, and by what.
struct ToldGame {
    int half_points = 1;
    match::Ending ending = match::Ending::resigned;
};
// Of each game of a unit.
using Teller = std::function<ToldGame(const match::GameTask&)>;

inline ToldGame drawn(const match::GameTask& /*task*/) { return {}; }
inline ToldGame won(const match::GameTask& /*task*/) { return {.half_points = 2}; }
inline ToldGame crash_of_second(const match::GameTask& /*task*/) {
    return {.half_points = 2, .ending = match::Ending::crash};
}

class TriedLab {
   public:
    // More options of the match, among them -sprt.
    explicit TriedLab(const std::vector<match::ArgumentGroup>& options, const char* limit = "st=1",
                      const std::function<void(TestPlan&)>& change = {}) {
        TestPlan plan{.arguments = with_early_ends({{"-engine", {"cmd=new", limit}},
                                                    {"-engine", {"cmd=old", limit}},
                                                    {"-rounds", {"100000"}},
                                                    {"-games", {"2"}},
                                                    {"-openings", {"file=startpos"}}})};
        plan.arguments.insert(plan.arguments.end(), options.begin(), options.end());
        if (change) change(plan);
        reopen();
        store(gate_->propose(plan).value());
    }

    void add_worker(const WorkerName& name, Trust trust = Trust::volunteer,
                    std::vector<std::string> tags = {}) {
        store(
            KeyAdded{.name = name, .secret_hash = "hash", .trust = trust, .tags = std::move(tags)});
        gate_->saw(now, name, {.cores = 1});
    }
    std::optional<AssignedUnit> take(const WorkerName& name) {
        gate_->saw(now, name, {.cores = 1});
        return gate_->take(now, {.name = name,
                                 .trust = gate_->workers().at(name).key.trust,
                                 .free_cores = 1,
                                 .free_memory = std::int64_t{1} << 40});
    }
    void deliver(const WorkerName& name, const AssignedUnit& unit, const Teller& tell) {
        auto fact = gate_->check(now, {unit.test, unit.attempt, name}, games_of(unit, tell));
        REQUIRE_MESSAGE(fact.has_value(), fact.error());
        if (*fact) store(**std::move(fact));
    }
    // How many units of so many it was given and has brought.
    int play(const WorkerName& name, int units, const Teller& tell) {
        int played = 0;
        for (; played < units; ++played) {
            const auto unit = take(name);
            if (!unit) break;
            deliver(name, *unit, tell);
        }
        return played;
    }
    void store(Fact fact) {
        log_.push_back(to_json(fact).dump());
        REQUIRE(gate_->apply(now, log_.size() - 1, std::move(fact)));
    }
    // From its log, as after a kill.
    void reopen() {
        gate_ = std::make_unique<Laboratory>();
        for (std::size_t place = 0; place < log_.size(); ++place)
            REQUIRE(gate_->apply(now, place,
                                 fact_from_json(nlohmann::json::parse(log_[place])).value()));
        gate_->restored(now);
    }

    [[nodiscard]] const Laboratory& laboratory() const { return *gate_; }
    [[nodiscard]] const Laboratory::Test& test() const { return *gate_->tests().at("1"); }
    [[nodiscard]] bool is_over() const { return test().controller->is_over(); }
    [[nodiscard]] match::SprtState reached() const {
        return test().controller->fold().course().sprt();
    }
    [[nodiscard]] std::vector<std::string>& log() { return log_; }

    Time now{0};

    static nlohmann::json games_of(const AssignedUnit& unit, const Teller& tell) {
        nlohmann::json games = nlohmann::json::array();
        for (int number = 0; number < unit.encounter.games; ++number) {
            const match::GameTask task = match::task_of(unit.encounter, number);
            games.push_back(match::to_json(task, game_of(unit, number, task, tell(task))));
        }
        return games;
    }

   private:
    static match::PlayedGame game_of(const AssignedUnit& unit, int number,
                                     const match::GameTask& task, const ToldGame& told) {
        match::PlayedGame game = begun_game(unit, number);
        const Color of_first = task.white == 0 ? Color::white : Color::black;
        const Color winner = told.half_points == 2 ? of_first : ~of_first;
        if (told.half_points == 1 || told.ending == match::Ending::resigned) {
            end_early(game, told.half_points == 1 ? std::nullopt : std::optional(winner));
            return game;
        }
        game.end = {.ending = told.ending, .winner = winner, .detail = "so"};
        if (told.ending == match::Ending::crash)
            game.faults.push_back({~winner, uci_client::FaultKind::crash, "so"});
        // Only the side that is to move loses on time.
        if (told.ending == match::Ending::time && game.opening.start.side_to_move() == winner)
            game.moves.push_back({.move = legal_moves(game.opening.start)[0], .score = {}});
        return game;
    }

    std::unique_ptr<Laboratory> gate_;
    std::vector<std::string> log_;
};

}  // namespace kibitz::test
