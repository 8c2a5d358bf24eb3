"""How Syzygy's tables number placings of pieces.

A position is turned until its leading pieces stand in one part of the board. The squares of the
leading pieces, and then
those of each group of equal pieces, are numbered, and the numbers are put together with factors.
"""

from __future__ import annotations

import math
from typing import List, Sequence

from ..bitboards import BB_KING_ATTACKS
from ..squares import Square

_TRIANGLE_SQUARES = [1, 2, 3, 10, 11, 19, 0, 9, 18, 27]  # b1, c1, d1, c2, d2, d3 and a1 to d4
_BELOW_DIAGONAL = [rank * 8 + file for rank in range(8) for file in range(rank + 1, 8)]

# The numbers of leading pieces: three different ones, or two kings.
_WITH_DIAGONAL_FIRST = 6 * 63 * 62
_WITH_DIAGONAL_SECOND = _WITH_DIAGONAL_FIRST + 4 * 28 * 62
_WITH_DIAGONAL_THIRD = _WITH_DIAGONAL_SECOND + 4 * 7 * 28
THREE_PIECES = _WITH_DIAGONAL_THIRD + 4 * 7 * 6
TWO_KINGS = 462


def off_diagonal(square: Square) -> int:
    """Above the line from a1 to h8 positive, below it negative."""
    return (square >> 3) - (square & 7)


def flip_diagonal(square: Square) -> Square:
    """The square mirrored at the line from a1 to h8."""
    return (square >> 3) | (square & 7) << 3


def _kings() -> List[List[int]]:
    """The numbers of two kings: those that are both on the diagonal come last."""
    numbers = [[-1] * 64 for _ in _TRIANGLE_SQUARES]
    on_diagonal = []
    next_number = 0
    for place, first in enumerate(_TRIANGLE_SQUARES):
        for second in range(64):
            if second == first or BB_KING_ATTACKS[first] >> second & 1:
                continue
            if off_diagonal(first) == 0 and off_diagonal(second) > 0:
                continue
            if off_diagonal(first) == 0 and off_diagonal(second) == 0:
                on_diagonal.append((place, second))
                continue
            numbers[place][second] = next_number
            next_number += 1
    for place, second in on_diagonal:
        numbers[place][second] = next_number
        next_number += 1
    return numbers


_KINGS = _kings()
_TRIANGLE = {square: number for number, square in enumerate(_TRIANGLE_SQUARES)}
_LOWER = {square: number for number, square in enumerate(_BELOW_DIAGONAL)}


def turn_pieces(squares: List[Square], leading: int) -> List[Square]:
    """The squares, turned so that the first is in the triangle a1, d1, d4."""
    if squares[0] & 4:
        squares = [square ^ 7 for square in squares]
    if squares[0] & 32:
        squares = [square ^ 56 for square in squares]
    for place, square in enumerate(squares):
        if off_diagonal(square):
            if place < leading and off_diagonal(square) > 0:
                squares = [flip_diagonal(other) for other in squares]
            break
    return squares


def number_of_kings(squares: Sequence[Square]) -> int:
    """The number of two kings that lead."""
    return _KINGS[_TRIANGLE[squares[0]]][squares[1]]


def number_of_three(squares: Sequence[Square]) -> int:
    """The number of three different pieces that lead."""
    a, b, c = squares[:3]
    second = b - (b > a)
    third = c - (c > a) - (c > b)
    if off_diagonal(a):
        return _TRIANGLE[a] * 63 * 62 + second * 62 + third
    rank_a, rank_b, rank_c = a >> 3, b >> 3, c >> 3
    if off_diagonal(b):
        return _WITH_DIAGONAL_FIRST + rank_a * 28 * 62 + _LOWER[b] * 62 + third
    second = rank_b - (b > a)
    if off_diagonal(c):
        return _WITH_DIAGONAL_SECOND + rank_a * 7 * 28 + second * 28 + _LOWER[c]
    third = rank_c - (c > a) - (c > b)
    return _WITH_DIAGONAL_THIRD + rank_a * 7 * 6 + second * 6 + third


# --- Pawns ---


def _file_from_edge(square: Square) -> int:
    file = square & 7
    return min(file, 7 - file)


def pawn_place(square: Square) -> int:
    """The number of a leading pawn's square: by file from the edge, then by rank."""
    return 6 * _file_from_edge(square) + (square >> 3) - 1


def pawn_rank(square: Square) -> int:
    """The number of a further pawn's square: 47 on a2 down to 0 on e7."""
    steps = 2 * ((square >> 3) - 1) + (1 if square & 4 else 0)
    return 47 - 12 * _file_from_edge(square) - steps


def _pawn_square(place: int) -> Square:
    return (place // 6) + 8 * (place % 6 + 1)


def _leading_pawns() -> tuple[List[List[int]], List[List[int]]]:
    """For each number of further pawns, where each leading pawn's numbers begin, and how many
    each file has.
    """
    begins: List[List[int]] = []
    sizes: List[List[int]] = []
    for others in range(5):
        row, files = [], []
        for file in range(4):
            total = 0
            for place in range(6 * file, 6 * file + 6):
                row.append(total)
                total += math.comb(pawn_rank(_pawn_square(place)), others)
            files.append(total)
        begins.append(row)
        sizes.append(files)
    return begins, sizes


_PAWN_BEGINS, PAWN_SIZES = _leading_pawns()


def turn_pawns(squares: List[Square], leading: int) -> List[Square]:
    """The squares, turned so that the leading pawn is on the left, and its fellows sorted."""
    if squares[0] & 4:
        squares = [square ^ 7 for square in squares]
    fellows = sorted(squares[1:leading], key=pawn_rank, reverse=True)
    return [squares[0], *fellows, *squares[leading:]]


def number_of_pawns(squares: Sequence[Square], leading: int) -> int:
    """The number of the leading pawns."""
    others = leading - 1
    number = _PAWN_BEGINS[others][pawn_place(squares[0])]
    for place in range(others, 0, -1):
        number += math.comb(pawn_rank(squares[place]), others - place + 1)
    return number


def number_of_group(squares: Sequence[Square], begin: int, end: int, offset: int) -> int:
    """The number of equal pieces among the squares that those before them leave free. `offset`
    is 8 for pawns.
    """
    number = 0
    for place, square in enumerate(sorted(squares[begin:end])):
        free = square - offset - sum(1 for other in squares[:begin] if other < square)
        number += math.comb(free, place + 1)
    return number
