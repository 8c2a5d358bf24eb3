#include "train/self_play.hpp"

#include <cstdlib>

#include "chess/movegen.hpp"
#include "train/score_units.hpp"

namespace kibitz::train {

namespace {

Limits node_limits(std::uint64_t soft, std::uint64_t hard) {
    Limits limits;
    limits.soft_nodes = soft;
    limits.nodes = hard;
    return limits;
}

bool is_tactical(const Position& position, Move move) {
    return position.is_capture(move) || move.is_promotion();
}

}  // namespace

std::expected<Chain, NoGame> SelfPlayer::play(Random& random, const std::atomic<bool>& stop) {
    const auto start = draw_start(settings_.start, random);
    if (!start) return std::unexpected(NoGame::no_opening);
    search_.new_game();
    Referee referee(settings_, search_.tablebase(), start->position);
    if (referee.result()) return std::unexpected(NoGame::no_opening);
    const Limits verification = node_limits(settings_.verification_nodes, 0);
    const Score first = search_.run(start->position, {}, verification).score;
    if (std::abs(raw(first)) >
        (start->imbalanced ? settings_.imbalance_limit : settings_.start_limit))
        return std::unexpected(NoGame::uneven_opening);

    Chain game;
    game.start = start->position;
    game.origin = {.chess960 = start->chess960, .source = ChainSource::self_play, .is_line = false};
    const Limits limits = node_limits(settings_.soft_nodes, settings_.hard_nodes);
    while (!referee.result()) {
        if (stop.load(std::memory_order_relaxed)) return std::unexpected(NoGame::stopped);
        const Position& position = referee.position();
        const auto [best, score] = search_.run(position, referee.earlier_keys(), limits);
        ScoredMove played{best,
                          to_chain_score(score, position.side_to_move(), search_.score_units())};
        if (settings_.random_move_share > 0 && random.uniform() < settings_.random_move_share) {
            const MoveList moves = legal_moves(position);
            played.move =
                moves[static_cast<int>(random.below(static_cast<std::uint64_t>(moves.size())))];
            // Readers see by the move whether a position is quiet; the score is of another move.
            if (is_tactical(position, best) && !is_tactical(position, played.move))
                played.score = no_score;
        }
        game.moves.push_back(played);
        referee.play(played.move, score);
    }
    game.result = *referee.result();
    return game;
}

}  // namespace kibitz::train
