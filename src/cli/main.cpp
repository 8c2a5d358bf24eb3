// The `kibitz` command: finds the subcommand and hands over to it.
#include <unistd.h>

#include <cstdio>
#include <iostream>
#include <string_view>

#include "cli/admin.hpp"
#include "cli/analyse.hpp"
#include "cli/bot.hpp"
#include "cli/calibrate.hpp"
#include "cli/data.hpp"
#include "cli/datagen.hpp"
#include "cli/diagram.hpp"
#include "cli/eval.hpp"
#include "cli/match.hpp"
#include "cli/perft.hpp"
#include "cli/pgn.hpp"
#include "cli/play.hpp"
#include "cli/player.hpp"
#include "cli/serve.hpp"
#include "cli/sprt.hpp"
#include "cli/train.hpp"
#include "cli/tune.hpp"
#include "cli/tune_eval.hpp"
#include "cli/uci.hpp"
#include "kibitz_version.hpp"
#include "platform/core_paths.hpp"

namespace {

struct Subcommand {
    const char* name;
    const char* help;  // one line
    int (*run)(int argc, char** argv);
};

using namespace kibitz::cli;

constexpr Subcommand subcommands[] = {
    {"play", "play chess at the terminal", run_play_command},
    {"serve", "the page and the arena, on this machine or for others", run_serve_command},
    {"admin", "look after a server that runs on this machine", run_admin_command},
    {"bot", "let an engine play in an arena", run_bot_command},
    {"analyse", "review games, solve test positions, judge a position", run_analyse_command},
    {"diagram", "draw a position as text or as a picture", run_diagram_command},
    {"uci", "the engine, for chess programs (the UCI protocol)", run_uci_command},
    {"eval", "explain the evaluation of a position", run_eval_command},
    {"match", "play engines against each other, with statistics", run_match_command},
    {"sprt", "plan, simulate and evaluate sequential tests", run_sprt_command},
    {"player", "ask an opponent what it would play, and why", run_player_command},
    {"calibrate", "measure how strong players are", run_calibrate_command},
    {"pgn", "check and rewrite games, make opening books", run_pgn_command},
    {"perft", "count the leaves of the tree of legal moves", run_perft_command},
    {"bench", "search a fixed set of positions: the signature", run_as_uci_line},
    {"speedtest", "measure nodes a second on this machine", run_as_uci_line},
    {"compiler", "how this program was built and what of it runs here", run_as_uci_line},
    {"datagen", "let the engine play itself, for training data", run_datagen_command},
    {"data", "look at, join, convert and rescore training data", run_data_command},
    {"train", "train a network for the evaluation", run_train_command},
    {"tune", "tune the search's constants by games", run_tune_command},
    {"tune-eval", "tune the classical evaluation", run_tune_eval_command},
    {"fit-score-model", "fit what scores mean to games", run_fit_score_model_command},
    {"license", "what you may do with it: nearly everything", run_as_uci_line},
};

void print_usage() {
    std::printf(
        "Kibitz %s: play, watch, understand and compete at chess.\n\n"
        "usage: kibitz COMMAND ...      (kibitz COMMAND --help tells more)\n\n",
        kibitz::version);
    for (const Subcommand& subcommand : subcommands)
        std::printf("  %-16s %s\n", subcommand.name, subcommand.help);
    std::puts(
        "\nWithout a command and not at a terminal, it is a UCI engine.\n"
        "kibitz --cpu NAME COMMAND ... thinks with another CPU path than the best "
        "(kibitz compiler lists them).");
}

constexpr int exit_failed = 1;
constexpr int exit_bad_usage = 2;

// Takes "--cpu NAME" away from the front of the arguments. False if there is no such path.
bool choose_cpu_path(int& argc, char**& argv) {
    if (argc < 2 || std::string_view(argv[1]) != "--cpu") return true;
    if (argc < 3) {
        std::fputs("kibitz --cpu: the name is missing: kibitz --cpu NAME COMMAND ...\n", stderr);
        return false;
    }
    const auto path = kibitz::find_core_path(argv[2]);
    if (!path) {
        std::fprintf(stderr, "kibitz --cpu: %s\n", path.error().c_str());
        return false;
    }
    kibitz::set_default_core_path(**path);
    argv[2] = argv[0];
    argc -= 2;
    argv += 2;
    return true;
}

int run(int argc, char** argv) {
    if (!choose_cpu_path(argc, argv)) return exit_bad_usage;
    if (argc == 1) {
        if (isatty(STDIN_FILENO) == 0) return run_uci_command(argc, argv);
        print_usage();
        return 0;
    }
    const std::string_view name = argv[1];
    for (const Subcommand& subcommand : subcommands)
        if (name == subcommand.name) return subcommand.run(argc - 1, argv + 1);
    if (name == "--version") {
        std::printf("Kibitz %s\n", kibitz::version);
        return 0;
    }
    if (name == "--help" || name == "-h" || name == "help") {
        print_usage();
        return 0;
    }
    if (is_engine_command(name)) return run_as_uci_line(argc - 1, argv + 1);
    std::fprintf(stderr, "kibitz: there is no command \"%s\"; kibitz --help lists them\n", argv[1]);
    return exit_bad_usage;
}

// A full disk takes what was written, or the end of it, without a word.
bool output_is_written() {
    std::cout.flush();
    return std::cout.good() && std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
}

}  // namespace

int main(int argc, char** argv) {
    const int exit_code = run(argc, argv);
    if (output_is_written()) return exit_code;
    std::fputs("kibitz: the output could not be written to its end\n", stderr);
    return exit_code == 0 ? exit_failed : exit_code;
}
