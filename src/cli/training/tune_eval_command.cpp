#include <fmt/format.h>

#include <cstdio>
#include <fstream>
#include <memory>
#include <string>

#include "cli/program/commands.hpp"
#include "cli/program/exit_codes.hpp"
#include "cli/program/fail.hpp"
#include "cli/program/number_ranges.hpp"
#include "cli/terminal/print_text.hpp"
#include "train/fit_score_model.hpp"
#include "train/tune_eval.hpp"

namespace kibitz::cli {

namespace tune_eval_command {
namespace {

// The command as it can be repeated, in comment lines.
std::string origin_comment(const train::TuneOptions& options, const train::TuneResult& result) {
    return fmt::format(
        "//   kibitz tune-eval --data <folder> --positions {:g} --epochs {} --seed {}{}\n"
        "// {} positions; mean squared error of the expected result in other games: {:.5f}\n",
        options.positions, options.epochs, options.seed, options.from_zero ? " --from-zero" : "",
        result.training_positions, result.loss_after);
}

void print_fit(const train::ScoreModelFit& fit) {
    print_text("{} positions, log loss {:.5f}\n", fit.positions, fit.log_loss);
    const auto print_cubic = [](const char* name, const std::array<double, 4>& cubic) {
        print_text("constexpr Cubic {}_cubic = {{{:.3f}, {:.3f}, {:.3f}, {:.3f}}};\n", name,
                   cubic[0], cubic[1], cubic[2], cubic[3]);
    };
    print_cubic("a", fit.a);
    print_cubic("b", fit.b);
    print_text("\nmaterial  positions      a      b    wins (model)   draws (model)\n");
    for (const auto& row : fit.rows)
        print_text("{:8} {:10} {:6.1f} {:6.1f}  {:.3f} ({:.3f})   {:.3f} ({:.3f})\n", row.material,
                   row.positions, row.a, row.b, row.wins, row.predicted_wins, row.draws,
                   row.predicted_draws);
}

struct TuneEvalArguments {
    train::TuneOptions options;
    std::string output;
};

int tune_eval(const TuneEvalArguments& arguments) {
    const auto result = train::tune_eval(arguments.options, [](const std::string& line) {
        print_text("{}\n", line);
        std::fflush(stdout);
    });
    if (!result) return fail("tune-eval", result.error(), exit_failure);
    std::ofstream file(arguments.output);
    file << train::weights_header(result->parameters, origin_comment(arguments.options, *result));
    file.close();
    return file ? exit_ok : fail("tune-eval", "cannot write " + arguments.output, exit_failure);
}

struct FitArguments {
    std::string data;
    double units = train::data_units_per_centipawn;
};

int fit_score_model(const FitArguments& arguments) {
    const auto fit = train::fit_score_model(arguments.data, arguments.units);
    if (!fit) return fail("fit-score-model", fit.error(), exit_failure);
    print_fit(*fit);
    return exit_ok;
}

}  // namespace
}  // namespace tune_eval_command

void add_tune_eval_command(Program& program) {
    using namespace tune_eval_command;
    const auto arguments = std::make_shared<TuneEvalArguments>();
    train::TuneOptions& options = arguments->options;
    CLI::App& app =
        program.add("tune-eval", "tune the hand-crafted evaluation",
                    "Tunes the weights of the hand-crafted evaluation on training data.");
    program.when_chosen(app, [arguments] { return tune_eval(*arguments); });
    app.footer(
        "Example:\n  kibitz tune-eval --data data --output src/core/engine/eval/weights.hpp");
    app.add_option("--data", options.data, "folder with the training files")->required();
    app.add_option("--output", arguments->output, "where to write the weights header")->required();
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
}

void add_fit_score_model_command(Program& program) {
    using namespace tune_eval_command;
    const auto arguments = std::make_shared<FitArguments>();
    CLI::App& app = program.add("fit-score-model", "fit what scores mean to games",
                                "Fits the meaning of scores to games whose moves carry scores.");
    program.when_chosen(app, [arguments] { return fit_score_model(*arguments); });
    app.footer("Example:\n  kibitz fit-score-model --data games.vf.zst");
    app.add_option("--data", arguments->data, "a file of games in the chain format")->required();
    app.add_option("--units", arguments->units,
                   "units of the file's scores in an internal centipawn")
        ->check(more_than_zero())
        ->capture_default_str();
}

}  // namespace kibitz::cli
