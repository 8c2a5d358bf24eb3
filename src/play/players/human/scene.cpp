#include "players/human/scene.hpp"

#include "chess/random.hpp"

namespace kibitz::players {

namespace {

Trace trace_of(const Line& game, int moves_back) {
    const auto count = static_cast<int>(game.moves().size());
    if (moves_back > count) return {};
    const Position& before = game.position_after(count - moves_back);
    const Move move = game.moves()[static_cast<std::size_t>(count - moves_back)];
    return {.move = move, .captured = before.captured_by(move)};
}

}  // namespace

Scene scene_of(const Line& game, std::uint64_t seed) {
    const Color player = game.position().side_to_move();
    Scene scene{.position = game.position(),
                .earlier_keys = {},
                .last = trace_of(game, 1),
                .own = trace_of(game, 2),
                .pawns_at_start = 8,
                .seed = hash_of({seed, static_cast<std::uint64_t>(index(player))})};
    const auto count = static_cast<int>(game.moves().size());
    for (int i = 0; i < count; ++i) scene.earlier_keys.push_back(game.position_after(i).key());
    scene.pawns_at_start = game.start().count(make_piece(player, PieceType::pawn));
    return scene;
}

}  // namespace kibitz::players
