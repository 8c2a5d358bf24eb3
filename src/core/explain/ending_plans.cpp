// What a move of an ending is for, as the line behind it shows: a rook goes behind a passed pawn or
// cuts the king off, a pawn is fixed, a passed pawn is made, the king goes for a pawn.
#include <algorithm>
#include <cstdlib>
#include <optional>

#include "chess/attacks.hpp"
#include "explain/deeds.hpp"

namespace kibitz::explain {
namespace {

// Moves of a line that a plan has to be seen in.
constexpr std::size_t least_line = 3;
constexpr Rank least_passed_rank = Rank::r4;

bool is_ending(const Position& position) {
    for (const Color side : {Color::white, Color::black})
        if (position.non_pawn_material(side).several() ||
            !position.pieces(side, PieceType::queen).empty())
            return false;
    return true;
}

Rank rank_of(Square square, Color side) { return relative(square.rank(), side); }

bool is_passed_pawn(const Position& position, Square pawn, Color side) {
    for (const Square other : position.pieces(~side, PieceType::pawn))
        if (std::abs(index(other.file()) - index(pawn.file())) <= 1 &&
            rank_of(other, side) > rank_of(pawn, side))
            return false;
    return true;
}

class EndingPlans {
   public:
    EndingPlans(const Position& before, std::span<const Move> line)
        : before_(before),
          line_(line.first(std::min(line.size(), most_shown))),
          move_(line.front()),
          after_(before.after(move_)),
          us_(before.side_to_move()),
          to_(move_.to()),
          type_(type_of(before.piece_on(move_.from()))) {}

    [[nodiscard]] std::optional<Deed> find() const {
        if (line_.size() < least_line || !is_ending(before_) || after_.in_check() ||
            move_.is_castling() || move_.is_promotion())
            return std::nullopt;
        switch (type_) {
            case PieceType::rook: return rook_plan();
            case PieceType::pawn: return pawn_plan();
            case PieceType::king: return king_plan();
            default: return std::nullopt;
        }
    }

   private:
    // True if nothing is taken there and nothing leaves the square as far as the line is shown.
    [[nodiscard]] bool stays(Square square) const {
        return std::ranges::none_of(line_.subspan(1), [&](Move move) {
            return move.to() == square || move.from() == square;
        });
    }

    [[nodiscard]] std::optional<Deed> rook_plan() const {
        if (before_.is_capture(move_) || !stays(to_) ||
            !(after_.attackers_to(to_) & after_.pieces(~us_)).empty())
            return std::nullopt;
        for (const Color side : {us_, ~us_})
            for (const Square pawn : after_.pieces(side, PieceType::pawn))
                if (rank_of(pawn, side) >= least_passed_rank && is_passed_pawn(after_, pawn, side))
                    if (auto plan = rook_plan_for(pawn, side)) return plan;
        return std::nullopt;
    }

    [[nodiscard]] std::optional<Deed> rook_plan_for(Square pawn, Color side) const {
        if (is_behind(after_, to_, pawn, side) && !is_behind(before_, move_.from(), pawn, side))
            return Deed{.kind = DeedKind::goes_behind_pawn,
                        .on = {{after_.piece_on(pawn), pawn}},
                        .squares = {}};
        const Square king = after_.king(~us_);
        if (!cuts_off(to_, king, pawn) || cuts_off(move_.from(), king, pawn) || crosses(pawn))
            return std::nullopt;
        return Deed{.kind = DeedKind::cuts_off_king,
                    .on = {{after_.piece_on(king), king}},
                    .squares = {pawn}};
    }

    [[nodiscard]] static bool is_behind(const Position& position, Square rook, Square pawn,
                                        Color side) {
        return rook.file() == pawn.file() && rank_of(rook, side) < rank_of(pawn, side) &&
               (between(rook, pawn) & position.occupied()).empty();
    }

    // A rook on a file between the king and the pawn, next to the king's or one further.
    [[nodiscard]] static bool cuts_off(Square rook, Square king, Square pawn) {
        const int to_king = index(king.file()) - index(rook.file());
        const int to_pawn = index(rook.file()) - index(pawn.file());
        constexpr int near = 2;
        return to_king != 0 && std::abs(to_king) <= near && to_king * to_pawn > 0;
    }

    // True if the king gets to the rook's file in the line all the same.
    [[nodiscard]] bool crosses(Square pawn) const {
        Position position = after_;
        for (const Move move : line_.subspan(1)) {
            position.play(move);
            if (!cuts_off(to_, position.king(~us_), pawn) &&
                std::abs(index(position.king(~us_).file()) - index(pawn.file())) <
                    std::abs(index(after_.king(~us_).file()) - index(pawn.file())))
                return true;
        }
        return false;
    }

    [[nodiscard]] std::optional<Deed> pawn_plan() const {
        if (auto plan = passed_pawn()) return plan;
        return fixed_pawn();
    }

    // A pawn of the other side that cannot advance any more, and does not as far as the line goes.
    [[nodiscard]] std::optional<Deed> fixed_pawn() const {
        if (before_.is_capture(move_)) return std::nullopt;
        if (rank_of(to_, us_) == Rank::r8) return std::nullopt;
        const Square other = to_ + forward(us_);
        if (after_.piece_on(other) != make_piece(~us_, PieceType::pawn)) return std::nullopt;
        if (!(pawn_attacks(us_, to_) & after_.pieces(~us_, PieceType::pawn)).empty())
            return std::nullopt;
        if (!stays(to_) || !stays(other)) return std::nullopt;
        return Deed{
            .kind = DeedKind::fixes_pawn, .on = {{after_.piece_on(other), other}}, .squares = {}};
    }

    // The pawn's march or exchange leaves a passed pawn on a file where none was.
    [[nodiscard]] std::optional<Deed> passed_pawn() const {
        Position end = before_;
        for (const Move move : line_) end.play(move);
        if (end.in_check() || balance_without_hanging(end) < -exchange_tolerance)
            return std::nullopt;
        for (const Square pawn : end.pieces(us_, PieceType::pawn)) {
            if (!is_passed_pawn(end, pawn, us_) || rank_of(pawn, us_) < least_passed_rank) continue;
            if (has_passed_pawn_near(pawn) || !is_made_by_pawns(pawn) || is_left(end, pawn))
                continue;
            return Deed{.kind = DeedKind::makes_passed_pawn, .on = {}, .squares = {pawn}};
        }
        return std::nullopt;
    }

    // True if the pawn is attacked and nothing defends it.
    [[nodiscard]] bool is_left(const Position& end, Square pawn) const {
        const Bitboard attackers = end.attackers_to(pawn);
        return !(attackers & end.pieces(~us_)).empty() && (attackers & end.pieces(us_)).empty();
    }

    [[nodiscard]] int balance_without_hanging(const Position& end) const {
        const int hanging = settle(end).centipawns;
        return balance(end, us_) - balance(before_, us_) +
               (end.side_to_move() == us_ ? hanging : -hanging);
    }

    [[nodiscard]] bool has_passed_pawn_near(Square pawn) const {
        for (const Square own : before_.pieces(us_, PieceType::pawn))
            if (std::abs(index(own.file()) - index(pawn.file())) <= 1 &&
                is_passed_pawn(before_, own, us_))
                return true;
        return false;
    }

    // True if the move that begins the line belongs to it: the same pawn, or one beside it that is
    // exchanged or leads the pawn in its way aside.
    [[nodiscard]] bool is_made_by_pawns(Square pawn) const {
        if (std::abs(index(to_.file()) - index(pawn.file())) > 1) return false;
        return std::ranges::any_of(
            line_, [&](Move move) { return move.from() == to_ || move.to() == to_; });
    }

    // The king walks on to a pawn and takes it.
    [[nodiscard]] std::optional<Deed> king_plan() const {
        if (before_.is_capture(move_)) return std::nullopt;
        Square king = to_;
        Position position = after_;
        for (std::size_t i = 1; i < line_.size(); ++i) {
            const Move move = line_[i];
            if (position.side_to_move() == us_ && move.from() == king) {
                const Square prey = move.to();
                const Piece pawn = make_piece(~us_, PieceType::pawn);
                if (position.piece_on(prey) == pawn && before_.piece_on(prey) == pawn)
                    return Deed{
                        .kind = DeedKind::goes_for_pawn, .on = {{pawn, prey}}, .squares = {}};
                king = prey;
            }
            position.play(move);
        }
        return std::nullopt;
    }

    const Position& before_;
    std::span<const Move> line_;
    Move move_;
    Position after_;
    Color us_;
    Square to_;
    PieceType type_;
};

}  // namespace

std::optional<Deed> ending_plan(const Position& before, std::span<const Move> line) {
    return EndingPlans(before, line).find();
}

}  // namespace kibitz::explain
