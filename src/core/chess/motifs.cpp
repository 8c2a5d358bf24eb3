#include "chess/motifs.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "chess/movegen.hpp"
#include "chess/narrow_argument.hpp"
#include "chess/see.hpp"

namespace kibitz {

namespace {

// From here on the moves that follow are evidence: the move, the answer, and what it wins.
constexpr std::size_t shortest_evidence = 3;
constexpr int pawn_value = exchange_value(PieceType::pawn);

class LineReader {
   public:
    LineReader(const Position& before, std::span<const Move> line)
        : before_(before),
          after_(before.after(line.front())),
          line_(line),
          move_(line.front()),
          us_(before.side_to_move()),
          by_(arrival(move_)) {}

    std::vector<Motif> read() {
        find_back_rank();
        find_hanging();
        find_discoveries();
        find_fork();
        find_lines();
        find_useless_defender();
        find_attack_on_pinned();
        find_defender();
        find_trapped();
        std::ranges::sort(found_, {}, [](const Motif& motif) {
            return std::tuple(motif.kind, motif.by, motif.on.front());
        });
        const auto again = std::ranges::unique(found_);
        found_.erase(again.begin(), again.end());
        return std::move(found_);
    }

   private:
    void add(MotifKind kind, Square by, std::vector<Square> on) {
        found_.push_back({kind, by, std::move(on)});
    }

    [[nodiscard]] PieceType type_after(Square square) const {
        return type_of(after_.piece_on(square));
    }
    [[nodiscard]] int value_after(Square square) const {
        return exchange_value(type_after(square));
    }
    [[nodiscard]] bool is_king(Square square) const {
        return type_after(square) == PieceType::king;
    }

    [[nodiscard]] Bitboard attacks_after(Square square, Bitboard occupied) const {
        const Piece piece = after_.piece_on(square);
        if (type_of(piece) == PieceType::pawn) return pawn_attacks(color_of(piece), square);
        return piece_attacks(type_of(piece), square, occupied);
    }

    // Could be won by the attacker: it is the king, worth more, or defended by nobody.
    [[nodiscard]] bool is_threatened(Square target, Square attacker) const {
        if (is_king(target)) return true;
        if (!is_king(attacker) && value_after(target) > value_after(attacker)) return true;
        const Bitboard without = after_.occupied() ^ attacker;
        return (after_.attackers_to(target, without) & after_.pieces(~us_)).empty();
    }

    // True if the other side gains nothing by taking the piece that moved.
    [[nodiscard]] bool is_safe() const {
        return std::ranges::none_of(legal_captures(after_), [&](Move reply) {
            return reply.to() == by_ && see_at_least(after_, reply, 1);
        });
    }

    [[nodiscard]] bool ends_in_mate() const {
        const Position end = position_after(line_.size());
        return end.in_check() && !has_legal_move(end);
    }

    [[nodiscard]] Position position_after(std::size_t moves) const {
        Position position = before_;
        for (const Move move : line_.first(moves)) position.play(move);
        return position;
    }

    // True if the line goes on to take one of these pieces, wherever they go, or to mate.
    [[nodiscard]] bool wins_one_of(Bitboard targets) const {
        if (line_.size() < shortest_evidence || ends_in_mate()) return true;
        for (std::size_t i = 1; i < line_.size(); ++i) {
            const Move move = line_[i];
            const bool is_ours = i % 2 == 0;
            if (is_ours && targets.contains(move.to())) return true;
            if (!is_ours && targets.contains(move.from()))
                targets = (targets ^ move.from()) | arrival(move);
        }
        return false;
    }

    // --- The motifs

    void find_back_rank() {
        if (!ends_in_mate()) return;
        const Position end = position_after(line_.size());
        const Color them = end.side_to_move();
        const Square king = end.king(them);
        if (them == us_ || relative(king.rank(), them) != Rank::r1) return;
        const Bitboard rank(king.rank());
        const Bitboard mating =
            end.checkers() & rank & end.pieces(us_, PieceType::rook, PieceType::queen);
        const Bitboard in_front = king_attacks(king) & ~rank;
        const int shut = (in_front & end.pieces(them)).count();
        if (mating.any() && 2 * shut >= in_front.count())
            add(MotifKind::back_rank, mating.first(), {king});
    }

    void find_hanging() {
        if (!before_.is_capture(move_) || move_.is_en_passant()) return;
        if (type_of(before_.captured_by(move_)) == PieceType::pawn) return;
        const Bitboard defenders =
            before_.attackers_to(by_, before_.occupied() ^ move_.from()) & before_.pieces(~us_);
        if (defenders.empty()) add(MotifKind::hanging, by_, {by_});
    }

    // What sliders behind the piece that moved attack now.
    void find_discoveries() {
        const Bitboard sliders = (before_.pieces(us_, PieceType::bishop, PieceType::rook) |
                                  before_.pieces(us_, PieceType::queen)) &
                                 after_.pieces(us_) & ~Bitboard(by_);
        for (const Square slider : sliders) {
            const PieceType type = type_after(slider);
            const Bitboard opened = piece_attacks(type, slider, after_.occupied()) &
                                    ~piece_attacks(type, slider, before_.occupied());
            for (const Square target : opened& after_.pieces(~us_)) {
                if (!line(slider, target).contains(move_.from())) continue;
                if (is_king(target))
                    add(after_.checkers().several() ? MotifKind::double_check
                                                    : MotifKind::discovered_check,
                        slider, {target});
                else if (type_after(target) != PieceType::pawn && is_threatened(target, slider) &&
                         wins_one_of(target))
                    add(MotifKind::discovered_attack, slider, {target});
            }
        }
    }

    void find_fork() {
        if (!is_safe()) return;
        std::vector<Square> targets;
        Bitboard pieces;
        for (const Square target : attacks_after(by_, after_.occupied()) & after_.pieces(~us_)) {
            if (type_after(target) == PieceType::pawn || !is_threatened(target, by_)) continue;
            targets.push_back(target);
            if (!is_king(target)) pieces |= target;
        }
        if (targets.size() < 2 || !wins_one_of(pieces)) return;
        // What is worth most is named first, the king before all.
        const auto worth = [&](Square square) {
            constexpr int most = exchange_value(PieceType::queen) + 1;
            return std::pair(is_king(square) ? -most : -value_after(square), square);
        };
        std::ranges::sort(targets, {}, worth);
        add(MotifKind::fork, by_, targets);
    }

    // Pins and skewers by the piece that moved: two pieces on one line.
    void find_lines() {
        if (!is_slider(type_after(by_)) || !is_safe()) return;
        const Bitboard occupied = after_.occupied();
        const Bitboard seen = attacks_after(by_, occupied);
        for (const Square front : seen& after_.pieces(~us_)) {
            const Bitboard beyond = attacks_after(by_, occupied ^ front) & ~seen &
                                    line(by_, front) & after_.pieces(~us_);
            for (const Square behind : beyond) judge_line(front, behind);
        }
    }

    void judge_line(Square front, Square behind) {
        const bool front_is_worth_more =
            is_king(front) || (!is_king(behind) && value_after(front) >= value_after(behind));
        if (type_after(front) == PieceType::pawn || type_after(behind) == PieceType::pawn) return;
        if (front_is_worth_more) {
            const bool must_go = is_king(front) || value_after(front) > value_after(by_);
            if (must_go && is_threatened(behind, by_) && wins_one_of(behind))
                add(MotifKind::skewer, by_, {front, behind});
        } else if (is_threatened(behind, by_) && wins_one_of(front)) {
            add(MotifKind::pin, by_, {front, behind});
        }
    }

    // The piece that pins one of the other side's pieces to its king.
    [[nodiscard]] Square pinner_of(const Position& position, Square pinned) const {
        const Square king = position.king(~us_);
        const Bitboard without = position.occupied() ^ pinned;
        const Bitboard pinners =
            position.attackers_to(king, without) & position.pieces(us_) & line(king, pinned);
        return pinners.any() ? pinners.first() : Square::none();
    }

    // Takes what only a pinned piece defends.
    void find_useless_defender() {
        if (!before_.is_capture(move_) || !see_at_least(before_, move_, pawn_value)) return;
        const Square king = before_.king(~us_);
        const Bitboard defenders =
            before_.attackers_to(by_, before_.occupied() ^ move_.from()) & before_.pieces(~us_);
        const Bitboard pinned = before_.king_blockers(~us_);
        if (defenders.empty() || (defenders & ~pinned).any()) return;
        const Square defender = defenders.first();
        if (line(king, defender).contains(by_)) return;
        const Square pinner = pinner_of(before_, defender);
        if (!pinner.is_none() && pinner != move_.from())
            add(MotifKind::pin, pinner, {defender, king});
    }

    // Attacks a piece that was pinned before.
    void find_attack_on_pinned() {
        const Bitboard pinned = before_.king_blockers(~us_) & after_.king_blockers(~us_) &
                                after_.pieces(~us_) & ~after_.pieces(PieceType::pawn);
        for (const Square target : pinned& attacks_after(by_, after_.occupied())) {
            const Square pinner = pinner_of(after_, target);
            if (pinner.is_none() || pinner == by_ || !wins_one_of(target)) continue;
            add(MotifKind::pin, pinner, {target, after_.king(~us_)});
        }
    }

    // A defender is taken, or has to leave what else it defended.
    void find_defender() {
        if (line_.size() < shortest_evidence || !before_.is_capture(move_)) return;
        const Position later = position_after(2);
        const Move reply = line_[1], win = line_[2];
        if (!later.is_capture(win) || win.to() == by_) return;
        // What is won stood there from the beginning, and the exchange was not a loss.
        const Piece won = before_.piece_on(win.to());
        if (won == Piece::none || color_of(won) == us_ || later.piece_on(win.to()) != won) return;
        const bool was_retaken = reply.to() == by_;
        const int spent = was_retaken ? value_after(by_) : 0;
        const int gained =
            exchange_value(type_of(before_.captured_by(move_))) + exchange_value(type_of(won));
        if (gained - spent < pawn_value || !see_at_least(later, win, pawn_value)) return;

        const Bitboard defenders =
            before_.attackers_to(win.to(), before_.occupied()) & before_.pieces(~us_);
        if (defenders.contains(by_))
            add(MotifKind::removes_defender, by_, {by_, win.to()});
        else if (was_retaken && defenders.contains(reply.from()) &&
                 !later.attackers_to(win.to()).contains(by_))
            add(MotifKind::overloaded, by_, {reply.from(), by_, win.to()});
    }

    void find_trapped() {
        if (after_.in_check()) return;
        const Bitboard pieces = after_.non_pawn_material(~us_) & ~after_.king_blockers(~us_);
        for (const Square target : pieces)
            if (is_attacked_to_win(target) && !can_escape(target) && wins_one_of(target))
                add(MotifKind::trapped, by_, {target});
    }

    [[nodiscard]] bool is_attacked_to_win(Square target) const {
        for (const Square attacker : after_.attackers_to(target) & after_.pieces(us_))
            if (is_threatened(target, attacker)) return true;
        return false;
    }

    [[nodiscard]] bool can_escape(Square target) const {
        return std::ranges::any_of(legal_moves(after_), [&](Move move) {
            return move.from() == target && see_at_least(after_, move, 0);
        });
    }

    const Position& before_;
    Position after_;
    std::span<const Move> line_;
    Move move_;
    Color us_;
    Square by_;
    std::vector<Motif> found_;
};

}  // namespace

const char* to_string(MotifKind kind) {
    constexpr const char* names[] = {
        "back rank",         "hanging", "double check",     "discovered check", "fork",    "skewer",
        "discovered attack", "pin",     "removes defender", "overloaded",       "trapped",
    };
    return names[static_cast<int>(detail::without_other_bits(kind))];
}

std::vector<Motif> motifs_of(const Position& position, std::span<const Move> line) {
    if (line.empty()) return {};
    return LineReader(position, line).read();
}

}  // namespace kibitz
