// The time of day where this machine is.
#pragma once

#include <ctime>

namespace kibitz {

// As std::localtime() says it, but for any thread.
std::tm local_time(std::time_t time);

}  // namespace kibitz
