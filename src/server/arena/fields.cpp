#include "arena/fields.hpp"

#include <algorithm>
#include <limits>

namespace kibitz::arena {

namespace {

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

}  // namespace

std::expected<Json, Refusal> read_json(std::string_view text, std::size_t longest) {
    if (text.size() > longest)
        return refuse(ErrorCode::message_too_long,
                      "longer than " + std::to_string(longest) + " bytes");
    if (depth_of(text) > deepest_json)
        return refuse(ErrorCode::nested_too_deeply, "nested too deeply");
    // The library would take a zero byte for the end of the text.
    if (text.contains('\0')) return refuse(ErrorCode::not_json, "not JSON");
    Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
    if (json.is_discarded()) return refuse(ErrorCode::not_json, "not JSON");
    return json;
}

const Json* field(const Json& json, std::string_view name) {
    if (!json.is_object()) return nullptr;
    const auto found = json.find(name);
    return found == json.end() ? nullptr : &*found;
}

std::optional<std::string> text_field(const Json& json, std::string_view name) {
    const Json* value = field(json, name);
    if (!value || !value->is_string()) return std::nullopt;
    return value->get<std::string>();
}

std::optional<std::int64_t> integer_field(const Json& json, std::string_view name) {
    const Json* value = field(json, name);
    if (!value || !value->is_number_integer()) return std::nullopt;
    if (value->is_number_unsigned() &&
        value->get<std::uint64_t>() > std::uint64_t{std::numeric_limits<std::int64_t>::max()})
        return std::nullopt;
    return value->get<std::int64_t>();
}

Json error_json(const Refusal& refusal) {
    return {{"error", refusal.text}, {"code", to_string(refusal.code)}};
}

std::optional<bool> truth_field(const Json& json, std::string_view name) {
    const Json* value = field(json, name);
    if (!value || !value->is_boolean()) return std::nullopt;
    return value->get<bool>();
}

}  // namespace kibitz::arena
