"""Positions as NumPy arrays, for machine learning (needs NumPy).

    for batch in kibitz.arrays.positions("games.pgn"):
        train(batch.boards, batch.moves, batch.results)
"""

from __future__ import annotations

from typing import Iterator, NamedTuple

import numpy as np

from . import _core
from .board import Board

EMPTY = 0
UNKNOWN_RESULT = 2


class Positions(NamedTuple):
    """Columns of n positions, in the order of the games, each with the move that was made in it."""

    boards: np.ndarray  # uint8 [n, 64], a1 first: 0 empty, 1 to 6 White's pawn to king, 7 to 12
    white_to_move: np.ndarray  # uint8 [n]
    castling: np.ndarray  # uint8 [n], the sum of 1 (K), 2 (Q), 4 (k), 8 (q)
    en_passant: np.ndarray  # int8 [n], the square or -1
    moves: np.ndarray  # uint16 [n], from + 64 * to + 4096 * promotion (2 knight to 5 queen)
    games: np.ndarray  # uint32 [n], the number of the game in the file, from 0
    white_elo: np.ndarray  # int16 [n], 0 if unknown
    black_elo: np.ndarray  # int16 [n]
    results: np.ndarray  # int8 [n], 1 White won, 0 a draw, -1 Black won, 2 unknown


def positions(path: str, *, batch: int = 65536) -> Iterator[Positions]:
    """The positions of a PGN file's main lines, in batches of whole games with at least `batch`
    positions each, but for the last. Reading releases Python's lock."""
    return (Positions(**columns) for columns in _core.PositionBatches(str(path), batch))


def board_array(board: Board) -> np.ndarray:
    """The squares of one board, as in Positions.boards."""
    return _core.board_array(board)


def planes(boards: np.ndarray) -> np.ndarray:
    """One plane for each kind of piece: uint8 [n, 12, 8, 8] from boards of Positions."""
    kinds = np.arange(1, 13, dtype=np.uint8).reshape(1, 12, 1)
    return (boards[:, None, :] == kinds).astype(np.uint8).reshape(-1, 12, 8, 8)
