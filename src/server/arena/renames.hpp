// Names in place of others: of players who were renamed, and of those whose data is gone.
#pragma once

#include <map>
#include <string>

namespace kibitz::arena {

// The new names by the old ones.
using Renames = std::map<std::string, std::string, std::less<>>;
// The name that it has become after any number of renames.
const std::string& name_now(const Renames& renames, const std::string& name);
// After one; for a map that leads to the last name at once.
const std::string& name_shown(const Renames& shown, const std::string& name);

}  // namespace kibitz::arena
