#include "train/rescore.hpp"

#include <atomic>
#include <cstdlib>
#include <optional>

#include "train/score_units.hpp"

namespace kibitz::train {

namespace {

std::optional<Wdl> probe(Tablebase* tablebase, const Position& position) {
    if (tablebase == nullptr || position.castling_rooks().any() ||
        position.occupied().count() > tablebase->max_men())
        return std::nullopt;
    return tablebase->probe_wdl(position);
}

// White's score; wins that the fifty-move rule spoils are draws.
ChainScore score_of(Wdl wdl, Color side) {
    if (wdl != Wdl::win && wdl != Wdl::loss) return 0;
    const bool white_wins = (wdl == Wdl::win) == (side == Color::white);
    return white_wins ? mate_score : static_cast<ChainScore>(-mate_score);
}

GameResult result_of(ChainScore score) {
    return score > 0 ? GameResult::white_won : score < 0 ? GameResult::black_won : GameResult::draw;
}

// One game's new scores.
class GameRescorer {
   public:
    GameRescorer(const RescoreOptions& options, Thinker& thinker)
        : thinker_(thinker), searches_(options.nodes > 0) {
        limits_.soft_nodes = options.nodes;
        limits_.nodes = options.hard_nodes;
    }

    RescoreTotals rescore(Chain& game) {
        if (searches_) thinker_.new_game();
        Position position = game.start;
        std::vector<Key> keys;
        bool is_decided = false;
        for (ScoredMove& played : game.moves) {
            ++totals_.positions;
            if (const auto wdl = probe(thinker_.tablebase(), position)) {
                ++totals_.table_positions;
                change(played, score_of(*wdl, position.side_to_move()));
                if (!is_decided && position.halfmove_clock() == 0) {
                    is_decided = true;
                    decide(game, result_of(played.score));
                }
            } else if (searches_) {
                const Score score = thinker_.think(position, keys, limits_).score;
                change(played,
                       to_chain_score(score, position.side_to_move(), thinker_.score_units()));
            }
            keys.push_back(position.key());
            position.play(played.move);
            if (position.halfmove_clock() == 0) keys.clear();
        }
        return totals_;
    }

   private:
    void change(ScoredMove& played, ChainScore score) {
        if (is_plain(played.score) && is_plain(score)) {
            totals_.change += std::abs(played.score - score);
            ++totals_.changes;
        }
        played.score = score;
    }

    void decide(Chain& game, GameResult result) {
        totals_.corrected_results += game.result != result ? 1 : 0;
        game.result = result;
    }

    Thinker& thinker_;
    bool searches_;
    Limits limits_;
    RescoreTotals totals_;
};

}  // namespace

std::expected<std::unique_ptr<Rescorer>, std::string> Rescorer::make(
    const RescoreOptions& options) {
    std::unique_ptr<Rescorer> rescorer(new Rescorer(options));
    for (int i = 0; i < options.threads; ++i) {
        auto thinker = Thinker::make(options.thinker);
        if (!thinker) return std::unexpected(thinker.error());
        rescorer->thinkers_.push_back(*std::move(thinker));
    }
    return rescorer;
}

std::size_t Rescorer::batch_size() const {
    constexpr std::size_t games_per_thread = 16;
    return games_per_thread * thinkers_.size();
}

void Rescorer::rescore(std::span<Chain> games) {
    std::atomic<std::size_t> next = 0;
    std::vector<RescoreTotals> done(games.size());
    team_.run([&](int thread) {
        Thinker& thinker = *thinkers_[static_cast<std::size_t>(thread)];
        for (std::size_t i = next++; i < games.size(); i = next++)
            done[i] = GameRescorer(options_, thinker).rescore(games[i]);
    });
    for (const RescoreTotals& game : done) {
        totals_.positions += game.positions;
        totals_.table_positions += game.table_positions;
        totals_.corrected_results += game.corrected_results;
        totals_.change += game.change;
        totals_.changes += game.changes;
    }
}

}  // namespace kibitz::train
