// The cuckoo table behind reversible_moves.hpp.
#include <array>
#include <utility>

#include "chess/computed_table.hpp"
#include "engine/search/reversible_moves.hpp"

namespace kibitz::search {

namespace {

constexpr std::size_t table_size = 8192;

// A key's two possible places.
constexpr std::size_t first_place(Key key) { return key % table_size; }
constexpr std::size_t second_place(Key key) { return (key >> 16) % table_size; }

struct Table {
    std::array<Key, table_size> keys{};
    std::array<ReversibleMove, table_size> moves{};
};

constexpr int distance(int a, int b) { return a > b ? a - b : b - a; }

constexpr bool moves_between(PieceType type, int a, int b) {
    const int files = distance(a % 8, b % 8), ranks = distance(a / 8, b / 8);
    const bool straight = files == 0 || ranks == 0, diagonal = files == ranks;
    switch (type) {
        case PieceType::knight: return files * ranks == 2;
        case PieceType::bishop: return diagonal;
        case PieceType::rook: return straight;
        case PieceType::queen: return straight || diagonal;
        case PieceType::king: return files <= 1 && ranks <= 1;
        default: return false;
    }
}

constexpr Table make_table() {
    Table table;
    for (int p = index(Piece::white_knight); p < piece_count; ++p) {
        const auto piece = static_cast<Piece>(p);
        for (int a = 0; a < square_count; ++a)
            for (int b = a + 1; b < square_count; ++b) {
                if (!moves_between(type_of(piece), a, b)) continue;
                Key key = zobrist::piece(piece, Square(a)) ^ zobrist::piece(piece, Square(b)) ^
                          zobrist::black_to_move;
                ReversibleMove move{Square(a), Square(b)};
                // The new entry takes this place; an entry that was there moves to its other place.
                for (std::size_t place = first_place(key);;
                     place = place == first_place(key) ? second_place(key) : first_place(key)) {
                    std::swap(table.keys[place], key);
                    std::swap(table.moves[place], move);
                    if (key == 0) break;
                }
            }
    }
    return table;
}

KIBITZ_COMPUTED_TABLE(table, make_table());

}  // namespace

std::optional<ReversibleMove> find_reversible_move(Key difference) {
    for (const std::size_t place : {first_place(difference), second_place(difference)})
        if (table.keys[place] == difference) return table.moves[place];
    return std::nullopt;
}

}  // namespace kibitz::search
