// What a program needs that works in the background of a machine that belongs to somebody.
#pragma once

#include <expected>
#include <filesystem>
#include <string>

namespace kibitz {

// 0 is the usual priority of this process and of those that it starts, 19 the lowest.
constexpr int lowest_priority = 19;
std::expected<void, std::string> lower_priority(int nice);

// Whether a battery gives the power. It is false on machines without one. `supplies` is where the
// system describes them.
bool is_on_battery(const std::filesystem::path& supplies = "/sys/class/power_supply");

}  // namespace kibitz
