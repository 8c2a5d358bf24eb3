// The rules of chess, as plainly as they can be written: 64 squares, and a copy of the board for
// every move that is tried.
#pragma once

#include <array>
#include <cctype>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

namespace tiny {

struct Move {
    int from = 0, to = 0;
    char promotion = 0;  // a small letter; 0: none

    bool operator==(const Move&) const = default;
};

inline int file_of(int square) { return square % 8; }
inline int rank_of(int square) { return square / 8; }
inline std::string name_of(int square) {
    return {static_cast<char>('a' + file_of(square)), static_cast<char>('1' + rank_of(square))};
}
inline std::string to_text(const Move& move) {
    std::string text = name_of(move.from) + name_of(move.to);
    if (move.promotion != 0) text += move.promotion;
    return text;
}

struct Board {
    std::array<char, 64> squares{};  // as in a FEN; '.' is empty
    bool white_moves = true;
    std::string castling = "KQkq";  // what is still allowed
    int en_passant = -1;            // the square behind a pawn that has just moved two squares

    bool operator==(const Board&) const = default;

    static Board from_fen(const std::string& fen) {
        Board board;
        board.squares.fill('.');
        std::istringstream words(fen);
        std::string placement, side, castling, en_passant;
        words >> placement >> side >> castling >> en_passant;
        int file = 0, rank = 7;
        for (const char c : placement) {
            if (c == '/') {
                file = 0;
                --rank;
            } else if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
                file += c - '0';
            } else {
                board.squares[static_cast<std::size_t>(8 * rank + file++)] = c;
            }
        }
        board.white_moves = side != "b";
        board.castling = castling == "-" ? "" : castling;
        if (en_passant.size() == 2)
            board.en_passant = en_passant[0] - 'a' + 8 * (en_passant[1] - '1');
        return board;
    }

    char& at(int square) { return squares[static_cast<std::size_t>(square)]; }
    char at(int square) const { return squares[static_cast<std::size_t>(square)]; }
    static bool is_white(char piece) { return piece >= 'A' && piece <= 'Z'; }
    bool is_own(char piece) const { return piece != '.' && is_white(piece) == white_moves; }
    bool is_enemy(char piece) const { return piece != '.' && is_white(piece) != white_moves; }
    char own(char letter) const {
        const auto code = static_cast<unsigned char>(letter);
        return static_cast<char>(white_moves ? std::toupper(code) : std::tolower(code));
    }

    // Calls take(square) along the steps of a piece until it returns false.
    template <class Take>
    static void walk(int from, int file_step, int rank_step, bool slides, Take take) {
        int file = file_of(from) + file_step, rank = rank_of(from) + rank_step;
        while (file >= 0 && file < 8 && rank >= 0 && rank < 8) {
            if (!take(8 * rank + file) || !slides) return;
            file += file_step;
            rank += rank_step;
        }
    }

    static const std::vector<std::array<int, 2>>& steps_of(char kind) {
        static const std::vector<std::array<int, 2>> knight{{1, 2},   {2, 1},   {2, -1}, {1, -2},
                                                            {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
        static const std::vector<std::array<int, 2>> bishop{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
        static const std::vector<std::array<int, 2>> rook{{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
        static const std::vector<std::array<int, 2>> all{{1, 1}, {1, -1}, {-1, 1}, {-1, -1},
                                                         {1, 0}, {-1, 0}, {0, 1},  {0, -1}};
        return kind == 'n' ? knight : kind == 'b' ? bishop : kind == 'r' ? rook : all;
    }

    bool is_attacked(int square, bool by_white) const {
        bool attacked = false;
        for (const char kind : {'n', 'b', 'r', 'q', 'k'}) {
            const char piece =
                by_white ? static_cast<char>(std::toupper(static_cast<unsigned char>(kind))) : kind;
            for (const auto& [file_step, rank_step] : steps_of(kind))
                walk(square, file_step, rank_step, kind != 'n' && kind != 'k', [&](int reached) {
                    attacked |= at(reached) == piece;
                    return at(reached) == '.';
                });
        }
        for (const int file_step : {-1, 1})
            walk(square, file_step, by_white ? -1 : 1, false, [&](int reached) {
                attacked |= at(reached) == (by_white ? 'P' : 'p');
                return false;
            });
        return attacked;
    }

    bool is_in_check(bool white) const {
        for (int square = 0; square < 64; ++square)
            if (at(square) == (white ? 'K' : 'k')) return is_attacked(square, !white);
        return true;  // a king that was taken
    }

    Board after(const Move& move) const {
        Board next = *this;
        const char piece = at(move.from);
        next.at(move.to) = move.promotion != 0 ? own(move.promotion) : piece;
        next.at(move.from) = '.';
        next.en_passant = -1;
        if (piece == own('p')) {
            const int forward = white_moves ? 8 : -8;
            if (move.to == en_passant) next.at(move.to - forward) = '.';
            if (std::abs(move.to - move.from) == 16) next.en_passant = move.from + forward;
        }
        if (piece == own('k') && std::abs(move.to - move.from) == 2) {
            const bool is_short = move.to > move.from;
            next.at(is_short ? move.to + 1 : move.to - 2) = '.';
            next.at(is_short ? move.to - 1 : move.to + 1) = own('r');
        }
        for (const int square : {move.from, move.to}) {
            const auto lose = [&](char right) { std::erase(next.castling, right); };
            if (square == 4 || square == 7) lose('K');
            if (square == 4 || square == 0) lose('Q');
            if (square == 60 || square == 63) lose('k');
            if (square == 60 || square == 56) lose('q');
        }
        next.white_moves = !white_moves;
        return next;
    }

    std::vector<Move> legal_moves() const {
        std::vector<Move> moves;
        const auto add = [&](Move move) {
            if (!after(move).is_in_check(white_moves)) moves.push_back(move);
        };
        for (int from = 0; from < 64; ++from) {
            if (!is_own(at(from))) continue;
            const auto kind = static_cast<char>(std::tolower(static_cast<unsigned char>(at(from))));
            if (kind == 'p') {
                add_pawn_moves(from, add);
                continue;
            }
            for (const auto& [file_step, rank_step] : steps_of(kind))
                walk(from, file_step, rank_step, kind != 'n' && kind != 'k', [&](int to) {
                    if (!is_own(at(to))) add({from, to});
                    return at(to) == '.';
                });
            if (kind == 'k') add_castling(from, add);
        }
        return moves;
    }

   private:
    template <class Add>
    void add_pawn_moves(int from, Add add) const {
        const int forward = white_moves ? 8 : -8;
        const auto add_to = [&](int to) {
            if (rank_of(to) != (white_moves ? 7 : 0)) return add({from, to});
            for (const char promotion : {'q', 'n', 'r', 'b'}) add({from, to, promotion});
        };
        if (at(from + forward) == '.') {
            add_to(from + forward);
            if (rank_of(from) == (white_moves ? 1 : 6) && at(from + 2 * forward) == '.')
                add({from, from + 2 * forward});
        }
        for (const int side : {-1, 1}) {
            const int to = from + forward + side;
            if (std::abs(file_of(to) - file_of(from)) == 1 && to >= 0 && to < 64 &&
                (is_enemy(at(to)) || to == en_passant))
                add_to(to);
        }
    }

    template <class Add>
    void add_castling(int king, Add add) const {
        if (king != (white_moves ? 4 : 60) || is_attacked(king, !white_moves)) return;
        const auto is_free = [&](int first, int last) {
            for (int square = first; square <= last; ++square)
                if (at(square) != '.') return false;
            return true;
        };
        if (castling.find(own('k')) != std::string::npos && is_free(king + 1, king + 2) &&
            at(king + 3) == own('r') && !is_attacked(king + 1, !white_moves))
            add({king, king + 2});
        if (castling.find(own('q')) != std::string::npos && is_free(king - 3, king - 1) &&
            at(king - 4) == own('r') && !is_attacked(king - 1, !white_moves))
            add({king, king - 2});
    }
};

}  // namespace tiny
