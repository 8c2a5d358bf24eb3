// Anything may come through a WebSocket: it is understood or refused in words.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "chess/outcome.hpp"
#include "page_protocol/line_text.hpp"
#include "page_protocol/thinking/classic_text.hpp"
#include "page_protocol/thinking/human_text.hpp"
#include "page_protocol/thinking/search_text.hpp"
#include "serve/engine/engine_message.hpp"

using namespace kibitz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto message = serve::parse_engine_message({reinterpret_cast<const char*>(data), size});
    if (!message) {
        if (message.error().text.empty()) __builtin_trap();
        return 0;
    }
    if (const auto* position = std::get_if<serve::PositionMessage>(&*message))
        (void)page_protocol::parse_line(position->start, position->moves);
    if (const auto* go = std::get_if<serve::GoMessage>(&*message)) {
        if (go->run < 1) __builtin_trap();
        (void)page_protocol::parse_question(go->limits);
        if (go->player) {
            (void)page_protocol::parse_human_settings(go->player->settings);
            (void)page_protocol::parse_classic_settings(go->player->settings, 1, 1);
            (void)page_protocol::parse_human_clock(go->player->clock);
        }
    }
    return 0;
}
