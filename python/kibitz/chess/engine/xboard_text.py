"""What engines with XBoard's protocol say, understood: options and lines of thinking."""

from __future__ import annotations

import re
from typing import List

from ..._core import FreeMove as Move
from ..board import Board
from .model import ConfigValue, Info, InfoDict, Option
from .scores import Cp, Mate, PovScore, Score

_OPTION = re.compile(r"^(?P<name>.+?)\s+-(?P<type>\w+)\s*(?P<rest>.*)$")
_LEAST_MATE = 100_000  # scores from here on are mates in what is above


def parse_option(feature: str) -> Option:
    """An option from a feature such as "Hash -spin 64 1 1024"."""
    match = _OPTION.match(feature)
    if not match:
        return Option(feature.strip(), "", None, None, None, None)
    name, kind, rest = match["name"].strip(), match["type"], match["rest"].strip()
    default: ConfigValue = None
    low = high = None
    var = None
    if kind in ("spin", "slider"):
        numbers = [int(word) for word in rest.split()[:3]]
        kind, (default, low, high) = "spin", (numbers + [0, 0, 0])[:3]
    elif kind == "check":
        default = rest.startswith("1")
    elif kind == "combo":
        choices = [choice.strip() for choice in rest.split("///")]
        default = next((choice[1:] for choice in choices if choice.startswith("*")), None)
        var = [choice.lstrip("*") for choice in choices]
    elif kind in ("string", "file", "path"):
        default = rest.strip('"')
    return Option(name, kind, default, low, high, var)


def parse_post(line: str, root_board: Board, selector: Info = Info.ALL) -> InfoDict:
    """The information of a line of thinking: depth, score, time, nodes and a variation."""
    words = line.split()
    try:
        depth, score, time, nodes = (int(word.rstrip("&?!.")) for word in words[:4])
    except ValueError:
        return {}
    info: InfoDict = {}
    if selector & Info.BASIC:
        info["depth"] = depth
        info["time"] = time / 100
        info["nodes"] = nodes
    if selector & Info.SCORE:
        info["score"] = PovScore(_score(score), root_board.turn)
    rest = words[4:]
    numbers: List[int] = []
    while rest and rest[0].isdigit():
        numbers.append(int(rest.pop(0)))
    if selector & Info.BASIC:
        for key, number in zip(("seldepth", "nps", "tbhits"), numbers):
            info[key] = number  # type: ignore[literal-required]
    if selector & Info.PV and rest:
        info["pv"] = _variation(root_board, rest)
    return info


def _score(number: int) -> Score:
    if number >= _LEAST_MATE:
        return Mate(number - _LEAST_MATE)
    if number <= -_LEAST_MATE:
        return Mate(number + _LEAST_MATE)
    return Cp(number)


def _variation(root_board: Board, words: List[str]) -> List[Move]:
    board = root_board.copy(stack=False)
    moves = []
    for word in words:
        if word.rstrip(".").isdigit():
            continue
        try:
            moves.append(board.push_xboard(word))
        except ValueError:
            break
    return moves
