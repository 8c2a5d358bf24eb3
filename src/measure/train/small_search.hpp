// SmallSearch: the engine's search on the calling thread with a small table of its own, for work
// that takes very many short searches (self-play, rescoring, tuning).
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <span>
#include <string>

#include "engine/core_path.hpp"
#include "platform/huge_memory.hpp"

namespace kibitz::train {

struct SmallSearchSettings {
    int hash_mb = 8;
    const nnue::Network* network = nullptr;  // none: the hand-crafted evaluation
    Tablebase* tablebase = nullptr;          // both must outlive the search
};

class SmallSearch {
   public:
    struct Result {
        Move move;    // none if there is no legal move
        Score score;  // for the side to move
    };

    // Fails if there is not enough memory.
    static std::expected<std::unique_ptr<SmallSearch>, std::string> make(
        const SmallSearchSettings& settings);
    SmallSearch(const SmallSearch&) = delete;
    SmallSearch& operator=(const SmallSearch&) = delete;

    // Forgets everything, so that what follows depends on nothing before it.
    void new_game();
    // Has an effect in builds for tuning alone (search::parameters_are_tunable).
    void set_parameters(const search::Parameters& parameters) { context_.parameters = parameters; }
    // `earlier_keys`: of the positions since the last capture or pawn move, oldest first.
    Result run(const Position& position, std::span<const Key> earlier_keys, const Limits& limits);

    // It counts all searches so far.
    [[nodiscard]] std::uint64_t nodes() const { return nodes_; }
    [[nodiscard]] Tablebase* tablebase() const { return context_.tablebase; }
    // Units of the chain format in a centipawn of its scores.
    [[nodiscard]] double score_units() const;

   private:
    SmallSearch(const SmallSearchSettings& settings, HugeMemory memory);

    HugeMemory memory_;
    SearchContext context_;
    const CorePath& path_;
    std::unique_ptr<Searcher> searcher_;
    std::uint64_t nodes_ = 0;
};

}  // namespace kibitz::train
