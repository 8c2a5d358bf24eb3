// The name that a player had first. It stays theirs whatever they are called later, since nobody
// else gets a name that was taken once.
#pragma once

#include <algorithm>
#include <string>

#include "arena/renames.hpp"

namespace kibitz::arena {

inline std::string first_name(const Renames& renames, std::string name) {
    for (;;) {
        const auto before =
            std::ranges::find(renames, name, [](const auto& rename) { return rename.second; });
        if (before == renames.end()) return name;
        name = before->first;
    }
}

}  // namespace kibitz::arena
