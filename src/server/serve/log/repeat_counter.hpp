// RepeatCounter: lets through so many lines of each event in a second and counts the others.
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kibitz::serve {

template <class Line>
class RepeatCounter {
   public:
    using Time = std::chrono::steady_clock::time_point;
    static constexpr std::chrono::seconds window{1};

    struct Repeated {
        Line last;  // the newest of those that were not written
        std::size_t count = 0;
    };

    // True if this line may be written now; otherwise it is counted.
    bool admit(std::string_view event, int most_in_window, Time now, Line line) {
        const auto found = windows_.find(event);
        if (found == windows_.end()) {
            windows_.emplace(event, Window{.end = now + window, .written = 1});
            return true;
        }
        Window& current = found->second;
        if (current.written < most_in_window) {
            ++current.written;
            return true;
        }
        ++current.repeated;
        current.last = std::move(line);
        return false;
    }

    // When finish() has something to do.
    [[nodiscard]] std::optional<Time> deadline() const {
        std::optional<Time> earliest;
        for (const auto& [event, current] : windows_)
            if (!earliest || current.end < *earliest) earliest = current.end;
        return earliest;
    }

    // Closes the seconds that are over and returns what was counted in them. To say so takes a
    // line, which is the first of the event's next second.
    std::vector<Repeated> finish(Time now) {
        std::vector<Repeated> finished;
        for (auto at = windows_.begin(); at != windows_.end();) {
            Window& current = at->second;
            if (current.end > now) {
                ++at;
            } else if (current.repeated == 0) {
                at = windows_.erase(at);
            } else {
                finished.push_back({*std::move(current.last), current.repeated});
                current = {.end = now + window, .written = 1};
                ++at;
            }
        }
        return finished;
    }

   private:
    struct Window {
        Time end;
        int written = 0;
        std::size_t repeated = 0;
        std::optional<Line> last{};
    };
    std::map<std::string, Window, std::less<>> windows_;  // by event
};

}  // namespace kibitz::serve
