// `kibitz match`: matches and tournaments between engines.
#pragma once

#include <string>
#include <vector>

namespace kibitz::cli {

// The command with the words behind it. Returns the exit code.
int run_match(std::vector<std::string> words);

}  // namespace kibitz::cli
