#include "train/self_play.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "chess/movegen.hpp"
#include "chess/outcome.hpp"
#include "train/score_units.hpp"

namespace kibitz::train {

namespace {

constexpr GameResult win_of(Color side) {
    return side == Color::white ? GameResult::white_won : GameResult::black_won;
}

constexpr int fifty_moves = 100;  // in plies

Limits node_limits(std::uint64_t soft, std::uint64_t hard) {
    Limits limits;
    limits.soft_nodes = soft;
    limits.nodes = hard;
    return limits;
}

// Results that the scores show before the board does.
class ScoreJudge {
   public:
    explicit ScoreJudge(const SelfPlaySettings& settings) : settings_(settings) {}

    // `score` is White's. Nothing while the game goes on.
    std::optional<GameResult> observe(int score, int game_ply) {
        const int leader = score >= settings_.win_score    ? 1
                           : score <= -settings_.win_score ? -1
                                                           : 0;
        led_plies_ = leader == 0 ? 0 : leader == leader_ ? led_plies_ + 1 : 1;
        leader_ = leader;
        const bool is_level =
            std::abs(score) <= settings_.draw_score && game_ply >= settings_.draw_from_ply;
        level_plies_ = is_level ? level_plies_ + 1 : 0;
        if (leader != 0 && led_plies_ >= settings_.win_plies)
            return win_of(leader > 0 ? Color::white : Color::black);
        if (level_plies_ >= settings_.draw_plies) return GameResult::draw;
        return std::nullopt;
    }

   private:
    const SelfPlaySettings& settings_;
    int leader_ = 0;  // 1 White, -1 Black
    int led_plies_ = 0;
    int level_plies_ = 0;
};

// What tablebases say, asked where they know for sure: right after a capture or pawn move.
std::optional<GameResult> tablebase_result(Tablebase* tablebase, const Position& position) {
    if (tablebase == nullptr || position.halfmove_clock() != 0) return std::nullopt;
    if (position.occupied().count() > tablebase->max_men() || position.castling_rooks().any())
        return std::nullopt;
    const auto wdl = tablebase->probe_wdl(position);
    if (!wdl) return std::nullopt;
    if (*wdl == Wdl::win) return win_of(position.side_to_move());
    if (*wdl == Wdl::loss) return win_of(~position.side_to_move());
    return GameResult::draw;
}

// The end by the rules of chess, or by the tablebases. `keys` are those of earlier positions.
std::optional<GameResult> result_on_board(const Position& position, std::span<const Key> keys,
                                          Tablebase* tablebase) {
    if (!has_legal_move(position))
        return position.in_check() ? win_of(~position.side_to_move()) : GameResult::draw;
    constexpr auto earlier_occurrences = 2;
    if (position.halfmove_clock() >= fifty_moves ||
        std::ranges::count(keys, position.key()) >= earlier_occurrences ||
        is_dead_position(position))
        return GameResult::draw;
    return tablebase_result(tablebase, position);
}

bool is_tactical(const Position& position, Move move) {
    return position.is_capture(move) || move.is_promotion();
}

}  // namespace

std::expected<Chain, NoGame> SelfPlayer::play(Random& random, const std::atomic<bool>& stop) {
    const auto start = draw_start(settings_.start, random);
    if (!start) return std::unexpected(NoGame::no_opening);
    Position position = start->position;
    thinker_.new_game();
    keys_.clear();
    if (result_on_board(position, keys_, thinker_.tablebase()))
        return std::unexpected(NoGame::no_opening);
    const Limits verification = node_limits(settings_.verification_nodes, 0);
    const Score first = thinker_.think(position, keys_, verification).score;
    if (std::abs(raw(first)) >
        (start->imbalanced ? settings_.imbalance_limit : settings_.start_limit))
        return std::unexpected(NoGame::uneven_opening);

    Chain game;
    game.start = position;
    game.origin = {.chess960 = start->chess960, .source = ChainSource::self_play, .is_line = false};
    ScoreJudge judge(settings_);
    std::optional<GameResult> result;
    const Limits limits = node_limits(settings_.soft_nodes, settings_.hard_nodes);
    while (!result) {
        if (stop.load(std::memory_order_relaxed)) return std::unexpected(NoGame::stopped);
        const auto [best, score] = thinker_.think(position, keys_, limits);
        const Color side = position.side_to_move();
        ScoredMove played{best, to_chain_score(score, side, thinker_.score_units())};
        if (settings_.random_move_share > 0 && random.uniform() < settings_.random_move_share) {
            const MoveList moves = legal_moves(position);
            played.move =
                moves[static_cast<int>(random.below(static_cast<std::uint64_t>(moves.size())))];
            // Readers tell quiet positions by the move; the score is of another, not quiet one.
            if (is_tactical(position, best) && !is_tactical(position, played.move))
                played.score = no_score;
        }
        game.moves.push_back(played);
        const int white_score = side == Color::white ? raw(score) : -raw(score);
        result = judge.observe(white_score, position.game_ply());

        keys_.push_back(position.key());
        position.play(played.move);
        if (position.halfmove_clock() == 0) keys_.clear();
        if (const auto ended = result_on_board(position, keys_, thinker_.tablebase()))
            result = ended;
        else if (!result && static_cast<int>(game.moves.size()) >= settings_.max_plies)
            result = GameResult::draw;
    }
    game.result = *result;
    return game;
}

}  // namespace kibitz::train
