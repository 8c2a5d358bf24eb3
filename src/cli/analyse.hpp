// `kibitz analyse`: what the engine thinks of games, test positions, or one position.
#pragma once

namespace kibitz::cli {

// argv[0] is the subcommand's name. Returns the exit code.
int run_analyse_command(int argc, char** argv);

}  // namespace kibitz::cli
