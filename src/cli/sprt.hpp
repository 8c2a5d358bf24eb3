// `kibitz sprt`: the calculator and simulator of sequential tests.
#pragma once

namespace kibitz::cli {

// argv[0] is the subcommand's name. Returns the exit code.
int run_sprt_command(int argc, char** argv);

}  // namespace kibitz::cli
