// `kibitz train --kind openings`: counts what people of each rating open with.
#pragma once

#include <string>
#include <vector>

namespace kibitz::cli {

// Returns the exit code.
int train_openings(std::vector<std::string> words);

}  // namespace kibitz::cli
