// DailyHours: a part of the day in which something may be done, such as 22-7 or 18:30-23.
#pragma once

#include <chrono>
#include <expected>
#include <string>
#include <string_view>

namespace kibitz::cli {

class DailyHours {
   public:
    // FROM-TO, each an hour from 0 to 24 with or without minutes. They may go past midnight.
    static std::expected<DailyHours, std::string> parse(std::string_view text);

    // `time` since midnight. The first minute is in it, the last one is not.
    [[nodiscard]] bool contains(std::chrono::minutes time) const;

   private:
    DailyHours(std::chrono::minutes from, std::chrono::minutes to) : from_(from), to_(to) {}

    std::chrono::minutes from_, to_;
};

}  // namespace kibitz::cli
