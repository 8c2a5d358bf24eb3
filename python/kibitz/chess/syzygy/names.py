"""Names of tables: KQvKR is the one of king and queen against king and rook."""

from __future__ import annotations

import itertools
import re
from typing import Iterable, Iterator, List, Optional

from ..base_board import BaseBoard
from ..squares import BLACK, PIECE_SYMBOLS, WHITE, Color

TBPIECES = 7
PCHR = ["K", "Q", "R", "B", "N", "P"]

_NAME = re.compile(r"[KQRBNP]+v[KQRBNP]+\Z")


def is_tablename(
    name: str,
    *,
    one_king: bool = True,
    piece_count: Optional[int] = TBPIECES,
    normalized: bool = True,
) -> bool:
    """Whether a text is the name of a table."""
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
    king, kinds, fewest = ("K", "QRBNP", 0) if one_king else ("", "KQRBNP", 1)
    most = piece_count - 2 if one_king else piece_count
    for count in range(1 if one_king else 2, most + 1):
        for white_count in range(fewest, count - fewest + 1):
            white_sides = itertools.combinations_with_replacement(kinds, white_count)
            black_sides = list(itertools.combinations_with_replacement(kinds, count - white_count))
            for white, black in itertools.product(white_sides, black_sides):
                name = f"{king}{''.join(white)}v{king}{''.join(black)}"
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
    types = [PIECE_SYMBOLS.index(letter.lower()) for letter in PCHR]
    counts = [len(board.pieces(piece_type, color)) for piece_type in types]
    return "".join(letter * count for letter, count in zip(PCHR, counts))
