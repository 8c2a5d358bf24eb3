// `kibitz train --kind explorer`: counts what people of each rating play, for the page's opening
// explorer.
#pragma once

#include <string>
#include <vector>

namespace kibitz::cli {

// Returns the exit code.
int train_explorer(std::vector<std::string> words);

}  // namespace kibitz::cli
