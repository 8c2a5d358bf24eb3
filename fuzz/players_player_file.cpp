// Players' files: no text crashes the reader, and every error says something.
#include <string_view>

#include "classic/settings.hpp"
#include "fuzz.hpp"
#include "players/player_file.hpp"

using namespace kibitz::players;
using kibitz::fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    const auto player = parse_player({reinterpret_cast<const char*>(data), size});
    if (!player) {
        require(!to_string(player.error()).empty());
        return 0;
    }
    require(!player->name.empty());
    if (const auto* classic = std::get_if<ClassicSettings>(&player->kind))
        require(check(*classic).has_value());
    return 0;
}
