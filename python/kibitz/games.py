"""Databases of games, as `kibitz games` makes them: filled from PGN, and asked by all that games have.

    games = kibitz.games.Database("my-games", create=True)
    games.import_pgn("club.pgn")
    games.count(player="berg, anna", outcome="loss", opening="french")
    for game in games.find(material="KRPvKR", stands_for=10):
        print(game.headers["White"], game.result)

What a query may ask is the same as on the command line, by the same names without the dashes and with _
for -: docs/finding-games.md explains all of it. Two differ: `stands_for` is --for, and `tag` is a dict.
What gives arrays needs NumPy, and nothing else does.
"""

from __future__ import annotations

import importlib
import os
from datetime import date
from typing import (
    IO,
    TYPE_CHECKING,
    Any,
    Iterator,
    List,
    Mapping,
    NamedTuple,
    Optional,
    Sequence,
    Union,
)

from . import _core
from ._core import DatabaseError, Move
from .pgn import Game

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]

__all__ = ["Branch", "Database", "DatabaseError", "Imported", "Table", "UNKNOWN_RESULT"]

UNKNOWN_RESULT = 2

_LISTS = ("result", "time", "pawns", "motif")
_PAWNS = ("missed_win", "eval_swing")
_PIECE_SIZE = 1024 * 1024
# How packed files begin, and the module that reads them.
_PACKED = {b"\x1f\x8b": "gzip", b"BZh": "bz2", b"\xfd7zXZ\x00": "lzma"}
_UNREADABLE = (b"\x28\xb5\x2f\xfd", b"PK\x03\x04")


class Imported(NamedTuple):
    """What an import has done."""

    added: int
    duplicates: int  # games that were there already, and were left out


class Table(NamedTuple):
    """Columns of the games that were found, in the order of the database. Arrays of NumPy."""

    numbers: Array  # uint64, of the games, from 1
    results: Array  # int8: 1 White won, 0 a draw, -1 Black won, 2 unknown
    white_elo: Array  # int16, 0 if unknown
    black_elo: Array  # int16
    dates: Array  # int32 whose digits are the date, 20240517; parts that are not known are 0
    plies: Array  # int32, half-moves of the main line


class Branch(NamedTuple):
    """A move that was played in a position, and how it went for who played it."""

    move: Optional[Move]  # None for a null move
    san: str
    games: int
    wins: int
    draws: int
    losses: int
    score: Optional[float]  # 0 to 1; None without a result
    rating: Optional[int]  # the mean
    performance: Optional[int]
    last_played: Optional[str]  # "2024.05.??"


class Database:
    """A database in a folder. Games have numbers from 1, which stay as they are when more come."""

    def __init__(self, folder: Union[str, os.PathLike[str]], *, create: bool = False) -> None:
        """Opens the folder. With `create`, it is made if need be."""
        self._folder = os.fspath(folder)
        self._path = os.fsencode(self._folder)
        if b"\0" in self._path:
            raise ValueError("a folder's name has no null character")
        if create and not _core.is_game_database(self._path):
            _core.GameImport(self._path).finish()
        self._games = _core.GameDatabase(self._path)

    def import_pgn(self, source: Union[str, os.PathLike[str], IO[str], IO[bytes]]) -> Imported:
        """Adds the games of a PGN file (also compressed by gzip, bzip2 or xz) or of an open file. Those that
        are there already are left out. If the import is broken off, what was read is kept, and the same
        import goes on. One import at a time has a folder: DatabaseError says so to others."""
        if isinstance(source, (str, os.PathLike)):
            with _open(os.fspath(source)) as file:
                return self._import(file)
        return self._import(source)

    def _import(self, file: Union[IO[str], IO[bytes]]) -> Imported:
        importing = _core.GameImport(self._path)
        try:
            _feed(importing, file)
        finally:
            importing.finish()
            self._games = _core.GameDatabase(self._path)
        return Imported(importing.added, importing.duplicates)

    def find(self, *, limit: Optional[int] = None, **query: Any) -> Iterator[Game]:
        """The games that are wanted; each is read when it is its turn. str(game) is its PGN."""
        if limit is not None and limit < 0:
            raise ValueError(f"limit={limit} is no number of games")
        games = self._games  # the same ones, if more are imported meanwhile
        numbers = games.found(_words(query))
        return (_game(games, number) for number in numbers[:limit])

    def numbers(self, **query: Any) -> Array:
        """The numbers of the games that are wanted (uint64)."""
        return self._games.numbers(_words(query))

    def count(self, **query: Any) -> int:
        """How many games are wanted."""
        return self._games.count(_words(query))

    def table(self, **query: Any) -> Table:
        """Results, ratings, dates and lengths of the games that are wanted, as arrays."""
        return Table(**self._games.table(_words(query)))

    def tree(self, **query: Any) -> List[Branch]:
        """What was played in the `position`, or at the start, the most frequent move first."""
        return [Branch(*row) for row in self._games.tree(_words(query))]

    def check(self) -> List[str]:
        """What is damaged, a sentence each."""
        return self._games.check()

    def __getitem__(self, number: int) -> Game:
        """A game by its number, from 1."""
        if not 1 <= number <= len(self):
            raise IndexError(f"there is no game {number}; there are {len(self)}")
        return _game(self._games, number)

    def __len__(self) -> int:
        return len(self._games)

    def __iter__(self) -> Iterator[Game]:
        return self.find()

    def __repr__(self) -> str:
        return f"<Database {self._folder!r}, {len(self)} games>"


def _game(games: _core.GameDatabase, number: int) -> Game:
    game = games.game(number)
    assert game is not None
    return Game(game)


def _words(query: Mapping[str, Any]) -> _core.QueryWords:
    words = _core.QueryWords()
    for name, value in query.items():
        if name.startswith("_") or not hasattr(words, name):
            raise TypeError(f"{name!r} is nothing that games can be asked for; docs/finding-games.md lists "
                            "what is")
        if value is None:
            continue
        if name == "tag":
            words.tag = _tags(value)
        elif name in _LISTS:
            setattr(words, name, _texts(value))
        elif name in ("swapped", "stands_for"):
            setattr(words, name, value)
        elif name in _PAWNS and isinstance(value, float):
            setattr(words, name, str(float(value)))
        elif name == "position" and hasattr(value, "fen"):
            words.position = value.fen()
        else:
            setattr(words, name, _text(name, value))
    return words


def _tags(value: Mapping[str, Any]) -> List[str]:
    if not isinstance(value, Mapping):
        raise TypeError(f"tag={value!r} is no dict of tags; write tag={{'Round': '3'}}")
    return [f"{tag}={text}" for tag, text in value.items()]


def _texts(value: Union[str, Sequence[str]]) -> List[str]:
    return [value] if isinstance(value, str) else list(value)


def _text(name: str, value: object) -> str:
    if isinstance(value, date):
        return f"{value.year:04}.{value.month:02}.{value.day:02}"
    # Numbers of NumPy are numbers, too, which cannot be asked without it.
    if isinstance(value, (str, int)) or hasattr(value, "__index__"):
        return str(value)
    raise TypeError(f"{name}={value!r} is no text")


def _open(path: str) -> IO[bytes]:
    """The file, unpacked if its first bytes say that it is packed."""
    with open(path, "rb") as file:
        beginning = file.read(6)
    for magic, module in _PACKED.items():
        if beginning.startswith(magic):
            # Some Pythons come without one of them.
            unpacked: IO[bytes] = importlib.import_module(module).open(path, "rb")
            return unpacked
    if beginning.startswith(_UNREADABLE):
        raise ValueError(f"{path} is compressed by zstd or ZIP; import it with `kibitz games import`, or "
                         "give an open file that unpacks it")
    return open(path, "rb")


def _feed(importing: _core.GameImport, file: Union[IO[str], IO[bytes]]) -> None:
    while True:
        piece = file.read(_PIECE_SIZE)
        if not piece:
            break
        if isinstance(piece, str):
            piece = piece.encode("utf-8", "surrogateescape")
        importing.feed(piece)
    importing.end_text()
