// `kibitz train --kind people`: fits the move model to games of people.
#pragma once

#include <string>
#include <vector>

namespace kibitz::cli {

// Returns the exit code.
int train_people(std::vector<std::string> words);

}  // namespace kibitz::cli
