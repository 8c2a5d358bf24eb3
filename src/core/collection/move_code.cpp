#include "collection/move_code.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>

#include "chess/attacks.hpp"
#include "chess/movegen.hpp"

namespace kibitz::collection {

namespace {

// The upper half of a byte is the piece: 0 for the king, and the others from 1, in the order of
// their squares: a side has 16 pieces at most. The lower half is the way.
constexpr int way_bits = 4, ways = 1 << way_bits;
constexpr int side_of_board = 8;

// Ways of a king: eight steps, then castling with the first rook or the second.
constexpr int first_castling = 8;
// Ways of a pawn: one to a neighbouring file, straight on, to the other file, with five promotions
// each, none among them; then two squares.
constexpr int promotions = 5, double_step = 3 * promotions;
static_assert(double_step % promotions == 0);  // as if it had no promotion
constexpr std::array<PieceType, promotions> promoted = {
    PieceType::none, PieceType::knight, PieceType::bishop, PieceType::rook, PieceType::queen};

Bitboard squares_before(Square square) {
    return Bitboard((std::uint64_t{1} << square.index()) - 1);
}

int place_in(Bitboard squares, Square square) { return (squares & squares_before(square)).count(); }

// For each byte, where its bits are, the lowest first.
constexpr auto places_of_bits = [] {
    constexpr unsigned bytes = 256, bits = 8;
    std::array<std::array<std::uint8_t, bits>, bytes> table{};
    for (unsigned byte = 0; byte < bytes; ++byte)
        for (unsigned bit = 0, place = 0; bit < bits; ++bit)
            if ((byte >> bit & 1) != 0) table[byte][place++] = static_cast<std::uint8_t>(bit);
    return table;
}();

// Without a loop, whose length nobody can predict: the counts of the bytes are added up side by
// side. https://vigna.di.unimi.it/ftp/papers/Broadword.pdf, "select".
std::optional<Square> square_at(Bitboard squares, int place) {
    if (place >= squares.count()) return std::nullopt;
    constexpr std::uint64_t ones = 0x0101010101010101, highest = ones << 7;
    constexpr std::uint64_t pairs = 0x5555555555555555, fours = 0x3333333333333333,
                            bytes = 0x0F0F0F0F0F0F0F0F;
    constexpr int byte_bits = 8;
    const std::uint64_t all = squares.bits();
    std::uint64_t counts = all - (all >> 1 & pairs);
    counts = (counts & fours) + (counts >> 2 & fours);
    // In each byte, the bits in it and in those below it.
    const std::uint64_t sums = ((counts + (counts >> 4)) & bytes) * ones;
    const std::uint64_t wanted = static_cast<std::uint64_t>(place) * ones;
    // The bytes whose bits all come before the one that is wanted.
    const int shift = byte_bits * Bitboard(((wanted | highest) - sums) & highest).count();
    const auto before = static_cast<int>(sums << byte_bits >> shift & 0xFF);
    const auto byte = static_cast<std::size_t>(all >> shift & 0xFF);
    return Square(shift + places_of_bits[byte][static_cast<std::size_t>(place - before)]);
}

Bitboard pieces_but_king(const Position& position) {
    const Color side = position.side_to_move();
    return position.pieces(side) ^ position.king(side);
}

int file_of(Square square) { return index(square.file()); }
int rank_of(Square square) { return index(square.rank()); }

// Along the rank to a file, or along the file to a rank.
int rook_way(Square from, Square to) {
    return from.rank() == to.rank() ? file_of(to) : side_of_board + rank_of(to);
}

// To a file along the diagonal that rises to the right, or along the other one.
int bishop_way(Square from, Square to) {
    const bool rises = file_of(to) - file_of(from) == rank_of(to) - rank_of(from);
    return rises ? file_of(to) : side_of_board + file_of(to);
}

// A queen moves like a rook; a way that goes nowhere says that the target follows.
int diagonal_queen_way(Square from) { return file_of(from); }

int pawn_way(Move move) {
    if (std::abs(rank_of(move.to()) - rank_of(move.from())) > 1) return double_step;
    const int files = file_of(move.to()) - file_of(move.from()) + 1;
    const auto promotion = std::ranges::find(promoted, move.promoted_to()) - promoted.begin();
    return files * promotions + static_cast<int>(promotion);
}

std::optional<Move> king_move(const Position& position, int way) {
    const Color side = position.side_to_move();
    const Square from = position.king(side);
    if (way < first_castling) {
        const auto to = square_at(king_attacks(from), way);
        return to ? std::optional(Move(from, *to)) : std::nullopt;
    }
    const auto rook = square_at(position.castling_rooks(side), way - first_castling);
    return rook ? std::optional(Move(from, *rook, MoveKind::castling)) : std::nullopt;
}

constexpr Square on_board(int file, int rank) {
    return file < 0 || file >= side_of_board || rank < 0 || rank >= side_of_board
               ? Square::none()
               : Square(static_cast<File>(file), static_cast<Rank>(rank));
}

constexpr Square pawn_target(Color side, int file, int rank, int way) {
    const int up = side == Color::white ? 1 : -1;
    return way == double_step ? on_board(file, rank + 2 * up)
                              : on_board(file + way / promotions - 1, rank + up);
}

constexpr Square knight_target(int file, int rank, int way) {
    constexpr int area_of_jump = 2;
    for (int square = 0; square < square_count; ++square) {
        const int files = square % side_of_board - file, ranks = square / side_of_board - rank;
        const int area = files * ranks;
        if ((area == area_of_jump || area == -area_of_jump) && way-- == 0) return Square(square);
    }
    return Square::none();
}

constexpr Square bishop_target(int file, int rank, int way) {
    const bool rises = way < side_of_board;
    const int to = way % side_of_board;
    return on_board(to, rises ? rank + to - file : rank - to + file);
}

constexpr Square rook_target(int file, int rank, int way) {
    return way < side_of_board ? on_board(way, rank) : on_board(file, way - side_of_board);
}

constexpr Square target_of(Piece piece, int file, int rank, int way) {
    switch (type_of(piece)) {
        case PieceType::pawn: return pawn_target(color_of(piece), file, rank, way);
        case PieceType::knight: return knight_target(file, rank, way);
        case PieceType::bishop: return bishop_target(file, rank, way);
        default: return rook_target(file, rank, way);
    }
}

// Where each piece but a king goes from each square, by its way. Looked up, since a processor does
// not foresee which kind of piece moves next.
constexpr std::size_t pieces_but_kings = 10;
using Targets = std::array<std::array<std::array<Square, ways>, square_count>, pieces_but_kings>;
constexpr Targets targets = [] {
    Targets table;
    for (std::size_t piece = 0; piece < table.size(); ++piece)
        for (int from = 0; from < square_count; ++from)
            for (int way = 0; way < ways; ++way)
                table[piece][static_cast<std::size_t>(from)][static_cast<std::size_t>(way)] =
                    target_of(static_cast<Piece>(piece), from % side_of_board, from / side_of_board,
                              way);
    return table;
}();

Move pawn_move(const Position& position, Square from, Square to, int way) {
    const PieceType piece = promoted[static_cast<std::size_t>(way % promotions)];
    if (piece != PieceType::none) return Move::promotion(from, to, piece);
    const bool is_en_passant = to == position.en_passant() && to.file() != from.file();
    return {from, to, is_en_passant ? MoveKind::en_passant : MoveKind::normal};
}

std::optional<Move> piece_move(const Position& position, Square from, int way,
                               detail::ByteReader& rest) {
    const Piece piece = position.piece_on(from);
    Square to = targets[static_cast<std::size_t>(index(piece))]
                       [static_cast<std::size_t>(from.index())][static_cast<std::size_t>(way)];
    if (type_of(piece) == PieceType::queen && way == diagonal_queen_way(from)) {
        const auto target = rest.byte();
        to = target && *target < square_count ? Square(*target) : Square::none();
    }
    if (to.is_none()) return std::nullopt;
    if (type_of(piece) == PieceType::pawn) return pawn_move(position, from, to, way);
    return Move(from, to);
}

std::optional<Move> any_move(std::uint8_t first, detail::ByteReader& rest,
                             const Position& position) {
    const int piece = first >> way_bits, way = first & (ways - 1);
    if (piece == 0) return king_move(position, way);
    const auto from = square_at(pieces_but_king(position), piece - 1);
    return from ? piece_move(position, *from, way, rest) : std::nullopt;
}

}  // namespace

void append_move(std::string& out, const Position& position, Move move) {
    const auto put = [&out](int byte) { out += static_cast<char>(byte); };
    if (move.is_none()) return put(null_move_code);
    const Square from = move.from(), to = move.to();
    const PieceType type = type_of(position.piece_on(from));
    const Color side = position.side_to_move();
    if (type == PieceType::king)
        return put(move.is_castling() ? first_castling + place_in(position.castling_rooks(side), to)
                                      : place_in(king_attacks(from), to));
    const int byte = (place_in(pieces_but_king(position), from) + 1) << way_bits;
    switch (type) {
        case PieceType::pawn: return put(byte | pawn_way(move));
        case PieceType::knight: return put(byte | place_in(knight_attacks(from), to));
        case PieceType::bishop: return put(byte | bishop_way(from, to));
        case PieceType::rook: return put(byte | rook_way(from, to));
        default: break;
    }
    if (from.rank() == to.rank() || from.file() == to.file()) return put(byte | rook_way(from, to));
    put(byte | diagonal_queen_way(from));
    put(to.index());
}

std::optional<Move> read_move(std::uint8_t first, detail::ByteReader& rest,
                              const Position& position) {
    const auto move = any_move(first, rest, position);
    return move && position.is_legal(*move) ? move : std::nullopt;
}

std::optional<Move> numbered_move(const Position& position, std::uint8_t number) {
    MoveList moves = legal_moves(position);
    if (number >= moves.size()) return std::nullopt;
    Move* const wanted = moves.begin() + number;
    std::nth_element(moves.begin(), wanted, moves.end(),
                     [](Move a, Move b) { return a.bits() < b.bits(); });
    return *wanted;
}

}  // namespace kibitz::collection
