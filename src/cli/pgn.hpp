// `kibitz pgn`: checks and rewrites collections of games, and makes opening books of them.
#pragma once

namespace kibitz::cli {

// argv[0] is the subcommand's name. Returns the exit code.
int run_pgn_command(int argc, char** argv);

}  // namespace kibitz::cli
