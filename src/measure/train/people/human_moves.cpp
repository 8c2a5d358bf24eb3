#include "train/people/human_moves.hpp"

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

}  // namespace kibitz::train
