"""Syzygy's endgame tables, read by the library that the engine uses.

Whole tables are looked up: who wins, and how far it is to a capture, pawn move or mate. What python-chess offers for single
files (WdlTable, DtzTable, probe_wdl_table and its neighbours) raises a NotImplementedError.
"""

from __future__ import annotations

import itertools
import os
import re
from types import TracebackType
from typing import Any, Iterable, Iterator, List, NoReturn, Optional, Tuple, Type

from .. import _core
from ..board import Board as _GameBoard
from .base_board import BaseBoard
from .board import Board
from .squares import BLACK, PIECE_SYMBOLS, WHITE, Color

TBPIECES = 7
PCHR = ["K", "Q", "R", "B", "N", "P"]

_NAME = re.compile(r"[KQRBNP]+v[KQRBNP]+\Z")


class MissingTableError(KeyError):
    """The tables that are there cannot tell about a position."""


# --- Names of tables ---


def is_tablename(
    name: str,
    *,
    one_king: bool = True,
    piece_count: Optional[int] = TBPIECES,
    normalized: bool = True,
) -> bool:
    """Whether a text is the name of a table, such as KQvKR."""
    if not _NAME.match(name):
        return False
    sides = name.split("v")
    return (
        (piece_count is None or len(name) <= piece_count + 1)
        and (not normalized or normalize_tablename(name) == name)
        and (not one_king or all(side.startswith("K") and side.count("K") == 1 for side in sides))
    )


def tablenames(*, one_king: bool = True, piece_count: int = 6) -> Iterator[str]:
    """The names of all tables with so many pieces or fewer."""
    first = "K" if one_king else ""
    kinds = "QRBNP" if one_king else "KQRBNP"
    fewest = 0 if one_king else 1
    most = piece_count - 2 if one_king else piece_count
    for count in range(2 * fewest + (1 if one_king else 0), most + 1):
        for white_count in range(fewest, count - fewest + 1):
            white_sides = itertools.combinations_with_replacement(kinds, white_count)
            black_sides = list(itertools.combinations_with_replacement(kinds, count - white_count))
            for white, black in itertools.product(white_sides, black_sides):
                name = f"{first}{''.join(white)}v{first}{''.join(black)}"
                if normalize_tablename(name) == name:
                    yield name


def normalize_tablename(name: str, *, mirror: bool = False) -> str:
    """The name with the pieces in order and the stronger side first."""
    white, black = ("".join(sorted(side, key=PCHR.index)) for side in name.split("v"))
    is_weaker = (len(white), _order(black)) < (len(black), _order(white))
    return f"{black}v{white}" if mirror ^ is_weaker else f"{white}v{black}"


def _order(side: str) -> List[int]:
    return [PCHR.index(letter) for letter in side]


def dependencies(target: str, *, one_king: bool = True) -> Iterator[str]:
    """The tables to which a capture or promotion leads from a table."""
    found = {"KvK"} if one_king else set()
    for name in _next_names(target, one_king):
        if name not in found:
            found.add(name)
            yield name


def _next_names(target: str, one_king: bool) -> Iterator[str]:
    white, black = target.split("v")
    for side, other in ((white, black), (black, white)):
        for letter in PCHR:
            if "P" in side and letter not in "PK":
                yield normalize_tablename(side.replace("P", letter, 1) + "v" + other)
            if letter in side and len(side) > 1 and not (one_king and letter == "K"):
                yield normalize_tablename(side.replace(letter, "", 1) + "v" + other)


def all_dependencies(targets: Iterable[str], *, one_king: bool = True) -> Iterator[str]:
    """The tables to which any captures and promotions lead."""
    found = {"KvK"} if one_king else set()
    waiting = list(targets)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            yield name
            waiting.extend(dependencies(name, one_king=one_king))


def calc_key(board: BaseBoard, *, mirror: bool = False) -> str:
    """The name of the table for a board's pieces, White's first."""
    sides = [_side(board, color) for color in (WHITE, BLACK)]
    return "v".join(reversed(sides) if mirror else sides)


def _side(board: BaseBoard, color: Color) -> str:
    letters = []
    for letter in PCHR:
        letters.append(letter * len(board.pieces(PIECE_SYMBOLS.index(letter.lower()), color)))
    return "".join(letters)


def dtz_before_zeroing(wdl: int) -> int:
    """The distance of a position whose next move is a capture or pawn move."""
    sign = (wdl > 0) - (wdl < 0)
    return sign * (101 if abs(wdl) == 1 else 1)


# --- Looking up ---


class _OpenTables:
    """The tables that are open. The library can have one set at a time, so the last that was asked has it."""

    folders: Tuple[str, ...] = ()
    tables: Optional[_core.Tables] = None

    @classmethod
    def of(cls, folders: Tuple[str, ...]) -> _core.Tables:
        """The tables of these folders."""
        if cls.tables is None or cls.folders != folders:
            cls.close(cls.folders)
            cls.tables = _core.Tables(os.pathsep.join(folders))
            cls.folders = folders
        return cls.tables

    @classmethod
    def close(cls, folders: Tuple[str, ...]) -> None:
        """Closes the tables of these folders, if they are open."""
        if cls.tables is not None and cls.folders == folders:
            cls.tables.close()
            cls.tables = None


class Tablebase:
    """The tables of some folders."""

    def __init__(self, *, max_fds: Optional[int] = 128, VariantBoard: Type[Board] = Board) -> None:
        if VariantBoard is not Board:
            raise NotImplementedError("kibitz.chess reads the tables of standard chess alone")
        self.variant = VariantBoard
        self.max_fds = max_fds
        self._folders: List[str] = []

    def add_directory(self, directory: str, *, load_wdl: bool = True, load_dtz: bool = True) -> int:
        """Adds the tables of a folder, and returns how many files it has."""
        endings = [
            ending for ending, wanted in ((".rtbw", load_wdl), (".rtbz", load_dtz)) if wanted
        ]
        names = [os.path.splitext(name) for name in os.listdir(directory)]
        folder = os.path.abspath(directory)
        if folder not in self._folders:
            self._folders.append(folder)
        return sum(1 for name, ending in names if ending in endings and is_tablename(name))

    def probe_wdl(self, board: Board) -> int:
        """2 if the side to move wins, 0 for a draw, -2 if it loses; 1 and -1 are turned into draws by the 50-move rule."""
        if _is_bare(board):
            return 0
        return self._found(self._tables(board).win_draw_loss(_game_board(board)), board)

    def get_wdl(self, board: Board, default: Optional[int] = None) -> Optional[int]:
        """The same, or `default` if the tables cannot tell."""
        try:
            return self.probe_wdl(board)
        except KeyError:
            return default

    def probe_dtz(self, board: Board) -> int:
        """Half-moves to the next capture, pawn move or mate, negative for the side that loses."""
        if _is_bare(board):
            return 0
        return self._found(self._tables(board).distance(_game_board(board)), board)

    def get_dtz(self, board: Board, default: Optional[int] = None) -> Optional[int]:
        """The same, or `default` if the tables cannot tell."""
        try:
            return self.probe_dtz(board)
        except KeyError:
            return default

    def _tables(self, board: Board) -> _core.Tables:
        if board.castling_rights:
            raise KeyError(
                f"syzygy tables do not contain positions with castling rights: {board.fen()}"
            )
        if board.piece_count() > TBPIECES or not self._folders:
            raise MissingTableError(f"the tables cannot tell about {board.fen()}")
        return _OpenTables.of(tuple(self._folders))

    def _found(self, value: Optional[int], board: Board) -> int:
        if value is None:
            raise MissingTableError(f"the tables cannot tell about {board.fen()}")
        return value

    def close(self) -> None:
        """Closes the tables."""
        _OpenTables.close(tuple(self._folders))

    def __enter__(self) -> Tablebase:
        return self

    def __exit__(
        self,
        exc_type: Optional[Type[BaseException]],
        exc_value: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None:
        self.close()

    # --- What is not there ---

    def add_file(self, path: str, *, load_wdl: bool = True, load_dtz: bool = True) -> int:
        """Not there: folders are opened as a whole."""
        return _absent("add_file")

    def probe_wdl_table(self, board: Board) -> int:
        """Not there: captures are looked at as well."""
        return _absent("probe_wdl_table")

    def probe_dtz_table(self, board: Board, wdl: int) -> Tuple[int, int]:
        """Not there: captures are looked at as well."""
        return _absent("probe_dtz_table")

    def probe_dtz_no_ep(self, board: Board) -> int:
        """Not there: captures en passant are looked at as well."""
        return _absent("probe_dtz_no_ep")


class WdlTable:
    """Not there: single files are not opened."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        _absent("WdlTable")


class DtzTable:
    """Not there: single files are not opened."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        _absent("DtzTable")


def _absent(name: str) -> NoReturn:
    raise NotImplementedError(
        f"kibitz.chess.syzygy looks up positions in whole sets of tables; {name} is not there"
    )


def _is_bare(board: Board) -> bool:
    return board.occupied == board.kings and board.piece_count() == 2


def _game_board(board: Board) -> _GameBoard:
    try:
        return _GameBoard(board.fen(), chess960=board.chess960)
    except ValueError as error:
        raise KeyError(f"no position of a game, and so in no table: {error}") from None


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
