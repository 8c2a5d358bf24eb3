#include "train/people/move_samples.hpp"

#include <algorithm>
#include <utility>

#include "chess/movegen.hpp"

namespace kibitz::train {

void for_each_choice(const HumanGame& game, const std::function<void(const HumanMove&)>& take) {
    HumanMove choice{.game = game, .scene = {}, .played = {}};
    players::Scene& scene = choice.scene;
    for (const Move move : game.moves) {
        choice.played = move;
        if (count_legal_moves(scene.position) > 1) take(choice);
        const players::Trace trace{.move = move, .captured = scene.position.captured_by(move)};
        scene.earlier_keys.push_back(scene.position.key());
        scene.position.play(move);
        scene.own = std::exchange(scene.last, trace);
    }
}

MoveSample sample_of(const HumanMove& move, players::StaticEvaluation evaluation) {
    const players::Scene& scene = move.scene;
    const auto looks = players::quick_look(scene.position, scene.earlier_keys, evaluation);
    const auto mover = move.game.mover(scene.position.side_to_move());
    const auto played = std::ranges::find(looks, move.played, &players::LookedAt::move);
    return {.features = players::features_of(scene, mover, looks),
            .played = static_cast<int>(played - looks.begin())};
}

}  // namespace kibitz::train
