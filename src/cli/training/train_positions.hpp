// `kibitz train --kind positions`: positions of people's games for tools/people.
#pragma once

#include <string>
#include <vector>

namespace kibitz::cli {

// Returns the exit code.
int train_positions(std::vector<std::string> words);

}  // namespace kibitz::cli
