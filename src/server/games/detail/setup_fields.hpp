// Reading the setup of a game.
#pragma once

#include <expected>
#include <initializer_list>
#include <string>
#include <string_view>

#include "games/rules.hpp"

namespace kibitz::games {

// An object that has no fields but these.
inline std::expected<void, std::string> check_fields(
    const Json& setup, std::initializer_list<std::string_view> known) {
    if (!setup.is_object()) return std::unexpected("a setup is a JSON object");
    for (const auto& field : setup.items()) {
        bool is_known = false;
        for (const std::string_view name : known) is_known |= field.key() == name;
        if (!is_known) return std::unexpected("setup: there is no field \"" + field.key() + "\"");
    }
    return {};
}

}  // namespace kibitz::games
