// Settings of a player as text: "vision.depth 3.3 overlook.chance 0.05", what differs from the
// defaults; true is 1.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "players/setting_fields.hpp"
#include "text/numbers.hpp"
#include "text/words.hpp"

namespace kibitz::page_protocol {

// Sets the field with a name such as "vision.depth".
class FieldSetter {
   public:
    FieldSetter(std::string_view name, double value) : name_(name), value_(value) {}

    template <class Settings>
    void section(std::string_view key, Settings& settings, std::string_view) {
        if (!name_.starts_with(key) || name_.substr(key.size(), 1) != ".") return;
        const std::string_view whole = name_;
        name_.remove_prefix(key.size() + 1);
        players::visit_fields(settings, *this);
        name_ = whole;
    }
    template <class Number>
    void number(std::string_view key, Number& field, double least, double most, std::string_view) {
        if (key != name_) return;
        found_ = value_ >= least && value_ <= most;
        if (found_) field = static_cast<Number>(value_);
    }
    void flag(std::string_view key, bool& field, std::string_view) {
        if (key != name_) return;
        found_ = true;
        field = value_ != 0;
    }
    // By the number of its name, from 0.
    template <class Enum, std::size_t n>
    void choice(std::string_view key, Enum& field, const std::array<std::string_view, n>&,
                std::string_view) {
        int value = static_cast<int>(field);
        number(key, value, 0, static_cast<double>(n) - 1, {});
        field = static_cast<Enum>(value);
    }
    void seed(std::string_view key, std::optional<std::uint64_t>& field, std::string_view) {
        constexpr double most_exact = 0x1p53;
        std::uint64_t value = 0;
        number(key, value, 0, most_exact, {});
        if (key == name_ && found_) field = value;
    }
    [[nodiscard]] bool found() const { return found_; }

   private:
    std::string_view name_;
    double value_;
    bool found_ = false;
};

// The names in the text all begin with the prefix. The error says which setting there is not.
template <class Settings>
std::expected<Settings, std::string> parse_fields(std::string_view text, std::string_view prefix) {
    Settings settings;
    text::Words words(text);
    for (auto name = words.next(); !name.empty(); name = words.next()) {
        const std::string_view word = words.next();
        const auto value = text::parse_number<double>(word);
        const bool is_prefixed = name.starts_with(prefix);
        FieldSetter setter(is_prefixed ? name.substr(prefix.size()) : name, value.value_or(0));
        if (value && is_prefixed) players::visit_fields(settings, setter);
        if (!setter.found())
            return std::unexpected("a player has no setting \"" + std::string(name) +
                                   "\" that could be \"" + std::string(word) + "\"");
    }
    return settings;
}

}  // namespace kibitz::page_protocol
