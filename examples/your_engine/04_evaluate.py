"""Step 4: an engine that judges positions, and looks one move ahead."""

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


def best_move(board, search):
    best, best_score = search.moves[0], -INFINITY
    for move in search.moves:
        board.push(move)
        if board.legal_moves.count():
            score = -evaluate(board)
        else:
            score = MATE if board.is_check() else 0
        board.pop()
        if score > best_score:
            best, best_score = move, score
    search.report(depth=1, centipawns=best_score, line=[best])
    return best


if __name__ == "__main__":
    kibitz.uci.serve(best_move, name="04 evaluate")
