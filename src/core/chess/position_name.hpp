// A short name for a position, by which what is stored outside a program finds it again: the table
// of the opening explorer, and the games that somebody keeps in a browser.
#pragma once

#include <string>

#include "chess/zobrist.hpp"

namespace kibitz {

// The upper 40 bits of the key as ten hexadecimal digits. In a table of a million positions, one in
// a million of the positions that are not in it has the name of one that is.
std::string position_name(Key key);

}  // namespace kibitz
