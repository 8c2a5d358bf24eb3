// `kibitz uci`, and single commands of the protocol: kibitz bench, kibitz go depth 10.
#pragma once

#include <string_view>

namespace kibitz::cli {

// A conversation over standard input and output, to the end of the input.
int run_uci_command(int argc, char** argv);
// Whether it is a command of the protocol, or begins with one: "go", "go depth 10".
bool is_engine_command(std::string_view text);
// The arguments, taken together, as one line of such a conversation.
int run_as_uci_line(int argc, char** argv);

}  // namespace kibitz::cli
