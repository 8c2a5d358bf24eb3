// Paint: text in colours where they can be shown, and as it is elsewhere.
#pragma once

#include <string>
#include <string_view>

namespace kibitz::cli {

class Paint {
   public:
    explicit Paint(bool on = false) : on_(on) {}

    [[nodiscard]] bool is_on() const { return on_; }
    [[nodiscard]] std::string bold(std::string_view text) const { return with("1", text); }
    [[nodiscard]] std::string faint(std::string_view text) const { return with("2", text); }
    [[nodiscard]] std::string good(std::string_view text) const { return with("32", text); }
    [[nodiscard]] std::string warning(std::string_view text) const { return with("33", text); }
    [[nodiscard]] std::string bad(std::string_view text) const { return with("31", text); }
    [[nodiscard]] std::string worst(std::string_view text) const { return with("1;31", text); }

   private:
    [[nodiscard]] std::string with(std::string_view code, std::string_view text) const {
        if (!on_) return std::string(text);
        return "\x1b[" + std::string(code) + "m" + std::string(text) + "\x1b[0m";
    }

    bool on_;
};

// Leads back to the start of a terminal's line and empties it.
inline constexpr std::string_view erase_line = "\r\x1b[2K";

}  // namespace kibitz::cli
