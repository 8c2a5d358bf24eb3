#include "chess/position.hpp"

#include <algorithm>
#include <cassert>

#include "chess/narrow_argument.hpp"

namespace kibitz {

namespace {

constexpr std::size_t at(Square square) { return static_cast<std::size_t>(square.index()); }
constexpr std::size_t at(Color color) { return static_cast<std::size_t>(index(color)); }
constexpr std::size_t at(PieceType type) { return static_cast<std::size_t>(index(type)); }

constexpr Key one_of(Piece piece) { return Key{1} << (4 * index(piece)); }

constexpr Square behind(Square square, Color side) { return square - forward(side); }

constexpr Bitboard back_rank(Color side) { return Bitboard(relative(Rank::r1, side)); }

}  // namespace

// ---------------------------------------------------------------------------------------------
// Putting pieces on the board

inline void Position::put(Piece piece, Square square) {
    by_type_[at(type_of(piece))] |= square;
    by_color_[at(color_of(piece))] |= square;
    board_[at(square)] = piece;
    const Key key = zobrist::piece(piece, square);
    key_ ^= key;
    (type_of(piece) == PieceType::pawn ? pawn_key_ : non_pawn_key_[at(color_of(piece))]) ^= key;
}

inline void Position::remove(Piece piece, Square square) {
    by_type_[at(type_of(piece))] ^= square;
    by_color_[at(color_of(piece))] ^= square;
    board_[at(square)] = Piece::none;
    const Key key = zobrist::piece(piece, square);
    key_ ^= key;
    (type_of(piece) == PieceType::pawn ? pawn_key_ : non_pawn_key_[at(color_of(piece))]) ^= key;
}

void Position::set_castling_rooks(Bitboard rooks) {
    for (const Square square : castling_rooks_ ^ rooks) key_ ^= zobrist::castling_rook(square);
    castling_rooks_ = rooks;
}

// ---------------------------------------------------------------------------------------------
// Attacks

Bitboard Position::attackers_to(Square square, Bitboard occupied) const {
    const Bitboard straight = pieces(PieceType::rook) | pieces(PieceType::queen);
    const Bitboard diagonal = pieces(PieceType::bishop) | pieces(PieceType::queen);
    return (pawn_attacks(Color::black, square) & pieces(Color::white, PieceType::pawn)) |
           (pawn_attacks(Color::white, square) & pieces(Color::black, PieceType::pawn)) |
           (knight_attacks(square) & pieces(PieceType::knight)) |
           (king_attacks(square) & pieces(PieceType::king)) |
           (rook_attacks(square, occupied) & straight) |
           (bishop_attacks(square, occupied) & diagonal);
}

bool Position::is_attacked(Square square, Color by, Bitboard occupied) const {
    if ((pawn_attacks(~by, square) & pieces(by, PieceType::pawn)).any()) return true;
    if ((knight_attacks(square) & pieces(by, PieceType::knight)).any()) return true;
    if (king_attacks(square).contains(king(by))) return true;
    // Most squares have no slider on their lines at all, and few have more than one.
    const Bitboard snipers =
        (rook_rays(square) & pieces(by, PieceType::rook, PieceType::queen)) |
        (bishop_rays(square) & pieces(by, PieceType::bishop, PieceType::queen));
    for (const Square sniper : snipers)
        if ((between(square, sniper) & occupied).empty()) return true;
    return false;
}

Bitboard Position::attacks_by(Color color, PieceType type) const {
    if (type == PieceType::pawn) return pawn_attacks(color, pieces(color, type));
    Bitboard attacked;
    for (const Square square : pieces(color, type))
        attacked |= piece_attacks(type, square, occupied());
    return attacked;
}

Bitboard Position::attacks_by(Color color) const {
    Bitboard attacked;
    for (int type = 0; type < piece_type_count; ++type)
        attacked |= attacks_by(color, static_cast<PieceType>(type));
    return attacked;
}

Bitboard Position::king_blockers(Color color) const {
    const Square square = king(color);
    const Bitboard snipers =
        ((rook_rays(square) & (pieces(PieceType::rook) | pieces(PieceType::queen))) |
         (bishop_rays(square) & (pieces(PieceType::bishop) | pieces(PieceType::queen)))) &
        pieces(~color);
    Bitboard blockers;
    for (const Square sniper : snipers) {
        const Bitboard shield = between(square, sniper) & occupied();
        if (!shield.several()) blockers |= shield;
    }
    return blockers;
}

template <Color us>
void Position::update_check_state() {
    constexpr Color them = ~us;
    const Square square = king(us);
    const Bitboard all = occupied();
    checkers_ = (pawn_attacks(us, square) & pieces(them, PieceType::pawn)) |
                (knight_attacks(square) & pieces(them, PieceType::knight));
    pinned_ = Bitboard();
    const Bitboard snipers =
        (rook_rays(square) & pieces(them, PieceType::rook, PieceType::queen)) |
        (bishop_rays(square) & pieces(them, PieceType::bishop, PieceType::queen));
    for (const Square sniper : snipers) {
        const Bitboard shield = between(square, sniper) & all;
        if (shield.empty())
            checkers_ |= sniper;
        else if (!shield.several())
            pinned_ |= shield & pieces(us);
    }
}

// ---------------------------------------------------------------------------------------------
// Playing moves

void Position::play(Move move) {
    if (side_to_move_ == Color::white)
        play_as<Color::white>(move);
    else
        play_as<Color::black>(move);
}

template <Color us>
void Position::play_as(Move move) {
    constexpr Color them = ~us;
    const Square from = move.from(), to = move.to();
    const Piece piece = board_[at(from)];
    assert(piece != Piece::none && color_of(piece) == us);

    key_ ^= zobrist::black_to_move;
    if (!en_passant_.is_none()) {
        key_ ^= zobrist::en_passant(en_passant_.file());
        en_passant_ = Square::none();
    }
    ++halfmove_clock_;
    fullmove_number_ += static_cast<std::uint32_t>(index(us));

    if (castling_rooks_.any()) {
        Bitboard touched = from | to;
        if (type_of(piece) == PieceType::king) touched |= back_rank(us);
        if ((castling_rooks_ & touched).any()) set_castling_rooks(castling_rooks_ & ~touched);
    }

    if (move.is_castling()) {
        constexpr Piece rook = make_piece(us, PieceType::rook);
        remove(piece, from);
        remove(rook, to);
        put(piece, castled_king_square(move));
        put(rook, castled_rook_square(move));
    } else {
        if (const Piece captured = board_[at(to)]; captured != Piece::none) {
            remove(captured, to);
            material_ -= one_of(captured);
            halfmove_clock_ = 0;
        }
        remove(piece, from);
        put(piece, to);
        if (type_of(piece) == PieceType::pawn) {
            halfmove_clock_ = 0;
            if (move.is_promotion()) {
                const Piece promoted = make_piece(us, move.promoted_to());
                remove(piece, to);
                put(promoted, to);
                material_ += one_of(promoted) - one_of(piece);
            } else if (move.is_en_passant()) {
                constexpr Piece pawn = make_piece(them, PieceType::pawn);
                remove(pawn, behind(to, us));
                material_ -= one_of(pawn);
            } else if ((from.index() ^ to.index()) == 16) {
                const Square passed_over = behind(to, us);
                if (en_passant_is_legal(passed_over, them)) {
                    en_passant_ = passed_over;
                    key_ ^= zobrist::en_passant(passed_over.file());
                }
            }
        }
    }

    side_to_move_ = them;
    update_check_state<them>();
}

void Position::play_null() {
    assert(!in_check());
    key_ ^= zobrist::black_to_move;
    if (!en_passant_.is_none()) {
        key_ ^= zobrist::en_passant(en_passant_.file());
        en_passant_ = Square::none();
    }
    ++halfmove_clock_;
    fullmove_number_ += static_cast<std::uint32_t>(index(side_to_move_));
    side_to_move_ = ~side_to_move_;
    if (side_to_move_ == Color::white)
        update_check_state<Color::white>();
    else
        update_check_state<Color::black>();
}

Key Position::approximate_key_after(Move move) const {
    const Piece piece = piece_on(move.from());
    Key key = key_ ^ zobrist::black_to_move ^ zobrist::piece(piece, move.from()) ^
              zobrist::piece(piece, move.to());
    if (const Piece captured = piece_on(move.to()); captured != Piece::none)
        key ^= zobrist::piece(captured, move.to());
    return key;
}

// ---------------------------------------------------------------------------------------------
// Legality of single moves

// True if taking en passant from `from` would leave the capturer's king attacked. The board is
// tried without both pawns, since they leave the same rank at once.
bool Position::en_passant_exposes_king(Square from, Square target) const {
    const Color us = color_of(piece_on(from));
    const Square victim = behind(target, us);
    const Bitboard after = (occupied() ^ from ^ victim) | target;
    return (attackers_to(king(us), after) & pieces(~us) & ~Bitboard(victim)).any();
}

bool Position::en_passant_is_legal(Square target, Color capturer) const {
    for (const Square from : pawn_attacks(~capturer, target) & pieces(capturer, PieceType::pawn))
        if (!en_passant_exposes_king(from, target)) return true;
    return false;
}

bool Position::castling_is_legal(Move move) const {
    const Square from = move.from(), rook = move.to();
    if (in_check()) return false;
    const Square king_to = castled_king_square(move), rook_to = castled_rook_square(move);
    const Bitboard others = occupied() ^ from ^ rook;
    const Bitboard king_path = between(from, king_to) | king_to;
    const Bitboard rook_path = between(rook, rook_to) | rook_to;
    if (((king_path | rook_path) & others).any()) return false;
    for (const Square square : king_path)
        if (is_attacked(square, ~side_to_move_, others)) return false;
    return true;
}

namespace {

// Whether the piece, which is no pawn, attacks the square. For one square, lines are at hand sooner
// than all attacks of a slider, whose tables are far larger.
bool attacks(PieceType type, Square from, Square to, Bitboard occupied) {
    switch (type) {
        case PieceType::knight: return knight_attacks(from).contains(to);
        case PieceType::king: return king_attacks(from).contains(to);
        case PieceType::bishop:
            return bishop_rays(from).contains(to) && (between(from, to) & occupied).empty();
        case PieceType::rook:
            return rook_rays(from).contains(to) && (between(from, to) & occupied).empty();
        case PieceType::queen:
            return (bishop_rays(from) | rook_rays(from)).contains(to) &&
                   (between(from, to) & occupied).empty();
        default: return false;
    }
}

}  // namespace

bool Position::is_legal(Move move) const {
    const Color us = side_to_move_;
    const Square from = move.from(), to = move.to();
    const Piece piece = piece_on(from);
    if (piece == Piece::none || color_of(piece) != us) return false;
    const PieceType type = type_of(piece);

    if (move.is_castling())
        return type == PieceType::king && castling_rooks(us).contains(to) &&
               move == Move(from, to, MoveKind::castling) && castling_is_legal(move);
    if (move.is_en_passant())
        return type == PieceType::pawn && to == en_passant_ &&
               move == Move(from, to, MoveKind::en_passant) &&
               pawn_attacks(us, from).contains(to) && !en_passant_exposes_king(from, to);
    if (pieces(us).contains(to)) return false;
    if (!move.is_promotion() && move != Move(from, to)) return false;

    if (type == PieceType::pawn) {
        if ((relative(to.rank(), us) == Rank::r8) != move.is_promotion()) return false;
        const bool captures = (pawn_attacks(us, from) & pieces(~us)).contains(to);
        const bool steps = is_empty(to) && to == from + forward(us);
        const bool leaps = relative(from.rank(), us) == Rank::r2 && is_empty(to) &&
                           is_empty(from + forward(us)) && to == from + forward(us) + forward(us);
        if (!captures && !steps && !leaps) return false;
    } else {
        if (move.is_promotion() || !attacks(type, from, to, occupied())) return false;
        if (type == PieceType::king) return !is_attacked(to, ~us, occupied() ^ from);
    }

    if (in_check()) {
        if (checkers_.several()) return false;
        const Square checker = checkers_.first();
        if (to != checker && !between(king(us), checker).contains(to)) return false;
    }
    return !pinned_.contains(from) || line(king(us), from).contains(to);
}

std::array<Bitboard, piece_type_count> Position::check_squares(Color attacker) const {
    const Square target = king(~attacker);
    std::array<Bitboard, piece_type_count> squares;
    squares[at(PieceType::pawn)] = pawn_attacks(~attacker, target);
    squares[at(PieceType::knight)] = knight_attacks(target);
    squares[at(PieceType::bishop)] = bishop_attacks(target, occupied());
    squares[at(PieceType::rook)] = rook_attacks(target, occupied());
    squares[at(PieceType::queen)] = squares[at(PieceType::bishop)] | squares[at(PieceType::rook)];
    squares[at(PieceType::king)] = Bitboard();
    return squares;
}

CheckInfo Position::check_info() const {
    const Color us = side_to_move_;
    return {check_squares(us), king_blockers(~us) & pieces(us)};
}

bool Position::gives_check(Move move, const CheckInfo& info) const {
    const Color us = side_to_move_;
    const Square from = move.from(), to = move.to(), target = king(~us);

    if (move.is_castling()) {
        const Square rook_to = castled_rook_square(move);
        const Bitboard after = (occupied() ^ from ^ to) | (castled_king_square(move) | rook_to);
        return rook_attacks(rook_to, after).contains(target) ||
               // In Chess960 the rook may uncover another rook or queen on its rank.
               (rook_attacks(target, after) &
                (pieces(us, PieceType::rook, PieceType::queen) & ~Bitboard(to)))
                   .any();
    }
    if (info.squares[at(type_of(piece_on(from)))].contains(to)) return true;
    if (info.discoverers.contains(from) && !line(from, target).contains(to)) return true;
    if (move.is_promotion())
        return piece_attacks(move.promoted_to(), to, occupied() ^ from).contains(target);
    if (move.is_en_passant()) {
        const Bitboard after = (occupied() ^ from ^ behind(to, us)) | to;
        return (rook_attacks(target, after) & pieces(us, PieceType::rook, PieceType::queen))
                   .any() ||
               (bishop_attacks(target, after) & pieces(us, PieceType::bishop, PieceType::queen))
                   .any();
    }
    return false;
}

// ---------------------------------------------------------------------------------------------
// Castling rights

Square Position::castling_rook(Color color, CastlingSide side) const {
    for (const Square rook : castling_rooks(color))
        if ((rook > king(color)) == (side == CastlingSide::kingside)) return rook;
    return Square::none();
}

bool Position::needs_chess960_notation() const {
    for (const Color color : {Color::white, Color::black})
        for (const Square rook : castling_rooks(color)) {
            const bool corner = rook.file() == File::a || rook.file() == File::h;
            if (king(color).file() != File::e || !corner) return true;
        }
    return false;
}

// ---------------------------------------------------------------------------------------------
// Making positions

const char* to_string(SetupError error) {
    switch (detail::without_other_bits(error)) {
        case SetupError::no_king: return "a side has no king";
        case SetupError::several_kings: return "a side has more than one king";
        case SetupError::pawn_on_back_rank: return "a pawn stands on the first or last rank";
        case SetupError::too_many_pieces: return "a side has more pieces than a game can give it";
        case SetupError::opponent_in_check: return "the side not to move is in check";
        case SetupError::impossible_check: return "no move can have given this check";
        case SetupError::castling_rook: return "a castling right without its king and rook";
        case SetupError::en_passant_square: return "no pawn can just have passed this square";
        case SetupError::halfmove_clock: return "the halfmove clock is out of range";
        case SetupError::fullmove_number: return "the move number is out of range";
    }
    return "unknown";
}

namespace {

constexpr int max_pieces = 16;
constexpr int max_pawns = 8;

// The pieces a side has beyond the first set, each of which must once have been a pawn. Leniently,
// both bishops of the set may stand on one colour, as in arrays drawn without Chess960's rules.
bool too_many(const Position& position, Color color, SetupRules rules) {
    const auto extra = [](int count, int first_set) {
        return count > first_set ? count - first_set : 0;
    };
    const Bitboard bishops = position.pieces(color, PieceType::bishop);
    const int extra_bishops = rules == SetupRules::strict
                                  ? extra((bishops & light_squares).count(), 1) +
                                        extra((bishops & dark_squares).count(), 1)
                                  : extra(bishops.count(), 2);
    const int pawns = position.pieces(color, PieceType::pawn).count();
    const int promoted = extra(position.pieces(color, PieceType::knight).count(), 2) +
                         extra_bishops + extra(position.pieces(color, PieceType::rook).count(), 2) +
                         extra(position.pieces(color, PieceType::queen).count(), 1);
    return position.pieces(color).count() > max_pieces || pawns + promoted > max_pawns;
}

// A double check comes from a slider uncovered by another piece: two leapers cannot check
// together, nor two sliders from opposite ends of one line.
bool is_impossible_check(const Position& position) {
    Bitboard checkers = position.checkers();
    if (!checkers.several()) return false;
    if (checkers.count() > 2) return true;
    const Bitboard leapers = position.pieces(PieceType::pawn) | position.pieces(PieceType::knight);
    if ((checkers & ~leapers).empty()) return true;
    const Square first = checkers.pop_first(), second = checkers.first();
    return line(first, second).contains(position.king(position.side_to_move()));
}

// Rooks whose right fits: own rook on the back rank of a king on the back rank, one a side.
bool castling_rooks_fit(const Position& position, Bitboard rooks) {
    if ((rooks & ~position.pieces(PieceType::rook)).any()) return false;
    for (const Color color : {Color::white, Color::black}) {
        const Bitboard own = rooks & position.pieces(color);
        if (own.empty()) continue;
        const Square king = position.king(color);
        if ((own & ~back_rank(color)).any() || !back_rank(color).contains(king)) return false;
        Bitboard left, right;
        for (const Square rook : own) (rook < king ? left : right) |= rook;
        if (left.several() || right.several()) return false;
    }
    return true;
}

// The pawn that just moved two steps over the square stands there, and came from an empty one.
bool en_passant_fits(const Position& position, Square square) {
    const Color us = position.side_to_move();
    return relative(square.rank(), us) == Rank::r6 && position.is_empty(square) &&
           position.is_empty(square + forward(us)) &&
           position.piece_on(behind(square, us)) == make_piece(~us, PieceType::pawn);
}

}  // namespace

std::expected<Position, SetupError> Position::make(const PositionSetup& setup, SetupRules rules) {
    const bool strict = rules == SetupRules::strict;
    Position position;
    position.board_.fill(Piece::none);

    std::array<int, piece_count> counts{};
    for (int i = 0; i < square_count; ++i)
        if (const Piece piece = setup.board[static_cast<std::size_t>(i)]; piece != Piece::none)
            ++counts[static_cast<std::size_t>(index(piece))];
    for (const Piece piece : {Piece::white_king, Piece::black_king}) {
        const int kings = counts[static_cast<std::size_t>(index(piece))];
        if (kings == 0) return std::unexpected(SetupError::no_king);
        if (kings > 1) return std::unexpected(SetupError::several_kings);
    }
    for (const int count : counts)
        if (count >= max_pieces) return std::unexpected(SetupError::too_many_pieces);

    for (int i = 0; i < square_count; ++i)
        if (const Piece piece = setup.board[static_cast<std::size_t>(i)]; piece != Piece::none) {
            position.put(piece, Square(i));
            position.material_ += one_of(piece);
        }
    if ((position.pieces(PieceType::pawn) & (Bitboard(Rank::r1) | Bitboard(Rank::r8))).any())
        return std::unexpected(SetupError::pawn_on_back_rank);
    // The rule keeps the number of moves within a MoveList, so it holds in both modes.
    if (too_many(position, Color::white, rules) || too_many(position, Color::black, rules))
        return std::unexpected(SetupError::too_many_pieces);

    position.side_to_move_ = setup.side_to_move;
    if (setup.side_to_move == Color::black) position.key_ ^= zobrist::black_to_move;
    if (position.is_attacked(position.king(~setup.side_to_move), setup.side_to_move,
                             position.occupied()))
        return std::unexpected(SetupError::opponent_in_check);
    if (setup.side_to_move == Color::white)
        position.update_check_state<Color::white>();
    else
        position.update_check_state<Color::black>();
    if (strict && is_impossible_check(position))
        return std::unexpected(SetupError::impossible_check);

    if (castling_rooks_fit(position, setup.castling_rooks)) {
        position.set_castling_rooks(setup.castling_rooks);
    } else if (strict) {
        return std::unexpected(SetupError::castling_rook);
    } else {
        Bitboard kept;
        for (const Square rook : setup.castling_rooks)
            if (castling_rooks_fit(position, kept | rook)) kept |= rook;
        position.set_castling_rooks(kept);
    }

    if (!setup.en_passant.is_none()) {
        if (strict && setup.halfmove_clock != 0)
            return std::unexpected(SetupError::en_passant_square);
        if (!en_passant_fits(position, setup.en_passant)) {
            if (strict) return std::unexpected(SetupError::en_passant_square);
        } else if (position.en_passant_is_legal(setup.en_passant, setup.side_to_move)) {
            position.en_passant_ = setup.en_passant;
            position.key_ ^= zobrist::en_passant(setup.en_passant.file());
        }
    }

    const bool pawn_just_moved = !position.en_passant().is_none();
    position.halfmove_clock_ = static_cast<std::uint16_t>(
        pawn_just_moved ? 0
                        : std::clamp(setup.halfmove_clock, 0, PositionSetup::max_halfmove_clock));
    position.fullmove_number_ = static_cast<std::uint32_t>(
        std::clamp(setup.fullmove_number, 1, PositionSetup::max_fullmove_number));
    if (strict && position.halfmove_clock() != setup.halfmove_clock)
        return std::unexpected(SetupError::halfmove_clock);
    if (strict && position.fullmove_number() != setup.fullmove_number)
        return std::unexpected(SetupError::fullmove_number);
    return position;
}

PositionSetup Position::setup() const {
    PositionSetup setup;
    setup.board = board_;
    setup.side_to_move = side_to_move_;
    setup.castling_rooks = castling_rooks_;
    setup.en_passant = en_passant_;
    setup.halfmove_clock = halfmove_clock_;
    setup.fullmove_number = fullmove_number_;
    return setup;
}

bool Position::operator==(const Position& other) const {
    return board_ == other.board_ && side_to_move_ == other.side_to_move_ &&
           castling_rooks_ == other.castling_rooks_ && en_passant_ == other.en_passant_ &&
           halfmove_clock_ == other.halfmove_clock_ && fullmove_number_ == other.fullmove_number_;
}

bool Position::is_consistent() const {
    const auto fresh = make(setup(), SetupRules::lenient);
    return fresh.has_value() && *fresh == *this && fresh->by_type_ == by_type_ &&
           fresh->by_color_ == by_color_ && fresh->checkers_ == checkers_ &&
           fresh->pinned_ == pinned_ && fresh->key_ == key_ && fresh->pawn_key_ == pawn_key_ &&
           fresh->non_pawn_key_ == non_pawn_key_ && fresh->material_ == material_;
}

// ---------------------------------------------------------------------------------------------
// Start positions

namespace {

[[maybe_unused]] constexpr int chess960_count = 960;
constexpr int standard_number = 518;

// Scharnagl's numbering: https://www.chessprogramming.org/Reinhard_Scharnagl
std::array<PieceType, file_count> back_rank_array(int number) {
    std::array<PieceType, file_count> files;
    files.fill(PieceType::none);
    // Puts a piece on the n-th file still free, counted from 0.
    const auto put_on_free = [&](PieceType type, int n) {
        for (auto& file : files)
            if (file == PieceType::none && n-- == 0) {
                file = type;
                return;
            }
    };
    int rest = number;
    files[static_cast<std::size_t>(2 * (rest % 4) + 1)] = PieceType::bishop;
    rest /= 4;
    files[static_cast<std::size_t>(2 * (rest % 4))] = PieceType::bishop;
    rest /= 4;
    put_on_free(PieceType::queen, rest % 6);
    rest /= 6;
    // The ten ways to put two knights on five files, in order.
    constexpr int knights[10][2] = {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2},
                                    {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}};
    put_on_free(PieceType::knight, knights[rest][0]);
    put_on_free(PieceType::knight, knights[rest][1] - 1);
    for (const PieceType type : {PieceType::rook, PieceType::king, PieceType::rook})
        put_on_free(type, 0);
    return files;
}

}  // namespace

Position Position::chess960(int number) { return chess960(number, number); }

Position Position::chess960(int white_number, int black_number) {
    assert(white_number >= 0 && white_number < chess960_count);
    assert(black_number >= 0 && black_number < chess960_count);
    PositionSetup setup;
    for (const Color color : {Color::white, Color::black}) {
        const auto files = back_rank_array(color == Color::white ? white_number : black_number);
        for (int file = 0; file < file_count; ++file) {
            const Square home(static_cast<File>(file), relative(Rank::r1, color));
            const PieceType type = files[static_cast<std::size_t>(file)];
            setup.board[at(home)] = make_piece(color, type);
            setup.board[at(home + forward(color))] = make_piece(color, PieceType::pawn);
            if (type == PieceType::rook) setup.castling_rooks |= home;
        }
    }
    return *make(setup);
}

const Position& Position::initial() {
    static const Position position = chess960(standard_number);
    return position;
}

}  // namespace kibitz
