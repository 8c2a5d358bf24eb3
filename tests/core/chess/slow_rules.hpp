// The rules of chess once more, on an array of 64 letters, slow and obviously right: what the
// bitboard code is compared with. Shares nothing with it but the types of squares and moves.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "chess/move.hpp"
#include "chess/position.hpp"
#include "chess/see.hpp"

namespace kibitz::test {

class SlowBoard {
   public:
    explicit SlowBoard(const Position& position)
        : white_to_move_(position.side_to_move() == Color::white),
          en_passant_(position.en_passant()) {
        for (int i = 0; i < square_count; ++i)
            board_[static_cast<std::size_t>(i)] = to_char(position.piece_on(Square(i)));
        for (const Square rook : position.castling_rooks()) castling_.push_back(rook);
    }

    [[nodiscard]] std::vector<Move> legal_moves() const {
        std::vector<Move> legal;
        for (const Move move : pseudo_legal_moves())
            if (is_legal(move)) legal.push_back(move);
        return legal;
    }

    [[nodiscard]] bool gives_check(Move move) const {
        SlowBoard next = *this;
        next.play(move);
        return next.is_attacked(next.king(!white_to_move_), white_to_move_);
    }

    // What the exchange begun by the move wins for the side to move, in centipawns.
    [[nodiscard]] int exchange(Move move) const {
        const Square to = move.to();
        int won = value(at(to));
        if (move.is_en_passant()) won = value('p');
        int at_stake = value(at(move.from()));
        if (move.is_promotion()) {
            at_stake = exchange_value(move.promoted_to());
            won += at_stake - value('p');
        }
        SlowBoard next = *this;
        if (move.is_en_passant()) next.at(Square(to.file(), move.from().rank())) = '.';
        next.at(to) = at(move.from());
        next.at(move.from()) = '.';
        return won - next.best_recapture(to, at_stake, !white_to_move_, *this);
    }

   private:
    static bool is_white(char piece) { return piece >= 'A' && piece <= 'Z'; }
    static char lower(char piece) {
        return is_white(piece) ? static_cast<char>(piece - 'A' + 'a') : piece;
    }
    static int value(char piece) {
        const auto parsed = parse_piece(piece);
        return parsed ? exchange_value(type_of(*parsed)) : 0;
    }
    [[nodiscard]] char at(Square square) const {
        return board_[static_cast<std::size_t>(square.index())];
    }
    char& at(Square square) { return board_[static_cast<std::size_t>(square.index())]; }
    [[nodiscard]] bool is_own(char piece, bool white) const {
        return piece != '.' && is_white(piece) == white;
    }
    [[nodiscard]] Square king(bool white) const {
        for (int i = 0; i < square_count; ++i)
            if (at(Square(i)) == (white ? 'K' : 'k')) return Square(i);
        return Square::none();
    }
    static std::optional<Square> step(Square square, int files, int ranks) {
        const int file = index(square.file()) + files, rank = index(square.rank()) + ranks;
        if (file < 0 || file > 7 || rank < 0 || rank > 7) return std::nullopt;
        return Square(rank * 8 + file);
    }

    // Calls `visit` with the squares that the piece on `from` attacks, until it returns true.
    template <typename Visit>
    bool visit_attacks(Square from, const Visit& visit) const {
        using Step = std::array<int, 2>;
        static constexpr std::array<Step, 4> straight{{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}},
            diagonal{{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}};
        static constexpr std::array<Step, 8> knight{
            {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}};
        const auto leap = [&](const auto& steps) {
            for (const auto& [files, ranks] : steps)
                if (const auto to = step(from, files, ranks))
                    if (visit(*to)) return true;
            return false;
        };
        const auto slide = [&](const auto& steps) {
            for (const auto& [files, ranks] : steps)
                for (auto to = step(from, files, ranks); to; to = step(*to, files, ranks)) {
                    if (visit(*to)) return true;
                    if (at(*to) != '.') break;
                }
            return false;
        };
        const char piece = at(from);
        const int up = is_white(piece) ? 1 : -1;
        switch (lower(piece)) {
            case 'p': return leap(std::array<Step, 2>{{{1, up}, {-1, up}}});
            case 'n': return leap(knight);
            case 'b': return slide(diagonal);
            case 'r': return slide(straight);
            case 'q': return slide(straight) || slide(diagonal);
            case 'k': return leap(straight) || leap(diagonal);
            default: return false;
        }
    }

    [[nodiscard]] std::vector<Square> attacks(Square from) const {
        std::vector<Square> squares;
        visit_attacks(from, [&](Square to) {
            squares.push_back(to);
            return false;
        });
        return squares;
    }

    [[nodiscard]] bool attacks(Square from, Square to) const {
        return visit_attacks(from, [&](Square attacked) { return attacked == to; });
    }

    [[nodiscard]] bool is_attacked(Square square, bool by_white) const {
        for (int i = 0; i < square_count; ++i)
            if (is_own(at(Square(i)), by_white) && attacks(Square(i), square)) return true;
        return false;
    }

    [[nodiscard]] std::vector<Move> pseudo_legal_moves() const {
        std::vector<Move> moves;
        for (int i = 0; i < square_count; ++i) {
            const Square from(i);
            const char piece = at(from);
            if (!is_own(piece, white_to_move_)) continue;
            if (lower(piece) == 'p') {
                add_pawn_moves(from, moves);
                continue;
            }
            for (const Square to : attacks(from))
                if (!is_own(at(to), white_to_move_)) moves.push_back(Move(from, to));
        }
        for (const Square rook : castling_)
            if (is_white(at(rook)) == white_to_move_)
                moves.push_back(Move(king(white_to_move_), rook, MoveKind::castling));
        return moves;
    }

    void add_pawn_moves(Square from, std::vector<Move>& moves) const {
        const int up = white_to_move_ ? 1 : -1;
        const int start_rank = white_to_move_ ? 1 : 6, last_rank = white_to_move_ ? 7 : 0;
        const auto add = [&](Square to) {
            if (index(to.rank()) != last_rank) {
                moves.push_back(Move(from, to));
                return;
            }
            for (const PieceType type :
                 {PieceType::queen, PieceType::rook, PieceType::bishop, PieceType::knight})
                moves.push_back(Move::promotion(from, to, type));
        };
        const auto one = step(from, 0, up);
        if (one && at(*one) == '.') {
            add(*one);
            const auto two = step(*one, 0, up);
            if (index(from.rank()) == start_rank && at(*two) == '.') add(*two);
        }
        for (const Square to : attacks(from)) {
            if (is_own(at(to), !white_to_move_)) add(to);
            if (to == en_passant_) moves.push_back(Move(from, to, MoveKind::en_passant));
        }
    }

    // Plays a pseudo-legal move; castling rights and en passant are not needed afterwards.
    void play(Move move) {
        const char piece = at(move.from());
        if (move.is_castling()) {
            const char rook = at(move.to());
            at(move.from()) = at(move.to()) = '.';
            at(castled_king_square(move)) = piece;
            at(castled_rook_square(move)) = rook;
        } else {
            if (move.is_en_passant()) at(Square(move.to().file(), move.from().rank())) = '.';
            at(move.to()) = piece;
            at(move.from()) = '.';
            if (move.is_promotion()) {
                const char letter = to_char(move.promoted_to());
                at(move.to()) = white_to_move_ ? letter : lower(letter);
            }
        }
        white_to_move_ = !white_to_move_;
    }

    [[nodiscard]] bool is_legal(Move move) const {
        if (move.is_castling() && !castling_is_possible(move)) return false;
        SlowBoard next = *this;
        next.play(move);
        return !next.is_attacked(next.king(white_to_move_), !white_to_move_);
    }

    // Nothing stands in the way, and the king neither stands in, nor passes, nor ends in check.
    [[nodiscard]] bool castling_is_possible(Move move) const {
        SlowBoard without = *this;
        without.at(move.from()) = without.at(move.to()) = '.';
        const auto path_is_empty = [&](Square from, Square to) {
            const int low = std::min(from.index(), to.index());
            const int high = std::max(from.index(), to.index());
            for (int i = low; i <= high; ++i)
                if (without.at(Square(i)) != '.') return false;
            return true;
        };
        const Square king_to = castled_king_square(move);
        if (!path_is_empty(move.from(), king_to) ||
            !path_is_empty(move.to(), castled_rook_square(move)))
            return false;
        if (is_attacked(move.from(), !white_to_move_)) return false;
        const int low = std::min(move.from().index(), king_to.index());
        const int high = std::max(move.from().index(), king_to.index());
        for (int i = low; i <= high; ++i) {
            SlowBoard passing = *this;
            passing.at(move.from()) = '.';
            passing.at(Square(i)) = at(move.from());
            if (passing.is_attacked(Square(i), !white_to_move_)) return false;
        }
        return true;
    }

    // The slider that pins the piece on a square to its king, by taking that piece away.
    [[nodiscard]] std::optional<Square> pinner_of(Square square) const {
        const bool white = is_white(at(square));
        const Square own_king = king(white);
        if (square == own_king) return std::nullopt;
        SlowBoard without = *this;
        without.at(square) = '.';
        for (int i = 0; i < square_count; ++i)
            if (is_own(at(Square(i)), !white) && !attacks(Square(i), own_king) &&
                without.attacks(Square(i), own_king))
                return Square(i);
        return std::nullopt;
    }

    static bool on_one_line(Square a, Square b, Square c) {
        const int ax = index(a.file()), ay = index(a.rank());
        const int bx = index(b.file()) - ax, by = index(b.rank()) - ay;
        const int cx = index(c.file()) - ax, cy = index(c.rank()) - ay;
        return bx * cy == by * cx;
    }

    // What `white` wins at most by taking on `to`, where a piece worth `at_stake` stands; 0 if it
    // pays not to. Pins are those of the position before the exchange, and hold while any of
    // the pinners stands.
    [[nodiscard]] int best_recapture(Square to, int at_stake, bool white,
                                     const SlowBoard& start) const {
        bool pinner_stands = false;
        std::vector<Square> pinned;
        for (int i = 0; i < square_count; ++i)
            if (is_own(start.at(Square(i)), white))
                if (const auto pinner = start.pinner_of(Square(i))) {
                    pinned.push_back(Square(i));
                    if (*pinner == to || at(*pinner) == start.at(*pinner)) pinner_stands = true;
                }
        std::optional<Square> taker;
        for (int i = 0; i < square_count; ++i) {
            const Square from(i);
            if (from == to || !is_own(at(from), white) || !attacks(from, to)) continue;
            const bool is_pinned = std::find(pinned.begin(), pinned.end(), from) != pinned.end();
            if (pinner_stands && is_pinned && !on_one_line(start.king(white), to, from)) continue;
            if (!taker || order(at(from)) < order(at(*taker))) taker = from;
        }
        if (!taker) return 0;
        SlowBoard next = *this;
        next.at(to) = at(*taker);
        next.at(*taker) = '.';
        if (lower(at(*taker)) == 'k') {
            for (int i = 0; i < square_count; ++i)
                if (Square(i) != to && is_own(at(Square(i)), !white) && attacks(Square(i), to))
                    return 0;
        }
        return std::max(0, at_stake - next.best_recapture(to, value(at(*taker)), !white, start));
    }
    static int order(char piece) { return index(type_of(*parse_piece(piece))); }

    std::array<char, square_count> board_{};
    bool white_to_move_;
    Square en_passant_;
    std::vector<Square> castling_;
};

}  // namespace kibitz::test
