// A small made-up Syzygy file: queen against king, White to move always wins (in one code of two
// words), Black to move always loses (a constant). Not true, but well-formed.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

namespace kibitz::test {

struct MadeSyzygy {
    std::string bytes;
    // Where its parts begin.
    std::size_t pieces = 0, code = 0, lengths = 0, symbols = 0, index = 0, sizes = 0, blocks = 0;
};

inline void append_number(std::string& to, std::uint64_t number, int bytes) {
    for (int i = 0; i < bytes; ++i) to += static_cast<char>(number >> (8 * i) & 0xFF);
}

// Symbol n stands for 2^n wins; the two last have code words. A lookup can count to 2^8.
inline MadeSyzygy make_queen_table(unsigned symbols = 9) {
    constexpr unsigned white_king = 6, white_queen = 5, black_king = 14, win = 4;
    constexpr int positions = 31'332, blocks = 4, values_a_block = 8'192;
    constexpr int span_bits = 12, span = 1 << span_bits, entries = 8;
    MadeSyzygy made;
    std::string& out = made.bytes;
    out = "\x71\xE8\x23\x5D";
    out += '\x01';  // both sides to move
    made.pieces = out.size();
    // Three pieces that come once lead the index and are all of it; the same for both sides.
    for (const unsigned half : {0U, white_king, black_king, white_queen})
        out += static_cast<char>(half << 4 | half);
    out += '\0';  // to an even place
    made.code = out.size();
    out += '\0';  // flags
    out += '\6';  // blocks of 64 bytes
    out += static_cast<char>(span_bits);
    out += '\0';  // no padding blocks
    append_number(out, blocks, 4);
    out += "\x01\x01";  // code words of one bit
    made.lengths = out.size();
    append_number(out, symbols - 2, 2);  // code word 0: the last symbol but one, 1: the last
    append_number(out, symbols, 2);
    made.symbols = out.size();
    append_number(out, 0xFFF000 | win, 3);
    for (unsigned half = 0; half + 1 < symbols; ++half) append_number(out, half << 12 | half, 3);
    if (symbols % 2 == 1) out += '\0';
    out += '\x80';  // the other side: a constant
    out += '\0';    // loss
    made.index = out.size();
    for (int i = 0; i < entries; ++i) {
        const int middle = i * span + span / 2;
        append_number(out, static_cast<std::uint64_t>(middle / values_a_block), 4);
        append_number(out, static_cast<std::uint64_t>(middle % values_a_block), 2);
    }
    made.sizes = out.size();
    for (int left = positions; left > 0; left -= values_a_block)
        append_number(out, static_cast<std::uint64_t>(std::min(left, values_a_block) - 1), 2);
    out.resize((out.size() + 63) / 64 * 64, '\0');
    made.blocks = out.size();
    out.append(std::size_t{blocks} * 64, '\xFF');
    out.append(16, '\0');  // checksum
    return made;
}

}  // namespace kibitz::test
