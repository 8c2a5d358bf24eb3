// Reporter: receives the progress of long work.
#pragma once

#include <functional>
#include <string>

namespace kibitz::train {

// Receives a line at a time: progress, damaged records, files that cannot be read.
using Reporter = std::function<void(const std::string&)>;

}  // namespace kibitz::train
