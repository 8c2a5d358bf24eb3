// The games, each defined in its own file.
#pragma once

#include "games/rules.hpp"

namespace kibitz::games {

const Rules& chess();
const Rules& chess960();
const Rules& connect_four();
const Rules& noughts_and_crosses();

}  // namespace kibitz::games
