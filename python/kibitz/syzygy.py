"""Endgame tables in Syzygy's format.

    with kibitz.syzygy.open("/path/to/tables") as tables:
        tables.probe_wdl(board)    # 2 won, 0 drawn, -2 lost; 1 and -1 are drawn by the 50-move rule
        tables.probe_dtz(board)

One set of tables can be open at a time. A position with castling rights or with too many pieces
raises a KeyError, as one that the tables do not have.
"""

from __future__ import annotations

from typing import List

from ._core import Tables
from .board import Board


class Tablebase:
    """The tables of some folders."""

    def __init__(self, folders: str) -> None:
        self._tables = Tables(folders)

    @property
    def max_pieces(self) -> int:
        """The largest number of pieces, kings included, of a position that can be looked up."""
        return self._tables.max_pieces

    @property
    def notes(self) -> List[str]:
        """What was found, and which files were left out and why."""
        return self._tables.notes

    def probe_wdl(self, board: Board) -> int:
        """2 if the side to move wins, 0 a draw, -2 a loss; 1 and -1 are wins and losses that the
        50-move rule turns into draws."""
        return _found(self._tables.win_draw_loss(board), board)

    def probe_dtz(self, board: Board) -> int:
        """Half-moves to the next capture, pawn move or mate, negative for the side that loses."""
        return _found(self._tables.distance(board), board)

    def close(self) -> None:
        """Closes the tables, so that others can be opened."""
        self._tables.close()

    def __enter__(self) -> Tablebase:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def open(folders: str) -> Tablebase:
    """Opens the tables of folders, which colons separate."""
    return Tablebase(str(folders))


def _found(value: object, board: Board) -> int:
    if not isinstance(value, int):
        raise KeyError(f"the tables cannot tell about {board.fen()}")
    return value
