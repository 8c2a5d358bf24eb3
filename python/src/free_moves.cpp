// Pseudo-legal and legal moves, in the order in which python-chess lists them: from h8 to a1, the
// pieces first, then castling, the pawns' captures, single steps, double steps and captures en
// passant.
#include <algorithm>

#include "free_position.hpp"

namespace kibitz::python {

namespace {

// Calls for every square from h8 down to a1.
template <class Action>
void for_each_from_top(Bitboard set, const Action& action) {
    while (set.any()) {
        const Square square = set.last();
        set ^= Bitboard(square);
        action(square);
    }
}

void add_pawn_move(Square from, Square to, std::vector<FreeMove>& moves) {
    if (to.rank() != Rank::r1 && to.rank() != Rank::r8) {
        moves.push_back({.from = from, .to = to});
        return;
    }
    for (const PieceType type :
         {PieceType::queen, PieceType::rook, PieceType::bishop, PieceType::knight})
        moves.push_back({.from = from, .to = to, .promotion = type});
}

Bitboard one_step(Bitboard pawns, Color color) {
    return color == Color::white ? pawns.shift<Direction::north>()
                                 : pawns.shift<Direction::south>();
}

}  // namespace

bool FreePosition::any_attacked(Bitboard path, Bitboard occupied) const {
    for (const Square square : path)
        if (attackers(~turn, square, occupied).any()) return true;
    return false;
}

std::vector<FreeMove> FreePosition::castling_moves(const MoveMask& mask) const {
    std::vector<FreeMove> moves;
    const Bitboard home(relative(Rank::r1, turn));
    const Bitboard kings = of(turn, PieceType::king) & ~promoted & home & mask.from;
    if (kings.empty()) return moves;
    const Square king = kings.first();
    for_each_from_top(clean_castling_rooks() & home & mask.to, [&](Square rook) {
        const bool kingside = rook > king;
        const Square king_to = (kingside ? squares::g1 : squares::c1).relative(turn);
        const Square rook_to = (kingside ? squares::f1 : squares::d1).relative(turn);
        const Bitboard king_path = between(king, king_to);
        const Bitboard without_king = occupied() ^ Bitboard(king);
        const Bitboard others = without_king ^ Bitboard(rook);
        const Bitboard needed = king_path | between(rook, rook_to) | king_to | rook_to;
        if ((others & needed).any() || any_attacked(king_path | king, without_king) ||
            any_attacked(king_to, others ^ Bitboard(rook_to)))
            return;
        moves.push_back({.from = king, .to = rook});
    });
    return moves;
}

std::vector<FreeMove> FreePosition::pseudo_legal_en_passant(const MoveMask& mask) const {
    std::vector<FreeMove> moves;
    if (en_passant.is_none() || !mask.to.contains(en_passant) || occupied().contains(en_passant))
        return moves;
    const Bitboard capturers = of(turn, PieceType::pawn) & mask.from &
                               pawn_attacks(~turn, en_passant) & Bitboard(relative(Rank::r5, turn));
    for_each_from_top(capturers,
                      [&](Square from) { moves.push_back({.from = from, .to = en_passant}); });
    return moves;
}

void FreePosition::add_pawn_moves(const MoveMask& mask, std::vector<FreeMove>& moves) const {
    const Bitboard pawns = of(turn, PieceType::pawn) & mask.from;
    for_each_from_top(pawns, [&](Square from) {
        for_each_from_top(pawn_attacks(turn, from) & of(~turn) & mask.to,
                          [&](Square to) { add_pawn_move(from, to, moves); });
    });
    const Bitboard empty = ~occupied();
    const Bitboard singles = one_step(pawns, turn) & empty;
    // From the first rank, where a pawn can stand here, two steps are allowed as well.
    const Bitboard doubles =
        one_step(singles, turn) & empty &
        (Bitboard(relative(Rank::r3, turn)) | Bitboard(relative(Rank::r4, turn)));
    const Direction step = forward(turn);
    for_each_from_top(singles & mask.to, [&](Square to) { add_pawn_move(to - step, to, moves); });
    for_each_from_top(doubles & mask.to,
                      [&](Square to) { moves.push_back({.from = to - step - step, .to = to}); });
}

std::vector<FreeMove> FreePosition::pseudo_legal_moves(const MoveMask& mask) const {
    constexpr std::size_t usual_moves = 64;
    std::vector<FreeMove> moves;
    moves.reserve(usual_moves);
    for_each_from_top(of(turn) & ~of(PieceType::pawn) & mask.from, [&](Square from) {
        for_each_from_top(attacks(from) & ~of(turn) & mask.to,
                          [&](Square to) { moves.push_back({.from = from, .to = to}); });
    });
    if ((mask.from & of(PieceType::king)).any())
        for (const FreeMove& move : castling_moves(mask)) moves.push_back(move);
    add_pawn_moves(mask, moves);
    for (const FreeMove& move : pseudo_legal_en_passant(mask)) moves.push_back(move);
    return moves;
}

std::vector<FreeMove> FreePosition::pseudo_legal_captures(const MoveMask& mask) const {
    std::vector<FreeMove> moves =
        pseudo_legal_moves({.from = mask.from, .to = mask.to & of(~turn)});
    for (const FreeMove& move : pseudo_legal_en_passant(mask)) moves.push_back(move);
    return moves;
}

Bitboard FreePosition::king_shields(Square king) const {
    const Bitboard queens = of(PieceType::queen);
    const Bitboard snipers = (rook_rays(king) & (of(PieceType::rook) | queens)) |
                             (bishop_rays(king) & (of(PieceType::bishop) | queens));
    Bitboard shields;
    for (const Square sniper : snipers& of(~turn)) {
        const Bitboard on_the_way = between(king, sniper) & occupied();
        if (on_the_way.any() && !on_the_way.several()) shields |= on_the_way;
    }
    return shields & of(turn);
}

std::vector<FreeMove> FreePosition::evasions(Square king, Bitboard checkers,
                                             const MoveMask& mask) const {
    const Bitboard sliders =
        checkers & (of(PieceType::bishop) | of(PieceType::rook) | of(PieceType::queen));
    Bitboard still_attacked;  // on the checker's line, also behind the king
    for (const Square slider : sliders) still_attacked |= line(king, slider) & ~Bitboard(slider);

    std::vector<FreeMove> moves;
    if (mask.from.contains(king))
        for_each_from_top(king_attacks(king) & ~of(turn) & ~still_attacked & mask.to,
                          [&](Square to) { moves.push_back({.from = king, .to = to}); });
    if (checkers.several()) return moves;

    const Square checker = checkers.first();
    const Bitboard targets = between(king, checker) | checkers;
    const Bitboard others = mask.from & ~of(PieceType::king);
    for (const FreeMove& move : pseudo_legal_moves({.from = others, .to = mask.to & targets}))
        moves.push_back(move);
    // The checking pawn can also be taken en passant.
    if (!en_passant.is_none() && !targets.contains(en_passant) &&
        en_passant - forward(turn) == checker)
        for (const FreeMove& move : pseudo_legal_en_passant(mask)) moves.push_back(move);
    return moves;
}

bool FreePosition::is_into_check(const FreeMove& outer) const {
    const Square king_square = king(turn);
    if (king_square.is_none()) return false;
    FreePosition next = *this;
    if (!next.play(outer)) return false;
    const Square king_after = next.king(turn);
    return !king_after.is_none() && next.attackers(~turn, king_after).any();
}

std::vector<FreeMove> FreePosition::legal_moves(const MoveMask& mask) const {
    const Square own_king = king(turn);
    if (own_king.is_none()) return pseudo_legal_moves(mask);
    const Bitboard checkers = attackers(~turn, own_king);
    std::vector<FreeMove> moves =
        checkers.any() ? evasions(own_king, checkers, mask) : pseudo_legal_moves(mask);
    const Bitboard shields = king_shields(own_king);
    const Bitboard without_king = occupied() ^ Bitboard(own_king);
    std::erase_if(moves, [&](const FreeMove& move) {
        if (move.from == own_king)  // castling is checked when it is generated
            return !of(turn).contains(move.to) && attackers(~turn, move.to, without_king).any();
        if (is_en_passant(move)) return is_into_check(move);
        // A shield may move along the line of its pin.
        return shields.contains(move.from) && !line(own_king, move.from).contains(move.to);
    });
    return moves;
}

std::vector<FreeMove> FreePosition::legal_captures(const MoveMask& mask) const {
    std::vector<FreeMove> moves = legal_moves({.from = mask.from, .to = mask.to & of(~turn)});
    for (const FreeMove& move : legal_en_passant(mask))
        if (std::find(moves.begin(), moves.end(), move) == moves.end()) moves.push_back(move);
    return moves;
}

std::vector<FreeMove> FreePosition::legal_en_passant(const MoveMask& mask) const {
    std::vector<FreeMove> moves = pseudo_legal_en_passant(mask);
    std::erase_if(moves, [&](const FreeMove& move) { return is_into_check(move); });
    return moves;
}

bool FreePosition::has_legal_moves() const { return !legal_moves().empty(); }

bool FreePosition::is_pseudo_legal(const FreeMove& move) const {
    if (move.is_null() || move.is_drop() || !of(turn).contains(move.from)) return false;
    if (of(PieceType::king).contains(move.from)) {
        const FreeMove wanted = outward(move);
        for (const FreeMove& castling : castling_moves())
            if (outward(castling) == wanted) return true;
    }
    const auto moves = pseudo_legal_moves({.from = move.from, .to = move.to});
    return !of(turn).contains(move.to) &&
           std::find(moves.begin(), moves.end(), move) != moves.end();
}

bool FreePosition::is_legal(const FreeMove& move) const {
    return is_pseudo_legal(move) && !is_into_check(move);
}

}  // namespace kibitz::python
