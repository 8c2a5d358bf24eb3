// `kibitz train`: trains a network for the evaluation from chain files.
#pragma once

namespace kibitz::cli {

// argv[0] is the subcommand's name. Returns the exit code.
int run_train_command(int argc, char** argv);

}  // namespace kibitz::cli
