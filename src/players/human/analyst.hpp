// Analyst: the engine as a player's calculating mind: evaluates positions and searches a given
// number of nodes, on the calling thread, without a clock.
//
// It uses the classical evaluation whatever network the engine has, so that players keep their
// strength and character when a better network comes.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/core_path.hpp"
#include "engine/search.hpp"

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

    explicit Analyst(const CorePath& path);

    // Static, in centipawns, from the side to move's view.
    [[nodiscard]] int evaluate(const Position& position) const {
        return raw(path_.evaluate(position, nullptr));
    }
    // The answer depends on the question only: nothing is remembered from one to the next.
    const SearchResult& search(const Question& question);
    // Ends a search that runs and keeps later ones from beginning until allow(). From any thread.
    void stop();
    void allow();
    [[nodiscard]] bool stopped() const { return forbidden_.load(std::memory_order_relaxed); }

   private:
    const CorePath& path_;
    std::vector<TranspositionTable::Cluster> table_;
    SearchContext context_;
    std::unique_ptr<Searcher> searcher_;
    SearchResult nothing_;
    std::atomic<bool> forbidden_ = false;
};

}  // namespace kibitz::players
