// `kibitz tune`: finds better values for the search's constants by playing games.
#pragma once

namespace kibitz::cli {

// argv[0] is the subcommand's name. Returns the exit code.
int run_tune_command(int argc, char** argv);

}  // namespace kibitz::cli
