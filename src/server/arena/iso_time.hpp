// Times as ISO 8601 writes them: 2017-06-21T10:36:04.996Z.
#pragma once

#include <string>

#include "arena/time.hpp"

namespace kibitz::arena {

std::string iso_time(Time time);

}  // namespace kibitz::arena
