// `kibitz uci`, and single commands of the protocol: kibitz bench, kibitz go depth 10.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kibitz::cli {

// The lines as one conversation; without any, those of standard input to its end. Returns the exit
// code, as does run_as_uci_line().
int run_uci(const std::vector<std::string>& lines);
// Whether it is a command of the protocol, or begins with one: "go", "go depth 10".
bool is_engine_command(std::string_view text);
// The words, taken together, as one line of such a conversation.
int run_as_uci_line(const std::vector<std::string>& words);

}  // namespace kibitz::cli
