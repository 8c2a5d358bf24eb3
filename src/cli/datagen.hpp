// `kibitz datagen`: games of the engine against itself, to train networks from.
#pragma once

namespace kibitz::cli {

// argv[0] is the subcommand's name. Returns the exit code.
int run_datagen_command(int argc, char** argv);

}  // namespace kibitz::cli
