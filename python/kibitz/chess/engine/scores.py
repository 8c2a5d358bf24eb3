"""Scores, from the view of one side or the other, and the chances that they stand for."""

from __future__ import annotations

import abc
import dataclasses
import functools
import math
from typing import Iterator, Literal, Optional, Tuple, Union

from ..squares import BLACK, COLOR_NAMES, WHITE, Color

WdlModel = Literal["sf", "sf16.1", "sf16", "sf15.1", "sf15", "sf14", "sf12", "lichess"]


@dataclasses.dataclass(frozen=True)
class _WinRate:
    """How often a score wins, fitted to games of a Stockfish: a logistic function of the score
    whose middle and width
    are polynomials of the move number."""

    middle: Tuple[float, float, float, float]
    width: Tuple[float, float, float, float]
    unit: float  # Stockfish's units in a centipawn
    limit: float
    first_move: int = 0  # whose figures earlier moves have, too

    def wins(self, cp: int, ply: int) -> int:
        """In how many of 1000 games."""
        moves = min(240, max(ply, 0)) / 64
        if self.first_move:
            moves = min(120, max(ply / 2 + 1, self.first_move)) / 32
        middle, width = (
            functools.reduce(lambda sum, part: sum * moves + part, of)
            for of in (self.middle, self.width)
        )
        score = min(self.limit, max(cp * self.unit, -self.limit))
        return int(0.5 + 1000 / (1 + math.exp((middle - score) / width)))


# The figures that each version of Stockfish was released with.
_WIN_RATES = {
    "sf16.1": _WinRate(
        (-1.06249702, 7.42016937, 0.89425629, 348.60356174),
        (-5.33122190, 39.57831533, -90.84473771, 123.40620748),
        3.56,
        4000,
        first_move=8,
    ),
    "sf16": _WinRate(
        (0.38036525, -2.82015070, 23.17882135, 307.36768407),
        (-2.29434733, 13.27689788, -14.26828904, 63.45318330),
        3.28,
        4000,
    ),
    "sf15.1": _WinRate(
        (-0.58270499, 2.68512549, 15.24638015, 344.49745382),
        (-2.65734562, 15.96509799, -20.69040836, 73.61029937),
        3.61,
        4000,
    ),
    "sf15": _WinRate(
        (-0.117202460, 0.594729104, 11.2065546, 122.606222),
        (-1.79066759, 11.30759193, -17.43677612, 36.47147479),
        1,
        2000,
    ),
    "sf14": _WinRate(
        (-3.68389304, 30.07065921, -60.52878723, 149.53378557),
        (-2.01818570, 15.85685038, -29.83452023, 47.59078827),
        1,
        2000,
    ),
    "sf12": _WinRate(
        (-8.24404295, 64.23892342, -95.73056462, 153.86478679),
        (-3.37154371, 28.44489198, -56.67657741, 72.05858751),
        1,
        1000,
    ),
}
_WIN_RATES["sf"] = _WIN_RATES["sf16.1"]


def _lichess_wins(cp: int) -> int:
    """How many of 1000 games people win on lichess from such a score."""
    return round(1000 / (1 + math.exp(-0.00368208 * cp)))


@dataclasses.dataclass
class Wdl:
    """Wins, draws and losses, usually of 1000 games."""

    wins: int
    draws: int
    losses: int

    def total(self) -> int:
        """All games."""
        return self.wins + self.draws + self.losses

    def winning_chance(self) -> float:
        """The share of wins."""
        return self.wins / self.total()

    def drawing_chance(self) -> float:
        """The share of draws."""
        return self.draws / self.total()

    def losing_chance(self) -> float:
        """The share of losses."""
        return self.losses / self.total()

    def expectation(self) -> float:
        """The points to expect from a game."""
        return (self.wins + 0.5 * self.draws) / self.total()

    def __bool__(self) -> bool:
        return bool(self.total())

    def __iter__(self) -> Iterator[int]:
        return iter((self.wins, self.draws, self.losses))

    def __reversed__(self) -> Iterator[int]:
        return iter((self.losses, self.draws, self.wins))

    def __pos__(self) -> Wdl:
        return self

    def __neg__(self) -> Wdl:
        return Wdl(self.losses, self.draws, self.wins)


@dataclasses.dataclass(eq=False)
class PovWdl:
    """Wins, draws and losses from the view of one side. It equals a tuple of the three as well."""

    relative: Wdl
    turn: Color

    def white(self) -> Wdl:
        """From White's view."""
        return self.pov(WHITE)

    def black(self) -> Wdl:
        """From Black's view."""
        return self.pov(BLACK)

    def pov(self, color: Color) -> Wdl:
        """From the view of a side."""
        return self.relative if self.turn == color else -self.relative

    def __bool__(self) -> bool:
        return bool(self.relative)

    def __iter__(self) -> Iterator[int]:
        return iter(self.relative)

    def __len__(self) -> int:
        return 3

    def __getitem__(self, index: int) -> int:
        return tuple(self.relative)[index]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, PovWdl):
            return self.white() == other.white()
        if isinstance(other, tuple):
            return tuple(self.relative) == other
        return NotImplemented

    def __repr__(self) -> str:
        return f"PovWdl({self.relative!r}, {COLOR_NAMES[self.turn].upper()})"


@functools.total_ordering
class Score(abc.ABC):
    """A score: Cp, Mate or MateGiven. Scores have an order, and a minus turns the view."""

    @abc.abstractmethod
    def score(self, *, mate_score: Optional[int] = None) -> Optional[int]:
        """The centipawns, None for a mate unless you say what a mate is worth."""

    @abc.abstractmethod
    def mate(self) -> Optional[int]:
        """The moves to mate, negative for the side that is mated; None if there is no mate."""

    @abc.abstractmethod
    def wdl(self, *, model: WdlModel = "sf", ply: int = 30) -> Wdl:
        """The chances that the score stands for at that point of a game."""

    @abc.abstractmethod
    def __neg__(self) -> Score:
        ...

    @abc.abstractmethod
    def _rank(self) -> Tuple[int, int]:
        """Where the score stands in the order of all."""

    def is_mate(self) -> bool:
        """Whether it is a mate."""
        return self.mate() is not None

    def __pos__(self) -> Score:
        return self

    def __abs__(self) -> Score:
        return max(self, -self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Score):
            return NotImplemented
        return self._rank() == other._rank()

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Score):
            return NotImplemented
        return self._rank() < other._rank()

    def __hash__(self) -> int:
        return hash(self._rank())


class Cp(Score):
    """Centipawns."""

    def __init__(self, cp: int) -> None:
        self.cp = cp

    def mate(self) -> None:
        return None

    def score(self, *, mate_score: Optional[int] = None) -> int:
        return self.cp

    def wdl(self, *, model: WdlModel = "sf", ply: int = 30) -> Wdl:
        if model == "lichess":
            wins = _lichess_wins(max(-1000, min(1000, self.cp)))
            return Wdl(wins, 0, 1000 - wins)
        if model not in _WIN_RATES:
            raise ValueError(f"unknown wdl model: {model!r}")
        rate = _WIN_RATES[model]
        wins, losses = rate.wins(self.cp, ply), rate.wins(-self.cp, ply)
        return Wdl(wins, 1000 - wins - losses, losses)

    def _rank(self) -> Tuple[int, int]:
        return (0, self.cp)

    def __str__(self) -> str:
        return f"+{self.cp}" if self.cp > 0 else str(self.cp)

    def __repr__(self) -> str:
        return f"Cp({self})"

    def __neg__(self) -> Cp:
        return Cp(-self.cp)

    def __pos__(self) -> Cp:
        return self

    def __abs__(self) -> Cp:
        return Cp(abs(self.cp))


class Mate(Score):
    """Mate in some moves. Mate(0) is the mate of the side whose view it is."""

    def __init__(self, moves: int) -> None:
        self.moves = moves

    def mate(self) -> int:
        return self.moves

    def score(self, *, mate_score: Optional[int] = None) -> Optional[int]:
        if mate_score is None:
            return None
        return mate_score - self.moves if self.moves > 0 else -mate_score - self.moves

    def wdl(self, *, model: WdlModel = "sf", ply: int = 30) -> Wdl:
        if model == "lichess":
            cp = (21 - min(10, abs(self.moves))) * 100
            wins = _lichess_wins(cp)
            return Wdl(wins, 0, 1000 - wins) if self.moves > 0 else Wdl(1000 - wins, 0, wins)
        return Wdl(1000, 0, 0) if self.moves > 0 else Wdl(0, 0, 1000)

    def _rank(self) -> Tuple[int, int]:
        return (1, -self.moves) if self.moves > 0 else (-1, -self.moves)

    def __str__(self) -> str:
        return f"#+{self.moves}" if self.moves > 0 else f"#-{abs(self.moves)}"

    def __repr__(self) -> str:
        return f"Mate({str(self)[1:]})"

    def __neg__(self) -> Union[MateGivenType, Mate]:
        return Mate(-self.moves) if self.moves else MateGiven

    def __pos__(self) -> Mate:
        return self

    def __abs__(self) -> Union[MateGivenType, Mate]:
        return Mate(abs(self.moves)) if self.moves else MateGiven


class MateGivenType(Score):
    """The mate that has been given: the best of all scores."""

    def mate(self) -> int:
        return 0

    def score(self, *, mate_score: Optional[int] = None) -> Optional[int]:
        return mate_score

    def wdl(self, *, model: WdlModel = "sf", ply: int = 30) -> Wdl:
        return Wdl(1000, 0, 0)

    def _rank(self) -> Tuple[int, int]:
        return (2, 0)

    def __neg__(self) -> Mate:
        return Mate(0)

    def __pos__(self) -> MateGivenType:
        return self

    def __abs__(self) -> MateGivenType:
        return self

    def __str__(self) -> str:
        return "#+0"

    def __repr__(self) -> str:
        return "MateGiven"


MateGiven = MateGivenType()


class PovScore:
    """A score from the view of one side."""

    relative: Score
    turn: Color

    def __init__(self, relative: Score, turn: Color) -> None:
        self.relative = relative
        self.turn = turn

    def white(self) -> Score:
        """From White's view."""
        return self.pov(WHITE)

    def black(self) -> Score:
        """From Black's view."""
        return self.pov(BLACK)

    def pov(self, color: Color) -> Score:
        """From the view of a side."""
        return self.relative if self.turn == color else -self.relative

    def is_mate(self) -> bool:
        """Whether it is a mate."""
        return self.relative.is_mate()

    def wdl(self, *, model: WdlModel = "sf", ply: int = 30) -> PovWdl:
        """The chances that the score stands for."""
        return PovWdl(self.relative.wdl(model=model, ply=ply), self.turn)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PovScore):
            return NotImplemented
        return self.white() == other.white()

    def __hash__(self) -> int:
        return hash(self.white())

    def __repr__(self) -> str:
        return f"PovScore({self.relative!r}, {COLOR_NAMES[self.turn].upper()})"
