#!/usr/bin/env python3
"""How fast the Python module is, beside python-chess where that is installed.

Usage: PYTHONPATH=build/python/installed bench/python_speed.py [GAMES.pgn]

Reads the games with all their moves, counts a tree of moves, and lists legal moves; then the same for
kibitz.chess, which is python-chess's interface. The median of five runs each, by turns; python-chess
reads the first games only, and its rate is compared.
"""

import os
import statistics
import sys
import time

import kibitz
import kibitz.chess
import kibitz.chess.pgn
import kibitz.chess.svg
import kibitz.pgn

try:
    import chess
    import chess.pgn
    import chess.svg
except ImportError:
    chess = None

RUNS = 5
GAMES_FOR_PYTHON_CHESS = 500
FEN = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


def rate(work):
    """How much of its work a function does in a second of processor time."""
    began = time.process_time()
    done = work()
    return done / (time.process_time() - began)


def report(name, unit, ours, theirs):
    both = [ours] if chess is None else [ours, theirs]
    runs = [[rate(work) for work in both] for _ in range(RUNS)]
    medians = [statistics.median(rates) for rates in zip(*runs)]
    line = f"{name:<28}{medians[0]:>14,.0f} {unit:<8}"
    if chess is not None:
        line += f"   python-chess {medians[1]:>12,.0f}   {medians[0] / medians[1]:6.1f} x"
    print(line, flush=True)


def list_moves(board, times):
    def work():
        for _ in range(times):
            list(board.legal_moves)
        return times

    return work


def perft(board, depth):
    def count(depth):
        nodes = 0
        for move in board.legal_moves:
            board.push(move)
            nodes += count(depth - 1) if depth > 1 else 1
            board.pop()
        return nodes

    return lambda: count(depth)


def read_with_kibitz(path):
    return lambda: sum(len(game.moves()) for game in kibitz.pgn.open(path))


def read_as_python_chess(pgn, path, games, look):
    """Reads games with a module that has python-chess's interface."""

    def work():
        moves = 0
        with open(path, encoding="utf-8") as file:
            for _ in range(games):
                game = pgn.read_game(file)
                if game is None:
                    break
                moves += look(game)
        return moves

    return work


def count_moves(game):
    return sum(1 for _ in game.mainline_moves())


def visit_nodes(game):
    return sum(1 for node in game.mainline() if node.move)


def replay(game):
    board = game.board()
    moves = 0
    for move in game.mainline_moves():
        board.push(move)
        moves += 1
    return moves


def count_games(pgn, path, games, read):
    def work():
        with open(path, encoding="utf-8") as file:
            return sum(1 for _ in range(games) if read(pgn)(file))

    return work


def on_boards(times, use):
    """The same work on a board of each module."""
    def work(module):
        board = module.Board(FEN)
        return lambda: sum(1 for _ in range(times) if use(module, board) is not None)

    return work


def push_and_pop(module, board):
    move = module.Move.from_uci("e2a6")
    for _ in range(10):
        board.push(move)
        board.pop()
    return board


def compare_interface(path):
    """kibitz.chess and python-chess, side by side."""
    ours = kibitz.chess
    rows = [
        ("chess: legal_moves", 2000, lambda module, board: list(board.legal_moves)),
        ("chess: push, pop (10)", 1000, push_and_pop),
        ("chess: san", 3000, lambda module, board: board.san(module.Move.from_uci("e5g6"))),
        ("chess: parse_san", 3000, lambda module, board: board.parse_san("Nxg6")),
        ("chess: piece_at (64)", 500, lambda module, board: [board.piece_at(at) for at in range(64)]),
        ("chess: piece_map", 2000, lambda module, board: board.piece_map()),
        ("chess: copy", 3000, lambda module, board: board.copy()),
        ("chess: copy(stack=False)", 3000, lambda module, board: board.copy(stack=False)),
        ("chess: svg.board", 50, lambda module, board: module.svg.board(board)),
        ("chess: fen", 2000, lambda module, board: board.fen()),
        ("chess: Board(fen)", 2000, lambda module, board: module.Board(FEN)),
    ]
    for name, times, use in rows:
        work = on_boards(times, use)
        report(name, "times/s", work(ours), work(chess) if chess else None)
    if path is None:
        return
    games = GAMES_FOR_PYTHON_CHESS
    for name, look in (("moves", count_moves), ("nodes", visit_nodes), ("boards", replay)):
        report(f"chess: read_game, {name}", "moves/s",
               read_as_python_chess(ours.pgn, path, games, look),
               read_as_python_chess(chess.pgn, path, games, look) if chess else None)
    for name in ("read_headers", "skip_game"):
        report(f"chess: {name}", "games/s",
               count_games(ours.pgn, path, games, lambda pgn: getattr(pgn, name)),
               count_games(chess.pgn, path, games, lambda pgn: getattr(pgn, name)) if chess else None)


def main():
    if chess is None:
        print("python-chess is not installed: only our own figures")
    board = chess.Board(FEN) if chess else None
    ours = kibitz.Board(FEN)
    report("legal_moves", "lists/s", list_moves(ours, 20_000), list_moves(board, 2_000))
    report("perft in C++", "nodes/s", lambda: ours.perft(5), perft(board, 3))
    report("perft in Python", "nodes/s", perft(ours, 3), perft(board, 3))
    if len(sys.argv) > 1:
        path = sys.argv[1]
        print(f"{path}: {os.path.getsize(path) / 1e6:.1f} MB")
        theirs = read_as_python_chess(chess.pgn, path, GAMES_FOR_PYTHON_CHESS, count_moves) if chess else None
        report("PGN with all moves", "moves/s", read_with_kibitz(path), theirs)
    compare_interface(sys.argv[1] if len(sys.argv) > 1 else None)


if __name__ == "__main__":
    main()
