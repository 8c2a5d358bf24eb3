// Step 6: alpha-beta, which leaves out what cannot matter.
#include <kibitz/chess/movegen.hpp>
#include <kibitz/uci/serve.hpp>

#include <algorithm>
#include <array>
#include <cstdint>

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

std::uint64_t nodes = 0;  // positions that were looked at

// How much better the side to move stands after that many moves of best play. Exact between alpha,
// which it has elsewhere already, and beta, more than which the opponent does not allow.
int negamax(Line& line, int depth, int alpha, int beta) {
    ++nodes;
    if (line.occurrences() > 1) return 0;  // it would go on like this until the game is drawn
    const MoveList moves = legal_moves(line.position());
    if (moves.empty()) return line.position().in_check() ? -mate - depth : 0;  // sooner is worse
    if (depth <= 0) return evaluate(line.position());
    int best = -infinity;
    for (const Move move : moves) {
        line.play(move);
        best = std::max(best, -negamax(line, depth - 1, -beta, -alpha));
        line.undo();
        if (best >= beta) return best;
        alpha = std::max(alpha, best);
    }
    return best;
}

uci::Answer best_move(const Line& game, uci::Search& search) {
    const int depth = search.limits().depth > 0 ? search.limits().depth : 3;
    Line line = game;
    nodes = 0;
    Move best = search.moves()[0];
    int best_score = -infinity;
    for (const Move move : search.moves()) {
        line.play(move);
        const int score = -negamax(line, depth - 1, -infinity, -best_score);
        line.undo();
        if (score > best_score) {
            best_score = score;
            best = move;
        }
    }
    search.report({.depth = depth, .centipawns = best_score, .nodes = nodes, .line = {best}});
    return best;
}

int main() { return uci::serve({.name = "06 alpha-beta"}, best_move); }
