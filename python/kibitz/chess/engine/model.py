"""What engines and their callers tell each other: options, limits, information and moves."""

from __future__ import annotations

import dataclasses
import enum
from typing import (
    Any,
    Dict,
    Generic,
    Iterable,
    Iterator,
    List,
    Mapping,
    MutableMapping,
    Optional,
    Tuple,
    TypedDict,
    TypeVar,
    Union,
)

from ..._core import FreeMove as Move
from .scores import PovScore, PovWdl

ConfigValue = Union[str, int, bool, None]
ConfigMapping = Mapping[str, ConfigValue]
T = TypeVar("T")

MANAGED_OPTIONS = ["uci_chess960", "uci_variant", "multipv", "ponder"]


class EngineError(RuntimeError):
    """The engine, or its caller, does what the protocol does not allow."""


class EngineTerminatedError(EngineError):
    """The engine's process has ended."""


class AnalysisComplete(Exception):
    """The analysis is over, and all it found has been read."""


@dataclasses.dataclass(frozen=True)
class Option:
    """An option that an engine has."""

    name: str
    type: str
    default: ConfigValue
    min: Optional[int]
    max: Optional[int]
    var: Optional[List[str]]

    def parse(self, value: ConfigValue) -> ConfigValue:
        """The value as this option takes it; an EngineError if it does not."""
        if self.type == "check":
            return bool(value) and value != "false"
        if self.type == "spin":
            return self._parse_number(value)
        if self.type == "combo":
            text = str(value)
            if text not in (self.var or []):
                available = ", ".join(self.var or [])
                raise EngineError(
                    f"invalid value for combo option {self.name!r}, got: {text} "
                    f"(available: {available})"
                )
            return text
        if self.type in ("button", "reset", "save"):
            return None
        if self.type in ("string", "file", "path"):
            text = "" if value is None else str(value)
            if "\n" in text or "\r" in text:
                raise EngineError(f"invalid line-break in string option {self.name!r}: {text!r}")
            return text
        raise EngineError(f"unknown option type: {self.type!r}")

    def _parse_number(self, value: ConfigValue) -> int:
        try:
            number = int(value)  # type: ignore[arg-type]
        except (TypeError, ValueError):
            raise EngineError(
                f"expected integer for spin option {self.name!r}, got: {value!r}"
            ) from None
        if self.min is not None and number < self.min:
            raise EngineError(
                f"expected value for option {self.name!r} to be at least {self.min}, got: {number}"
            )
        if self.max is not None and number > self.max:
            raise EngineError(
                f"expected value for option {self.name!r} to be at most {self.max}, got: {number}"
            )
        return number

    def is_managed(self) -> bool:
        """Whether the methods of the protocol set the option themselves."""
        return self.name.lower() in MANAGED_OPTIONS


@dataclasses.dataclass
class Limit:
    """When a search ends. Times are in seconds."""

    time: Optional[float] = None
    depth: Optional[int] = None
    nodes: Optional[int] = None
    mate: Optional[int] = None
    white_clock: Optional[float] = None
    black_clock: Optional[float] = None
    white_inc: Optional[float] = None
    black_inc: Optional[float] = None
    remaining_moves: Optional[int] = None
    clock_id: object = None

    def __repr__(self) -> str:
        names = [field.name for field in dataclasses.fields(self) if field.name != "clock_id"]
        given = ((name, getattr(self, name)) for name in names)
        return (
            f"Limit({', '.join(f'{name}={value!r}' for name, value in given if value is not None)})"
        )


class InfoDict(TypedDict, total=False):
    """What an engine has told about a search."""

    score: PovScore
    pv: List[Move]
    depth: int
    seldepth: int
    time: float
    nodes: int
    nps: int
    tbhits: int
    multipv: int
    currmove: Move
    currmovenumber: int
    hashfull: int
    cpuload: int
    movesleft: int
    refutation: Dict[Move, List[Move]]
    currline: Dict[int, List[Move]]
    ebf: float
    wdl: PovWdl
    string: str
    lowerbound: bool
    upperbound: bool


class Info(enum.IntFlag):
    """Which information is read."""

    NONE = 0
    BASIC = 1
    SCORE = 2
    PV = 4
    REFUTATION = 8
    CURRLINE = 16
    ALL = BASIC | SCORE | PV | REFUTATION | CURRLINE


INFO_NONE = Info.NONE
INFO_BASIC = Info.BASIC
INFO_SCORE = Info.SCORE
INFO_PV = Info.PV
INFO_REFUTATION = Info.REFUTATION
INFO_CURRLINE = Info.CURRLINE
INFO_ALL = Info.ALL


class PlayResult:
    """The move that an engine has chosen."""

    def __init__(
        self,
        move: Optional[Move],
        ponder: Optional[Move],
        info: Optional[InfoDict] = None,
        *,
        draw_offered: bool = False,
        resigned: bool = False,
    ) -> None:
        self.move = move
        self.ponder = ponder
        self.info: InfoDict = info or {}
        self.draw_offered = draw_offered
        self.resigned = resigned

    def __repr__(self) -> str:
        return (
            f"<PlayResult at {id(self):#x} (move={self.move}, ponder={self.ponder}, info={self.info}, "
            f"draw_offered={self.draw_offered}, resigned={self.resigned})>"
        )


class BestMove:
    """The move at the end of an analysis, and the reply that the engine expects."""

    def __init__(self, move: Optional[Move], ponder: Optional[Move]) -> None:
        self.move = move
        self.ponder = ponder

    def __repr__(self) -> str:
        return f"<BestMove at {id(self):#x} (move={self.move}, ponder={self.ponder})>"


@dataclasses.dataclass
class Opponent:
    """Whom an engine plays."""

    name: Optional[str]
    title: Optional[str]
    rating: Optional[int]
    is_engine: Optional[bool]


def require_one_line(opponent: Opponent) -> None:
    """An EngineError if a name or title would be more than one line of a protocol."""
    for text in (opponent.name, opponent.title):
        if text and ("\n" in text or "\r" in text):
            raise EngineError(f"invalid line-break in the opponent's name or title: {text!r}")


class UciOptionMap(MutableMapping[str, T], Generic[T]):
    """Options by name; letter case does not matter."""

    def __init__(
        self, data: Union[None, Mapping[str, T], Iterable[Tuple[str, T]]] = None, **kwargs: T
    ) -> None:
        self._store: Dict[str, Tuple[str, T]] = {}
        self.update(data or {}, **kwargs)

    def __setitem__(self, key: str, value: T) -> None:
        self._store[key.lower()] = (key, value)

    def __getitem__(self, key: str) -> T:
        return self._store[key.lower()][1]

    def __delitem__(self, key: str) -> None:
        del self._store[key.lower()]

    def __iter__(self) -> Iterator[str]:
        return (key for key, _ in self._store.values())

    def __len__(self) -> int:
        return len(self._store)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Mapping):
            return NotImplemented
        mine: Dict[str, Any] = {key: value for key, (_, value) in self._store.items()}
        return mine == {str(key).lower(): value for key, value in other.items()}

    def copy(self) -> UciOptionMap[T]:
        """A map of its own with the same options."""
        return type(self)(list(self._store.values()))

    def __copy__(self) -> UciOptionMap[T]:
        return self.copy()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({dict(self.items())!r})"
