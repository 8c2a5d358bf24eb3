// `kibitz perft`: counts the leaves of the tree of legal moves.
#pragma once

namespace kibitz::cli {

int run_perft_command(int argc, char** argv);

}  // namespace kibitz::cli
