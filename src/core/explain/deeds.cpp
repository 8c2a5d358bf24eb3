#include "explain/deeds.hpp"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

#include "chess/attacks.hpp"
#include "chess/movegen.hpp"
#include "chess/see.hpp"
#include "explain/material.hpp"

namespace kibitz::explain {
namespace {

// With so little left besides pawns the kings take part.
constexpr int endgame_material = 2 * exchange_value(PieceType::rook);
constexpr std::size_t most_squares = 1;
// A piece that is given for another one has not been shut in.
constexpr int least_prison_gain = 150;

bool is_minor(PieceType type) { return type == PieceType::knight || type == PieceType::bishop; }
int value_of(PieceType type) {
    return type == PieceType::king ? 2 * exchange_value(PieceType::queen) : exchange_value(type);
}

Bitboard pawns_ahead(Square square, Color us) {
    Bitboard files(square.file());
    if (square.file() != File::a) files |= Bitboard(static_cast<File>(index(square.file()) - 1));
    if (square.file() != File::h) files |= Bitboard(static_cast<File>(index(square.file()) + 1));
    Bitboard ahead;
    for (const Square other : files)
        if (index(relative(other.rank(), us)) > index(relative(square.rank(), us)))
            ahead |= Bitboard(other);
    return ahead;
}

class DeedFinder {
   public:
    DeedFinder(const Position& before, std::span<const Move> line)
        : before_(before),
          line_(line),
          move_(line.front()),
          after_(before.after(move_)),
          us_(before.side_to_move()),
          from_(move_.from()),
          to_(arrival(move_)),
          piece_(before.piece_on(from_)),
          type_(type_of(piece_)) {}

    std::vector<Deed> find() {
        if (move_.is_promotion() && !gives_new_piece(line_))
            add(DeedKind::promotes, {{after_.piece_on(to_), to_}});
        for (Deed& deed : endgame_deeds(before_, move_)) found_.push_back(std::move(deed));
        add(damage_of(before_, line_));
        find_capture();
        find_attacks();
        find_prison();
        find_escape();
        find_defence();
        add(ending_plan(before_, line_));
        add(displacement_of(before_, line_));
        if (after_.in_check() && found_.empty()) add(DeedKind::checks);
        find_stopped_castling();
        find_pawns();
        if (move_.is_castling()) add(DeedKind::castles);
        find_pin();
        find_king_attack();
        find_storm();
        for (Deed& deed : lasting_deeds(before_, line_)) found_.push_back(std::move(deed));
        find_queen_exchange();
        find_challenge();
        find_exchange();
        find_development();
        find_file();
        find_support_of_attacked();
        find_squares();
        find_ways();
        find_support_of_centre();
        find_king();
        find_plan();
        return std::move(found_);
    }

   private:
    void add(DeedKind kind, std::vector<PlacedPiece> on = {}, std::vector<Square> squares = {}) {
        found_.push_back({kind, std::move(on), std::move(squares)});
    }

    void add(std::optional<Deed> deed) {
        if (deed) found_.push_back(*std::move(deed));
    }

    [[nodiscard]] PlacedPiece enemy(Square square) const {
        return {after_.piece_on(square), square};
    }
    [[nodiscard]] PlacedPiece moved() const { return {after_.piece_on(to_), to_}; }

    [[nodiscard]] static bool is_equal(PieceType a, PieceType b) {
        return a == b || (is_minor(a) && is_minor(b));
    }

    // True if the other side takes an equal piece back at once.
    [[nodiscard]] bool is_exchanged(Piece prey) const {
        return line_.size() > 1 && line_[1].to() == to_ && is_equal(type_of(prey), type_);
    }

    void find_capture() {
        const Piece prey = before_.captured_by(move_);
        if (prey == Piece::none) return;
        const Square square =
            move_.is_en_passant() ? move_.to() - forward(before_.side_to_move()) : move_.to();
        add(is_exchanged(prey)  ? DeedKind::exchanges
            : after_.in_check() ? DeedKind::takes_with_check
                                : DeedKind::takes,
            {{prey, square}});
    }

    // True if a capture there would win something: the piece is worth more or stands alone.
    [[nodiscard]] bool is_under_attack(const Position& position, Square square, Color owner) const {
        const int value = value_of(type_of(position.piece_on(square)));
        const Bitboard attackers = position.attackers_to(square) & position.pieces(~owner);
        if (attackers.empty()) return false;
        if ((position.attackers_to(square) & position.pieces(owner)).empty()) return true;
        for (const Square attacker : attackers)
            if (value_of(type_of(position.piece_on(attacker))) < value) return true;
        return false;
    }

    // True if the piece there can take the moved one, which is defended and worth as much: that is
    // an offer, and no attack.
    [[nodiscard]] bool is_offer(Square square) const {
        return type_of(after_.piece_on(square)) == type_ &&
               after_.attackers_to(to_).contains(square) &&
               after_.attackers_to(square).contains(to_) &&
               !(after_.attackers_to(to_) & after_.pieces(us_)).empty();
    }

    void find_attacks() {
        if (gives_new_piece(line_)) return;  // it is taken before it can take anything
        std::vector<PlacedPiece> targets;
        for (const Square square : after_.pieces(~us_)) {
            if (type_of(after_.piece_on(square)) == PieceType::king) continue;
            const bool is_new =
                !is_under_attack(before_, square, ~us_) || before_.piece_on(square) == Piece::none;
            if (is_new && !is_offer(square) && is_under_attack(after_, square, ~us_))
                targets.push_back(enemy(square));
        }
        if (targets.empty()) return;
        std::ranges::sort(targets, {}, [](PlacedPiece target) {
            return std::pair(-value_of(type_of(target.piece)), target.square);
        });
        const bool has_piece = type_of(targets.front().piece) != PieceType::pawn;
        if (has_piece)
            std::erase_if(targets, [](PlacedPiece target) {
                return type_of(target.piece) == PieceType::pawn;
            });
        if (targets.size() > 2) targets.resize(2);
        add(after_.in_check() ? DeedKind::checks_and_attacks : DeedKind::attacks,
            std::move(targets));
    }

    // The squares to which the piece of the side to move can go without loss.
    [[nodiscard]] static int safe_moves(const Position& position, Square square) {
        int safe = 0;
        for (const Move move : legal_moves(position)) {
            if (move.from() != square) continue;
            const int gain = exchange_value(type_of(position.captured_by(move)));
            const Gain loss = settle(position.after(move));
            // What is lost elsewhere does not take the square away.
            if (loss.centipawns - gain < least_material || loss.moves.front().to() != arrival(move))
                ++safe;
        }
        return safe;
    }

    // True if a later move of the same side goes to that square, where a reader sees it.
    [[nodiscard]] bool is_entered_later(Square square) const {
        for (std::size_t i = 2; i < std::min(line_.size(), most_shown); i += 2)
            if (arrival(line_[i]) == square) return true;
        return false;
    }

    // What the line has won for the mover behind so many moves, once nothing hangs.
    [[nodiscard]] int won_behind(std::size_t moves) const {
        const Position end = position_after(before_, line_.first(moves));
        const int hanging = settle(end).centipawns;
        return balance(end, us_) - balance(before_, us_) +
               (end.side_to_move() == us_ ? hanging : -hanging);
    }

    // True if the piece that stands there waits to be taken by such a move, and not in an exchange.
    [[nodiscard]] bool is_lost_later(Square square) const {
        for (std::size_t i = 1; i < std::min(line_.size(), most_shown); ++i) {
            if (i % 2 == 1 && line_[i].from() == square) return false;
            if (i % 2 == 0 && line_[i].to() == square)
                return won_behind(i + 1) >= least_prison_gain;
        }
        return false;
    }

    // A piece that had safe squares and has none any more, and falls.
    void find_prison() {
        if (before_.in_check() || after_.in_check()) return;
        Position waited = before_;
        waited.play_null();
        for (const Square square : after_.non_pawn_material(~us_)) {
            if (!is_lost_later(square)) continue;
            if (waited.piece_on(square) != after_.piece_on(square)) continue;
            if (safe_moves(after_, square) > 0 || safe_moves(waited, square) == 0) continue;
            add(DeedKind::shuts_in, {enemy(square)});
            return;
        }
    }

    // The squares that the other side's king crosses when it castles on that side, its own among
    // them.
    [[nodiscard]] Bitboard castling_way(CastlingSide side) const {
        const Square rook = after_.castling_rook(~us_, side), king = after_.king(~us_);
        if (rook.is_none()) return {};
        const Square goal(side == CastlingSide::kingside ? File::g : File::c, king.rank());
        return between(king, goal) | Bitboard(goal);
    }

    // The moved piece covers a square on the way of a king that could soon have castled.
    void find_stopped_castling() {
        if (after_.in_check() || move_.is_castling()) return;
        for (const CastlingSide side : {CastlingSide::kingside, CastlingSide::queenside}) {
            bool was_covered = false, is_covered = false;
            for (const Square square : castling_way(side)) {
                was_covered |= !(before_.attackers_to(square) & before_.pieces(us_)).empty();
                is_covered |= after_.attackers_to(square).contains(to_);
            }
            if (!is_covered || was_covered) continue;
            add(DeedKind::stops_castling, {enemy(after_.king(~us_))});
            return;
        }
    }

    void find_escape() {
        if (move_.is_castling() || type_ == PieceType::king) return;
        if (!is_under_attack(before_, from_, us_) || is_under_attack(after_, to_, us_)) return;
        add(DeedKind::saves, {{piece_, from_}});
    }

    void find_defence() {
        std::vector<PlacedPiece> defended;
        for (const Square square : after_.pieces(us_)) {
            if (square == to_ || type_of(after_.piece_on(square)) == PieceType::king) continue;
            if (before_.piece_on(square) != after_.piece_on(square)) continue;
            if (is_under_attack(before_, square, us_) && !is_under_attack(after_, square, us_))
                defended.push_back({after_.piece_on(square), square});
        }
        if (defended.empty()) return;
        std::ranges::sort(defended, {}, [](PlacedPiece piece) {
            return std::pair(-value_of(type_of(piece.piece)), piece.square);
        });
        defended.resize(1);
        add(DeedKind::defends, std::move(defended));
    }

    [[nodiscard]] bool is_passed(Square square, Color side) const {
        return (pawns_ahead(square, side) & after_.pieces(~side, PieceType::pawn)).empty();
    }

    void find_pawns() {
        constexpr Rank far = Rank::r4;
        if (type_ == PieceType::pawn && !move_.is_promotion() && is_passed(to_, us_) &&
            relative(to_.rank(), us_) >= far)
            add(DeedKind::pushes_passed_pawn, {}, {to_});
        if (type_ == PieceType::pawn) return;
        for (const Square square : after_.pieces(~us_, PieceType::pawn))
            if (square.file() == to_.file() && pawns_ahead(square, ~us_).contains(to_) &&
                is_passed(square, ~us_) && square + forward(~us_) == to_)
                add(DeedKind::stops_pawn, {enemy(square)});
    }

    void find_pin() {
        if (!is_slider(type_) || move_.is_castling()) return;
        const Square king = after_.king(~us_);
        const Bitboard way = between(to_, king) & after_.occupied();
        const bool is_on_line = piece_attacks(type_, to_, Bitboard{}).contains(king);
        if (!is_on_line || way.empty() || way.several()) return;
        const Square front = way.first();
        if (color_of(after_.piece_on(front)) == us_) return;
        if (type_of(after_.piece_on(front)) == PieceType::pawn) return;
        add(DeedKind::pins, {moved(), enemy(front), enemy(king)});
    }

    // A square beside the king that only the king defends, which the piece has not attacked before
    // and which a piece of its side enters later in the line.
    void find_king_attack() {
        if (type_ == PieceType::pawn || type_ == PieceType::king || after_.in_check()) return;
        const Square king = after_.king(~us_);
        for (const Square square : piece_attacks(PieceType::king, king, Bitboard{})) {
            if (!after_.attackers_to(square).contains(to_) ||
                before_.attackers_to(square).contains(from_))
                continue;
            if ((after_.attackers_to(square) & after_.pieces(~us_)) != Bitboard(king)) continue;
            if (!is_entered_later(square)) continue;
            add(DeedKind::aims_at_king, {enemy(king)}, {square});
            return;
        }
    }

    // A pawn before the other king, or on a file beside it, that goes on in the line.
    void find_storm() {
        constexpr Rank far = Rank::r4;
        if (type_ != PieceType::pawn || move_.is_promotion() || is_passed(to_, us_)) return;
        const Square king = after_.king(~us_);
        const bool is_near = std::abs(index(king.file()) - index(to_.file())) <= 1;
        const bool is_before = relative(king.rank(), us_) > relative(to_.rank(), us_);
        if (!is_near || !is_before || relative(to_.rank(), us_) < far) return;
        // A king in the middle of the board's files is not yet where it is to be attacked.
        if (king.file() == File::d || king.file() == File::e) return;
        for (std::size_t i = 2; i < std::min(line_.size(), most_shown); i += 2) {
            if (line_[i].from() != to_) continue;
            add(DeedKind::storms_king, {enemy(king)});
            return;
        }
    }

    void find_queen_exchange() {
        if (type_ != PieceType::queen || before_.is_capture(move_)) return;
        const Bitboard queens = after_.pieces(~us_, PieceType::queen);
        if (!queens.empty() && is_offer(queens.first())) add(DeedKind::offers_queens);
    }

    // A pawn that another one has not attacked before.
    void find_challenge() {
        if (type_ != PieceType::pawn || move_.is_promotion()) return;
        for (const Square square : pawn_attacks(us_, to_) & after_.pieces(~us_, PieceType::pawn)) {
            const Bitboard own = before_.pieces(us_, PieceType::pawn);
            if (!(pawn_attacks(~us_, square) & own).empty()) continue;
            add(DeedKind::challenges, {enemy(square)});
            return;
        }
    }

    void find_exchange() {
        if (type_ == PieceType::king || move_.is_promotion()) return;
        for (const Square square : after_.pieces(~us_)) {
            const PieceType other = type_of(after_.piece_on(square));
            if (!is_equal(other, type_) || !after_.attackers_to(square).contains(to_)) continue;
            add(DeedKind::offers_exchange, {enemy(square)});
            return;
        }
    }

    void find_development() {
        const bool is_home = is_minor(type_) && relative(from_.rank(), us_) == Rank::r1;
        if (is_home && relative(to_.rank(), us_) != Rank::r1)
            add(DeedKind::develops, {{piece_, to_}});
    }

    void find_file() {
        if (type_ != PieceType::rook || from_.file() == to_.file()) return;
        if ((Bitboard(to_.file()) & after_.pieces(us_, PieceType::pawn)).empty())
            add(DeedKind::takes_file, {}, {to_});
    }

    // Squares to which a knight or bishop of the other side could have gone, and which a pawn now
    // covers.
    void find_squares() {
        if (type_ != PieceType::pawn || move_.is_promotion()) return;
        for (const Square piece : after_.pieces(~us_)) {
            if (!is_minor(type_of(after_.piece_on(piece)))) continue;
            std::vector<Square> taken;
            for (const Square square : pawn_attacks(us_, to_)) {
                const bool was_free =
                    (pawn_attacks(~us_, square) & before_.pieces(us_, PieceType::pawn)).empty();
                const bool is_forward = relative(square.rank(), us_) <= Rank::r6;
                const bool is_reached =
                    piece_attacks(type_of(after_.piece_on(piece)), piece, after_.occupied())
                        .contains(square) &&
                    after_.is_empty(square);
                if (was_free && is_forward && is_reached && taken.size() < most_squares)
                    taken.push_back(square);
            }
            if (taken.empty()) continue;
            add(DeedKind::takes_squares, {enemy(piece)}, std::move(taken));
            return;
        }
    }

    // Squares that a piece reaches beyond its own ones.
    [[nodiscard]] static int reach_of(const Position& position, Square square) {
        const Piece piece = position.piece_on(square);
        const Bitboard reached = piece_attacks(type_of(piece), square, position.occupied());
        return (reached & ~position.pieces(color_of(piece))).count();
    }

    // A pawn that moves opens the lines of the pieces behind it, and closes those of a bishop.
    void find_ways() {
        if (type_ != PieceType::pawn || move_.is_promotion()) return;
        constexpr int least_squares = 3;
        int most_opened = least_squares - 1, most_barred = least_squares - 1;
        std::optional<Square> opened, barred;
        for (const Square square : after_.pieces(us_)) {
            if (!is_slider(type_of(after_.piece_on(square)))) continue;
            const int more = reach_of(after_, square) - reach_of(before_, square);
            if (more <= most_opened) continue;
            most_opened = more;
            opened = square;
        }
        for (const Square square : after_.pieces(~us_, PieceType::bishop)) {
            const int less = reach_of(before_, square) - reach_of(after_, square);
            if (less <= most_barred || is_under_attack(after_, to_, us_)) continue;
            most_barred = less;
            barred = square;
        }
        if (barred) add(DeedKind::bars_way, {enemy(*barred)});
        if (opened) add(DeedKind::opens_way, {{after_.piece_on(*opened), *opened}});
    }

    // The most valuable piece that the moved one protects now and did not before, of those that
    // `counts` takes.
    template <class Counts>
    [[nodiscard]] std::optional<PlacedPiece> supported(Counts counts) const {
        std::optional<PlacedPiece> most;
        if (type_ == PieceType::king || move_.is_promotion()) return most;
        for (const Square square : after_.pieces(us_)) {
            const PlacedPiece own{after_.piece_on(square), square};
            if (square == to_ || before_.piece_on(square) != own.piece) continue;
            if (value_of(type_of(own.piece)) >= value_of(PieceType::queen)) continue;
            if (!after_.attackers_to(square).contains(to_) ||
                before_.attackers_to(square).contains(from_))
                continue;
            if (!counts(square)) continue;
            if (!most || value_of(type_of(own.piece)) > value_of(type_of(most->piece))) most = own;
        }
        return most;
    }
    [[nodiscard]] bool is_attacked(Square square) const {
        return !(after_.attackers_to(square) & after_.pieces(~us_)).empty();
    }

    void find_support_of_attacked() {
        if (const auto own = supported([&](Square square) { return is_attacked(square); }))
            add(DeedKind::supports, {*own});
    }
    void find_support_of_centre() {
        constexpr std::string_view centre[] = {"d4", "e4", "d5", "e5"};
        const auto own = supported([&](Square square) {
            return !is_attacked(square) &&
                   std::ranges::find(centre, square.to_string()) != std::end(centre);
        });
        if (own) add(DeedKind::supports, {*own});
    }

    void find_king() {
        int material = 0;
        for (const Square square : after_.non_pawn_material(~us_))
            material += exchange_value(type_of(after_.piece_on(square)));
        if (type_ == PieceType::king && !move_.is_castling() && material <= endgame_material &&
            relative(to_.rank(), us_) > relative(from_.rank(), us_))
            add(DeedKind::brings_king);
    }

    void find_plan() {
        constexpr std::size_t next = 2;
        // To take back is no plan, nor is to answer a check.
        const bool is_plan = line_.size() > next && line_[next].to() != line_[1].to() &&
                             !after_.after(line_[1]).in_check();
        if (!is_plan) {
            if (line_.size() >= next) add(DeedKind::leads_to);
        } else if (line_[next].from() == to_ && !move_.is_castling()) {
            find_way(line_[next]);
        } else if (is_prepared(line_[next])) {
            add(DeedKind::prepares);
        } else {
            add(is_exchange_at(next) ? DeedKind::leads_to : DeedKind::waits);
        }
    }

    // True if the move of the line takes something and is taken back.
    [[nodiscard]] bool is_exchange_at(std::size_t move) const {
        return move + 1 < line_.size() && line_[move + 1].to() == line_[move].to() &&
               position_after(before_, line_.first(move)).is_capture(line_[move]);
    }

    // The same piece moves on: the square is its goal if it could not have gone there at once.
    void find_way(Move next) {
        const bool takes = position_after(before_, line_.first(2)).is_capture(next);
        const bool was_near = std::ranges::any_of(legal_moves(before_), [&](Move move) {
            return move.from() == from_ && move.to() == next.to();
        });
        if (type_ == PieceType::pawn || takes || was_near || next.to() == from_)
            add(DeedKind::waits);
        else
            add(DeedKind::heads_for, {moved()}, {next.to()});
    }

    // True if the next move could not have been made at once, or not without loss, and the other
    // side need not do anything for it: an answer that nobody has to give prepares nothing.
    [[nodiscard]] bool is_prepared(Move next) const {
        if (before_.in_check() || after_.in_check()) return false;
        Position passed = after_;
        passed.play_null();
        if (!passed.is_legal(next)) return false;
        if (!before_.is_legal(next)) return true;
        const auto loss = [](const Position& position, Move move) {
            return settle(position.after(move)).centipawns;
        };
        return loss(before_, next) >= loss(passed, next) + least_material;
    }

    const Position& before_;
    std::span<const Move> line_;
    Move move_;
    Position after_;
    Color us_;
    Square from_, to_;
    Piece piece_;
    PieceType type_;
    std::vector<Deed> found_;
};

}  // namespace

std::vector<Deed> deeds_of(const Position& before, std::span<const Move> line) {
    if (line.empty()) return {};
    return DeedFinder(before, line).find();
}

std::size_t moves_spoken_of(DeedKind kind) {
    switch (kind) {
        case DeedKind::prepares:
        case DeedKind::waits: return 3;
        case DeedKind::leads_to:
        case DeedKind::exchanges_doubling:
        case DeedKind::exchanges_opening_king:
        case DeedKind::displaces_king: return 2;
        default: return 1;
    }
}

bool is_forceful(DeedKind kind) {
    switch (kind) {
        case DeedKind::promotes:
        case DeedKind::takes:
        case DeedKind::takes_with_check:
        case DeedKind::exchanges:
        case DeedKind::exchanges_doubling:
        case DeedKind::exchanges_opening_king:
        case DeedKind::checks_and_attacks:
        case DeedKind::attacks:
        case DeedKind::outruns:
        case DeedKind::checks: return true;
        default: return false;
    }
}

bool is_active(DeedKind kind) {
    switch (kind) {
        case DeedKind::exchanges: return false;
        case DeedKind::shuts_in:
        case DeedKind::displaces_king:
        case DeedKind::stops_castling:
        case DeedKind::aims_at_king:
        case DeedKind::settles:
        case DeedKind::enters_seventh:
        case DeedKind::pins: return true;
        default: return is_forceful(kind);
    }
}

}  // namespace kibitz::explain
