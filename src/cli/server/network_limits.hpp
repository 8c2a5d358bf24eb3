// How much one network may take of a server: people at home have an address of their own, and the
// players of a hall one together (docs/operating.md#many-people-behind-one-address).
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace kibitz::cli {

struct NetworkLimits {
    std::string_view name;
    int connections;            // at once
    int registrations_an_hour;  // of names; mailboxes for letters are counted apart, as many
};

inline constexpr std::array<NetworkLimits, 3> network_limits{{
    {"internet", 256, 100},  // strangers: one address is a person, a family or an office
    {"school", 1'000, 1'000},
    {"hall", 5'000, 3'000},  // everybody comes from one address
}};

constexpr const NetworkLimits& network_limits_called(std::string_view name) {
    const auto found = std::ranges::find(network_limits, name, &NetworkLimits::name);
    return found == network_limits.end() ? network_limits.front() : *found;
}

inline std::vector<std::string> names_of_network_limits() {
    std::vector<std::string> names;
    for (const NetworkLimits& limits : network_limits) names.emplace_back(limits.name);
    return names;
}

}  // namespace kibitz::cli
