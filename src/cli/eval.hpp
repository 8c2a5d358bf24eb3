// `kibitz eval`: the evaluation of a position, term by term.
#pragma once

namespace kibitz::cli {

// argv[0] is the subcommand's name. Returns the exit code.
int run_eval_command(int argc, char** argv);

}  // namespace kibitz::cli
