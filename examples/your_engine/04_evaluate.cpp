// Step 4: an engine that judges positions, and looks one move ahead.
#include <kibitz/chess/movegen.hpp>
#include <kibitz/uci/serve.hpp>

#include <algorithm>
#include <array>

using namespace kibitz;

constexpr int infinity = 1'000'000;
constexpr int mate = 100'000;

// Pawn, knight, bishop, rook, queen, king, in hundredths of a pawn. Each side always has a king.
constexpr std::array piece_values{100, 300, 310, 500, 900, 0};

// 0 in a corner, 6 in the middle of the board.
int centrality(Square square) {
    const int file = square.index() % 8, rank = square.index() / 8;
    return std::min(file, 7 - file) + std::min(rank, 7 - rank);
}

// How much better the side to move stands.
int evaluate(const Position& position) {
    int score = 0;
    for (const Square square : position.occupied()) {
        const Piece piece = position.piece_on(square);
        const PieceType type = type_of(piece);
        int worth = piece_values[index(type)];
        if (type != PieceType::king) worth += 5 * centrality(square);
        score += color_of(piece) == position.side_to_move() ? worth : -worth;
    }
    return score;
}

uci::Answer best_move(const Line& game, uci::Search& search) {
    Move best = search.moves()[0];
    int best_score = -infinity;
    for (const Move move : search.moves()) {
        const Position after = game.position().after(move);
        const bool is_over = legal_moves(after).empty();
        const int score = !is_over ? -evaluate(after) : after.in_check() ? mate : 0;
        if (score > best_score) {
            best_score = score;
            best = move;
        }
    }
    search.report({.depth = 1, .centipawns = best_score, .line = {best}});
    return best;
}

int main() { return uci::serve({.name = "04 evaluate"}, best_move); }
