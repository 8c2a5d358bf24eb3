#include "endgames/men.hpp"

#include <algorithm>

namespace kibitz::endgames {
namespace {

constexpr std::size_t files_with_pawn = 4;

constexpr int file_of(Square square) { return index(square.file()); }
constexpr int rank_of(Square square) { return index(square.rank()); }
constexpr bool on_diagonal(Square square) { return file_of(square) == rank_of(square); }
constexpr bool above_diagonal(Square square) { return rank_of(square) > file_of(square); }
constexpr Square transpose(Square square) { return Square(8 * file_of(square) + rank_of(square)); }

// The mirror images of the board, by what is done: 1 flips the files, 2 the ranks, 4 swaps both
// after that.
constexpr int flips_files = 1, flips_ranks = 2, transposes = 4;
constexpr Square image_of(Square square, int way) {
    if (way & flips_files) square = square.flip_file();
    if (way & flips_ranks) square = square.flip_rank();
    return way & transposes ? transpose(square) : square;
}

// All images of all squares, looked up.
constexpr auto images = [] {
    std::array<std::array<Square, square_count>, flips_files + flips_ranks + transposes + 1> all{};
    for (std::size_t way = 0; way < all.size(); ++way)
        for (int i = 0; i < square_count; ++i)
            all[way][static_cast<std::size_t>(i)] = image_of(Square(i), static_cast<int>(way));
    return all;
}();
Square image(Square square, int way) {
    return images[static_cast<std::size_t>(way)][static_cast<std::size_t>(square.index())];
}

constexpr bool touch(Square one, Square other) {
    const int files = file_of(one) - file_of(other), ranks = rank_of(one) - rank_of(other);
    return files >= -1 && files <= 1 && ranks >= -1 && ranks <= 1;
}

struct KingPair {
    Square white, black;
};

// The pairs of kings that do not touch, White's in the triangle and Black's, where White's is on
// the diagonal, not above it.
constexpr std::size_t pair_count = 462;
struct KingPairs {
    std::array<std::array<std::int16_t, square_count>, square_count> number{};
    std::array<KingPair, pair_count> pairs{};
};
constexpr KingPairs king_pairs = [] {
    KingPairs all;
    std::size_t count = 0;
    for (int white = 0; white < square_count; ++white) {
        const Square king(white);
        if (file_of(king) > index(File::d) || above_diagonal(king)) continue;
        for (int black = 0; black < square_count; ++black) {
            const Square other(black);
            if (touch(king, other) || (on_diagonal(king) && above_diagonal(other))) continue;
            all.number[static_cast<std::size_t>(white)][static_cast<std::size_t>(black)] =
                static_cast<std::int16_t>(count);
            all.pairs[count++] = {king, other};
        }
    }
    return all;
}();

// How a placement without a pawn is mirrored into its form.
int way_of(const Placement& placement) {
    const Square king = placement.at(0).square;
    int way = 0;
    if (file_of(king) > index(File::d)) way |= flips_files;
    if (rank_of(king) > index(Rank::r4)) way |= flips_ranks;
    for (int i = 0; i < placement.count; ++i) {
        const Square square = image(placement.at(i).square, way);
        if (on_diagonal(square)) continue;
        return above_diagonal(square) ? way | transposes : way;
    }
    return way;
}

bool has_pawn(const Placement& placement) {
    return placement.count > 2 && type_of(placement.at(2).piece) == PieceType::pawn;
}

// More for the side that is to be White: a pawn before all, then the number of men, then what they
// are.
int strength(const Placement& placement, Color side) {
    constexpr int pawn = 10'000, man = 100;
    int sum = 0;
    for (int i = 0; i < placement.count; ++i) {
        const Piece piece = placement.at(i).piece;
        if (color_of(piece) != side || type_of(piece) == PieceType::king) continue;
        sum += type_of(piece) == PieceType::pawn ? pawn : man + index(type_of(piece));
    }
    return sum;
}

// What a man attacks on an empty board.
Bitboard rays(Piece piece, Square square) {
    switch (type_of(piece)) {
        case PieceType::pawn: return pawn_attacks(color_of(piece), square);
        case PieceType::knight: return knight_attacks(square);
        case PieceType::bishop: return bishop_rays(square);
        case PieceType::rook: return rook_rays(square);
        case PieceType::queen: return rook_rays(square) | bishop_rays(square);
        default: return king_attacks(square);
    }
}

// The order of men in a table.
int place_in_order(Piece piece) {
    const bool is_white = color_of(piece) == Color::white;
    if (type_of(piece) == PieceType::king) return is_white ? 0 : 1;
    if (type_of(piece) == PieceType::pawn) return 2;
    constexpr int first_white = 10, first_black = 20;
    return (is_white ? first_white : first_black) - index(type_of(piece));
}

}  // namespace

void Placement::remove(int at) {
    for (int i = at; i + 1 < count; ++i) this->at(i) = this->at(i + 1);
    --count;
}

bool Placement::attacks(Color side, Square square, Bitboard occupied, int except) const {
    for (int i = 0; i < count; ++i) {
        const Man& man = at(i);
        if (color_of(man.piece) != side || i == except) continue;
        // Most sliders do not even point there, and the rays of a square fit in the nearest cache.
        if (rays(man.piece, man.square).contains(square) &&
            (between(man.square, square) & occupied).empty())
            return true;
    }
    return false;
}

int Material::others_count() const {
    return static_cast<int>(others.size() - std::ranges::count(others, Piece::none));
}

bool Material::is_dead() const {
    const auto is_minor = [](Piece piece) {
        return type_of(piece) == PieceType::knight || type_of(piece) == PieceType::bishop;
    };
    return others_count() == 0 || (others_count() == 1 && is_minor(others[0]));
}

std::optional<Placement> placement_of(const Position& position) {
    if (position.occupied().count() > most_men || position.castling_rooks().any() ||
        position.pieces(PieceType::pawn).several())
        return std::nullopt;
    Placement placement;
    for (const Square square : position.occupied())
        placement.add(position.piece_on(square), square);
    placement.to_move = position.side_to_move();
    return placement;
}

void order(Placement& placement) {
    if (strength(placement, Color::black) > strength(placement, Color::white)) {
        for (int i = 0; i < placement.count; ++i) {
            Man& man = placement.at(i);
            man = {make_piece(~color_of(man.piece), type_of(man.piece)), man.square.flip_rank()};
        }
        placement.to_move = ~placement.to_move;
    }
    // By insertion: there are four at most, and nothing is asked for more often.
    for (int i = 1; i < placement.count; ++i)
        for (int j = i; j > 0 && place_in_order(placement.at(j).piece) <
                                     place_in_order(placement.at(j - 1).piece);
             --j)
            std::swap(placement.at(j), placement.at(j - 1));
}

Material material_of(const Placement& placement) {
    Material material;
    for (int i = 2; i < placement.count; ++i)
        material.others[static_cast<std::size_t>(i - 2)] = placement.at(i).piece;
    if (has_pawn(placement)) material.pawn_rank = placement.at(2).square.rank();
    return material;
}

Placement sample_of(const Material& material) {
    Placement placement;
    placement.add(Piece::white_king, squares::a1);
    placement.add(Piece::black_king, squares::h8);
    for (const Piece piece : material.others)
        if (piece != Piece::none)
            placement.add(piece, type_of(piece) == PieceType::pawn
                                     ? Square(File::a, material.pawn_rank.value_or(Rank::r2))
                                     : squares::h1);
    return placement;
}

std::size_t index_count(const Material& material) {
    std::size_t count =
        material.pawn_rank ? files_with_pawn * square_count * square_count : pair_count;
    for (int i = material.pawn_rank ? 1 : 0; i < material.others_count(); ++i)
        count *= square_count;
    return count;
}

std::size_t index_of(const Placement& placement) {
    const auto number = [](Square square) { return static_cast<std::size_t>(square.index()); };
    const Square white = placement.at(0).square, black = placement.at(1).square;
    if (has_pawn(placement)) {
        const int file = file_of(placement.at(2).square);
        const int way = file > index(File::d) ? flips_files : 0;
        auto at = static_cast<std::size_t>(way ? index(File::h) - file : file);
        at = (at * square_count + number(image(white, way))) * square_count +
             number(image(black, way));
        for (int i = 3; i < placement.count; ++i)
            at = at * square_count + number(image(placement.at(i).square, way));
        return at;
    }
    const int way = way_of(placement);
    auto at = static_cast<std::size_t>(
        king_pairs.number[number(image(white, way))][number(image(black, way))]);
    for (int i = 2; i < placement.count; ++i)
        at = at * square_count + number(image(placement.at(i).square, way));
    return at;
}

std::optional<Placement> placement_at(const Material& material, std::size_t index) {
    Placement placement = sample_of(material);
    const auto take = [&index](std::size_t base) {
        const std::size_t digit = index % base;
        index /= base;
        return digit;
    };
    const auto square = [&take] { return Square(static_cast<int>(take(square_count))); };
    const int fixed = material.pawn_rank ? 3 : 2;
    for (int i = placement.count - 1; i >= fixed; --i) placement.at(i).square = square();
    if (material.pawn_rank) {
        placement.at(1).square = square();
        placement.at(0).square = square();
        placement.at(2).square = Square(static_cast<File>(index), *material.pawn_rank);
        if (touch(placement.at(0).square, placement.at(1).square)) return std::nullopt;
    } else {
        placement.at(0).square = king_pairs.pairs[index].white;
        placement.at(1).square = king_pairs.pairs[index].black;
        if (way_of(placement) != 0) return std::nullopt;
    }
    if (placement.occupied().count() != placement.count) return std::nullopt;
    return placement;
}

bool is_symmetric(const Placement& placement) {
    if (has_pawn(placement)) return false;
    for (int i = 0; i < placement.count; ++i)
        if (!on_diagonal(placement.at(i).square)) return false;
    return true;
}

}  // namespace kibitz::endgames
