"""Step 6: alpha-beta, which leaves out what cannot matter."""

import kibitz.uci

INFINITY = 1_000_000
MATE = 100_000

# In hundredths of a pawn. Each side always has a king.
PIECE_VALUES = {kibitz.PAWN: 100, kibitz.KNIGHT: 300, kibitz.BISHOP: 310,
                kibitz.ROOK: 500, kibitz.QUEEN: 900, kibitz.KING: 0}


def centrality(square):
    """0 in a corner, 6 in the middle of the board."""
    file, rank = square % 8, square // 8
    return min(file, 7 - file) + min(rank, 7 - rank)


def evaluate(board):
    """How much better the side to move stands."""
    score = 0
    for square, piece in board.piece_map().items():
        worth = PIECE_VALUES[piece.piece_type]
        if piece.piece_type != kibitz.KING:
            worth += 5 * centrality(square)
        score += worth if piece.color == board.turn else -worth
    return score


nodes = 0  # positions that were looked at


def negamax(board, depth, alpha, beta):
    """How much better the side to move stands after that many moves of best play. Exact between alpha,
    which it has elsewhere already, and beta, more than which the opponent does not allow."""
    global nodes
    nodes += 1
    if board.is_repetition(2):
        return 0  # it would go on like this until the game is drawn
    moves = list(board.legal_moves)
    if not moves:
        return -MATE - depth if board.is_check() else 0  # sooner is worse
    if depth <= 0:
        return evaluate(board)
    best = -INFINITY
    for move in moves:
        board.push(move)
        best = max(best, -negamax(board, depth - 1, -beta, -alpha))
        board.pop()
        if best >= beta:
            return best
        alpha = max(alpha, best)
    return best


def best_move(board, search):
    global nodes
    nodes = 0
    depth = search.limits.depth or 3
    best, best_score = search.moves[0], -INFINITY
    for move in search.moves:
        board.push(move)
        score = -negamax(board, depth - 1, -INFINITY, -best_score)
        board.pop()
        if score > best_score:
            best, best_score = move, score
    search.report(depth=depth, centipawns=best_score, nodes=nodes, line=[best])
    return best


if __name__ == "__main__":
    kibitz.uci.serve(best_move, name="06 alpha-beta")
