#include <sys/resource.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "platform/background_work.hpp"

namespace kibitz {

namespace {

std::string first_line(const std::filesystem::path& path) {
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    return line;
}

}  // namespace

std::expected<void, std::string> lower_priority(int nice) {
    if (::setpriority(PRIO_PROCESS, 0, nice) == 0) return {};
    return std::unexpected(std::string("the priority cannot be set: ") + std::strerror(errno));
}

// https://www.kernel.org/doc/Documentation/ABI/testing/sysfs-class-power
bool is_on_battery(const std::filesystem::path& supplies) {
    std::error_code error;
    for (const auto& supply : std::filesystem::directory_iterator(supplies, error))
        if (first_line(supply.path() / "type") == "Battery" &&
            first_line(supply.path() / "status") == "Discharging")
            return true;
    return false;
}

}  // namespace kibitz
