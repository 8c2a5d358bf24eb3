// The tables behind attacks.hpp.
#include <array>
#include <bit>

#include "chess/attacks.hpp"
#include "chess/computed_table.hpp"
#include "chess/detail/magics.hpp"

namespace kibitz::detail {

namespace {

using Bits = std::uint64_t;

constexpr Bits ray(int square, int df, int dr) {
    Bits bits = 0;
    for (int f = square % 8 + df, r = square / 8 + dr; f >= 0 && f < 8 && r >= 0 && r < 8;
         f += df, r += dr)
        bits |= Bits{1} << (r * 8 + f);
    return bits;
}

// The board turned upside down and left to right: h8 becomes a1.
constexpr Bits reversed(Bits bits) {
    bits = (bits >> 1 & 0x5555555555555555) | (bits & 0x5555555555555555) << 1;
    bits = (bits >> 2 & 0x3333333333333333) | (bits & 0x3333333333333333) << 2;
    bits = (bits >> 4 & 0x0f0f0f0f0f0f0f0f) | (bits & 0x0f0f0f0f0f0f0f0f) << 4;
    return __builtin_bswap64(bits);
}

// Attacks along one line by the o^(o-2r) trick: subtraction runs to the first blocker on the
// higher side, and on the bit-reversed board to the first on the lower side
// (https://www.chessprogramming.org/Hyperbola_Quintessence). Few steps, so it suits constexpr.
constexpr Bits line_attacks(int square, Bits occupied, Bits mask) {
    const Bits own = Bits{1} << square;
    const Bits up = (occupied & mask) - 2 * own;
    const Bits down = reversed(reversed(occupied & mask) - 2 * reversed(own));
    return (up ^ down) & mask;
}

struct Lines {
    Bits first, second;
};

constexpr Lines rook_lines(int square) {
    return {ray(square, 1, 0) | ray(square, -1, 0), ray(square, 0, 1) | ray(square, 0, -1)};
}
constexpr Lines bishop_lines(int square) {
    return {ray(square, 1, 1) | ray(square, -1, -1), ray(square, 1, -1) | ray(square, -1, 1)};
}

// A blocker on the last square of a line changes nothing, so edges are left out of the mask
// unless the slider itself stands on that edge.
constexpr Bits relevant(int square, Lines lines) {
    constexpr Bits files = 0x8181818181818181ull, ranks = 0xFF000000000000FFull;
    const Bits own_file = 0x0101010101010101ull << (square % 8);
    const Bits own_rank = 0xFFull << (square / 8 * 8);
    const Bits edges = (files & ~own_file) | (ranks & ~own_rank);
    return (lines.first | lines.second) & ~edges;
}

constexpr int first_bishop_offset = 102'400;

constexpr std::array<SliderLookup, square_count> make_lookup(
    Lines (*lines)(int), const std::array<Bits, square_count>& magics, std::uint32_t offset) {
    std::array<SliderLookup, square_count> lookup{};
    for (std::size_t square = 0; square < square_count; ++square) {
        const Bits mask = relevant(static_cast<int>(square), lines(static_cast<int>(square)));
        const int bits = std::popcount(mask);
        lookup[square] = {mask, magics[square], offset, static_cast<std::uint32_t>(64 - bits)};
        offset += std::uint32_t{1} << bits;
    }
    return lookup;
}

// What the blockers on one line do: for each set of those that matter, the squares attacked along
// it, and where that set's bits lie in the PEXT by the mask of both lines.
struct LineSubset {
    Bits blockers, attacks, pext;
};
struct LineSubsets {
    static constexpr std::size_t most = 64;  // six squares of a line can matter
    std::array<LineSubset, most> subsets{};
    std::size_t count = 0;
};

constexpr LineSubsets line_subsets(int square, Bits line, Bits mask) {
    LineSubsets result;
    const Bits own = line & mask;
    Bits blockers = 0;
    do {
        Bits pext = 0;
        for (Bits left = blockers; left != 0; left &= left - 1)
            pext |= Bits{1} << std::popcount(mask & ((left & -left) - 1));
        result.subsets[result.count++] = {blockers, line_attacks(square, blockers, line), pext};
        blockers = (blockers - own) & own;
    } while (blockers != 0);
    return result;
}

// The two lines of a slider don't depend on each other, so that the many sets of blockers are pairs
// of few.
template <bool by_pext>
constexpr void fill(std::array<Bits, slider_table_size>& table,
                    const std::array<SliderLookup, square_count>& lookup, Lines (*lines)(int)) {
    for (int square = 0; square < square_count; ++square) {
        const SliderLookup& at = lookup[static_cast<std::size_t>(square)];
        const Lines pair = lines(square);
        const LineSubsets first = line_subsets(square, pair.first, at.mask);
        const LineSubsets second = line_subsets(square, pair.second, at.mask);
        for (std::size_t i = 0; i < first.count; ++i) {
            const LineSubset one = first.subsets[i];
            for (std::size_t j = 0; j < second.count; ++j) {
                const LineSubset& other = second.subsets[j];
                const Bits slot = by_pext ? one.pext | other.pext
                                          : (one.blockers | other.blockers) * at.magic >> at.shift;
                table[at.offset + static_cast<std::size_t>(slot)] = one.attacks | other.attacks;
            }
        }
    }
}

template <bool by_pext>
constexpr std::array<Bits, slider_table_size> make_slider_table() {
    std::array<Bits, slider_table_size> table{};
    fill<by_pext>(table, make_lookup(rook_lines, rook_magics, 0), rook_lines);
    fill<by_pext>(table, make_lookup(bishop_lines, bishop_magics, first_bishop_offset),
                  bishop_lines);
    return table;
}

constexpr Bitboard steps(int square, const int (&moves)[8][2]) {
    Bits bits = 0;
    for (const auto& [df, dr] : moves) {
        const int f = square % 8 + df, r = square / 8 + dr;
        if (f >= 0 && f < 8 && r >= 0 && r < 8) bits |= Bits{1} << (r * 8 + f);
    }
    return Bitboard(bits);
}

constexpr LineTables make_line_tables() {
    constexpr int knight_moves[8][2] = {{1, 2},   {2, 1},   {2, -1}, {1, -2},
                                        {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
    constexpr int king_moves[8][2] = {{1, 0},  {1, 1},   {0, 1},  {-1, 1},
                                      {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};
    LineTables tables{};
    for (int a = 0; a < square_count; ++a) {
        const auto i = static_cast<std::size_t>(a);
        const Bitboard own{Square(a)};
        tables.pawn[0][i] = pawn_attacks<Color::white>(own);
        tables.pawn[1][i] = pawn_attacks<Color::black>(own);
        tables.knight[i] = steps(a, knight_moves);
        tables.king[i] = steps(a, king_moves);
        const Lines straight = rook_lines(a), diagonal = bishop_lines(a);
        tables.rook_rays[i] = Bitboard(straight.first | straight.second);
        tables.bishop_rays[i] = Bitboard(diagonal.first | diagonal.second);
        tables.diagonal[i] = Bitboard(diagonal.first) | own;
        tables.anti_diagonal[i] = Bitboard(diagonal.second) | own;
        for (const Bits mask : {straight.first, straight.second, diagonal.first, diagonal.second})
            for (const Square b : Bitboard(mask)) {
                const auto j = static_cast<std::size_t>(b.index());
                tables.line[i][j] = Bitboard(mask) | own;
                tables.between[i][j] =
                    Bitboard(line_attacks(a, Bits{1} << b.index(), mask) &
                             line_attacks(b.index(), Bits{1} << a,
                                          (mask | own.bits()) & ~(Bits{1} << b.index())));
            }
    }
    return tables;
}

}  // namespace

constinit const std::array<SliderLookup, square_count> rook_lookup =
    make_lookup(rook_lines, rook_magics, 0);
constinit const std::array<SliderLookup, square_count> bishop_lookup =
    make_lookup(bishop_lines, bishop_magics, first_bishop_offset);
KIBITZ_COMPUTED_TABLE(slider_table_magic, make_slider_table<false>());
#ifndef __wasm__  // which has no such instruction
KIBITZ_COMPUTED_TABLE(slider_table_pext, make_slider_table<true>());
#endif
KIBITZ_COMPUTED_TABLE(line_tables, make_line_tables());

}  // namespace kibitz::detail
