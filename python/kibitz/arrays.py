"""Positions as NumPy arrays, for machine learning (needs NumPy).

    for batch in kibitz.arrays.positions("games.pgn"):
        train(batch.boards, batch.moves, batch.results)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator, NamedTuple

import numpy as np

from . import _core
from .board import Board

if TYPE_CHECKING:
    Array = np.ndarray[Any, Any]  # NumPy before 1.22 does not know this when it runs

EMPTY = 0
UNKNOWN_RESULT = 2


class Positions(NamedTuple):
    """Columns of n positions, in the order of the games, each with the move that was made in it."""

    boards: Array  # uint8 [n, 64], a1 first: 0 empty, 1 to 6 White's pawn to king, 7 to 12
    white_to_move: Array  # uint8 [n]
    castling: Array  # uint8 [n], the sum of 1 (K), 2 (Q), 4 (k), 8 (q)
    en_passant: Array  # int8 [n], the square or -1
    moves: Array  # uint16 [n], from + 64 * to + 4096 * promotion (2 knight to 5 queen)
    games: Array  # uint32 [n], the number of the game in the file, from 0
    white_elo: Array  # int16 [n], 0 if unknown
    black_elo: Array  # int16 [n]
    results: Array  # int8 [n], 1 White won, 0 a draw, -1 Black won, 2 unknown


def positions(path: str, *, batch: int = 65536) -> Iterator[Positions]:
    """The positions of a PGN file's main lines, in batches of whole games with at least `batch`
    positions each, but for the last. Reading releases Python's lock."""
    return (Positions(**columns) for columns in _core.PositionBatches(str(path), batch))


def board_array(board: Board) -> Array:
    """The squares of one board, as in Positions.boards."""
    return _core.board_array(board)


def planes(boards: Array) -> Array:
    """One plane for each kind of piece: uint8 [n, 12, 8, 8] from boards of Positions."""
    kinds = np.arange(1, 13, dtype=np.uint8).reshape(1, 12, 1)
    found: Array = (boards[:, None, :] == kinds).astype(np.uint8).reshape(-1, 12, 8, 8)
    return found
