#include "page_protocol/thinking/human_text.hpp"

#include <cstdint>

#include "page_protocol/json_writer.hpp"
#include "page_protocol/line_text.hpp"
#include "page_protocol/thinking/settings_text.hpp"
#include "text/words.hpp"

namespace kibitz::page_protocol {

std::expected<players::HumanSettings, std::string> parse_human_settings(std::string_view text) {
    return parse_fields<players::HumanSettings>(text, "");
}

Limits parse_human_clock(std::string_view text) {
    Limits limits;
    text::Words words(text);
    if (const auto remaining = words.next_number<std::int64_t>()) {
        limits.has_clock = true;
        const auto increment = words.next_number<std::int64_t>();
        limits.clock.fill({*remaining, increment.value_or(0)});
    }
    return limits;
}

std::string decision_text(const players::Decision& decision, const Line& line) {
    JsonWriter json;
    json.begin_object().member("move", move_name(line, decision.move));
    json.member("milliseconds", decision.time_ms);
    json.member("depth", decision.plies).member("nodes", decision.nodes);
    if (decision.score) json.member("centipawns", *decision.score);
    if (decision.resigns) json.member("resigns", true);
    return json.end_object().take();
}

}  // namespace kibitz::page_protocol
