// EngineOption: an option as an engine declares it ("option name Hash type spin default 16 ...").
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kibitz::uci_client {

enum class OptionType : std::uint8_t { check, spin, combo, button, string };

struct EngineOption {
    std::string name;
    OptionType type = OptionType::string;
    std::string default_value;
    std::int64_t min = 0, max = 0;     // of a spin
    std::vector<std::string> choices;  // of a combo
};

// Reads a whole line; nothing if it is not an option or lacks a name or a known type.
std::optional<EngineOption> parse_option(std::string_view line);

// Names are compared without regard to case, as the protocol requires.
bool same_option_name(std::string_view a, std::string_view b);

// The warning about an option that the engine does not have.
std::string lacks_option(std::string_view name);

// What is wrong with a value for the option; nothing if it is valid.
std::optional<std::string> check_value(const EngineOption& option, std::string_view value);

// Why somebody who may not touch this machine's files may not set it, null where the engine does
// not know it. Free text can name a file to read or write ("Debug Log File"), a button can save
// one.
std::optional<std::string> check_untrusted_value(const EngineOption* option, std::string_view name,
                                                 std::string_view value);

}  // namespace kibitz::uci_client
