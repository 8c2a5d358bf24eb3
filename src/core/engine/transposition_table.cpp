#include "engine/transposition_table.hpp"

namespace kibitz {

namespace {

// One entry packed in a word: move 16, score 16, eval 16, depth 8, and in the last 8 bits
// bound 2, was_pv 1, generation 5. The cluster's last word holds the three 16-bit keys.
constexpr int score_shift = 16, eval_shift = 32, depth_shift = 48, bound_shift = 56, pv_shift = 58,
              generation_shift = 59;
constexpr int key_word = TranspositionTable::Cluster::size;
// Stored depths start at 1, so that an all-zero word is an empty entry.
constexpr int depth_offset = 2;
// An entry one search older is worth as much as one this much shallower.
constexpr int age_weight = 8;

struct Packed {
    std::uint64_t word;

    [[nodiscard]] bool empty() const { return (word >> depth_shift & 0xFF) == 0; }
    [[nodiscard]] int depth() const {
        return static_cast<int>(word >> depth_shift & 0xFF) - depth_offset;
    }
    [[nodiscard]] Move move() const { return Move::from_bits(static_cast<std::uint16_t>(word)); }
    [[nodiscard]] Score score() const {
        return Score{static_cast<std::int16_t>(word >> score_shift)};
    }
    [[nodiscard]] Score eval() const {
        return Score{static_cast<std::int16_t>(word >> eval_shift)};
    }
    [[nodiscard]] Bound bound() const { return static_cast<Bound>(word >> bound_shift & 3); }
    [[nodiscard]] bool was_pv() const { return word >> pv_shift & 1; }
    [[nodiscard]] int generation() const { return static_cast<int>(word >> generation_shift); }
};

// The key of an entry is stored mixed with its data: a torn pair of words, written by two
// threads, then almost never looks like a match
// (https://www.chessprogramming.org/Shared_Hash_Table#Lockless).
std::uint16_t signature(Key key, std::uint64_t word) {
    return static_cast<std::uint16_t>(key ^ word ^ word >> 16 ^ word >> 32 ^ word >> 48);
}

std::uint16_t stored_signature(std::uint64_t keys, int slot) {
    return static_cast<std::uint16_t>(keys >> (16 * slot));
}

// Mates and tablebase wins are stored as distances from the node, and used as from the root.
Score to_node(Score score, int ply) {
    if (is_win(score)) return score + ply;
    if (is_loss(score)) return score - ply;
    return score;
}
Score from_node(Score score, int ply) {
    if (score == score_none) return score;
    if (is_win(score)) return score - ply;
    if (is_loss(score)) return score + ply;
    return score;
}

std::uint64_t field(int value, int shift) {
    return static_cast<std::uint64_t>(static_cast<std::uint16_t>(value)) << shift;
}

}  // namespace

TranspositionTable::Entry TranspositionTable::probe(Key key, int ply) const {
    if (clusters_.empty()) return {};
    const Cluster& at = cluster(key);
    const std::uint64_t keys = at.words[key_word].load();
    for (int slot = 0; slot < Cluster::size; ++slot) {
        const Packed packed{at.words[slot].load()};
        if (packed.empty() || stored_signature(keys, slot) != signature(key, packed.word)) continue;
        return {.found = true,
                .move = packed.move(),
                .score = from_node(packed.score(), ply),
                .eval = packed.eval(),
                .depth = packed.depth(),
                .bound = packed.bound(),
                .was_pv = packed.was_pv()};
    }
    return {};
}

void TranspositionTable::store(Key key, int ply, Move move, Score score, Score eval, Depth depth,
                               Bound bound, bool is_pv) {
    if (clusters_.empty()) return;
    Cluster& at = cluster(key);
    const std::uint64_t keys = at.words[key_word].load();

    // The slot of this position, else an empty one, else the least valuable.
    int slot = 0;
    int least_value = 1 << 20;
    bool same_position = false;
    Packed old{0};
    for (int i = 0; i < Cluster::size; ++i) {
        const Packed packed{at.words[i].load()};
        same_position = !packed.empty() && stored_signature(keys, i) == signature(key, packed.word);
        const int age = (generation_ - packed.generation()) & generation_mask;
        const int value = packed.empty() ? -(1 << 20) : packed.depth() - age_weight * age;
        if (same_position || value < least_value) {
            slot = i;
            old = packed;
            least_value = value;
        }
        if (same_position) break;
    }

    if (same_position) {
        if (move.is_none()) move = old.move();
        // A deeper result of this search is kept, unless the new one is exact.
        constexpr int depth_margin = 4;
        if (bound != Bound::exact && old.generation() == generation_ &&
            depth + depth_margin + 2 * is_pv <= old.depth())
            return;
    }

    const std::uint64_t word =
        move.bits() | field(raw(score == score_none ? score : to_node(score, ply)), score_shift) |
        field(raw(eval), eval_shift) |
        static_cast<std::uint64_t>(depth + depth_offset) << depth_shift |
        static_cast<std::uint64_t>(bound) << bound_shift |
        static_cast<std::uint64_t>(is_pv) << pv_shift |
        static_cast<std::uint64_t>(generation_) << generation_shift;
    const std::uint64_t mask = ~(std::uint64_t{0xFFFF} << (16 * slot));
    at.words[slot].store(word);
    at.words[key_word].store((keys & mask) | static_cast<std::uint64_t>(signature(key, word))
                                                 << (16 * slot));
}

int TranspositionTable::permille_full() const {
    constexpr std::size_t sample = 1000;
    const std::size_t clusters = clusters_.size() < sample ? clusters_.size() : sample;
    if (clusters == 0) return 0;
    std::size_t used = 0;
    for (std::size_t i = 0; i < clusters; ++i)
        for (int slot = 0; slot < Cluster::size; ++slot) {
            const Packed packed{clusters_[i].words[slot].load()};
            if (!packed.empty() && packed.generation() == generation_) ++used;
        }
    return static_cast<int>(used * 1000 / (clusters * Cluster::size));
}

}  // namespace kibitz
