"""The tables of sliding pieces that programs find in python-chess: for each square the squares whose
pieces can be in the way, and the attacks for what stands there.
"""

from __future__ import annotations

from typing import Dict, List, Tuple

from .bitboards import BB_SQUARES, Bitboard, ray
from .squares import SQUARES, Square

_FILE = ((0, 1), (0, -1))
_RANK = ((1, 0), (-1, 0))
_DIAG = ((1, 1), (1, -1), (-1, 1), (-1, -1))
_Steps = Tuple[Tuple[int, int], ...]


def _way(square: Square, step: Tuple[int, int]) -> List[Bitboard]:
    """The squares from one on in a direction, to the edge."""
    way = []
    file, rank = square % 8 + step[0], square // 8 + step[1]
    while 0 <= file < 8 and 0 <= rank < 8:
        way.append(BB_SQUARES[8 * rank + file])
        file, rank = file + step[0], rank + step[1]
    return way


def _attacks_on(way: List[Bitboard]) -> Dict[Bitboard, Bitboard]:
    """The attacks in a direction by the pieces in the way."""
    attacks = {0: sum(way)}
    for number, square in enumerate(way[:-1]):
        reached = sum(way[: number + 1])
        behind = _subsets(way[number + 1 : -1])
        attacks.update((square | pieces, reached) for pieces in behind)
    return attacks


def _subsets(squares: List[Bitboard]) -> List[Bitboard]:
    subsets = [0]
    for square in squares:
        subsets += [subset | square for subset in subsets]
    return subsets


def _attacks(ways: List[List[Bitboard]]) -> Dict[Bitboard, Bitboard]:
    """The attacks from a square by the pieces in the way."""
    attacks = {0: 0}
    for way in ways:
        here = _attacks_on(way)
        attacks = {
            pieces | more: reached | further
            for pieces, reached in attacks.items()
            for more, further in here.items()
        }
    return attacks


def _tables(steps: _Steps) -> Tuple[List[Bitboard], List[Dict[Bitboard, Bitboard]]]:
    masks: List[Bitboard] = []
    attacks: List[Dict[Bitboard, Bitboard]] = []
    for square in SQUARES:
        ways = [_way(square, step) for step in steps]
        # A piece on the last square of a way hides nothing.
        masks.append(sum(sum(way[:-1]) for way in ways))
        attacks.append(_attacks(ways))
    return masks, attacks


BB_FILE_MASKS, BB_FILE_ATTACKS = _tables(_FILE)
BB_RANK_MASKS, BB_RANK_ATTACKS = _tables(_RANK)
BB_DIAG_MASKS, BB_DIAG_ATTACKS = _tables(_DIAG)
BB_RAYS: List[List[Bitboard]] = [[ray(a, b) for b in SQUARES] for a in SQUARES]
