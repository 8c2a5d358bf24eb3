// How the classic player moves.
#include "classic/classic_move.hpp"
#include "page_protocol/line_text.hpp"
#include "page_protocol/thinking/classic_text.hpp"
#include "wasm/interface.hpp"
#include "wasm/thinking/page.hpp"

using namespace kibitz;
using namespace kibitz::wasm;

namespace {

// Of the game that is played: what was thought about a move that was played is not thought again.
players::KeptTree& kept_tree() {
    static players::KeptTree tree;
    return tree;
}

}  // namespace

// The move of the classic player with these settings, as classic_text() says it. The same seed,
// settings and position give the same move.
KIBITZ_EXPORT(kibitz_classic_choose)
const char* kibitz_classic_choose(const char* settings, const char* start, const char* moves,
                                  int seed) {
    constexpr int most_mb = 64;  // of the module's 256
    const auto player = parse_classic_settings(settings, static_cast<std::uint64_t>(seed), most_mb);
    if (!player) return answer_error(player.error());
    const auto line = parse_line(start, moves);
    if (!line) return answer_error(line.error());
    players::SearchWatch watch;
    watch.tick = [&watch] { page_nodes(static_cast<double>(watch.nodes.load())); };
    const auto found = players::classic_move(line->position(), *player, watch, kept_tree());
    if (!found) return answer_error("there is no legal move");
    return answer(classic_text(*found, *line, player->band()));
}
