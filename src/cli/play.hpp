// `kibitz play`: a game of chess at a terminal.
#pragma once

namespace kibitz::cli {

// argv[0] is the subcommand's name. Returns the exit code.
int run_play_command(int argc, char** argv);

}  // namespace kibitz::cli
