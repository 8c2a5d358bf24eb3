// Options: what `setoption` can change, in one table.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace kibitz::uci {

// One option, as `uci` announces it and `setoption` sets it.
struct Option {
    enum class Kind { check, spin, string, button };

    std::string name;
    Kind kind = Kind::button;
    std::string initial;     // "true", "16", ...
    std::int64_t least = 0;  // of a spin
    std::int64_t most = 0;
    // The number is that of a spin; 0 or 1 of a check. An error leaves everything as it was.
    std::function<std::expected<void, std::string>(std::int64_t)> set_number;
    std::function<std::expected<void, std::string>(const std::string&)> set_text;
};

class Options {
   public:
    void add_spin(std::string name, std::int64_t initial, std::int64_t least, std::int64_t most,
                  std::function<std::expected<void, std::string>(std::int64_t)> set);
    void add_check(std::string name, bool initial, std::function<void(bool)> set);
    void add_string(std::string name, std::string initial,
                    std::function<std::expected<void, std::string>(const std::string&)> set);
    void add_button(std::string name, std::function<void()> press);

    // "option name Hash type spin default 16 min 1 max 33554432", one line each.
    [[nodiscard]] std::vector<std::string> announcements() const;
    // Names are compared without regard to case, as the protocol asks.
    std::expected<void, std::string> set(std::string_view name, const std::string& value);

   private:
    std::vector<Option> options_;
};

}  // namespace kibitz::uci
