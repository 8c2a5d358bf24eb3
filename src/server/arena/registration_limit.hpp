// How many names may be registered from one place in an hour, so that they are not taken by the
// thousand. Nothing that happens in games is counted.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "arena/time.hpp"

namespace kibitz::arena {

class RegistrationLimit {
   public:
    static constexpr int most_an_hour = 100;  // unless allow() says otherwise
    static constexpr const char* text =
        "Too many registrations from this address; try again in an hour";

    void allow(int an_hour) { most_ = an_hour; }
    // Counts one more from there, or refuses it. What has no origin is not counted.
    bool take(std::string_view origin, Time now) {
        if (origin.empty()) return true;
        const auto is_over = [now](const auto& entry) { return now - entry.second.begin >= hour; };
        if (windows_.size() > most_windows) std::erase_if(windows_, is_over);
        Window& window = windows_.try_emplace(std::string(origin), Window{now, 0}).first->second;
        if (now - window.begin >= hour) window = {now, 0};
        if (window.count >= most_) return false;
        ++window.count;
        return true;
    }

   private:
    static constexpr std::chrono::hours hour{1};
    // Older ones are forgotten beyond that.
    static constexpr std::size_t most_windows = 10'000;

    struct Window {
        Time begin;
        int count;
    };
    int most_ = most_an_hour;
    std::map<std::string, Window, std::less<>> windows_;
};

}  // namespace kibitz::arena
