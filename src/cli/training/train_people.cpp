#include "cli/training/train_people.hpp"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <string>
#include <utility>

#include "cli/program/exit_codes.hpp"
#include "cli/program/fail.hpp"
#include "cli/program/interrupts.hpp"
#include "cli/program/number_ranges.hpp"
#include "cli/program/parse_words.hpp"
#include "train/people/people_trainer.hpp"

namespace kibitz::cli {

namespace train_people_command {
namespace {

void print(const char* system, const train::AgreementByBand& bands) {
    for (const auto& [band, agreement] : bands)
        std::printf("%-9s  %4d-%4d  %7llu  %5.1f%%  %7.3f\n", system, band,
                    band + train::band_width - 1, static_cast<unsigned long long>(agreement.moves),
                    100 * agreement.share(), agreement.mean_log_likelihood());
}

void describe(CLI::App& app, train::PeopleTrainingOptions& options) {
    app.add_option("--store", options.store,
                   "a folder with samples, of `kibitz train --kind samples`, and perhaps labels, "
                   "of tools/people/label.py")
        ->required();
    app.add_option("--out", options.model_path,
                   "the file of the model; beside it its checkpoint, from which a later run goes "
                   "on, and its journal")
        ->required();
    app.add_option("--answers", options.answers_path,
                   "a file for what the result says of the games kept apart, for "
                   "tools/people/judge.py");
    app.add_option("--samples", options.samples, "to learn from in all, some of them repeatedly")
        ->check(more_than_zero());
    app.add_option("--batch", options.batch, "samples learned from at a time")
        ->check(one_or_more());
    app.add_option("--rate", options.learning_rate,
                   "the learning rate at the start, which falls to 0")
        ->check(more_than_zero());
    app.add_option("--decay", options.decay, "of the weights in a step, times the learning rate")
        ->check(CLI::NonNegativeNumber);
    app.add_option("--files-at-once", options.files_at_once,
                   "files whose samples are shuffled together")
        ->check(one_or_more());
    app.add_option("--report-every", options.report_every,
                   "samples from one report and checkpoint to the next")
        ->check(more_than_zero());
    app.add_option("--seed", options.seed, "of the weights and the order of the samples");
}

}  // namespace
}  // namespace train_people_command

int train_people(std::vector<std::string> words) {
    using namespace train_people_command;
    train::PeopleTrainingOptions options;
    std::string kind;
    CLI::App app(
        "Fits the move model to games of people: how likely a person of some rating is to play "
        "each move. docs/players.md explains it.",
        "kibitz train --kind people");
    app.option_defaults()->always_capture_default();
    app.add_option("--kind", kind, "what to train");
    describe(app, options);
    if (const auto exit_code = parse_words(app, std::move(words))) return *exit_code;
    const auto report = [](const std::string& line) {
        std::puts(line.c_str());
        std::fflush(stdout);
    };
    const auto result = train::train_people(options, report, catch_stop_signals());
    if (!result) return fail("train", result.error(), exit_failure);
    if (!result->is_finished) {
        std::printf("stopped: the same command goes on\n");
        return exit_ok;
    }
    std::printf("finished: %s\n", options.model_path.c_str());
    std::printf("%-9s  %9s  %7s  %6s  %7s\n", "rated by", "rating", "moves", "first", "log p");
    print("lichess", result->lichess);
    print("chess.com", result->chess_com);
    return exit_ok;
}

}  // namespace kibitz::cli
