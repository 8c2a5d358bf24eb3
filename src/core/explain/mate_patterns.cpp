#include "explain/mate_patterns.hpp"

#include <cstdlib>

#include "chess/attacks.hpp"

namespace kibitz::explain {
namespace {

template <typename Test>
bool any_of(Bitboard squares, const Test& test) {
    for (const Square square : squares)
        if (test(square)) return true;
    return false;
}
template <typename Test>
bool all_of(Bitboard squares, const Test& test) {
    return !any_of(squares, [&](Square square) { return !test(square); });
}

// A mate and what is around it.
struct Mate {
    const Position& position;
    Color mated;
    Color winner;
    Square king;
    Square checker;  // one of them
    PieceType kind;  // of the checker

    explicit Mate(const Position& position)
        : position(position),
          mated(position.side_to_move()),
          winner(~mated),
          king(position.king(mated)),
          checker(position.checkers().first()),
          kind(type_of(position.piece_on(checker))) {}

    [[nodiscard]] Bitboard around_king() const { return king_attacks(king); }
    [[nodiscard]] Bitboard own(PieceType type) const { return position.pieces(winner, type); }
    [[nodiscard]] Bitboard supporters(Square square, PieceType type) const {
        return position.attackers_to(square) & own(type);
    }
    [[nodiscard]] int files_apart(Square square) const {
        return std::abs(index(square.file()) - index(king.file()));
    }
    [[nodiscard]] int ranks_apart(Square square) const {
        return std::abs(index(square.rank()) - index(king.rank()));
    }
    [[nodiscard]] bool on_edge_file() const {
        return king.file() == File::a || king.file() == File::h;
    }
    [[nodiscard]] bool on_edge_rank() const {
        return king.rank() == Rank::r1 || king.rank() == Rank::r8;
    }
    // The checker is a rook beside the king, on its rank or file.
    [[nodiscard]] bool rook_stands_beside() const {
        return kind == PieceType::rook && around_king().contains(checker) &&
               (files_apart(checker) == 0 || ranks_apart(checker) == 0);
    }
};

// A knight mates a king that its own pieces shut in.
bool is_smothered(const Mate& mate) {
    return mate.kind == PieceType::knight &&
           (mate.around_king() & ~mate.position.pieces(mate.mated)).empty();
}

// A rook mates beside a king in the corner, and a knight two squares away on the diagonal guards
// rook and flight.
bool is_arabian(const Mate& mate) {
    if (!mate.rook_stands_beside() || !mate.on_edge_file() || !mate.on_edge_rank()) return false;
    constexpr int away = 2;
    const Bitboard knights = mate.supporters(mate.checker, PieceType::knight);
    return any_of(knights, [&](Square knight) {
        return mate.files_apart(knight) == away && mate.ranks_apart(knight) == away;
    });
}

// Along the edge, with a knight three files away on the king's rank and one of the king's own
// pieces between.
bool is_anastasias(const Mate& mate) {
    const bool along_edge = (mate.kind == PieceType::rook || mate.kind == PieceType::queen) &&
                            mate.on_edge_file() && !mate.on_edge_rank() &&
                            mate.files_apart(mate.checker) == 0;
    if (!along_edge) return false;
    constexpr int away = 3;
    const bool has_knight = any_of(mate.own(PieceType::knight), [&](Square knight) {
        return mate.ranks_apart(knight) == 0 && mate.files_apart(knight) == away;
    });
    const Bitboard blockers =
        mate.around_king() & mate.position.pieces(mate.mated) & Bitboard(mate.king.rank());
    return has_knight && blockers.any();
}

// The queen mates from a corner of the king's ring, away from the edge; the two squares that she
// does not reach are taken by the king's own pieces, and she alone guards the others.
bool is_dovetail(const Mate& mate) {
    const bool at_corner = mate.kind == PieceType::queen && mate.files_apart(mate.checker) == 1 &&
                           mate.ranks_apart(mate.checker) == 1;
    if (!at_corner || mate.on_edge_file() || mate.on_edge_rank()) return false;
    const Bitboard ring = mate.around_king() & ~Bitboard(mate.checker);
    const Bitboard without_king = mate.position.occupied() ^ Bitboard(mate.king);
    return all_of(ring, [&](Square square) {
        const bool is_own = mate.position.pieces(mate.mated).contains(square);
        const Bitboard guards =
            mate.position.attackers_to(square, without_king) & mate.position.pieces(mate.winner);
        return guards.empty() ? is_own : guards == Bitboard(mate.checker);
    });
}

// A rook beside the king, guarded by a knight that a pawn guards.
bool is_hook(const Mate& mate) {
    if (!mate.rook_stands_beside()) return false;
    return any_of(mate.supporters(mate.checker, PieceType::knight), [&](Square knight) {
        return mate.around_king().contains(knight) &&
               mate.supporters(knight, PieceType::pawn).any();
    });
}

// Two bishops alone guard what the king's own pieces leave, each of them a part: Boden's mate if
// they cross, or side by side.
const char* mate_of_bishops(const Mate& mate) {
    const Bitboard bishops = mate.own(PieceType::bishop);
    if (mate.kind != PieceType::bishop || bishops.count() != 2) return nullptr;
    const Bitboard without_king = mate.position.occupied() ^ Bitboard(mate.king);
    Bitboard guards;  // of what is left to the king
    for (const Square square : mate.around_king() & ~mate.position.pieces(mate.mated))
        guards |=
            mate.position.attackers_to(square, without_king) & mate.position.pieces(mate.winner);
    if ((guards | Bitboard(mate.checker)) != bishops) return nullptr;
    const auto is_left = [&](Square square) { return square.file() < mate.king.file(); };
    return is_left(bishops.first()) == is_left(bishops.last()) ? "double-bishop-mate"
                                                               : "bodens-mate";
}

}  // namespace

std::vector<std::string> mate_patterns_of(const Position& mated) {
    const Mate mate(mated);
    std::vector<std::string> themes;
    if (is_smothered(mate)) themes.emplace_back("smothered-mate");
    if (is_arabian(mate)) themes.emplace_back("arabian-mate");
    if (is_anastasias(mate)) themes.emplace_back("anastasias-mate");
    if (is_dovetail(mate)) themes.emplace_back("dovetail-mate");
    if (is_hook(mate)) themes.emplace_back("hook-mate");
    if (const char* of_bishops = mate_of_bishops(mate)) themes.emplace_back(of_bishops);
    return themes;
}

}  // namespace kibitz::explain
