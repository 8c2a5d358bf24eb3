#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "cli/program/commands.hpp"
#include "cli/program/exit_codes.hpp"
#include "cli/program/fail.hpp"
#include "match/word_readers.hpp"
#include "statistics/sprt_simulation.hpp"
#include "text/split.hpp"

namespace kibitz::cli {

namespace sprt_command {
namespace {

using namespace kibitz::statistics;
using match::Problem;
using match::Reader;

constexpr const char* usage =
    R"(kibitz sprt: plans, simulates and evaluates sequential tests.

  kibitz sprt elo0=0 elo1=5                         what to expect: acceptance and length by
                                                    the true difference
  kibitz sprt elo0=0 elo1=5 results=13,37,50,25,3   evaluates pairs of games by points
                                                    0, 1/2, 1, 1 1/2, 2 (or wins,draws,losses)
  kibitz sprt elo0=0 elo1=5 elo=3 simulate=1000     plays tests by chance

  alpha=0.05 beta=0.05     error probabilities
  model=normalized         or logistic, bayesian: the unit of all Elo numbers
  draws=0.5                share of draws between equal engines
  bias=100                 how far openings favour a side, in BayesElo
  seed=1                   of the simulation

docs/matches.md has the formulas.
)";

struct Question {
    SprtSettings settings;
    double elo = 0;
    double draws = 0.5;
    double bias = 100;
    int simulations = 0;
    std::uint64_t seed = 1;
    std::vector<std::int64_t> results;
};

Reader counts(std::vector<std::int64_t>& target) {
    return [&target](const std::string& text) -> Problem {
        target.clear();
        for (const std::string_view count : text::split(text, ',')) {
            std::int64_t value = 0;
            constexpr std::int64_t most = 1'000'000'000'000;
            if (auto problem = match::number<std::int64_t>(value, 0, most)(std::string(count)))
                return problem;
            target.push_back(value);
        }
        if (target.size() != 3 && target.size() != 5) return "is neither 3 nor 5 numbers";
        return std::nullopt;
    };
}

Problem read(Question& question, const std::vector<std::string>& words) {
    SprtSettings& settings = question.settings;
    constexpr double most_elo = 1000, most_draws = 0.999;
    if (auto problem = match::read_words(
            "sprt", words,
            {{"elo0", match::number(settings.elo0, -most_elo, most_elo)},
             {"elo1", match::number(settings.elo1, -most_elo, most_elo)},
             {"elo", match::number(question.elo, -most_elo, most_elo)},
             {"alpha", match::number(settings.alpha, 0.0, 1.0)},
             {"beta", match::number(settings.beta, 0.0, 1.0)},
             {"model",
              match::choice<EloModel>(settings.model, {{"normalized", EloModel::normalized},
                                                       {"logistic", EloModel::logistic},
                                                       {"bayesian", EloModel::bayesian}})},
             {"draws", match::number(question.draws, 0.0, most_draws)},
             {"bias", match::number(question.bias, 0.0, most_elo)},
             {"simulate", match::number(question.simulations, 1, 100'000'000)},
             {"seed", match::number<std::uint64_t>(question.seed, 0, ~std::uint64_t{0})},
             {"results", counts(question.results)}}))
        return problem;
    if (const auto error = settings.error()) return "sprt: " + *error;
    return std::nullopt;
}

Tally tally_of(const std::vector<std::int64_t>& results) {
    Tally tally;
    if (results.size() == 3) {
        tally.games = {.wins = results[0], .draws = results[1], .losses = results[2]};
        return tally;
    }
    std::ranges::copy(results, tally.pairs.of.begin());
    // How many of the level pairs were two draws is not known; it matters to the BayesElo model
    // alone, which takes all of them for that.
    tally.games = {.wins = results[3] + 2 * results[4],
                   .draws = results[1] + 2 * results[2] + results[3],
                   .losses = 2 * results[0] + results[1]};
    return tally;
}

// When all games ended alike, no difference is too large to explain them.
std::string elo_text(double elo) {
    if (std::isinf(elo)) return elo > 0 ? "boundless" : "boundless below";
    char text[32];
    std::snprintf(text, sizeof text, "%.2f", elo);
    return text;
}

std::string interval_text(const Estimate& estimate) {
    return elo_text(estimate.value) + " [" + elo_text(estimate.low) + ", " +
           elo_text(estimate.high) + "]";
}

void evaluate(const Question& question) {
    const Tally tally = tally_of(question.results);
    const auto found = strength(sample_of(tally));
    if (!found) {
        std::puts("no games");
        return;
    }
    std::printf("games  %lld  score %.4f\n", static_cast<long long>(tally.games.games()),
                found->score);
    std::printf("Elo    %s\n", interval_text(found->elo).c_str());
    std::printf("nElo   %s\n", interval_text(found->normalized_elo).c_str());
    std::printf("LOS    %.4f\n", found->superiority);
    const double ratio = log_likelihood_ratio(question.settings, tally);
    const SprtState state = judge(question.settings, ratio);
    std::printf("LLR    %.4f (%.4f, %.4f) [%g, %g] %s: %s\n", ratio,
                question.settings.lower_bound(), question.settings.upper_bound(),
                question.settings.elo0, question.settings.elo1, to_string(question.settings.model),
                state == SprtState::open          ? "undecided"
                : state == SprtState::accepted_h1 ? "H1 accepted"
                                                  : "H0 accepted");
}

void show_model(const GameModel& model) {
    const auto pairs = model.pair_probabilities();
    std::printf("draws %.1f%%, pairs %.4f %.4f %.4f %.4f %.4f\n",
                100 * model.game_probabilities().draw, pairs[0], pairs[1], pairs[2], pairs[3],
                pairs[4]);
}

void tabulate(const Question& question) {
    const SprtSettings& settings = question.settings;
    std::printf("between equals: ");
    show_model(game_model(settings.model, 0, question.draws, question.bias));
    std::printf("%12s %10s %12s %12s\n", to_string(settings.model), "Elo", "P(H1)", "games");
    // From a bound's distance below the lower to as much above the upper.
    constexpr int steps_between = 4;
    const double step = (settings.elo1 - settings.elo0) / steps_between;
    for (int i = -steps_between; i <= 2 * steps_between; ++i) {
        const double elo = settings.elo0 + i * step;
        const GameModel model = game_model(settings.model, elo, question.draws, question.bias);
        const SprtExpectation expected = expect(settings, model);
        std::printf("%12.2f %10.2f %11.2f%% %12.0f\n", elo, elo_in(EloModel::logistic, model),
                    100 * expected.acceptance, expected.games);
    }
}

void simulate_tests(const Question& question) {
    const GameModel model =
        game_model(question.settings.model, question.elo, question.draws, question.bias);
    show_model(model);
    SplitMix random(question.seed);
    double accepted = 0, games = 0;
    std::vector<double> lengths;
    for (int run = 0; run < question.simulations; ++run) {
        const SprtRun result = simulate(question.settings, model, random);
        accepted += result.accepted_h1 ? 1 : 0;
        lengths.push_back(2.0 * static_cast<double>(result.pairs));
        games += lengths.back();
    }
    std::ranges::sort(lengths);
    const double runs = question.simulations, share = accepted / runs;
    constexpr double two_sided_95 = 1.96;
    const SprtExpectation expected = expect(question.settings, model);
    std::printf("H1 accepted  %.2f%% +- %.2f%%   (theory %.2f%%)\n", 100 * share,
                100 * two_sided_95 * std::sqrt(share * (1 - share) / runs),
                100 * expected.acceptance);
    std::printf("games        %.0f on average   (theory %.0f), median %.0f, 95%% within %.0f\n",
                games / runs, expected.games, lengths[lengths.size() / 2],
                lengths[lengths.size() * 95 / 100]);
}

int run_sprt(const std::vector<std::string>& words) {
    if (words.empty() || words.front() == "--help" || words.front() == "-help" ||
        words.front() == "-h") {
        std::fputs(usage, stdout);
        return words.empty() ? exit_bad_usage : exit_ok;
    }
    Question question;
    if (const auto problem = read(question, words)) {
        std::fprintf(stderr, "kibitz %s\n", problem->c_str());
        return exit_bad_usage;
    }
    if (!question.results.empty())
        evaluate(question);
    else if (question.simulations > 0)
        simulate_tests(question);
    else
        tabulate(question);
    return exit_ok;
}

}  // namespace
}  // namespace sprt_command

void add_sprt_command(Program& program) {
    using namespace sprt_command;
    program.add_words("sprt", "plan, simulate and evaluate sequential tests", run_sprt);
}

}  // namespace kibitz::cli
