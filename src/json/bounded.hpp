// JSON that anybody may have sent: bounded in size and depth before it is parsed, and read without
// exceptions. Every door that takes JSON from outside goes through read(): a text that is nested
// deeply costs stack wherever it is copied or written again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace kibitz::bounded_json {

// Why a text or a request is refused: a code that programs compare, and a text for people.
struct Refusal {
    std::string code;
    std::string text;

    bool operator==(const Refusal&) const = default;
};

namespace refusal_code {
inline constexpr const char* not_json = "notJson";
inline constexpr const char* too_long = "messageTooLong";
inline constexpr const char* too_deep = "nestedTooDeeply";
}  // namespace refusal_code

// Messages are shallow: whatever a program of ours sends fits into half of this.
inline constexpr int usual_depth = 32;

struct Limits {
    std::size_t bytes;
    int depth = usual_depth;
};

// The text of a refusal follows "the message is".
std::expected<nlohmann::json, Refusal> read(std::string_view text, const Limits& limits);

// The field of an object; null if there is none, or if it is no object.
const nlohmann::json* field(const nlohmann::json& json, std::string_view name);
// Nothing where the field is missing or of another type.
std::optional<std::string> text_field(const nlohmann::json& json, std::string_view name);
std::optional<std::int64_t> integer_field(const nlohmann::json& json, std::string_view name);
std::optional<double> number_field(const nlohmann::json& json, std::string_view name);
std::optional<bool> truth_field(const nlohmann::json& json, std::string_view name);

// A value by which a client knows an answer, if it may be sent back: a number, a text that is
// short, true, false or null. Anything else would let a client choose how much we write.
bool may_be_echoed(const nlohmann::json& value);

}  // namespace kibitz::bounded_json
