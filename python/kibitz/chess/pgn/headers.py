"""Headers: the tags of a game, those of the roster first."""

from __future__ import annotations

import re
from typing import (
    TYPE_CHECKING,
    Dict,
    Iterable,
    Iterator,
    List,
    Mapping,
    MutableMapping,
    Optional,
    Tuple,
    Type,
    TypeVar,
    Union,
)

from ..board import Board
from ..squares import STARTING_FEN

if TYPE_CHECKING:
    from ..._core import PgnText
    from .visitors import HeadersBuilder

TAG_ROSTER = ["Event", "Site", "Date", "Round", "White", "Black", "Result"]
_DEFAULTS = {tag: "?" for tag in TAG_ROSTER}
_DEFAULTS.update(Date="????.??.??", Result="*")

_TAG_NAME = re.compile(r"^[A-Za-z0-9][A-Za-z0-9_+#=:-]*\Z")
_CHESS960_NAMES = ("chess960", "chess 960", "fischerandom", "fischerrandom")
_WILD_NAMES = ["wild/" + number for number in "0 1 2 3 4 5 6 7 8 8a".split()]

HeadersT = TypeVar("HeadersT", bound="Headers")
GivenHeaders = Union[Mapping[str, str], Iterable[Tuple[str, str]]]


class Headers(MutableMapping[str, str]):
    """The tags of a game by their names."""

    def __init__(self, data: Optional[GivenHeaders] = None, **kwargs: str) -> None:
        self._roster: Dict[str, str] = {}
        self._others: Dict[str, str] = {}
        self.update(dict(_DEFAULTS) if data is None else data, **kwargs)

    @classmethod
    def read(cls: Type[HeadersT], text: PgnText) -> HeadersT:
        """The tags of a game that is being read, above those of the roster."""
        headers = cls.__new__(cls)
        headers._roster, headers._others = dict(_DEFAULTS), {}
        text.fill_headers(_DEFAULTS, headers._roster, headers._others)
        return headers

    def is_chess960(self) -> bool:
        """Whether the game is one of Chess960."""
        return self.get("Variant", "").lower() in _CHESS960_NAMES

    def is_wild(self) -> bool:
        """Whether the game has a start of its own, as some servers call wild."""
        return self.get("Variant", "").lower() in _WILD_NAMES and self["Variant"].startswith("w")

    def variant(self) -> Type[Board]:
        """The class of board; a ValueError for an unknown variant."""
        if "Variant" not in self or self.is_chess960() or self.is_wild():
            return Board
        from ..variant import find_variant

        return find_variant(self["Variant"])

    def board(self) -> Board:
        """The position before the first move."""
        kind = self.variant()
        board = kind(self.get("FEN", kind.starting_fen), chess960=self.is_chess960())
        board.chess960 = board.chess960 or board.has_chess960_castling_rights()
        return board

    def __setitem__(self, key: str, value: str) -> None:
        if key in _DEFAULTS:
            self._roster[key] = value
            return
        if not _TAG_NAME.match(key):
            raise ValueError(f"invalid pgn header tag: {key!r}")
        if "\n" in value or "\r" in value:
            raise ValueError(f"line break in pgn header {key}: {value!r}")
        self._others[key] = value

    def __getitem__(self, key: str) -> str:
        return self._roster[key] if key in _DEFAULTS else self._others[key]

    def __delitem__(self, key: str) -> None:
        del (self._roster if key in _DEFAULTS else self._others)[key]

    def __iter__(self) -> Iterator[str]:
        yield from (tag for tag in TAG_ROSTER if tag in self._roster)
        yield from self._others

    def __len__(self) -> int:
        return len(self._roster) + len(self._others)

    def copy(self: HeadersT) -> HeadersT:
        """Headers of their own with the same tags."""
        return type(self)(self)

    def __copy__(self: HeadersT) -> HeadersT:
        return self.copy()

    def __repr__(self) -> str:
        tags = ", ".join(f"{name}={value!r}" for name, value in self.items())
        return f"{type(self).__name__}({tags})"

    @classmethod
    def builder(cls: Type[HeadersT]) -> HeadersBuilder:
        """A visitor that collects the tags of a game."""
        from .visitors import HeadersBuilder

        return HeadersBuilder(Headers=cls)


def starting_tags(board: Board) -> List[Tuple[str, Optional[str]]]:
    """The tags that name a game's start; None for one that it must not have."""
    fen = board.fen()
    is_usual = fen == STARTING_FEN and not board.chess960
    variant = "Chess960" if board.chess960 else None
    return [
        ("FEN", None if is_usual else fen),
        ("SetUp", None if is_usual else "1"),
        ("Variant", variant),
    ]
