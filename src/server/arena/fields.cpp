#include "arena/fields.hpp"

#include "json/bounded.hpp"

namespace kibitz::arena {

namespace {

ErrorCode code_of(const bounded_json::Refusal& refusal) {
    if (refusal.code == bounded_json::refusal_code::too_long) return ErrorCode::message_too_long;
    if (refusal.code == bounded_json::refusal_code::too_deep) return ErrorCode::nested_too_deeply;
    return ErrorCode::not_json;
}

}  // namespace

std::expected<Json, Refusal> read_json(std::string_view text, std::size_t longest) {
    auto read = bounded_json::read(text, {.bytes = longest});
    if (!read) return refuse(code_of(read.error()), read.error().text);
    return *std::move(read);
}

const Json* field(const Json& json, std::string_view name) {
    return bounded_json::field(json, name);
}

std::optional<std::string> text_field(const Json& json, std::string_view name) {
    return bounded_json::text_field(json, name);
}

std::optional<std::int64_t> integer_field(const Json& json, std::string_view name) {
    return bounded_json::integer_field(json, name);
}

std::optional<bool> truth_field(const Json& json, std::string_view name) {
    return bounded_json::truth_field(json, name);
}

Json error_json(const Refusal& refusal) {
    return {{"error", refusal.text}, {"code", to_string(refusal.code)}};
}

}  // namespace kibitz::arena
