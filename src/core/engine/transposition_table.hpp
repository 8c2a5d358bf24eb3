// TranspositionTable: what all search threads remember of positions already searched.
//
// Clusters of three 10-byte entries in 32 bytes. Threads read and write without locks: an entry
// and its key are single words, read and written with relaxed access; a torn or colliding pair
// is rare, and harmless because the search checks every move it takes from here. The
// caller provides the memory, so that it can use huge pages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "chess/move.hpp"
#include "chess/zobrist.hpp"
#include "engine/relaxed.hpp"
#include "engine/score.hpp"

namespace kibitz {

class TranspositionTable {
   public:
    // A copy of what is stored for a position.
    struct Entry {
        bool found = false;
        Move move;
        Score score = score_none;  // relative to the node's ply (mates count from it)
        Score eval = score_none;   // static evaluation, uncorrected
        Depth depth = 0;
        Bound bound = Bound::none;
        bool was_pv = false;
    };

    // Three packed entries, then their three 16-bit keys.
    struct alignas(32) Cluster {
        static constexpr int size = 3;
        Relaxed<std::uint64_t> words[4];
    };
    static_assert(sizeof(Cluster) == 32);

    // An empty table forgets everything.
    TranspositionTable() = default;
    // The memory must be zeroed, outlive the table and start at a multiple of 32.
    explicit TranspositionTable(std::span<Cluster> memory) : clusters_(memory) {}

    [[nodiscard]] std::span<Cluster> memory() const { return clusters_; }
    // Entries of older searches become the first to be replaced.
    void new_search() {
        generation_ = static_cast<std::uint8_t>((generation_ + 1) & generation_mask);
    }
    void reset_generation() { generation_ = 0; }

    // `ply` turns mate scores from root to node distance and back.
    [[nodiscard]] Entry probe(Key key, int ply) const;
    void store(Key key, int ply, Move move, Score score, Score eval, Depth depth, Bound bound,
               bool is_pv);
    void prefetch(Key key) const {
        if (!clusters_.empty()) __builtin_prefetch(&cluster(key));
    }
    // Share of the table used by this search, in permille, from a sample.
    [[nodiscard]] int permille_full() const;

   private:
    static constexpr std::uint8_t generation_mask = 31;

    // The high half of key x size: every size works, not only powers of two.
    [[nodiscard]] Cluster& cluster(Key key) const {
        __extension__ using Product = unsigned __int128;
        const auto at = static_cast<std::size_t>((Product{key} * clusters_.size()) >> 64);
        return clusters_[at];
    }

    std::span<Cluster> clusters_;
    std::uint8_t generation_ = 0;
};

}  // namespace kibitz
