// `kibitz train --kind searches`: fits what people make of what a search shows.
#pragma once

#include <string>
#include <vector>

namespace kibitz::cli {

int train_searches(std::vector<std::string> words);

}  // namespace kibitz::cli
