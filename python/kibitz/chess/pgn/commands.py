"""What programs write into comments: [%eval ...], [%clk ...], [%emt ...], [%csl ...] and [%cal ...]."""

from __future__ import annotations

import re
from typing import Iterable, List, Optional, Pattern, Tuple, Union

from ..engine.scores import Cp, Mate, PovScore
from ..squares import WHITE, Square
from ..svg import Arrow

EVAL = re.compile(
    r"(?P<before>\s?)\[%eval\s(?:#(?P<mate>[+-]?\d+)|(?P<cp>[+-]?(?:\d{0,10}\.\d{1,2}|\d{1,10}\.?)))"
    r"(?:,(?P<depth>\d+))?\](?P<after>\s?)"
)
ARROWS = re.compile(
    r"(?P<before>\s?)\[%(?:csl|cal)\s(?P<arrows>[RGYB][a-h][1-8](?:[a-h][1-8])?"
    r"(?:,[RGYB][a-h][1-8](?:[a-h][1-8])?)*)\](?P<after>\s?)"
)


def _time(name: str) -> Pattern[str]:
    return re.compile(
        rf"(?P<before>\s?)\[%{name}\s(?P<hours>\d+):(?P<minutes>\d+):"
        r"(?P<seconds>\d+(?:\.\d*)?)\](?P<after>\s?)"
    )


CLOCK = _time("clk")
ELAPSED = _time("emt")


def find(pattern: Pattern[str], comments: Iterable[str]) -> Optional["re.Match[str]"]:
    """The first annotation of a kind."""
    return next((match for match in map(pattern.search, comments) if match), None)


def replace(pattern: Pattern[str], comments: List[str], text: str) -> None:
    """Puts an annotation in the place of the first of its kind, or behind the comments. An
    empty text takes it away.
    """

    def replaced(match: "re.Match[str]") -> str:
        before, after = match.group("before"), match.group("after")
        return before + text + after if text else before and after

    for place, comment in enumerate(comments):
        changed, found = pattern.subn(replaced, comment, count=1)
        if found:
            comments[place] = changed
            break
    else:
        if text:
            comments.append(text)
    comments[:] = [comment for comment in comments if comment]


def parse_seconds(match: Optional["re.Match[str]"]) -> Optional[float]:
    """The seconds of [%clk ...] or [%emt ...]."""
    if not match:
        return None
    return int(match["hours"]) * 3600 + int(match["minutes"]) * 60 + float(match["seconds"])


def format_seconds(name: str, seconds: Optional[float]) -> str:
    """[%clk ...] or [%emt ...] with milliseconds."""
    if seconds is None:
        return ""
    milliseconds = max(0, round(seconds * 1000))
    whole, fraction = divmod(milliseconds, 1000)
    text = f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"
    if fraction:
        text += f".{fraction:03}".rstrip("0")
    return f"[%{name} {text}]"


def parse_eval(match: Optional["re.Match[str]"], turn: bool) -> Optional[PovScore]:
    """The score of [%eval ...], from the view of the side to move."""
    if not match:
        return None
    if match["mate"]:
        mate = int(match["mate"])
        score = PovScore(Mate(mate), WHITE)
        # #0 is a mate on the board: the side to move has lost.
        return (
            PovScore(Mate(0), turn)
            if mate == 0
            else score
            if turn == WHITE
            else PovScore(score.black(), turn)
        )
    score = PovScore(Cp(round(float(match["cp"]) * 100)), WHITE)
    return score if turn == WHITE else PovScore(score.black(), turn)


def format_eval(score: Optional[PovScore], depth: Optional[int]) -> str:
    """[%eval ...] from White's view."""
    if score is None:
        return ""
    depth_text = "" if depth is None else f",{max(depth, 0)}"
    cp = score.white().score()
    if cp is not None:
        return f"[%eval {cp / 100:.2f}{depth_text}]"
    mate = score.white().mate()
    return f"[%eval #{mate}{depth_text}]" if mate else ""


def parse_arrows(comments: Iterable[str]) -> List[Arrow]:
    """The arrows and marked squares."""
    found = (match for comment in comments for match in ARROWS.finditer(comment))
    return [Arrow.from_pgn(text) for match in found for text in match["arrows"].split(",")]


def set_arrows(comments: List[str], arrows: Iterable[Union[Arrow, Tuple[Square, Square]]]) -> None:
    """Puts arrows in the place of all that are there."""

    def removed(match: "re.Match[str]") -> str:
        return match["before"] and match["after"]

    rest = [ARROWS.sub(removed, comment) for comment in comments]
    given = [arrow if isinstance(arrow, Arrow) else Arrow(*arrow) for arrow in arrows]
    squares = ",".join(arrow.pgn() for arrow in given if arrow.tail == arrow.head)
    lines = ",".join(arrow.pgn() for arrow in given if arrow.tail != arrow.head)
    text = (f"[%csl {squares}]" if squares else "") + (f"[%cal {lines}]" if lines else "")
    comments[:] = [comment for comment in [text, *rest] if comment]
