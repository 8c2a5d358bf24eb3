// What a move changes for longer than a few moves: squares that no pawn covers any more, pawns that
// an exchange spoils, a king that has lost its castling. Each is looked for on the boards of the
// line, up to where a reader is shown it.
#include <algorithm>
#include <cstdlib>
#include <optional>

#include "chess/attacks.hpp"
#include "chess/movegen.hpp"
#include "chess/see.hpp"
#include "explain/deeds.hpp"

namespace kibitz::explain {
namespace {

Bitboard files_beside(File file) {
    Bitboard files;
    if (file != File::a) files |= Bitboard(static_cast<File>(index(file) - 1));
    if (file != File::h) files |= Bitboard(static_cast<File>(index(file) + 1));
    return files;
}

bool is_beside(File a, File b) { return std::abs(index(a) - index(b)) <= 1; }

class LastingDeeds {
   public:
    LastingDeeds(const Position& before, std::span<const Move> line)
        : before_(before),
          line_(line.first(std::min(line.size(), most_shown))),
          move_(line.front()),
          after_(before.after(move_)),
          end_(position_after(before, line_)),
          us_(before.side_to_move()),
          to_(arrival(move_)),
          type_(type_of(before.piece_on(move_.from()))) {}

    // What a pawn that takes back leaves behind it.
    [[nodiscard]] std::optional<Deed> damage() const {
        if (line_.size() < 2 || line_[1].to() != move_.to() || !before_.is_capture(move_))
            return std::nullopt;
        if (move_.is_en_passant() || move_.is_promotion()) return std::nullopt;
        if (type_of(after_.piece_on(line_[1].from())) != PieceType::pawn) return std::nullopt;
        const PlacedPiece prey{before_.captured_by(move_), move_.to()};
        const File left = line_[1].from().file(), entered = to_.file();
        const Square king = after_.king(~us_);
        if (is_sheltered(king) && is_beside(left, king.file()) &&
            is_beside(left, end_.king(~us_).file()) && has_pawn_on(before_, left) &&
            !has_pawn_on(end_, left) && has_heavy_piece())
            return Deed{.kind = DeedKind::exchanges_opening_king,
                        .on = {prey, {after_.piece_on(king), king}},
                        .squares = {line_[1].from()}};
        if (pawns_on(before_, entered) < 2 && pawns_on(end_, entered) >= 2 &&
            pawns_on(after_.after(line_[1]), entered) >= 2)
            return Deed{.kind = DeedKind::exchanges_doubling, .on = {prey}, .squares = {to_}};
        return std::nullopt;
    }

    // A king that had the right to castle has to move.
    [[nodiscard]] std::optional<Deed> displaced_king() const {
        if (line_.size() < 2 || line_[1].is_castling()) return std::nullopt;
        const Square king = after_.king(~us_);
        if (line_[1].from() != king || after_.castling_rooks(~us_).empty()) return std::nullopt;
        // Without queens, a king that cannot castle has little to fear.
        if (end_.pieces(us_, PieceType::queen).empty()) return std::nullopt;
        return Deed{
            .kind = DeedKind::displaces_king, .on = {{after_.piece_on(king), king}}, .squares = {}};
    }

    // A knight or bishop on a square that no pawn can attack any more, where it stays.
    [[nodiscard]] std::optional<Deed> outpost() const {
        const bool is_minor = type_ == PieceType::knight || type_ == PieceType::bishop;
        if (!is_minor || !is_outpost(to_) || is_outpost(move_.from()) || !stays())
            return std::nullopt;
        return Deed{
            .kind = DeedKind::settles, .on = {{after_.piece_on(to_), to_}}, .squares = {to_}};
    }

    // A rook among the other side's pawns, or where it keeps the king on its last rank.
    [[nodiscard]] std::optional<Deed> seventh_rank() const {
        if (type_ != PieceType::rook || move_.is_castling()) return std::nullopt;
        if (relative(to_.rank(), us_) != Rank::r7 || relative(move_.from().rank(), us_) == Rank::r7)
            return std::nullopt;
        const Bitboard pawns = after_.pieces(~us_, PieceType::pawn) & Bitboard(to_.rank());
        const bool holds_king = relative(after_.king(~us_).rank(), us_) == Rank::r8;
        if ((pawns.empty() && !holds_king) || !stays()) return std::nullopt;
        return Deed{.kind = DeedKind::enters_seventh,
                    .on = {{after_.piece_on(to_), to_}},
                    .squares = {to_}};
    }

   private:
    // A king that stands aside on its first ranks, where pawns are its shelter.
    [[nodiscard]] bool is_sheltered(Square king) const {
        return king.file() != File::d && king.file() != File::e &&
               relative(king.rank(), ~us_) <= Rank::r2;
    }
    [[nodiscard]] int pawns_on(const Position& position, File file) const {
        return (position.pieces(~us_, PieceType::pawn) & Bitboard(file)).count();
    }
    [[nodiscard]] bool has_pawn_on(const Position& position, File file) const {
        return pawns_on(position, file) > 0;
    }
    [[nodiscard]] bool has_heavy_piece() const {
        return !end_.pieces(us_, PieceType::rook, PieceType::queen).empty();
    }

    // In the other half, supported by a pawn or attacked by nothing, and no pawn on the files
    // beside it can come to attack it.
    [[nodiscard]] bool is_outpost(Square square) const {
        const Rank rank = relative(square.rank(), us_);
        if (rank < Rank::r4 || rank > Rank::r6) return false;
        if (square.file() == File::a || square.file() == File::h) return false;
        for (const Square pawn : after_.pieces(~us_, PieceType::pawn) & files_beside(square.file()))
            if (relative(pawn.rank(), us_) > rank) return false;
        const bool is_supported =
            !(pawn_attacks(~us_, square) & after_.pieces(us_, PieceType::pawn)).empty();
        return is_supported || (after_.attackers_to(square) & after_.pieces(~us_)).empty();
    }

    // True if the moved piece is neither taken nor moves on as far as the line is shown.
    [[nodiscard]] bool stays() const {
        if (line_.size() <= 2) return false;
        return std::ranges::none_of(
            line_.subspan(1), [&](Move move) { return move.to() == to_ || move.from() == to_; });
    }

    const Position& before_;
    std::span<const Move> line_;
    Move move_;
    Position after_, end_;
    Color us_;
    Square to_;
    PieceType type_;
};

}  // namespace

std::optional<Deed> damage_of(const Position& before, std::span<const Move> line) {
    return LastingDeeds(before, line).damage();
}

std::optional<Deed> displacement_of(const Position& before, std::span<const Move> line) {
    return LastingDeeds(before, line).displaced_king();
}

std::vector<Deed> lasting_deeds(const Position& before, std::span<const Move> line) {
    const LastingDeeds lasting(before, line);
    std::vector<Deed> deeds;
    for (auto& deed : {lasting.outpost(), lasting.seventh_rank()})
        if (deed) deeds.push_back(*deed);
    return deeds;
}

}  // namespace kibitz::explain
