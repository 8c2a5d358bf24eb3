// Reading JSON that anybody may have sent: nothing is thrown, nothing is taken for what it is not.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "arena/error_code.hpp"

namespace kibitz::arena {

using Json = nlohmann::json;

// Messages are shallow; deeper ones would cost stack.
constexpr int deepest_json = 32;
constexpr std::size_t longest_message = 16 * 1024;

// The text of a refusal follows "the message is".
std::expected<Json, Refusal> read_json(std::string_view text,
                                       std::size_t longest = longest_message);

// The field of an object; null if there is none, or if it is no object.
const Json* field(const Json& json, std::string_view name);
// Nothing where the field is missing or of another type.
std::optional<std::string> text_field(const Json& json, std::string_view name);
std::optional<std::int64_t> integer_field(const Json& json, std::string_view name);
std::optional<bool> truth_field(const Json& json, std::string_view name);

// As every answer has it: {"error": "there is no such game", "code": "noSuchGame"}.
Json error_json(const Refusal& refusal);

}  // namespace kibitz::arena
