// DuplicateGames: notices a game that was met before: same start, same moves (the scores may
// differ). About 40 bytes of memory a game; the chance to take a new game for an old one is one in
// 2^64 for each game met.
#pragma once

#include <cstdint>
#include <unordered_set>

#include "engine/eval/nnue/file_hash.hpp"
#include "train/chain.hpp"

namespace kibitz::train {

class DuplicateGames {
   public:
    // It is true the second time.
    bool is_known(const Chain& game) {
        Chain bare{.start = game.start, .result = {}, .origin = {}, .moves = game.moves};
        for (ScoredMove& played : bare.moves) played.score = 0;
        record_.clear();
        append(bare, record_);
        return !seen_.insert(nnue::file_hash(record_)).second;
    }

   private:
    std::unordered_set<std::uint64_t> seen_;
    std::vector<std::byte> record_;
};

}  // namespace kibitz::train
