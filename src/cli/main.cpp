// The `kibitz` command: finds the subcommand and hands over to it.
#include <cstdio>
#include <string_view>

#include "cli/eval.hpp"
#include "cli/match.hpp"
#include "cli/pgn.hpp"
#include "cli/train.hpp"
#include "cli/tune_eval.hpp"

namespace {

struct Subcommand {
    const char* name;
    const char* help;  // one line
    int (*run)(int argc, char** argv);
};

constexpr Subcommand subcommands[] = {
    {"eval", "explain the evaluation of a position", kibitz::cli::run_eval_command},
    {"match", "play engines against each other, with statistics", kibitz::cli::run_match_command},
    {"pgn", "check and rewrite games, make opening books", kibitz::cli::run_pgn_command},
    {"train", "train a network for the evaluation", kibitz::cli::run_train_command},
    {"tune-eval", "tune the classical evaluation", kibitz::cli::run_tune_eval_command},
    {"fit-score-model", "fit what scores mean to games",
     kibitz::cli::run_fit_score_model_command},
};

void print_usage() {
    std::puts("usage: kibitz <command> ...\n");
    for (const Subcommand& subcommand : subcommands)
        std::printf("  %-16s %s\n", subcommand.name, subcommand.help);
}

}  // namespace

int main(int argc, char** argv) {
    constexpr int exit_bad_usage = 2;
    const std::string_view name = argc > 1 ? argv[1] : "";
    for (const Subcommand& subcommand : subcommands)
        if (name == subcommand.name) return subcommand.run(argc - 1, argv + 1);
    print_usage();
    return name == "--help" || name == "help" ? 0 : exit_bad_usage;
}
