// Finds the multipliers of src/core/chess/magics.hpp and prints them:
//   clang++-19 -std=c++23 -O2 tools/find_magics.cpp -o find_magics && ./find_magics
// For each square, random sparse numbers are tried until one maps every arrangement of blockers
// to an index of its own (or shares one only with arrangements that allow the same moves), the
// method of https://www.chessprogramming.org/Looking_for_Magics. The seed is fixed, so the
// output is always the same.
#include <bit>
#include <cstdint>
#include <cstdio>
#include <random>
#include <vector>

namespace {

using Bits = std::uint64_t;

struct Step {
    int file, rank;
};

Bits slide(int square, Bits occupied, const Step (&steps)[4], bool to_edge) {
    Bits reached = 0;
    for (const auto [df, dr] : steps) {
        int file = square % 8 + df, rank = square / 8 + dr;
        while (file >= 0 && file < 8 && rank >= 0 && rank < 8) {
            const int next_file = file + df, next_rank = rank + dr;
            const bool edge = next_file < 0 || next_file > 7 || next_rank < 0 || next_rank > 7;
            if (edge && !to_edge) break;
            const Bits bit = Bits{1} << (rank * 8 + file);
            reached |= bit;
            if (occupied & bit) break;
            file = next_file;
            rank = next_rank;
        }
    }
    return reached;
}

Bits find(int square, const Step (&steps)[4], std::mt19937_64& random) {
    const Bits mask = slide(square, 0, steps, false);
    const int bits = std::popcount(mask);
    std::vector<Bits> blockers, attacks;
    Bits subset = 0;
    do {
        blockers.push_back(subset);
        attacks.push_back(slide(square, subset, steps, true));
        subset = (subset - mask) & mask;
    } while (subset);
    std::vector<Bits> table(std::size_t{1} << bits);
    std::vector<int> written(table.size(), 0);
    for (int attempt = 1;; ++attempt) {
        const Bits magic = random() & random() & random();
        if (std::popcount((mask * magic) >> 56) < 6) continue;
        bool works = true;
        for (std::size_t i = 0; i < blockers.size() && works; ++i) {
            const std::size_t at = (blockers[i] * magic) >> (64 - bits);
            if (written[at] != attempt) {
                written[at] = attempt;
                table[at] = attacks[i];
            } else {
                works = table[at] == attacks[i];
            }
        }
        if (works) return magic;
    }
}

void print(const char* name, const Step (&steps)[4], std::mt19937_64& random) {
    std::printf("inline constexpr std::array<std::uint64_t, square_count> %s{\n", name);
    for (int square = 0; square < 64; ++square)
        std::printf("%s0x%016llxull,%s", square % 3 ? " " : "    ",
                    static_cast<unsigned long long>(find(square, steps, random)),
                    square % 3 == 2 || square == 63 ? "\n" : "");
    std::printf("};\n");
}

}  // namespace

int main() {
    std::mt19937_64 random(20260101);
    print("rook_magics", {{1, 0}, {-1, 0}, {0, 1}, {0, -1}}, random);
    print("bishop_magics", {{1, 1}, {-1, 1}, {1, -1}, {-1, -1}}, random);
}
