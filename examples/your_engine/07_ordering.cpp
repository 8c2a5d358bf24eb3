// Step 7: promising moves first, so that alpha-beta can leave out more.
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

// How promising a move is: large captures by small pieces most of all. 0 for quiet moves.
int promise(const Position& position, Move move) {
    int total = 0;
    if (position.is_capture(move))
        total += 10 * piece_values[index(type_of(position.captured_by(move)))] -
                 piece_values[index(type_of(position.piece_on(move.from())))];
    if (move.is_promotion()) total += piece_values[index(move.promoted_to())];
    return total;
}

// Sorted by promise; those that promise as much stay in their order.
MoveList in_order(const Position& position, MoveList moves) {
    const auto by_promise = [&](Move a, Move b) {
        return promise(position, a) > promise(position, b);
    };
    for (Move* next = moves.begin(); next != moves.end(); ++next)
        std::rotate(std::upper_bound(moves.begin(), next, *next, by_promise), next, next + 1);
    return moves;
}

// How much better the side to move stands after that many moves of best play. Exact between alpha,
// which it has elsewhere already, and beta, more than which the opponent does not allow.
int negamax(Line& line, int depth, int alpha, int beta) {
    ++nodes;
    if (line.occurrences() > 1) return 0;  // it would go on like this until the game is drawn
    const MoveList moves = legal_moves(line.position());
    if (moves.empty()) return line.position().in_check() ? -mate - depth : 0;  // sooner is worse
    if (depth <= 0) return evaluate(line.position());
    int best = -infinity;
    for (const Move move : in_order(line.position(), moves)) {
        line.play(move);
        best = std::max(best, -negamax(line, depth - 1, -beta, -alpha));
        line.undo();
        if (best >= beta) return best;
        alpha = std::max(alpha, best);
    }
    return best;
}

uci::Answer best_move(const Line& game, uci::Search& search) {
    const int depth = search.limits().depth > 0 ? search.limits().depth : 4;
    Line line = game;
    nodes = 0;
    Move best = search.moves()[0];
    int best_score = -infinity;
    for (const Move move : in_order(game.position(), search.moves())) {
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

int main() { return uci::serve({.name = "07 ordering"}, best_move); }
