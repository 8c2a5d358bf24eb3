#include <windows.h>

#include "platform/background_work.hpp"
#include "platform/windows_error.hpp"

namespace kibitz {

namespace {

// Windows knows classes of priority and no numbers.
DWORD priority_class(int nice) {
    constexpr int still_usual = 0, still_below_usual = lowest_priority / 2;
    if (nice <= still_usual) return NORMAL_PRIORITY_CLASS;
    return nice <= still_below_usual ? BELOW_NORMAL_PRIORITY_CLASS : IDLE_PRIORITY_CLASS;
}

}  // namespace

std::expected<void, std::string> lower_priority(int nice) {
    if (::SetPriorityClass(::GetCurrentProcess(), priority_class(nice)) != 0) return {};
    return std::unexpected("the priority cannot be set: " + last_message_of_windows());
}

bool is_on_battery(const std::filesystem::path& /*supplies*/) {
    constexpr BYTE offline = 0;
    SYSTEM_POWER_STATUS status{};
    return ::GetSystemPowerStatus(&status) != 0 && status.ACLineStatus == offline;
}

}  // namespace kibitz
