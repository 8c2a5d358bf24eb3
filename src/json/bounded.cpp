#include "json/bounded.hpp"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

namespace kibitz::bounded_json {

namespace {

constexpr std::size_t longest_echo = 64;  // bytes

// How deep brackets are nested outside of strings.
int depth_of(std::string_view text) {
    int depth = 0, deepest = 0;
    bool in_string = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (in_string) {
            if (c == '\\') ++i;
            if (c == '"') in_string = false;
        } else if (c == '"') {
            in_string = true;
        } else if (c == '[' || c == '{') {
            deepest = std::max(deepest, ++depth);
        } else if (c == ']' || c == '}') {
            --depth;
        }
    }
    return deepest;
}

std::unexpected<Refusal> refuse(const char* code, std::string text) {
    return std::unexpected(Refusal{code, std::move(text)});
}

}  // namespace

std::expected<nlohmann::json, Refusal> read(std::string_view text, const Limits& limits) {
    if (text.size() > limits.bytes)
        return refuse(refusal_code::too_long,
                      "longer than " + std::to_string(limits.bytes) + " bytes");
    if (depth_of(text) > limits.depth) return refuse(refusal_code::too_deep, "nested too deeply");
    // The library would take a zero byte for the end of the text.
    if (text.contains('\0')) return refuse(refusal_code::not_json, "not JSON");
    auto json = nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
    if (json.is_discarded()) return refuse(refusal_code::not_json, "not JSON");
    return json;
}

const nlohmann::json* field(const nlohmann::json& json, std::string_view name) {
    if (!json.is_object()) return nullptr;
    const auto found = json.find(name);
    return found == json.end() ? nullptr : &*found;
}

std::optional<std::string> text_field(const nlohmann::json& json, std::string_view name) {
    const auto* value = field(json, name);
    if (!value || !value->is_string()) return std::nullopt;
    return value->get<std::string>();
}

std::optional<std::int64_t> integer_field(const nlohmann::json& json, std::string_view name) {
    const auto* value = field(json, name);
    if (!value || !value->is_number_integer()) return std::nullopt;
    if (value->is_number_unsigned() &&
        value->get<std::uint64_t>() > std::uint64_t{std::numeric_limits<std::int64_t>::max()})
        return std::nullopt;
    return value->get<std::int64_t>();
}

std::optional<double> number_field(const nlohmann::json& json, std::string_view name) {
    const auto* value = field(json, name);
    if (!value || !value->is_number()) return std::nullopt;
    return value->get<double>();
}

std::optional<bool> truth_field(const nlohmann::json& json, std::string_view name) {
    const auto* value = field(json, name);
    if (!value || !value->is_boolean()) return std::nullopt;
    return value->get<bool>();
}

bool may_be_echoed(const nlohmann::json& value) {
    if (value.is_string()) return value.get_ref<const std::string&>().size() <= longest_echo;
    return value.is_primitive();
}

}  // namespace kibitz::bounded_json
