// `kibitz uci`, and the commands of the protocol that make sense on their own: bench, speedtest,
// compiler, license.
#pragma once

namespace kibitz::cli {

// A conversation over standard input and output, to the end of the input.
int run_uci_command(int argc, char** argv);
// The arguments, taken together, as one line of such a conversation.
int run_as_uci_line(int argc, char** argv);

}  // namespace kibitz::cli
