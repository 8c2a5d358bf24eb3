#include "lab/role.hpp"

#include <algorithm>
#include <array>

namespace kibitz::lab {

namespace {

constexpr std::array<const char*, 4> names{"worker", "author", "approver", "operator"};

}  // namespace

const char* to_string(Role role) { return names[static_cast<std::size_t>(role)]; }

std::optional<Role> role_named(std::string_view name) {
    const auto found = std::ranges::find(names, name);
    if (found == names.end()) return std::nullopt;
    return static_cast<Role>(found - names.begin());
}

}  // namespace kibitz::lab
