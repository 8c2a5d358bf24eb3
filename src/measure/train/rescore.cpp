#include "train/rescore.hpp"

#include <atomic>
#include <cstdlib>
#include <optional>

#include "train/sample_filter.hpp"

namespace kibitz::train {

namespace {

std::optional<Wdl> probe(Tablebase* tablebase, const Position& position) {
    if (tablebase == nullptr || position.castling_rooks().any() ||
        position.occupied().count() > tablebase->max_pieces())
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
    // Without a teacher tablebases alone.
    GameRescorer(const RescoreOptions& options, Teacher* teacher)
        : options_(options), teacher_(teacher) {}

    std::expected<RescoreTotals, std::string> rescore(Chain& game) {
        if (teacher_ != nullptr)
            if (auto begun = teacher_->new_game(game); !begun)
                return std::unexpected(begun.error());
        Position position = game.start;
        std::vector<Key> keys;
        bool is_decided = false;
        // So that it is not always a game's first, nor never that of a game of one move.
        candidates_ = static_cast<std::size_t>(game.start.key()) + game.moves.size();
        for (ScoredMove& played : game.moves) {
            ++totals_.positions;
            if (const auto wdl = probe(options_.tablebase, position)) {
                ++totals_.table_positions;
                change(played, score_of(*wdl, position.side_to_move()));
                if (!is_decided && position.halfmove_clock() == 0) {
                    is_decided = true;
                    decide(game, result_of(played.score));
                }
            } else if (teacher_ != nullptr) {
                if (is_chosen(position, played)) {
                    const auto score = teacher_->score(position, keys);
                    if (!score) return std::unexpected(score.error());
                    change(played, *score);
                } else {
                    played.score = no_score;
                }
            }
            keys.push_back(position.key());
            position.play(played.move);
            if (position.halfmove_clock() == 0) keys.clear();
        }
        return totals_;
    }

   private:
    bool is_chosen(const Position& position, ScoredMove played) {
        if (options_.sparse == 0) return true;
        return keeps(SampleFilter{}, position, played) &&
               candidates_++ % static_cast<std::size_t>(options_.sparse) == 0;
    }

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

    const RescoreOptions& options_;
    Teacher* teacher_;
    std::size_t candidates_ = 0;
    RescoreTotals totals_;
};

}  // namespace

std::expected<std::unique_ptr<Rescorer>, std::string> Rescorer::make(RescoreOptions options) {
    std::unique_ptr<Rescorer> rescorer(new Rescorer(std::move(options)));
    if (auto ready = rescorer->threads_.resize(rescorer->options_.threads); !ready)
        return std::unexpected(ready.error());
    if (!rescorer->options_.teacher) return rescorer;
    std::vector<std::string> errors(rescorer->teachers_.size());
    rescorer->threads_.run_on_all([&](int thread) {
        const auto number = static_cast<std::size_t>(thread);
        auto made = rescorer->options_.teacher();
        if (made)
            rescorer->teachers_[number] = *std::move(made);
        else
            errors[number] = made.error();
    });
    for (const std::string& error : errors)
        if (!error.empty()) return std::unexpected(error);
    return rescorer;
}

std::size_t Rescorer::batch_size() const {
    constexpr std::size_t games_per_thread = 16;
    return games_per_thread * teachers_.size();
}

std::expected<void, std::string> Rescorer::rescore(std::span<Chain> games) {
    std::atomic<std::size_t> next = 0;
    std::vector<std::expected<RescoreTotals, std::string>> done(games.size());
    threads_.run_on_all([&](int thread) {
        Teacher* const teacher = teachers_[static_cast<std::size_t>(thread)].get();
        for (std::size_t i = next++; i < games.size(); i = next++)
            done[i] = GameRescorer(options_, teacher).rescore(games[i]);
    });
    for (const auto& game : done) {
        if (!game) return std::unexpected(game.error());
        totals_.positions += game->positions;
        totals_.table_positions += game->table_positions;
        totals_.corrected_results += game->corrected_results;
        totals_.change += game->change;
        totals_.changes += game->changes;
    }
    return {};
}

}  // namespace kibitz::train
