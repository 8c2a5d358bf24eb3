#include "platform/syzygy_layout.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <expected>
#include <vector>

namespace kibitz {

namespace {

template <class T>
using OrFault = std::expected<T, std::string>;

constexpr int most_pieces = 7;
constexpr std::uint64_t block_alignment = 64;
constexpr std::uint64_t tables_begin = 5;  // after four magic bytes and one of flags
constexpr std::uint64_t flags_at = 4;

using Fault = std::unexpected<std::string>;

Fault cut_off() { return Fault("it is cut off or damaged"); }
Fault damaged(const char* what) { return Fault(std::string("it is damaged (") + what + ")"); }

// The file as little-endian numbers; a reader calls has() first.
class Bytes {
   public:
    explicit Bytes(std::span<const std::byte> bytes) : bytes_(bytes) {}

    [[nodiscard]] std::uint64_t size() const { return bytes_.size(); }
    [[nodiscard]] bool has(std::uint64_t at, std::uint64_t count) const {
        return at <= size() && count <= size() - at;
    }
    [[nodiscard]] unsigned u8(std::uint64_t at) const { return static_cast<unsigned>(bytes_[at]); }
    [[nodiscard]] unsigned u16(std::uint64_t at) const { return u8(at) | u8(at + 1) << 8; }
    [[nodiscard]] std::uint32_t u32(std::uint64_t at) const {
        return u16(at) | static_cast<std::uint32_t>(u16(at + 2)) << 16;
    }
    [[nodiscard]] std::uint32_t u32_big_endian(std::uint64_t at) const {
        return __builtin_bswap32(u32(at));
    }

   private:
    std::span<const std::byte> bytes_;
};

// ---------------------------------------------------------------------------------------------
// The pieces

// Files write a piece as 1 (pawn) to 6 (king), 8 more for the side named second.
constexpr unsigned pawn = 1, king = 6, second_side = 8;
constexpr std::size_t piece_codes = 16;

struct Material {
    std::array<int, piece_codes> count{};
    int total = 0;
    bool has_pawns = false;
    int leading_pawns = 0;  // of the side with fewer, if it has any
    int other_pawns = 0;

    [[nodiscard]] int tables() const { return has_pawns ? 4 : 1; }  // by file of the leading pawn
    // Where both kings are the only pieces that come once, they lead the index, else three pieces
    // do.
    [[nodiscard]] int leading_pieces() const {
        if (has_pawns) return leading_pawns;
        return std::ranges::count(count, 1) == 2 ? 2 : 3;
    }
};

Material material_of(std::string_view pieces) {
    constexpr std::string_view letters = "PNBRQK";
    Material material;
    unsigned side = 0;
    for (const char letter : pieces) {
        if (letter == 'v') {
            side = second_side;
            continue;
        }
        ++material.count[side + letters.find(letter) + 1];
        ++material.total;
    }
    material.leading_pawns = material.count[pawn];
    material.other_pawns = material.count[second_side + pawn];
    material.has_pawns = material.leading_pawns + material.other_pawns > 0;
    if (material.other_pawns > 0 &&
        (material.leading_pawns == 0 || material.leading_pawns > material.other_pawns))
        std::swap(material.leading_pawns, material.other_pawns);
    return material;
}

// ---------------------------------------------------------------------------------------------
// The order of the pieces in a table's index, and with it the table's size

// The number of ways to put k like pieces on n squares.
std::uint64_t placements(int k, int n) {
    std::uint64_t ways = 1;
    for (int i = 0; i < k; ++i)
        ways = ways * static_cast<std::uint64_t>(n - i) / static_cast<std::uint64_t>(i + 1);
    return ways;
}

// The number of ways to place the leading pawns where the leading one stands on the given file (0
// for a, 3 for d): it is the one nearest to the edge and, on its file, the most advanced, so each
// has a number of squares left that falls with the file and the rank.
std::uint64_t leading_pawn_placements(int pawns, int file) {
    constexpr int ranks = 6, squares_for_first = 47, squares_a_file = 12;
    std::uint64_t ways = 0;
    for (int rank = 0; rank < ranks; ++rank)
        ways += placements(pawns - 1, squares_for_first - squares_a_file * file - 2 * rank);
    return ways;
}

std::uint64_t leading_placements(const Material& material, int table) {
    constexpr std::uint64_t two_kings = 462, three_pieces = 31'332;  // up to symmetry
    if (material.has_pawns) return leading_pawn_placements(material.leading_pawns, table);
    return material.leading_pieces() == 2 ? two_kings : three_pieces;
}

struct PieceOrder {
    std::array<unsigned, most_pieces> pieces{};
    unsigned leading_at = 0;      // place of the leading group among the factors of the index
    unsigned other_pawns_at = 0;  // and of the other side's pawns, if there are any
};

// All pieces of the file's name, like ones together, the leading ones in front.
bool fits(const PieceOrder& order, const Material& material) {
    std::array<int, piece_codes> count{};
    for (int i = 0; i < material.total; ++i) {
        const unsigned piece = order.pieces[static_cast<std::size_t>(i)];
        const bool begins_group = i == 0 || piece != order.pieces[static_cast<std::size_t>(i - 1)];
        if (begins_group && count[piece] != 0) return false;
        ++count[piece];
    }
    if (count != material.count) return false;
    const auto type = [&](int i) {
        return order.pieces[static_cast<std::size_t>(i)] % second_side;
    };
    if (material.has_pawns) {
        const auto next = material.leading_pawns;
        return type(0) == pawn && count[order.pieces[0]] == material.leading_pawns &&
               (material.other_pawns == 0 || type(next) == pawn);
    }
    if (material.leading_pieces() == 2) return type(0) == king && type(1) == king;
    return std::ranges::all_of(std::span(order.pieces).first(3),
                               [&](unsigned piece) { return count[piece] == 1; });
}

// The number of positions a table has values for. A fault if the places of the groups are not
// those of all groups.
OrFault<std::uint64_t> table_size(const PieceOrder& order, const Material& material, int table) {
    const bool two_pawn_groups = material.other_pawns > 0;
    int placed = material.leading_pieces() + material.other_pawns;
    int free_squares = 64 - placed;
    std::uint64_t size = 1;
    bool leading_done = false, other_done = !two_pawn_groups;
    for (unsigned place = 0; placed < material.total || !leading_done || !other_done; ++place) {
        if (!leading_done && place == order.leading_at) {
            size *= leading_placements(material, table);
            leading_done = true;
        } else if (!other_done && place == order.other_pawns_at) {
            constexpr int pawn_squares = 48;
            size *= placements(material.other_pawns, pawn_squares - material.leading_pawns);
            other_done = true;
        } else if (placed < material.total) {
            const int like = material.count[order.pieces[static_cast<std::size_t>(placed)]];
            size *= placements(like, free_squares);
            free_squares -= like;
            placed += like;
        } else {
            return damaged("order of the pieces");
        }
    }
    return size;
}

// ---------------------------------------------------------------------------------------------
// One table's code and blocks

struct Code {
    bool is_constant = false;
    unsigned flags = 0;
    unsigned most_value = 0;                 // of all values it can give
    unsigned block_bits = 0, span_bits = 0;  // log2 of a block's bytes and of an index entry's span
    std::uint64_t positions = 0;
    std::uint64_t real_blocks = 0;         // that hold values
    std::uint64_t blocks = 0;              // and with those that only pad the index
    std::uint64_t lengths_at = 0;          // first symbol of each length
    unsigned shortest = 0, longest = 0;    // bits of a code word
    std::vector<std::uint64_t> base;       // by length: the first code word, left-aligned
    std::vector<std::uint16_t> values_of;  // by symbol: how many values it stands for, less one
    // Where its parts lie in the file.
    std::uint64_t index_at = 0, sizes_at = 0, blocks_at = 0;

    [[nodiscard]] std::uint64_t index_entries() const {
        return is_constant ? 0 : (positions + (std::uint64_t{1} << span_bits) - 1) >> span_bits;
    }
};

constexpr unsigned constant_flag = 0x80;
constexpr std::uint64_t index_entry_size = 6, size_entry_size = 2;

class TableFile {
   public:
    TableFile(SyzygyKind kind, const Material& material, Bytes bytes)
        : kind_(kind), material_(material), bytes_(bytes) {}

    OrFault<void> check();

   private:
    OrFault<void> read_orders();
    OrFault<PieceOrder> read_order(std::uint64_t at, unsigned shift) const;
    OrFault<Code> read_code(std::uint64_t positions);
    OrFault<void> read_symbols(Code& code, std::uint64_t symbols_at, std::uint32_t symbols) const;
    OrFault<void> read_lengths(Code& code, std::uint32_t symbols) const;
    OrFault<void> skip_dtz_maps();
    OrFault<void> place_parts();
    OrFault<void> follow_index(const Code& code) const;
    OrFault<void> decode_last_blocks(const Code& code) const;
    [[nodiscard]] bool block_stays_inside(const Code& code, std::uint64_t block) const;
    void align(std::uint64_t to) { at_ = (at_ + to - 1) / to * to; }

    SyzygyKind kind_;
    const Material& material_;
    Bytes bytes_;
    std::uint64_t at_ = tables_begin;   // read so far
    std::vector<std::uint64_t> sizes_;  // of the tables, in the order of the file
    std::vector<Code> codes_;
};

OrFault<void> TableFile::check() {
    if (auto done = read_orders(); !done) return done;
    align(2);
    for (const std::uint64_t size : sizes_) {
        auto code = read_code(size);
        if (!code) return std::unexpected(code.error());
        codes_.push_back(std::move(*code));
    }
    if (kind_ == SyzygyKind::dtz)
        if (auto done = skip_dtz_maps(); !done) return done;
    if (auto done = place_parts(); !done) return done;
    for (const Code& code : codes_) {
        if (code.is_constant) continue;
        if (bytes_.size() <= syzygy_index_check_limit)
            if (auto done = follow_index(code); !done) return done;
        if (auto done = decode_last_blocks(code); !done) return done;
    }
    return {};
}

OrFault<void> TableFile::read_orders() {
    const auto pieces = static_cast<std::uint64_t>(material_.total);
    const std::uint64_t length = 1 + (material_.other_pawns > 0 ? 1 : 0) + pieces;
    const auto tables = static_cast<std::uint64_t>(material_.tables());
    if (!bytes_.has(at_, length * tables)) return cut_off();
    // A bit says whether both sides to move have a table; equal sides need but one.
    const bool both_sides = kind_ == SyzygyKind::wdl && (bytes_.u8(flags_at) & 1) != 0;
    const bool is_symmetric = std::equal(material_.count.begin(), material_.count.begin() + 8,
                                         material_.count.begin() + 8);
    if (kind_ == SyzygyKind::wdl && !both_sides && !is_symmetric)
        return damaged("one side missing");
    unsigned leading_piece = 0;
    for (int table = 0; table < material_.tables(); ++table, at_ += length)
        for (const unsigned shift : {0U, 4U}) {  // a half byte for each side to move
            if (shift > 0 && !both_sides) continue;
            const auto order = read_order(at_, shift);
            if (!order) return std::unexpected(order.error());
            if (leading_piece == 0) leading_piece = order->pieces[0];
            // A lookup finds the leading pawn by the first table, then continues in its own.
            if (material_.has_pawns && order->pieces[0] != leading_piece)
                return damaged("order of the pieces");
            const auto size = table_size(*order, material_, table);
            if (!size) return std::unexpected(size.error());
            sizes_.push_back(*size);
        }
    return {};
}

OrFault<PieceOrder> TableFile::read_order(std::uint64_t at, unsigned shift) const {
    const auto half = [&](std::uint64_t where) { return bytes_.u8(where) >> shift & 0xF; };
    PieceOrder order;
    order.leading_at = half(at++);
    if (material_.other_pawns > 0) order.other_pawns_at = half(at++);
    for (int i = 0; i < material_.total; ++i)
        order.pieces[static_cast<std::size_t>(i)] = half(at++);
    if (!fits(order, material_)) return damaged("order of the pieces");
    return order;
}

OrFault<Code> TableFile::read_code(std::uint64_t positions) {
    constexpr std::uint64_t fixed_part = 10;
    constexpr unsigned most_symbols = 4'095;  // they have 12 bits, one value stands for "none"
    constexpr unsigned least_block_bits = 2, most_block_bits = 15, most_span_bits = 30;
    constexpr unsigned longest_code = 32;
    Code code;
    code.positions = positions;
    if (!bytes_.has(at_, 2)) return cut_off();
    code.flags = bytes_.u8(at_);
    if ((code.flags & constant_flag) != 0) {
        code.is_constant = true;
        // In a DTZ file it stands for 0, whatever is written.
        code.most_value = kind_ == SyzygyKind::wdl ? bytes_.u8(at_ + 1) : 0;
        at_ += 2;
    } else {
        if (!bytes_.has(at_, fixed_part)) return cut_off();
        code.block_bits = bytes_.u8(at_ + 1);
        code.span_bits = bytes_.u8(at_ + 2);
        code.real_blocks = bytes_.u32(at_ + 4);
        code.blocks = code.real_blocks + bytes_.u8(at_ + 3);
        code.longest = bytes_.u8(at_ + 8);
        code.shortest = bytes_.u8(at_ + 9);
        if (code.block_bits < least_block_bits || code.block_bits > most_block_bits ||
            code.span_bits == 0 || code.span_bits > most_span_bits || code.shortest == 0 ||
            code.shortest > code.longest || code.longest > longest_code)
            return damaged("code parameters");
        if (code.blocks > UINT32_MAX) return damaged("number of blocks");
        code.lengths_at = at_ + fixed_part;
        const std::uint64_t lengths = code.longest - code.shortest + 1;
        if (!bytes_.has(code.lengths_at, 2 * lengths + 2)) return cut_off();
        const std::uint64_t symbols_at = code.lengths_at + 2 * lengths + 2;
        const unsigned symbols = bytes_.u16(symbols_at - 2);
        if (symbols == 0 || symbols > most_symbols) return damaged("number of symbols");
        if (!bytes_.has(symbols_at, 3 * std::uint64_t{symbols} + (symbols & 1))) return cut_off();
        at_ = symbols_at + 3 * std::uint64_t{symbols} + (symbols & 1);
        if (auto done = read_symbols(code, symbols_at, symbols); !done)
            return std::unexpected(done.error());
        if (auto done = read_lengths(code, symbols); !done) return std::unexpected(done.error());
    }
    constexpr unsigned most_wdl = 4;  // a win
    if (kind_ == SyzygyKind::wdl && code.most_value > most_wdl) return damaged("values");
    return code;
}

// A symbol is a value or a pair of symbols. Adds up how many values each stands for; a fault if it
// would contain itself, or more values than a byte counts.
OrFault<void> TableFile::read_symbols(Code& code, std::uint64_t symbols_at,
                                      std::uint32_t symbols) const {
    constexpr unsigned no_symbol = 0xFFF, most_values_less_one = 255;
    constexpr std::uint16_t unknown = 0xFFFF, in_progress = 0xFFFE;
    const auto left = [&](std::uint32_t s) { return bytes_.u16(symbols_at + 3 * s) & 0xFFF; };
    const auto right = [&](std::uint32_t s) { return bytes_.u16(symbols_at + 3 * s + 1) >> 4; };
    code.values_of.assign(symbols, unknown);
    std::vector<std::uint32_t> open;  // a symbol waits here until its parts are known
    for (std::uint32_t symbol = 0; symbol < symbols; ++symbol) {
        open.push_back(symbol);
        while (!open.empty()) {
            const std::uint32_t s = open.back();
            std::uint16_t& values = code.values_of[s];
            if (values < in_progress) {
                open.pop_back();
                continue;
            }
            const unsigned a = left(s), b = right(s);
            if (b == no_symbol) {
                values = 0;
                code.most_value = std::max(code.most_value, a);
                open.pop_back();
                continue;
            }
            if (a >= symbols || b >= symbols) return damaged("symbols");
            const bool waits = code.values_of[a] >= in_progress || code.values_of[b] >= in_progress;
            if (waits) {
                // Seen before and still not known: it is a part of itself.
                if (values == in_progress) return damaged("symbols");
                values = in_progress;
                for (const unsigned part : {a, b}) {
                    if (code.values_of[part] == in_progress) return damaged("symbols");
                    if (code.values_of[part] == unknown) open.push_back(part);
                }
                continue;
            }
            const unsigned sum = code.values_of[a] + code.values_of[b] + 1U;
            if (sum > most_values_less_one) return damaged("symbols");
            values = static_cast<std::uint16_t>(sum);
            open.pop_back();
        }
    }
    return {};
}

// The code is canonical: for each length the first symbol is given, the code words follow. A fault
// if some bit pattern leads to a symbol that is not there.
OrFault<void> TableFile::read_lengths(Code& code, std::uint32_t symbols) const {
    const unsigned lengths = code.longest - code.shortest + 1;
    const auto first_symbol = [&](unsigned i) { return bytes_.u16(code.lengths_at + 2 * i); };
    code.base.assign(lengths, 0);
    for (unsigned i = lengths - 1; i-- > 0;) {
        const std::uint64_t sum = code.base[i + 1] + first_symbol(i);
        if (sum < first_symbol(i + 1)) return damaged("code words");
        code.base[i] = (sum - first_symbol(i + 1)) / 2;
    }
    // The last bit pattern that is no code word of the lengths so far.
    std::uint64_t below = UINT64_MAX;
    for (unsigned i = 0; i < lengths; ++i) {
        const unsigned length = code.shortest + i;
        if (code.base[i] >> length != 0) return damaged("code words");
        code.base[i] <<= 64 - length;
        if (code.base[i] > below) continue;  // no code word of this length
        const std::uint64_t last = first_symbol(i) + ((below - code.base[i]) >> (64 - length));
        if (last >= symbols) return damaged("code words");
        if (code.base[i] == 0) break;
        below = code.base[i] - 1;
    }
    return {};
}

// A DTZ file may map its values to distances, by four lists for the kinds of result.
OrFault<void> TableFile::skip_dtz_maps() {
    constexpr unsigned mapped_flag = 2, wide_flag = 16;
    constexpr int lists = 4;
    for (const Code& code : codes_) {
        if ((code.flags & mapped_flag) == 0) continue;
        const bool wide = (code.flags & wide_flag) != 0;
        const std::uint64_t width = wide ? 2 : 1;
        if (wide) align(2);
        for (int list = 0; list < lists; ++list) {
            if (!bytes_.has(at_, width)) return cut_off();
            const std::uint64_t length = wide ? bytes_.u16(at_) : bytes_.u8(at_);
            // A value may belong to another list; to read it in this one must do no harm.
            if (!bytes_.has(at_,
                            width * (1 + std::max<std::uint64_t>(length, code.most_value + 1))))
                return cut_off();
            at_ += width * (1 + length);
        }
    }
    align(2);
    return {};
}

OrFault<void> TableFile::place_parts() {
    const auto take = [this](std::uint64_t& part_at, std::uint64_t size) {
        part_at = at_;
        if (!bytes_.has(at_, size)) return false;
        at_ += size;
        return true;
    };
    for (Code& code : codes_)
        if (!take(code.index_at, index_entry_size * code.index_entries())) return cut_off();
    for (Code& code : codes_)
        if (!take(code.sizes_at, size_entry_size * code.blocks)) return cut_off();
    for (Code& code : codes_) {
        align(block_alignment);
        if (!take(code.blocks_at, code.real_blocks << code.block_bits)) return cut_off();
    }
    return {};
}

// An index entry names the block and place of the value in the middle of its span. From there a
// lookup counts values to the left or right, so all entries must lie where the sizes of the blocks
// say, and the blocks must hold all values.
OrFault<void> TableFile::follow_index(const Code& code) const {
    const auto values_in = [&](std::uint64_t block) {
        return std::uint64_t{bytes_.u16(code.sizes_at + size_entry_size * block)} + 1;
    };
    std::uint64_t block = 0, before = 0;  // values before the block
    const std::uint64_t span = std::uint64_t{1} << code.span_bits;
    for (std::uint64_t i = 0; i < code.index_entries(); ++i) {
        const std::uint64_t entry = code.index_at + index_entry_size * i;
        const std::uint64_t its_block = bytes_.u32(entry), offset = bytes_.u16(entry + 4);
        if (its_block < block || its_block >= code.blocks) return damaged("index");
        while (block < its_block) before += values_in(block++);
        if (before + offset != i * span + span / 2) return damaged("index");
    }
    std::uint64_t values = 0;
    for (std::uint64_t b = 0; b < code.real_blocks && values < code.positions; ++b)
        values += values_in(b);
    if (values < code.positions) return damaged("number of values");
    return {};
}

// A damaged block can make a lookup read on in the next ones: wrong, but harmless while there is
// file left. So the last blocks are decoded to see where they end.
OrFault<void> TableFile::decode_last_blocks(const Code& code) const {
    constexpr std::uint64_t most_values = 1 << 16, bits_a_byte = 8, read_ahead = 16;
    const std::uint64_t reach = most_values * code.longest / bits_a_byte + read_ahead;
    for (std::uint64_t block = code.real_blocks; block-- > 0;) {
        const std::uint64_t begin = code.blocks_at + (block << code.block_bits);
        if (bytes_.has(begin, reach)) break;
        if (!block_stays_inside(code, block)) return damaged("last blocks");
    }
    return {};
}

bool TableFile::block_stays_inside(const Code& code, std::uint64_t block) const {
    std::uint64_t at = code.blocks_at + (block << code.block_bits);
    if (!bytes_.has(at, 8)) return false;
    std::uint64_t bits =
        static_cast<std::uint64_t>(bytes_.u32_big_endian(at)) << 32 | bytes_.u32_big_endian(at + 4);
    at += 8;
    unsigned used = 0;
    std::uint64_t left = bytes_.u16(code.sizes_at + size_entry_size * block);
    while (true) {
        unsigned i = 0;
        while (bits < code.base[i]) ++i;  // the last base is 0
        const unsigned length = code.shortest + i;
        const std::uint64_t symbol =
            bytes_.u16(code.lengths_at + 2 * i) + ((bits - code.base[i]) >> (64 - length));
        const std::uint64_t values = code.values_of[symbol] + std::uint64_t{1};
        if (left < values) return true;
        left -= values;
        bits <<= length;
        used += length;
        if (used >= 32) {
            used -= 32;
            if (!bytes_.has(at, 4)) return false;
            bits |= static_cast<std::uint64_t>(bytes_.u32_big_endian(at)) << used;
            at += 4;
        }
    }
}

}  // namespace

std::optional<std::string> syzygy_layout_fault(SyzygyKind kind, std::string_view pieces,
                                               std::span<const std::byte> file) {
    if (file.size() < tables_begin) return cut_off().error();
    const Material material = material_of(pieces);
    if (material.total < 3) return "a table has at least three pieces";
    auto checked = TableFile(kind, material, Bytes(file)).check();
    return checked ? std::nullopt : std::optional(checked.error());
}

}  // namespace kibitz
