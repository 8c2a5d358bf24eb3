// Workers compared by their results: who is like the others is left alone, and who is not is
// flagged and goes on counting.
#include "lab/residuals.hpp"

#include <nlohmann/json.hpp>

#include "chess/movegen.hpp"
#include "lab/laboratory.hpp"
#include "lab/unit_games.hpp"
#include "lab/views.hpp"
#include "match/game_json.hpp"
#include "support/random.hpp"
#include "support/test.hpp"

using namespace kibitz;
using namespace kibitz::lab;
using namespace std::chrono_literals;
using nlohmann::json;

namespace {

// A laboratory in which each worker in turn plays a unit, whose results a lot decides.
class Experiment {
   public:
    explicit Experiment(int workers) {
        // As an earlier version began it: a checked one would set machines aside (lab/trial.hpp).
        for (int i = 0; i < workers; ++i) store(KeyAdded{.name = name(i), .secret_hash = "x"});
        auto begun =
            laboratory
                .propose({.arguments = test::with_early_ends({{"-engine", {"cmd=a", "st=1"}},
                                                              {"-engine", {"cmd=b", "st=1"}},
                                                              {"-rounds", {"100000"}}})})
                .value();
        begun.plan.is_checked = false;
        store(std::move(begun));
    }
    static WorkerName name(int number) { return "w" + std::to_string(number); }

    // Of 100 games of the first player: so many won, so many lost; and lost on time by either.
    struct Habit {
        int wins = 20, losses = 20, late = 0;
    };
    void play(int worker, int units, const Habit& habit) {
        for (int i = 0; i < units; ++i) {
            laboratory.saw(0s, name(worker), {.cores = 1});
            const auto unit = laboratory.take(
                0s, {.name = name(worker), .free_cores = 1, .free_memory = std::int64_t{1} << 40});
            REQUIRE(unit);
            auto fact = laboratory.check(0s, {unit->test, unit->attempt, name(worker)},
                                         games_of(*unit, habit));
            REQUIRE_MESSAGE(fact.has_value(), fact.error());
            REQUIRE(fact->has_value());
            store(**std::move(fact));
        }
    }
    json view(int worker) {
        for (json& one : summaries_of_workers(laboratory, 0s))
            if (one.at("name") == name(worker)) return one;
        return {};
    }
    [[nodiscard]] std::int64_t games() const {
        return laboratory.tests().begin()->second->controller->fold().course().standings().games();
    }
    void store(Fact fact) { REQUIRE(laboratory.apply(0s, place_++, std::move(fact))); }

    Laboratory laboratory;

   private:
    json games_of(const AssignedUnit& unit, const Habit& habit) {
        json games = json::array();
        for (int number = 0; number < unit.encounter.games; ++number) {
            const auto task = match::task_of(unit.encounter, number);
            match::PlayedGame game = test::begun_game(unit, number);
            const Color of_first = task.white == 0 ? Color::white : Color::black;
            const auto lot = static_cast<int>(random_.below(100));
            std::optional<Color> winner;
            if (lot < habit.wins + habit.losses) winner = lot < habit.wins ? of_first : ~of_first;
            if (winner && static_cast<int>(random_.below(100)) < habit.late) {
                game.end = {.ending = match::Ending::time, .winner = winner, .detail = "so"};
                Position position = game.opening.start;
                for (const Move move : game.opening.moves) position.play(move);
                if (position.side_to_move() == *winner)  // the other loses on time
                    game.moves.push_back({.move = legal_moves(position)[0], .score = {}});
            } else {
                test::end_early(game, winner);
            }
            games.push_back(match::to_json(task, game));
        }
        return games;
    }

    LogPlace place_ = 0;
    test::Random random_{5};
};

}  // namespace

TEST_CASE("workers that are alike are not flagged") {
    Experiment experiment(8);
    for (int worker = 0; worker < 8; ++worker) experiment.play(worker, 150, {});
    for (int worker = 0; worker < 8; ++worker) {
        const json view = experiment.view(worker);
        CHECK(view.at("residual").at("p") > 0.0001);
        CHECK(view.at("residual").at("deviates") == false);
    }
}

TEST_CASE("a worker with other results is flagged, and its results go on counting") {
    Experiment experiment(6);
    for (int worker = 1; worker < 6; ++worker) experiment.play(worker, 150, {});
    experiment.play(0, 150, {.wins = 45, .losses = 10});
    const json view = experiment.view(0).at("residual");
    CHECK(view.at("deviates") == true);
    CHECK(view.at("test") == "1");
    CHECK(view.at("kind") == "results");
    for (int worker = 1; worker < 6; ++worker)
        CHECK(experiment.view(worker).at("residual").at("deviates") == false);
    CHECK(experiment.games() == 6 * 150 * 2);
    CHECK(experiment.view(0).at("void") == false);
    experiment.play(0, 1, {});  // it still gets units
}

TEST_CASE("a worker whose engines lose on time more often than others' is flagged") {
    Experiment experiment(6);
    for (int worker = 1; worker < 6; ++worker) experiment.play(worker, 100, {.late = 1});
    experiment.play(0, 100, {.late = 25});
    const json view = experiment.view(0).at("residual");
    CHECK(view.at("deviates") == true);
    CHECK(view.at("kind") == "time losses");
}

TEST_CASE("void workers are compared with the others, and the others not with them") {
    Experiment experiment(4);
    for (int worker = 2; worker < 4; ++worker) experiment.play(worker, 100, {});
    for (int worker = 0; worker < 2; ++worker)
        experiment.play(worker, 200, {.wins = 70, .losses = 5});
    CHECK(experiment.view(3).at("residual").at("deviates") == true);  // the liars are the majority
    experiment.store(WorkerVoided{"w0"});
    experiment.store(WorkerVoided{"w1"});
    CHECK(experiment.view(3).at("residual").at("deviates") == false);
    CHECK(experiment.view(0).at("residual").at("deviates") == true);
}

TEST_CASE("a single worker has nobody to be compared with") {
    Experiment experiment(2);
    experiment.play(0, 20, {});
    CHECK_FALSE(experiment.view(0).contains("residual"));
    CHECK_FALSE(experiment.view(1).contains("residual"));
}
