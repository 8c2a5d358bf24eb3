// Levels and characters: how a human-like player moves.
#include <algorithm>
#include <memory>
#include <optional>

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
        .inner_products = nnue::inner_products,
    };
    return path;
}

// What kibitz_human_model() was given; a page loads it with the first player that needs it.
std::optional<players::MoveModel>& loaded_model() {
    static std::optional<players::MoveModel> model;
    return model;
}
const players::MoveModel* move_model() {
    return loaded_model() ? &*loaded_model() : players::built_in_move_model();
}

}  // namespace
}  // namespace kibitz::wasm

using namespace kibitz;
using namespace kibitz::wasm;

// Players with "people.weight" move by the model in these bytes of a file from now on.
KIBITZ_EXPORT(kibitz_human_model)
const char* kibitz_human_model(const std::byte* file, int size) {
    auto model = players::MoveModel::read({file, static_cast<std::size_t>(std::max(size, 0))});
    if (!model) return answer_error("the move model: " + model.error());
    loaded_model() = std::move(*model);
    return answer("{}");
}

// The move of a player with these settings, and how long it takes over it: {"move",
// "milliseconds", "depth", "nodes", "centipawns", "resigns"}. `clock` is what is left to it in
// milliseconds and its increment, or nothing; games with the same seed are played alike.
KIBITZ_EXPORT(kibitz_human_choose)
const char* kibitz_human_choose(const char* settings, const char* start, const char* moves,
                                int seed, const char* clock) {
    const auto player = parse_human_settings(settings);
    if (!player) return answer_error(player.error());
    const auto line = parse_line(start, moves);
    if (!line) return answer_error(line.error());

    if ((player->people.weight > 0 || player->people.sharpness > 0) && move_model() == nullptr)
        return answer_error("this player needs the move model, which has not been loaded");

    players::Analyst analyst(core(), nullptr, move_model());
    const auto scene = players::scene_of(*line, static_cast<std::uint64_t>(seed));
    const auto decision = players::decide(scene, *player, parse_human_clock(clock), analyst);
    if (!decision) return answer_error("there is no legal move");

    return answer(decision_text(*decision, *line));
}
