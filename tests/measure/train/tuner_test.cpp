#include "train/tuner.hpp"

#include <cmath>
#include <fstream>

#include "support/test.hpp"
#include "train/random.hpp"
#include "train/random_chains.hpp"

namespace kibitz::train {

namespace {

const std::atomic<bool> never = false;
void ignore(const TunerState& /*state*/) {}

std::vector<SpsaParameter> three_parameters() {
    return {{.name = "first", .value = 100, .least = 0, .most = 300, .step = 10},
            {.name = "second", .value = -20, .least = -100, .most = 100, .step = 4},
            {.name = "third", .value = 1'000, .least = 0, .most = 3'000, .step = 80}};
}

// Where the toy game is played best, in steps from the start: 5, -4 and 0.
constexpr std::array best{150.0, -36.0, 1'000.0};

double strength(const std::vector<int>& values) {
    const std::array steps{10.0, 4.0, 80.0};
    double loss = 0;
    for (std::size_t i = 0; i < best.size(); ++i)
        loss += std::pow((values[i] - best[i]) / steps[i], 2);
    constexpr double elo_per_square_step = 4;
    return -elo_per_square_step * loss;
}

constexpr double toy_draws = 0.4;

// Games whose results are drawn by lot according to the two strengths.
std::optional<DuelTally> toy_games(std::uint64_t iteration, const std::vector<int>& plus,
                                   const std::vector<int>& minus) {
    Random random(mix_seed(99, iteration));
    const double elo = strength(plus) - strength(minus);
    const double expected = 1 / (1 + std::pow(10.0, -elo / 400));
    constexpr int games = 16;
    DuelTally tally;
    for (int i = 0; i < games; ++i) {
        if (random.uniform() < toy_draws)
            ++tally.draws;
        else if (random.uniform() < expected)
            ++tally.wins;
        else
            ++tally.losses;
    }
    return tally;
}

TunerOptions toy_options(const std::string& journal, std::uint64_t iterations) {
    return {.parameters = three_parameters(),
            .spsa = {.iterations = iterations, .rate = 0.02, .seed = 5},
            .games = "toy games",
            .journal = journal};
}

std::string text_of(const std::string& path) {
    const auto content = read_file(path);
    REQUIRE(content);
    return {reinterpret_cast<const char*>(content->data()), content->size()};
}

void check_same(const TunerOutcome& a, const TunerOutcome& b) {
    REQUIRE(a.parameters.size() == b.parameters.size());
    for (std::size_t i = 0; i < a.parameters.size(); ++i)
        CHECK(a.parameters[i].value == b.parameters[i].value);
    CHECK(a.iterations == b.iterations);
    CHECK(a.course == b.course);
}

}  // namespace

TEST_CASE("without a rate nothing moves, and the end says what each larger value is worth") {
    const TemporaryFolder folder;
    TunerOptions options = toy_options(folder / "each.jsonl", 4'000);
    options.spsa.rate = 0;
    const auto outcome = run_tuner(options, toy_games, ignore, never);
    REQUIRE(outcome);
    for (std::size_t i = 0; i < options.parameters.size(); ++i) {
        CHECK(outcome->parameters[i].value == options.parameters[i].value);
        // A step above the start against a step below.
        const SpsaParameter& start = options.parameters[i];
        std::vector<int> above, below;
        for (const SpsaParameter& other : options.parameters) {
            above.push_back(static_cast<int>(other.value));
            below.push_back(static_cast<int>(other.value));
        }
        above[i] += static_cast<int>(start.step);
        below[i] -= static_cast<int>(start.step);
        const double expected = (1 - toy_draws) * (strength(above) - strength(below));
        const TunerEffect effect = outcome->effects[i];
        CHECK(effect.margin < 6);
        CHECK(std::abs(effect.elo - expected) < 2 * effect.margin);
    }
    CHECK(outcome->effects[0].elo > outcome->effects[0].margin);
    CHECK(outcome->effects[1].elo < -outcome->effects[1].margin);
}

TEST_CASE("tuning finds the best values of a toy game through the noise of its results") {
    const TemporaryFolder folder;
    const auto outcome =
        run_tuner(toy_options(folder / "journal", 3'000), toy_games, ignore, never);
    REQUIRE(outcome);
    CHECK(outcome->is_finished);
    const std::vector<SpsaParameter> start = three_parameters();
    for (std::size_t i = 0; i < best.size(); ++i) {
        CAPTURE(start[i].name);
        CHECK(std::abs(outcome->parameters[i].value - best[i]) < 1.5 * start[i].step);
    }
}

TEST_CASE("both sets of a trial lie opposite each other, in range, and repeat") {
    const Spsa spsa(three_parameters(), {.iterations = 100, .rate = 0.01, .seed = 3});
    const Spsa::Trial trial = spsa.trial();
    CHECK(spsa.trial().plus == trial.plus);
    CHECK(spsa.trial().minus == trial.minus);
    const std::vector<SpsaParameter> parameters = three_parameters();
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        CHECK(trial.plus[i] != trial.minus[i]);
        CHECK(std::abs(trial.plus[i] + trial.minus[i] - 2 * parameters[i].value) <= 2);
    }
    const Spsa narrow({{.name = "narrow", .value = 1, .least = 0, .most = 2, .step = 50}}, {});
    CHECK(std::abs(narrow.trial().plus[0] - 1) == 1);
}

TEST_CASE("a tuning that is stopped or killed continues as if nothing had happened") {
    const TemporaryFolder folder;
    constexpr std::uint64_t iterations = 60;
    const auto whole =
        run_tuner(toy_options(folder / "whole", iterations), toy_games, ignore, never);
    REQUIRE(whole);

    // Stopped after 23 iterations.
    const TunerOptions options = toy_options(folder / "parts", iterations);
    const auto until_23 = [](std::uint64_t iteration, const std::vector<int>& plus,
                             const std::vector<int>& minus) {
        return iteration < 23 ? toy_games(iteration, plus, minus) : std::nullopt;
    };
    const auto stopped = run_tuner(options, until_23, ignore, never);
    REQUIRE(stopped);
    CHECK_FALSE(stopped->is_finished);
    CHECK(stopped->iterations == 23);
    // And killed while it wrote a line.
    std::ofstream(options.journal, std::ios::app) << R"({"iteration":23,"wi)";
    std::uint64_t played = 0;
    const auto counting = [&](std::uint64_t iteration, const std::vector<int>& plus,
                              const std::vector<int>& minus) {
        ++played;
        return toy_games(iteration, plus, minus);
    };
    const auto resumed = run_tuner(options, counting, ignore, never);
    REQUIRE(resumed);
    CHECK(played == iterations - 23);
    check_same(*resumed, *whole);
    CHECK(text_of(folder / "parts") == text_of(folder / "whole"));
}

TEST_CASE("a journal of another tuning, or a damaged one, is refused with a reason") {
    const TemporaryFolder folder;
    TunerOptions options = toy_options(folder / "journal", 10);
    REQUIRE(run_tuner(options, toy_games, ignore, never));
    options.parameters[0].value = 101;
    const auto other = run_tuner(options, toy_games, ignore, never);
    REQUIRE_FALSE(other);
    CHECK(other.error().find("other parameters or settings") != std::string::npos);

    options = toy_options(folder / "journal", 10);
    std::ofstream(options.journal, std::ios::app) << "nonsense\n";
    const auto damaged = run_tuner(options, toy_games, ignore, never);
    REQUIRE_FALSE(damaged);
    CHECK(damaged.error().find("line 12") != std::string::npos);
}

TEST_CASE("the picture has a panel for each parameter") {
    const TemporaryFolder folder;
    const TunerOptions options = toy_options(folder / "journal", 50);
    const auto outcome = run_tuner(options, toy_games, ignore, never);
    REQUIRE(outcome);
    const std::string svg = course_svg(*outcome, options.parameters);
    for (const SpsaParameter& parameter : options.parameters)
        CHECK(svg.find(">" + parameter.name + "<") != std::string::npos);
    CHECK(outcome->course[0].size() == 51);
}

TEST_CASE("a duel of equals on nodes repeats, and its pair is balanced by colours") {
    DuelSettings settings;
    settings.nodes = 60;
    settings.ends.max_plies = 60;
    const auto duellist = Duellist::make(settings, {.hash_mb = 1});
    REQUIRE(duellist);
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
        Random random(seed);
        const DuelTally tally = (*duellist)->play_pair(search::default_parameters,
                                                       search::default_parameters, random, never);
        // The same two players from the same opening: what one wins with White, so does the other.
        CHECK(tally.balance() == 0);
        CHECK(tally.wins + tally.draws + tally.losses == 2);
    }
}

}  // namespace kibitz::train
