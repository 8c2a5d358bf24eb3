// `kibitz train --kind samples`: what the move model is fitted to, from games of people.
#pragma once

#include <string>
#include <vector>

namespace kibitz::cli {

// Returns the exit code.
int train_samples(std::vector<std::string> words);

}  // namespace kibitz::cli
