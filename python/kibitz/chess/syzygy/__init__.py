"""Syzygy's endgame tables: who wins, and how far it is to a capture, pawn move or mate.

    with kibitz.chess.syzygy.open_tablebase("/path/to/tables") as tables:
        tables.probe_wdl(board), tables.probe_dtz(board)

The tables are read here, so that raw tables and several folders at once can be looked up.
kibitz.syzygy is faster.
"""

from __future__ import annotations

import os
from types import TracebackType
from typing import Dict, Optional, Tuple, Type, TypeVar

from ..._core import FreeMove as Move
from ..board import Board
from .names import (
    PCHR,
    TBPIECES,
    all_dependencies,
    calc_key,
    dependencies,
    is_tablename,
    normalize_tablename,
    tablenames,
)
from .tables import DtzTable, Table, WdlTable

TableT = TypeVar("TableT", WdlTable, DtzTable)

_CURSED = 101  # half-moves: a win too late for the 50-move rule


class MissingTableError(KeyError):
    """A table that is needed is not there."""


def dtz_before_zeroing(wdl: int) -> int:
    """The distance of a position whose next move is a capture or pawn move."""
    sign = (wdl > 0) - (wdl < 0)
    return sign * (_CURSED if abs(wdl) == 1 else 1)


class Tablebase:
    """The tables of some folders."""

    def __init__(self, *, max_fds: Optional[int] = 128, VariantBoard: Type[Board] = Board) -> None:
        if VariantBoard is not Board:
            raise NotImplementedError("kibitz.chess reads the tables of standard chess alone")
        self.variant = VariantBoard
        self.max_fds = max_fds
        self.wdl: Dict[str, WdlTable] = {}
        self.dtz: Dict[str, DtzTable] = {}
        self._recent: Dict[Table, None] = {}  # open files, the one that was used last at the end

    def add_directory(self, directory: str, *, load_wdl: bool = True, load_dtz: bool = True) -> int:
        """Adds the tables of a folder, and returns how many files it has."""
        folder = os.path.abspath(directory)
        paths = [os.path.join(folder, name) for name in os.listdir(folder)]
        return sum(self.add_file(path, load_wdl=load_wdl, load_dtz=load_dtz) for path in paths)

    def add_file(self, path: str, *, load_wdl: bool = True, load_dtz: bool = True) -> int:
        """Adds a table's file; 1 if it is one, else 0."""
        name, ending = os.path.splitext(os.path.basename(path))
        if not is_tablename(name) or not os.path.isfile(path):
            return 0
        if load_wdl and ending == ".rtbw":
            self._add(self.wdl, WdlTable(path))
        elif load_dtz and ending == ".rtbz":
            self._add(self.dtz, DtzTable(path))
        else:
            return 0
        return 1

    def _add(self, tables: Dict[str, TableT], table: TableT) -> None:
        tables[table.key] = tables[table.mirrored_key] = table

    def _table(self, tables: Dict[str, TableT], board: Board, what: str) -> TableT:
        key = calc_key(board)
        if key not in tables:
            raise MissingTableError(f"did not find {what} table {key}")
        table = tables[key]
        self._recent.pop(table, None)
        self._recent[table] = None
        while self.max_fds is not None and len(self._recent) > max(1, self.max_fds):
            oldest = next(iter(self._recent))
            del self._recent[oldest]
            oldest.close()
        return table

    # --- Raw tables ---

    def probe_wdl_table(self, board: Board) -> int:
        """The result that the table has. Captures may lead to a better one."""
        if board.occupied == board.kings:
            return 0
        return self._table(self.wdl, board, "wdl").probe_wdl_table(board)

    def probe_dtz_table(self, board: Board, wdl: int) -> Tuple[int, int]:
        """The distance that the table has and 1; or 0 and -1 if it has the other side to move."""
        return self._table(self.dtz, board, "dtz").probe_dtz_table(board, wdl)

    # --- Results ---

    def probe_wdl(self, board: Board) -> int:
        """2 if the side to move wins, 0 for a draw, -2 if it loses; 1 and -1: too late for the
        50-move rule.
        """
        _require_probable(board)
        result, _ = self._with_captures(board, -2, 2)
        best = max((-self._after(board, move, -2, 2) for move in _en_passant(board)), default=-3)
        if best > result or (best > -3 and result == 0 and not _has_other_moves(board)):
            return best
        return result

    def get_wdl(self, board: Board, default: Optional[int] = None) -> Optional[int]:
        """The same, or `default` if the tables cannot tell."""
        try:
            return self.probe_wdl(board)
        except KeyError:
            return default

    def _with_captures(self, board: Board, low: int, high: int) -> Tuple[int, bool]:
        """The result with captures looked at, and whether a capture is as good as the best move."""
        for move in board.generate_legal_captures():
            if board.is_en_passant(move):
                continue
            value = -self._after(board, move, -high, -low)
            if value > low:
                if value >= high:
                    return value, True
                low = value
        value = self.probe_wdl_table(board)
        return (low, low > 0) if low >= value else (value, False)

    def _after(self, board: Board, move: Move, low: int, high: int) -> int:
        board.push(move)
        try:
            return self._with_captures(board, low, high)[0]
        finally:
            board.pop()

    # --- Distances ---

    def probe_dtz(self, board: Board) -> int:
        """Half-moves to the next capture, pawn move or mate, negative for the side that loses."""
        _require_probable(board)
        distance = self.probe_dtz_no_ep(board)
        best = max((-self._after(board, move, -2, 2) for move in _en_passant(board)), default=-3)
        if best == -3:
            return distance
        by_capture = dtz_before_zeroing(best)
        if distance < -100:
            return by_capture if by_capture >= 0 else distance
        if distance < 0:
            return by_capture if by_capture >= 0 or by_capture < -100 else distance
        if distance > 100:
            return by_capture if by_capture > 0 else distance
        if distance > 0:
            return by_capture if by_capture == 1 else distance
        return by_capture if by_capture >= 0 or not _has_other_moves(board) else distance

    def get_dtz(self, board: Board, default: Optional[int] = None) -> Optional[int]:
        """The same, or `default` if the tables cannot tell."""
        try:
            return self.probe_dtz(board)
        except KeyError:
            return default

    def probe_dtz_no_ep(self, board: Board) -> int:
        """The distance if nothing could be taken en passant."""
        wdl, by_capture = self._with_captures(board, -2, 2)
        if wdl == 0:
            return 0
        if by_capture or not board.occupied_co[board.turn] & ~board.pawns:
            return dtz_before_zeroing(wdl)
        if wdl > 0 and self._wins_by_pawn_move(board, wdl):
            return dtz_before_zeroing(wdl)
        distance, found = self.probe_dtz_table(board, wdl)
        if found >= 0:
            return dtz_before_zeroing(wdl) + (distance if wdl > 0 else -distance)
        return self._shortest_win(board) if wdl > 0 else self._longest_loss(board, wdl)

    def _wins_by_pawn_move(self, board: Board, wdl: int) -> bool:
        for move in board.generate_legal_moves(board.pawns, ~board.occupied):
            if board.is_en_passant(move):
                continue
            board.push(move)
            try:
                if -self.probe_wdl(board) == wdl:
                    return True
            finally:
                board.pop()
        return False

    def _shortest_win(self, board: Board) -> int:
        best = 0xFFFF
        for move in board.generate_legal_moves(~board.pawns, ~board.occupied):
            board.push(move)
            try:
                distance = -self.probe_dtz(board)
                if distance == 1 and board.is_checkmate():
                    best = 1
                elif 0 < distance < best - 1:
                    best = distance + 1
            finally:
                board.pop()
        return best

    def _longest_loss(self, board: Board, wdl: int) -> int:
        best = -1
        for move in board.generate_legal_moves():
            board.push(move)
            try:
                if board.halfmove_clock:
                    distance = -self.probe_dtz(board) - 1
                elif wdl == -2:
                    distance = -1
                else:
                    distance = 0 if self._with_captures(board, 1, 2)[0] == 2 else -_CURSED
                best = min(best, distance)
            finally:
                board.pop()
        return best

    def close(self) -> None:
        """Closes all tables."""
        for table in list(self._recent):
            table.close()
        self._recent.clear()
        self.wdl.clear()
        self.dtz.clear()

    def __enter__(self) -> Tablebase:
        return self

    def __exit__(
        self,
        exc_type: Optional[Type[BaseException]],
        exc_value: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None:
        self.close()


def _require_probable(board: Board) -> None:
    if board.castling_rights:
        raise KeyError(
            f"syzygy tables do not contain positions with castling rights: {board.fen()}"
        )
    if board.piece_count() > TBPIECES + 1:
        raise KeyError(
            f"syzygy tables support up to {TBPIECES} pieces, not {board.piece_count()}: {board.fen()}"
        )


def _en_passant(board: Board) -> Tuple[Move, ...]:
    return tuple(board.generate_legal_ep())


def _has_other_moves(board: Board) -> bool:
    return any(not board.is_en_passant(move) for move in board.generate_legal_moves())


def open_tablebase(
    directory: str,
    *,
    load_wdl: bool = True,
    load_dtz: bool = True,
    max_fds: Optional[int] = 128,
    VariantBoard: Type[Board] = Board,
) -> Tablebase:
    """Opens the tables of a folder."""
    tables = Tablebase(max_fds=max_fds, VariantBoard=VariantBoard)
    tables.add_directory(directory, load_wdl=load_wdl, load_dtz=load_dtz)
    return tables


__all__ = [
    "DtzTable",
    "MissingTableError",
    "PCHR",
    "TBPIECES",
    "Table",
    "Tablebase",
    "WdlTable",
    "all_dependencies",
    "calc_key",
    "dependencies",
    "dtz_before_zeroing",
    "is_tablename",
    "normalize_tablename",
    "open_tablebase",
    "tablenames",
]
