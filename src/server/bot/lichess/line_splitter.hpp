// LineSplitter: lines out of the pieces in which a stream brings them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace kibitz::bot::lichess {

class LineSplitter {
   public:
    // Longer ones are nothing that a site would send: a game of 600 moves needs 4 KiB.
    static constexpr std::size_t longest_line = 256 * 1024;

    void add(std::string_view piece) { waiting_ += piece; }
    // The next whole line, without its end; the keep-alive of a site is an empty one.
    std::optional<std::string> next() {
        const std::size_t end = waiting_.find('\n');
        if (end == std::string::npos) return std::nullopt;
        std::string line = waiting_.substr(0, end);
        waiting_.erase(0, end + 1);
        if (line.ends_with('\r')) line.pop_back();
        return line;
    }
    // What waits after the last whole line was taken can no longer become a line.
    [[nodiscard]] bool is_too_long() const { return waiting_.size() > longest_line; }

   private:
    std::string waiting_;
};

}  // namespace kibitz::bot::lichess
