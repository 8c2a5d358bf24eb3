// Analyst: the engine as a player's calculating mind: evaluates positions and searches a given
// number of nodes, on the calling thread, until its time is over.
//
// It uses the hand-crafted evaluation whatever network the engine has, so that players keep their
// strength and character when a better network comes.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/core_path.hpp"
#include "engine/search.hpp"
#include "players/people/move_model.hpp"

namespace kibitz::players {

class Analyst {
   public:
    struct Question {
        const Position& position;
        std::span<const Key> earlier_keys;  // of the game so far, oldest first
        std::uint64_t nodes;
        int lines = 1;
        MoveList moves;  // to choose from; empty for all
    };

    // A monotonic clock in milliseconds; without one no time is ever over.
    using Clock = std::int64_t (*)();
    // `model` says how people move; null where there is none.
    explicit Analyst(const CorePath& path, Clock clock = nullptr,
                     const MoveModel* model = built_in_move_model());

    // Static, in centipawns, from the side to move's view.
    [[nodiscard]] int evaluate(const Position& position) const {
        return raw(path_.evaluate(position, nullptr));
    }
    [[nodiscard]] const CorePath& core_path() const { return path_; }
    [[nodiscard]] const MoveModel* move_model() const { return model_; }
    // What people of a rating play; empty without a model. With `nodes`, a search of so many looks
    // at the usual moves first, and what it shows counts as much as such people see.
    [[nodiscard]] std::vector<MoveProbability> people_moves(const Scene& scene, int rating,
                                                            std::uint64_t nodes = 0);
    // The answer depends on the question only, while there is time: nothing is remembered from one
    // to the next.
    const SearchResult& search(const Question& question);
    // Of the moves that people usually play, the likeliest first, by one search of all of them.
    [[nodiscard]] std::vector<SearchScore> scores_of_usual(const Scene& scene,
                                                           std::span<const MoveProbability> moves,
                                                           std::uint64_t nodes);
    // Ends a search that runs and keeps later ones from beginning until allow(). Any thread may.
    void stop();
    void allow() { forbidden_.store(false); }
    // The limit is so many milliseconds from now on, or none.
    void limit_time(std::optional<std::int64_t> longest);
    [[nodiscard]] bool stopped() const { return forbidden_.load(std::memory_order_relaxed); }
    // What was found so far has to do.
    [[nodiscard]] bool out_of_time() const { return deadline_ && context_.now_ms() >= *deadline_; }

   private:
    const CorePath& path_;
    const MoveModel* model_;
    std::vector<TranspositionTable::Cluster> table_;
    SearchContext context_;
    std::unique_ptr<Searcher> searcher_;
    SearchResult nothing_;
    std::atomic<bool> forbidden_ = false;
    std::optional<std::int64_t> deadline_;
};

}  // namespace kibitz::players
