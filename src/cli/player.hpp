// `kibitz player`: asks a player from characters/ what it would play, and why.
#pragma once

namespace kibitz::cli {

// argv[0] is the subcommand's name. Returns the exit code.
int run_player_command(int argc, char** argv);

}  // namespace kibitz::cli
