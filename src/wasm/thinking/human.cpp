// Levels and characters: how a human-like player moves.
#include <memory>

#include "chess/movegen.hpp"
#include "engine/core_path.hpp"
#include "engine/eval/evaluate.hpp"
#include "engine/search/worker.hpp"
#include "page_protocol/line_text.hpp"
#include "page_protocol/thinking/human_text.hpp"
#include "players/human/decision.hpp"
#include "wasm/interface.hpp"

namespace kibitz::wasm {
namespace {

// The only path there is in a browser.
const CorePath& core() {
    static constexpr CorePath path{
        .name = "wasm",
        .perft = perft,
        .make_searcher = [](SearchContext& context, int id) -> std::unique_ptr<Searcher> {
            return std::make_unique<search::Worker>(context, id);
        },
        .prepare = prepare,
        .best_searcher = best_searcher,
        .evaluate = [](const Position& position,
                       const nnue::Network*) { return clamp_eval(evaluate(position)); },
    };
    return path;
}

}  // namespace
}  // namespace kibitz::wasm

using namespace kibitz;
using namespace kibitz::wasm;

// The move of a player with these settings, and how long it takes over it: {"move",
// "milliseconds", "depth", "nodes", "centipawns"}. `clock` is what is left to it in milliseconds
// and its increment, or nothing; games with the same seed are played alike.
KIBITZ_EXPORT(kibitz_human_choose)
const char* kibitz_human_choose(const char* settings, const char* start, const char* moves,
                                int seed, const char* clock) {
    const auto player = parse_human_settings(settings);
    if (!player) return answer_error(player.error());
    const auto line = parse_line(start, moves);
    if (!line) return answer_error(line.error());

    players::Analyst analyst(core());
    const auto scene = players::scene_of(*line, static_cast<std::uint64_t>(seed));
    const auto decision = players::decide(scene, *player, parse_human_clock(clock), analyst);
    if (!decision) return answer_error("there is no legal move");

    return answer(decision_text(*decision, *line));
}
