// The `kibitz` command: adds the commands and hands the command line over to them.
#include <cstdio>
#include <iostream>
#include <span>
#include <vector>

#include "cli/engine/required_cpu.hpp"
#include "cli/engine/uci_command.hpp"
#include "cli/program/commands.hpp"
#include "cli/program/exit_codes.hpp"
#include "cli/terminal/console.hpp"

namespace {

using namespace kibitz::cli;

// Before the constructors of static objects, which may use newer instructions too; those with a
// lower number belong to the implementation.
[[gnu::constructor(101)]] void check_cpu() { refuse_old_cpu(); }

struct CommandGroup {
    const char* heading;
    std::vector<void (*)(Program&)> add;
};

// In the order of the list that `kibitz --help` prints; docs/README.md has the same groups.
const std::vector<CommandGroup>& command_groups() {
    static const std::vector<CommandGroup> groups = {
        {"Play and analyse",
         {add_play_command, add_player_command, add_analyse_command, add_why_command,
          add_diagram_command, add_pgn_command, add_puzzles_command}},
        {"Run a server, or take part in one",
         {add_serve_command, add_admin_command, add_bot_command, add_experiment_command,
          add_ledger_command, add_letter_command}},
        {"Use and test engines",
         {add_uci_command, add_match_command, add_lab_command, add_sprt_command,
          add_calibrate_command, add_eval_command, add_perft_command, add_uci_line_commands}},
        {"Train and tune",
         {add_datagen_command, add_data_command, add_train_command, add_tune_command,
          add_tune_eval_command, add_fit_score_model_command}},
        {"Install", {add_completion_command, add_man_pages_command}},
    };
    return groups;
}

int run(std::span<char*> words) {
    if (words.size() == 1 && !is_terminal(standard_input)) return run_uci({});
    Program program;
    program.otherwise(is_engine_command, run_as_uci_line);
    for (const CommandGroup& group : command_groups()) {
        program.begin_group(group.heading);
        for (const auto add : group.add) add(program);
    }
    return program.run(static_cast<int>(words.size()), words.data());
}

// A full disk takes what was written, or the end of it, without a word.
bool output_is_written() {
    std::cout.flush();
    return std::cout.good() && std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
}

}  // namespace

int main(int argc, char** argv) {
    prepare_console();
    const int exit_code = run(command_line(argc, argv));
    if (output_is_written()) return exit_code;
    std::fputs("kibitz: the output could not be written to its end\n", stderr);
    return exit_code == exit_ok ? exit_failure : exit_code;
}
