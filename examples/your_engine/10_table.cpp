// Step 10: a table of the positions that were searched already.
#include <kibitz/chess/movegen.hpp>
#include <kibitz/uci/serve.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <unordered_map>

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

// Thrown out of the search when an answer is wanted.
struct Stopped {};

// The same when only promising moves are looked at, or none.
int quiesce(const uci::Search& search, Line& line, int alpha, int beta) {
    if (search.should_stop(++nodes)) throw Stopped();
    int best = evaluate(line.position());  // nobody has to capture
    for (const Move move : in_order(line.position(), legal_moves(line.position()))) {
        if (best >= beta || promise(line.position(), move) == 0) break;
        alpha = std::max(alpha, best);
        line.play(move);
        best = std::max(best, -quiesce(search, line, -beta, -alpha));
        line.undo();
    }
    return best;
}

void put_first(MoveList& moves, Move move) {
    auto* const found = std::ranges::find(moves, move);
    if (found != moves.end()) std::rotate(moves.begin(), found, found + 1);
}

// What a search of a position found. The score is exact, or the true one is at least or at most
// that.
struct Entry {
    int depth = 0;
    int score = 0;
    Bound bound = Bound::none;
    Move move;
};

constexpr std::size_t most_entries = 1'000'000;

std::unordered_map<Key, Entry> table;

// How much better the side to move stands after that many moves of best play. Exact between alpha,
// which it has elsewhere already, and beta, more than which the opponent does not allow.
int negamax(const uci::Search& search, Line& line, int depth, int alpha, int beta) {
    if (search.should_stop(++nodes)) throw Stopped();
    if (line.occurrences() > 1) return 0;  // it would go on like this until the game is drawn
    const Key key = line.position().key();
    const auto known = table.find(key);
    if (known != table.end() && known->second.depth >= depth) {
        const auto& [searched, score, bound, move] = known->second;
        if (bound == Bound::exact || (bound == Bound::lower && score >= beta) ||
            (bound == Bound::upper && score <= alpha))
            return score;
    }
    MoveList moves = in_order(line.position(), legal_moves(line.position()));
    if (moves.empty()) return line.position().in_check() ? -mate - depth : 0;  // sooner is worse
    if (depth <= 0) return quiesce(search, line, alpha, beta);
    if (known != table.end()) put_first(moves, known->second.move);
    Entry found{.depth = depth, .score = -infinity, .bound = Bound::upper, .move = moves[0]};
    for (const Move move : moves) {
        line.play(move);
        const int score = -negamax(search, line, depth - 1, -beta, -alpha);
        line.undo();
        if (score <= found.score) continue;
        found.score = score;
        found.move = move;
        if (score > alpha) found.bound = Bound::exact;
        alpha = std::max(alpha, score);
        if (score >= beta) {
            found.bound = Bound::lower;
            break;
        }
    }
    if (table.size() >= most_entries) table.clear();
    table[key] = found;
    return found.score;
}

// Searches that deep, and puts a move that is the best so far first.
void search_to(uci::Search& search, Line line, int depth, MoveList& moves) {
    int best_score = -infinity;
    for (const Move move : MoveList(moves)) {
        line.play(move);
        const int score = -negamax(search, line, depth - 1, -infinity, -best_score);
        line.undo();
        if (score <= best_score) continue;
        best_score = score;
        put_first(moves, move);
    }
    search.report({.depth = depth, .centipawns = best_score, .nodes = nodes, .line = {moves[0]}});
}

uci::Answer best_move(const Line& game, uci::Search& search) {
    nodes = 0;
    MoveList moves = in_order(game.position(), search.moves());
    try {
        for (int depth = 1; search.may_deepen(depth, nodes); ++depth)
            search_to(search, game, depth, moves);
    } catch (const Stopped&) {  // what was found before is still there
    }
    return moves[0];
}

int main() {
    return uci::serve({.name = "10 table", .on_new_game = [] { table.clear(); }}, best_move);
}
