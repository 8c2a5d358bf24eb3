// `kibitz diagram`: a position as a picture or as text.
#pragma once

namespace kibitz::cli {

// argv[0] is the subcommand's name. Returns the exit code.
int run_diagram_command(int argc, char** argv);

}  // namespace kibitz::cli
