#include "cli/tune_eval.hpp"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <fstream>
#include <string>

#include "cli/number_ranges.hpp"
#include "cli/parse_arguments.hpp"
#include "train/fit_score_model.hpp"
#include "train/tune_eval.hpp"

namespace kibitz::cli {

namespace {

constexpr int exit_ok = 0;
constexpr int exit_failure = 1;

int fail(const char* command, const std::string& reason) {
    std::fprintf(stderr, "kibitz %s: %s\n", command, reason.c_str());
    return exit_failure;
}

// The command as it can be repeated, in comment lines.
std::string origin_comment(const train::TuneOptions& options, const train::TuneResult& result) {
    char text[400];
    std::snprintf(text, sizeof text,
                  "//   kibitz tune-eval --data <folder> --positions %g --epochs %d --seed %llu%s\n"
                  "// %zu positions; mean squared error of the expected result in other games: "
                  "%.5f\n",
                  options.positions, options.epochs, static_cast<unsigned long long>(options.seed),
                  options.from_zero ? " --from-zero" : "", result.training_positions,
                  result.loss_after);
    return text;
}

void print_fit(const train::ScoreModelFit& fit) {
    std::printf("%llu positions, log loss %.5f\n", static_cast<unsigned long long>(fit.positions),
                fit.log_loss);
    const auto print_cubic = [](const char* name, const std::array<double, 4>& cubic) {
        std::printf("constexpr Cubic %s_cubic = {%.3f, %.3f, %.3f, %.3f};\n", name, cubic[0],
                    cubic[1], cubic[2], cubic[3]);
    };
    print_cubic("a", fit.a);
    print_cubic("b", fit.b);
    std::printf("\nmaterial  positions      a      b    wins (model)   draws (model)\n");
    for (const auto& row : fit.rows)
        std::printf("%8d %10llu %6.1f %6.1f  %.3f (%.3f)   %.3f (%.3f)\n", row.material,
                    static_cast<unsigned long long>(row.positions), row.a, row.b, row.wins,
                    row.predicted_wins, row.draws, row.predicted_draws);
}

}  // namespace

int run_tune_eval_command(int argc, char** argv) {
    CLI::App app("Tunes the weights of the classical evaluation on training data.",
                 "kibitz tune-eval");
    train::TuneOptions options;
    std::string output;
    app.add_option("--data", options.data, "folder with the training files")->required();
    app.add_option("--output", output, "where to write the weights header")->required();
    app.add_option("--positions", options.positions, "times the usual number of positions")
        ->check(more_than_zero())
        ->capture_default_str();
    app.add_option("--epochs", options.epochs, "passes over the positions")
        ->check(CLI::Range(0, 1'000))
        ->capture_default_str();
    app.add_option("--threads", options.threads)->check(CLI::Range(1, 256))->capture_default_str();
    app.add_option("--seed", options.seed, "of the choice and order of positions")
        ->capture_default_str();
    app.add_flag("--from-zero", options.from_zero,
                 "start from material values instead of the current weights");
    if (const auto exit_code = parse_arguments(app, argc, argv)) return *exit_code;

    const auto result = train::tune_eval(options, [](const std::string& line) {
        std::printf("%s\n", line.c_str());
        std::fflush(stdout);
    });
    if (!result) return fail("tune-eval", result.error());
    std::ofstream file(output);
    file << train::weights_header(result->parameters, origin_comment(options, *result));
    file.close();
    if (!file) return fail("tune-eval", "cannot write " + output);
    return exit_ok;
}

int run_fit_score_model_command(int argc, char** argv) {
    CLI::App app("Fits the meaning of scores to games whose moves carry scores.",
                 "kibitz fit-score-model");
    std::string data;
    double units = train::data_units_per_centipawn;
    app.add_option("--data", data, "a file of games in the chain format")->required();
    app.add_option("--units", units, "units of the file's scores in an internal centipawn")
        ->check(more_than_zero())
        ->capture_default_str();
    if (const auto exit_code = parse_arguments(app, argc, argv)) return *exit_code;

    const auto fit = train::fit_score_model(data, units);
    if (!fit) return fail("fit-score-model", fit.error());
    print_fit(*fit);
    return exit_ok;
}

}  // namespace kibitz::cli
