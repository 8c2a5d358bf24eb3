#include "page_protocol/text_error.hpp"

#include "chess/error_codes.hpp"

namespace kibitz::page_protocol {

TextError text_error(const FenError& error) {
    const bool has_character =
        error.reason != FenReason::missing_field && error.reason != FenReason::no_position;
    return {.words = to_string(error),
            .code = code(error),
            .text = error.text,
            .field = static_cast<std::size_t>(error.field) + 1,
            .character = has_character ? error.offset + 1 : 0};
}

TextError text_error(const MoveTextError& error) {
    return {.words = to_string(error), .code = code(error), .text = error.text};
}

TextError text_error(const PgnError& error) {
    return {.words = to_string(error),
            .code = code(error),
            .text = error.text,
            .game = error.game,
            .place = error.place,
            .reason = error.detail_code};
}

void write_error(JsonWriter& json, const TextError& error) {
    json.member("error", error.words).key("fault").begin_object().member("code", error.code);
    if (!error.text.empty()) json.member("text", error.text);
    if (error.field != 0) json.member("field", error.field);
    if (error.character != 0) json.member("character", error.character);
    if (error.game != 0) {
        json.member("game", error.game).member("line", error.place.line);
        json.member("column", error.place.column);
    }
    if (!error.reason.empty()) json.member("reason", error.reason);
    json.end_object();
}

void write_repairs(JsonWriter& json, std::span<const PgnError> repairs) {
    if (repairs.empty()) return;
    json.key("repairs").begin_array();
    for (const PgnError& repair : repairs) {
        json.begin_object();
        write_error(json, text_error(repair));
        json.end_object();
    }
    json.end_array();
}

}  // namespace kibitz::page_protocol
