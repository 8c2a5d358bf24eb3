#include "train/alternatives.hpp"

#include <optional>

#include "chess/movegen.hpp"
#include "chess/see.hpp"
#include "train/random.hpp"
#include "train/sample_filter.hpp"

namespace kibitz::train {

namespace {

constexpr ChainScore unscored_yet = 0;  // one that training takes

// A random one that loses nothing, if one of a few tries is.
std::optional<Move> other_move(const Position& position, Move played, Random& random) {
    constexpr int tries = 6;
    const MoveList moves = legal_moves(position);
    for (int i = 0; i < tries; ++i) {
        const Move move = moves[static_cast<int>(random.below(moves.size()))];
        if (move != played && is_quiet(position, move) && see_at_least(position, move, 0))
            return move;
    }
    return std::nullopt;
}

// The move of a record is not learned from, but training takes positions before quiet moves alone.
std::optional<Move> quiet_move(const Position& position) {
    for (const Move move : legal_moves(position))
        if (is_quiet(position, move)) return move;
    return std::nullopt;
}

}  // namespace

std::vector<Chain> alternatives_of(const Chain& game, double share, std::uint64_t seed) {
    if (share == 0) return {};
    std::vector<Chain> alternatives;
    Random random(mix_seed(game.start.key() + game.moves.size(), seed));
    Position position = game.start;
    for (const ScoredMove& played : game.moves) {
        const bool is_taken = keeps(SampleFilter{}, position, {played.move, unscored_yet});
        if (is_taken && random.uniform() < share) {
            if (const auto move = other_move(position, played.move, random)) {
                const Position after = position.after(*move);
                const auto next = quiet_move(after);
                if (next && !after.in_check())
                    alternatives.push_back(
                        {after, game.result, game.origin, {{*next, unscored_yet}}});
            }
        }
        position.play(played.move);
    }
    return alternatives;
}

}  // namespace kibitz::train
