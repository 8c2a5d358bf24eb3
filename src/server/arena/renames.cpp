#include "arena/renames.hpp"

namespace kibitz::arena {

const std::string& name_now(const Renames& renames, const std::string& name) {
    const std::string* now = &name;
    // No chain is longer than all of them, whatever a file said.
    for (std::size_t steps = 0; steps < renames.size(); ++steps) {
        const auto found = renames.find(*now);
        if (found == renames.end()) break;
        now = &found->second;
    }
    return *now;
}

const std::string& name_shown(const Renames& shown, const std::string& name) {
    const auto found = shown.find(name);
    return found == shown.end() ? name : found->second;
}

}  // namespace kibitz::arena
