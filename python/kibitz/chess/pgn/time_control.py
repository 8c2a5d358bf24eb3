"""The time control of a game, as its tag says it."""

from __future__ import annotations

import dataclasses
import enum
from typing import List


class TimeControlType(enum.Enum):
    """How fast a game is."""

    UNKNOWN = 0
    UNLIMITED = 1
    STANDARD = 2
    RAPID = 3
    BLITZ = 4
    BULLET = 5


@dataclasses.dataclass
class TimeControlPart:
    """The time for some moves, or for the rest of the game."""

    moves: int = 0
    time: int = 0
    increment: float = 0
    delay: float = 0


@dataclasses.dataclass
class TimeControl:
    """The parts of a time control, and how fast it is."""

    parts: List[TimeControlPart] = dataclasses.field(default_factory=list)
    type: TimeControlType = TimeControlType.UNKNOWN


# The seconds that a player has for 60 moves of the first part, from which a game is that slow.
_LIMITS = [
    (180, TimeControlType.BULLET),
    (900, TimeControlType.BLITZ),
    (3600, TimeControlType.RAPID),
]


def parse_time_control(time_control: str) -> TimeControl:
    """The time control of a text such as 40/7200:3600 or 300+3; a ValueError if it is none."""
    if not time_control or time_control == "?":
        return TimeControl()
    if time_control == "-":
        return TimeControl(type=TimeControlType.UNLIMITED)
    parts = [_parse_part(part) for part in time_control.split(":")]
    if any(part.moves == 0 for part in parts[:-1]):
        raise ValueError("only the last part of a time control is for the rest of the game")
    seconds = parts[0].time + 60 * parts[0].increment
    kind = next((kind for limit, kind in _LIMITS if seconds < limit), TimeControlType.STANDARD)
    return TimeControl(parts, kind)


def _parse_part(text: str) -> TimeControlPart:
    part = TimeControlPart()
    moves, slash, rest = text.partition("/")
    if slash:
        part.moves = int(moves)
    time, plus, increment = (rest if slash else text).partition("+")
    part.time = int(time)
    if plus:
        part.increment = float(increment)
    return part
