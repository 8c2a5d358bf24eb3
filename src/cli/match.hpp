// `kibitz match`: matches and tournaments between engines.
#pragma once

namespace kibitz::cli {

// argv[0] is the subcommand's name. Returns the exit code.
int run_match_command(int argc, char** argv);

}  // namespace kibitz::cli
