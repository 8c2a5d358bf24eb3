#!/usr/bin/env python3
"""How fast the Python module is, beside python-chess where that is installed.

Usage: PYTHONPATH=build/python/installed bench/python_speed.py [GAMES.pgn]

Reads the games with all their moves, counts a tree of moves, and lists legal moves. The median of
five runs each; python-chess reads the first games only, and its rate is compared.
"""

import os
import statistics
import sys
import time

import kibitz
import kibitz.pgn

try:
    import chess
    import chess.pgn
except ImportError:
    chess = None

RUNS = 5
GAMES_FOR_PYTHON_CHESS = 500
FEN = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


def rate(work):
    """How much of its work a function does in a second, the median of some runs."""
    rates = []
    for _ in range(RUNS):
        began = time.perf_counter()
        done = work()
        rates.append(done / (time.perf_counter() - began))
    return statistics.median(rates)


def report(name, unit, ours, theirs):
    line = f"{name:<24}{rate(ours):>14,.0f} {unit}"
    if chess is not None:
        reference = rate(theirs)
        line += f"   python-chess {reference:>12,.0f}   {rate(ours) / reference:6.1f} x"
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


def read_with_python_chess(path):
    def work():
        moves = 0
        with open(path, encoding="utf-8") as file:
            for _ in range(GAMES_FOR_PYTHON_CHESS):
                game = chess.pgn.read_game(file)
                if game is None:
                    break
                moves += sum(1 for _ in game.mainline_moves())
        return moves

    return work


def main():
    if chess is None:
        print("python-chess is not installed: only our own figures")
    theirs = chess.Board(FEN) if chess else None
    ours = kibitz.Board(FEN)
    report("legal_moves", "lists/s", list_moves(ours, 20_000), list_moves(theirs, 2_000))
    report("perft in C++", "nodes/s", lambda: ours.perft(5), perft(theirs, 3))
    report("perft in Python", "nodes/s", perft(ours, 3), perft(theirs, 3))
    if len(sys.argv) > 1:
        path = sys.argv[1]
        print(f"{path}: {os.path.getsize(path) / 1e6:.1f} MB")
        report("PGN with all moves", "moves/s", read_with_kibitz(path), read_with_python_chess(path))


if __name__ == "__main__":
    main()
