// `kibitz data`: looks at, joins, shuffles, converts and rescores training data.
#pragma once

namespace kibitz::cli {

// argv[0] is the subcommand's name. Returns the exit code.
int run_data_command(int argc, char** argv);

}  // namespace kibitz::cli
