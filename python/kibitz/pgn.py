"""Games: read from PGN at the speed of C++, and looked through.

    for game in kibitz.pgn.open("games.pgn"):
        print(game.headers["White"], game.result, len(game.moves()))
"""

from __future__ import annotations

from typing import Any, Callable, Dict, IO, Iterator, List, MutableMapping, Optional, Union
from weakref import WeakKeyDictionary

from . import _core
from ._core import GameNode, Move
from .board import Board


class Game:
    """A game: its tags, its moves with comments and variations, and what could not be read."""

    __slots__ = ("_game",)

    def __init__(self, game: _core.GameBase) -> None:
        self._game = game

    @property
    def headers(self) -> Dict[str, str]:
        """The tags, those of the roster first."""
        return self._game.headers

    @property
    def result(self) -> str:
        """1-0, 0-1, 1/2-1/2 or *."""
        return self._game.result

    @property
    def error(self) -> Optional[str]:
        """The first thing in the text that could not be read, with its place; None if all could."""
        return self._game.error

    @property
    def repairs(self) -> List[str]:
        """What was read another way than it stands there, or kept as a comment, with its place."""
        return self._game.repairs

    @property
    def fate(self) -> str:
        """read, repaired, cut (at a move that cannot be) or refused (its start is no position)."""
        return self._game.fate

    def moves(self) -> List[Move]:
        """The moves of the main line."""
        return self._game.mainline_moves()

    mainline_moves = moves

    def root(self) -> GameNode:
        """The start of the game as a node of the tree of moves."""
        return self._game.root()

    def mainline(self) -> List[GameNode]:
        """The nodes of the main line, one after each move."""
        return self._game.root().mainline()

    def board(self) -> Board:
        """The board before the first move."""
        board: Board = self._game.root().board()
        return board

    def end(self) -> Board:
        """The board after the last move of the main line."""
        board: Board = self._game._end().board()
        return board

    def __str__(self) -> str:
        return str(self._game)

    def __repr__(self) -> str:
        headers = self.headers
        names = f"{headers.get('White', '?')} - {headers.get('Black', '?')}"
        return f"<Game {names}, {self.result}>"


def open(path: str) -> Iterator[Game]:  # noqa: A001, as in kibitz.pgn.open
    """The games of a file, one after the other. Reading releases Python's lock, so that several
    files can be read by threads side by side."""
    return (Game(game) for game in _core.GameFile(str(path)))


def parse(text: str) -> List[Game]:
    """The games of a text."""
    return [Game(game) for game in _core.games_in(text)]


class _Reading:
    """What was read of a handle beyond the game that was returned."""

    __slots__ = ("stream", "place")

    def __init__(self) -> None:
        self.stream = _core.GameStream()
        self.place: Optional[int] = None


_readings: MutableMapping[Any, _Reading] = WeakKeyDictionary()


def read_game(handle: Union[IO[str], IO[bytes]]) -> Optional[Game]:
    """The next game of an open file, pipe or other text, None at its end, as in python-chess.
    Between two games the handle may be moved, if it can be. open() is far faster for whole files."""
    reading = _readings.pop(handle, None)
    if reading is None or reading.place != _place(handle):
        reading = _Reading()
    stream = reading.stream
    goes_on = True  # there may be more about the next game in the stream
    while goes_on and not stream.has_game:
        begun = stream.begun
        place = _place(handle) if begun > 0 else None
        line = handle.readline()
        if not line or stream.is_behind_result and not line.strip():
            # The end, or an empty line behind the result: nothing more is about this game.
            stream.finish()
            goes_on = bool(line) and not stream.has_game
        else:
            stream.feed(line if isinstance(line, bytes) else line.encode("utf-8", "surrogateescape"))
            is_next_game = stream.has_game and stream.begun == begun + 1
            if is_next_game and place is not None and line.lstrip()[:1] in ("[", b"["):
                handle.seek(place)  # the next game is read again from its first line
                goes_on = False
    game = stream.take()
    if goes_on or stream.has_game:
        reading.place = _place(handle)
        _readings[handle] = reading
    return None if game is None else Game(game)


def _place(handle: Any) -> Optional[int]:
    try:
        place: int = handle.tell()
        return place
    except (OSError, AttributeError, ValueError):
        return None  # a pipe


def count(path: str) -> Dict[str, int]:
    """How many games, moves and errors a file has; every move is checked."""
    return _core.count_games(str(path))


def filter(  # noqa: A001
    games: Iterator[Game],
    *,
    white: Optional[str] = None,
    black: Optional[str] = None,
    player: Optional[str] = None,
    result: Optional[str] = None,
    eco: Optional[str] = None,
    min_elo: Optional[int] = None,
    max_elo: Optional[int] = None,
    where: Optional[Callable[[Game], bool]] = None,
) -> Iterator[Game]:
    """The games that fit all that is asked: names or parts of names, a result, the beginning of an
    ECO code, ratings of both players, and any function of yours."""

    def fits(game: Game) -> bool:
        tags = game.headers
        names = (tags.get("White", ""), tags.get("Black", ""))
        if white is not None and white not in names[0]:
            return False
        if black is not None and black not in names[1]:
            return False
        if player is not None and player not in names[0] and player not in names[1]:
            return False
        if result is not None and game.result != result:
            return False
        if eco is not None and not tags.get("ECO", "").startswith(eco):
            return False
        ratings = [_rating(tags.get("WhiteElo")), _rating(tags.get("BlackElo"))]
        if min_elo is not None and min(ratings) < min_elo:
            return False
        if max_elo is not None and (0 in ratings or max(ratings) > max_elo):
            return False
        return where is None or where(game)

    return (game for game in games if fits(game))


def _rating(text: Optional[str]) -> int:
    return int(text) if text and text.isdigit() else 0


def _board(node: GameNode) -> Board:
    """The board after the node's move, with all moves that led there."""
    return Board(node._board())


GameNode.board = _board
