// `kibitz calibrate`: measures how strong players are, and writes it into their files.
#pragma once

namespace kibitz::cli {

// argv[0] is the subcommand's name. Returns the exit code.
int run_calibrate_command(int argc, char** argv);

}  // namespace kibitz::cli
