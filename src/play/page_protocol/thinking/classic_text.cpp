#include "page_protocol/thinking/classic_text.hpp"

#include <algorithm>

#include "page_protocol/json_writer.hpp"
#include "page_protocol/line_text.hpp"
#include "page_protocol/thinking/settings_text.hpp"

namespace kibitz::page_protocol {

namespace {

constexpr std::string_view prefix = "classic.";

}  // namespace

bool is_classic_player(std::string_view settings) { return settings.starts_with(prefix); }

std::expected<players::ClassicSettings, std::string> parse_classic_settings(std::string_view text,
                                                                            std::uint64_t seed,
                                                                            int most_mb) {
    auto settings = parse_fields<players::ClassicSettings>(text, prefix);
    if (!settings) return settings;
    if (!settings->seed) settings->seed = seed;
    settings->tree_mb = std::min(settings->tree_mb, most_mb);
    settings->workers = 1;
    return settings;
}

std::string classic_text(const players::ClassicMove& found, const Line& line, players::Band band) {
    JsonWriter json;
    json.begin_object().member("move", move_name(line, found.move));
    json.member("depth", found.levels).member("nodes", found.nodes);
    json.key("candidates").begin_array();
    for (const auto& [move, can_be_chosen] :
         players::best_first(found.candidates, line.position().side_to_move(), band)) {
        json.begin_object().member("move", move_name(line, move.move));
        json.member("rating", move.rating).member("adjusted", move.adjusted);
        json.member("drawn", can_be_chosen).end_object();
    }
    return json.end_array().end_object().take();
}

}  // namespace kibitz::page_protocol
