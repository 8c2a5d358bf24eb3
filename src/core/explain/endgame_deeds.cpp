// Rules of thumb for endings, each stated only where counting squares proves it.
#include <algorithm>
#include <cstdlib>
#include <optional>

#include "chess/attacks.hpp"
#include "explain/deeds.hpp"

namespace kibitz::explain {
namespace {

int distance(Square a, Square b) {
    return std::max(std::abs(index(a.file()) - index(b.file())),
                    std::abs(index(a.rank()) - index(b.rank())));
}

bool has_only_pawns(const Position& position, Color side) {
    return position.non_pawn_material(side).empty();
}

// Where the pawn promotes, and the moves that it needs; nothing if anything stands in its way.
struct Race {
    Square goal;
    int moves = 0;
};
std::optional<Race> race_of(const Position& position, Square pawn, Color side) {
    Race race{.goal = pawn, .moves = 0};
    while (relative(race.goal.rank(), side) != Rank::r8) {
        race.goal = race.goal + forward(side);
        if (!position.is_empty(race.goal)) return std::nullopt;
        ++race.moves;
    }
    if (relative(pawn.rank(), side) == Rank::r2) --race.moves;
    return race;
}

// True if the king catches the pawn when the pawn's side is to move, and the pawn's own king is too
// far away to cover its way.
bool is_in_square(const Position& position, Square king, const Race& race, Color side) {
    const int own = distance(king, race.goal);
    return own <= race.moves && distance(position.king(side), race.goal) > own + 1;
}

class EndgameDeeds {
   public:
    EndgameDeeds(const Position& before, Move move)
        : before_(before),
          after_(before.after(move)),
          move_(move),
          us_(before.side_to_move()),
          type_(type_of(before.piece_on(move.from()))) {}

    std::vector<Deed> find() {
        if (move_.is_castling() || after_.in_check()) return {};
        if (type_ == PieceType::pawn) find_outrun();
        if (type_ == PieceType::rook) {
            find_bridge();
            find_third_rank();
        }
        if (type_ == PieceType::king) {
            find_corner();
            find_square();
            find_key_square();
            find_opposition();
        }
        return std::move(found_);
    }

   private:
    // A pawn that no pawn can stop and no king can catch.
    void find_outrun() {
        if (move_.is_promotion() || !has_only_pawns(after_, ~us_)) return;
        const Square pawn = move_.to();
        const auto race = race_of(after_, pawn, us_);
        if (!race || !is_passed(pawn)) return;
        // The other side is to move: its king has one move more than behind a move of its own.
        const Square king = after_.king(~us_);
        if (distance(king, race->goal) <= race->moves + 1 || can_promote_first(race->moves)) return;
        found_.push_back({DeedKind::outruns, {}, {pawn}});
    }

    // True if a pawn of the other side is about as far.
    [[nodiscard]] bool can_promote_first(int moves) const {
        for (const Square pawn : after_.pieces(~us_, PieceType::pawn))
            if (const auto race = race_of(after_, pawn, ~us_); race && race->moves <= moves + 1)
                return true;
        return false;
    }

    [[nodiscard]] bool is_passed(Square pawn) const {
        for (const Square other : after_.pieces(~us_, PieceType::pawn))
            if (std::abs(index(other.file()) - index(pawn.file())) <= 1 &&
                relative(other.rank(), us_) > relative(pawn.rank(), us_))
                return false;
        return true;
    }

    // The king steps into the square of a pawn that would have escaped it.
    void find_square() {
        if (!has_only_pawns(before_, ~us_) || before_.is_capture(move_)) return;
        for (const Square pawn : after_.pieces(~us_, PieceType::pawn)) {
            const auto race = race_of(after_, pawn, ~us_);
            if (!race || distance(move_.from(), race->goal) <= race->moves) continue;
            if (!is_in_square(after_, move_.to(), *race, ~us_)) continue;
            found_.push_back({DeedKind::enters_square, {{after_.piece_on(pawn), pawn}}, {}});
            return;
        }
    }

    // The one pawn on the board, if it is that side's.
    [[nodiscard]] std::optional<Square> only_pawn(Color side) const {
        const Bitboard own = after_.pieces(side, PieceType::pawn);
        if (own.empty() || own.several() || !after_.pieces(~side, PieceType::pawn).empty())
            return std::nullopt;
        return own.first();
    }

    [[nodiscard]] bool is_on_edge(Square square) const {
        return square.file() == File::a || square.file() == File::h;
    }

    // From there the king leads its pawn through, whoever is to move: two ranks before the pawn, or
    // one and two once it stands on its fifth rank. A rook's pawn has other ones.
    [[nodiscard]] bool is_key_square(Square square, Square pawn) const {
        const int ahead = index(relative(square.rank(), us_)) - index(relative(pawn.rank(), us_));
        const Rank rank = relative(pawn.rank(), us_);
        constexpr int far = 2;
        const bool is_ahead = ahead == far || (ahead == 1 && rank >= Rank::r5);
        return is_ahead && rank < Rank::r7 &&
               std::abs(index(square.file()) - index(pawn.file())) <= 1;
    }

    void find_key_square() {
        if (!has_only_pawns(after_, us_) || !has_only_pawns(after_, ~us_)) return;
        const auto pawn = only_pawn(us_);
        const Square king = move_.to(), other = after_.king(~us_);
        if (!pawn || is_on_edge(*pawn) || !is_key_square(king, *pawn)) return;
        if (is_key_square(move_.from(), *pawn)) return;
        const bool can_be_taken = distance(other, *pawn) <= 1 && distance(king, *pawn) > 1;
        // In the corner beside a knight's pawn there is stalemate.
        const bool is_cornered = relative(pawn->rank(), us_) == Rank::r6 && is_on_edge(other);
        if (can_be_taken || is_cornered) return;
        found_.push_back({DeedKind::takes_key_square, {{after_.piece_on(*pawn), *pawn}}, {king}});
    }

    [[nodiscard]] bool has_one_rook(Color side) const {
        const Bitboard pieces = after_.non_pawn_material(side);
        return !pieces.empty() && !pieces.several() &&
               type_of(after_.piece_on(pieces.first())) == PieceType::rook;
    }

    // Lucena: the king stands before its pawn on the last rank, the other one is cut off by the
    // rook, and that goes where it can come between.
    void find_bridge() {
        const auto pawn = only_pawn(us_);
        if (!pawn || !has_one_rook(us_) || !has_one_rook(~us_) || is_on_edge(*pawn)) return;
        if (relative(pawn->rank(), us_) != Rank::r7) return;
        if (after_.king(us_) != *pawn + forward(us_)) return;
        const Square rook = move_.to();
        const int from_pawn = index(rook.file()) - index(pawn->file());
        const int from_king = index(after_.king(~us_).file()) - index(rook.file());
        const bool is_between = from_pawn * from_king > 0;
        const bool is_safe = (after_.attackers_to(rook) & after_.pieces(~us_)).empty() &&
                             (after_.attackers_to(*pawn) & after_.pieces(~us_)).empty();
        if (relative(rook.rank(), us_) == Rank::r4 && is_between && is_safe &&
            move_.from().file() == rook.file())
            found_.push_back({DeedKind::builds_bridge, {{after_.piece_on(rook), rook}}, {}});
    }

    // Philidor: the king stands where the pawn would promote, and the rook keeps the other king
    // from the rank before that of the defender's king.
    void find_third_rank() {
        const auto pawn = only_pawn(~us_);
        if (!pawn || !has_one_rook(us_) || !has_one_rook(~us_)) return;
        const Square rook = move_.to(), other = after_.king(~us_), own = after_.king(us_);
        const Square goal(pawn->file(), relative(Rank::r1, us_));
        constexpr Rank third = Rank::r3;
        const bool is_new = relative(move_.from().rank(), us_) != third;
        if (relative(rook.rank(), us_) != third || !is_new || distance(own, goal) > 1) return;
        if (relative(pawn->rank(), us_) <= third || relative(other.rank(), us_) != Rank::r4) return;
        if (!(after_.attackers_to(rook) & after_.pieces(~us_)).empty()) return;
        // Every square of the rank that the king could step on is covered.
        for (const Square square : Bitboard(rook.rank()))
            if (distance(square, other) == 1 && !after_.attackers_to(square).contains(rook)) return;
        found_.push_back({DeedKind::holds_rank, {{after_.piece_on(rook), rook}}, {}});
    }

    void find_opposition() {
        if (!has_only_pawns(after_, us_) || !has_only_pawns(after_, ~us_)) return;
        if (after_.pieces(us_, PieceType::pawn).empty() &&
            after_.pieces(~us_, PieceType::pawn).empty())
            return;
        const Square own = move_.to(), other = after_.king(~us_);
        const bool is_facing = own.file() == other.file() || own.rank() == other.rank();
        constexpr int one_between = 2;
        if (is_facing && distance(own, other) == one_between)
            found_.push_back({DeedKind::takes_opposition, {{after_.piece_on(own), own}}, {}});
    }

    // A bare king at the corner where a rook's pawn promotes, with a bishop of the other colour.
    void find_corner() {
        const Bitboard pawns = after_.pieces(~us_, PieceType::pawn);
        const Bitboard pieces = after_.non_pawn_material(~us_);
        if (pawns.empty() || pieces.empty() || pieces.several()) return;
        if (!after_.non_pawn_material(us_).empty() || !after_.pieces(us_, PieceType::pawn).empty())
            return;
        const Square bishop = pieces.first();
        const File file = pawns.first().file();
        if (type_of(after_.piece_on(bishop)) != PieceType::bishop ||
            (file != File::a && file != File::h) || (pawns & ~Bitboard(file)) != Bitboard{})
            return;
        const Square corner(file, relative(Rank::r8, ~us_));
        const bool is_new = distance(move_.from(), corner) > 0;
        if (bishop.is_light() != corner.is_light() && is_new && move_.to() == corner)
            found_.push_back({DeedKind::holds_corner, {}, {corner}});
    }

    const Position& before_;
    Position after_;
    Move move_;
    Color us_;
    PieceType type_;
    std::vector<Deed> found_;
};

}  // namespace

std::vector<Deed> endgame_deeds(const Position& before, Move move) {
    return EndgameDeeds(before, move).find();
}

}  // namespace kibitz::explain
