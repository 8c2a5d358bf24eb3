"""Step 10: a table of the positions that were searched already."""

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


def promise(board, move):
    """How promising a move is: large captures by small pieces most of all. 0 for quiet moves."""
    total = 0
    if board.is_capture(move):
        captured = board.piece_type_at(move.to_square) or kibitz.PAWN  # en passant
        total += 10 * PIECE_VALUES[captured] - PIECE_VALUES[board.piece_type_at(move.from_square)]
    if move.promotion:
        total += PIECE_VALUES[move.promotion]
    return total


def in_order(board, moves):
    return sorted(moves, key=lambda move: promise(board, move), reverse=True)


class Stopped(Exception):
    """Raised out of the search when an answer is wanted."""


def quiesce(search, board, alpha, beta):
    """The same when only promising moves are looked at, or none."""
    global nodes
    nodes += 1
    if search.should_stop(nodes):
        raise Stopped
    best = evaluate(board)  # nobody has to capture
    for move in in_order(board, board.legal_moves):
        if best >= beta or promise(board, move) == 0:
            break
        alpha = max(alpha, best)
        board.push(move)
        best = max(best, -quiesce(search, board, -beta, -alpha))
        board.pop()
    return best


def put_first(moves, move):
    if move in moves:
        moves.remove(move)
        moves.insert(0, move)


# What searches of positions found: depth, score, bound, best move. The score is exact, or the true one
# is at least or at most that.
EXACT, LOWER, UPPER = range(3)
MOST_ENTRIES = 1_000_000
table = {}


def negamax(search, board, depth, alpha, beta):
    """How much better the side to move stands after that many moves of best play. Exact between alpha,
    which it has elsewhere already, and beta, more than which the opponent does not allow."""
    global nodes
    nodes += 1
    if search.should_stop(nodes):
        raise Stopped
    if board.is_repetition(2):
        return 0  # it would go on like this until the game is drawn
    key = board.zobrist_hash()
    known = table.get(key)
    if known and known[0] >= depth:
        _, score, bound, _ = known
        if bound == EXACT or (bound == LOWER and score >= beta) or (bound == UPPER and score <= alpha):
            return score
    moves = in_order(board, board.legal_moves)
    if not moves:
        return -MATE - depth if board.is_check() else 0  # sooner is worse
    if depth <= 0:
        return quiesce(search, board, alpha, beta)
    if known:
        put_first(moves, known[3])
    best, best_score, bound = moves[0], -INFINITY, UPPER
    for move in moves:
        board.push(move)
        score = -negamax(search, board, depth - 1, -beta, -alpha)
        board.pop()
        if score <= best_score:
            continue
        best, best_score = move, score
        if score > alpha:
            bound = EXACT
        alpha = max(alpha, score)
        if score >= beta:
            bound = LOWER
            break
    if len(table) >= MOST_ENTRIES:
        table.clear()
    table[key] = depth, best_score, bound, best
    return best_score


def search_to(search, board, depth, moves):
    """Searches that deep, and puts a move that is the best so far first."""
    best_score = -INFINITY
    for move in list(moves):
        board.push(move)
        score = -negamax(search, board, depth - 1, -INFINITY, -best_score)
        board.pop()
        if score > best_score:
            best_score = score
            put_first(moves, move)
    search.report(depth=depth, centipawns=best_score, nodes=nodes, line=[moves[0]])


def best_move(board, search):
    global nodes
    nodes = 0
    moves = in_order(board, search.moves)
    depth = 1
    try:
        while search.may_deepen(depth, nodes):
            search_to(search, board.copy(), depth, moves)
            depth += 1
    except Stopped:
        pass  # what was found before is still there
    return moves[0]


if __name__ == "__main__":
    kibitz.uci.serve(best_move, name="10 table", new_game=table.clear)
