"""Sets of squares as integers, bit n for square n."""

from __future__ import annotations

import functools
from typing import Callable, Iterable, Iterator, List

from .squares import SQUARES, Square, square_file, square_rank

Bitboard = int

BB_EMPTY: Bitboard = 0
BB_ALL: Bitboard = 0xFFFF_FFFF_FFFF_FFFF

BB_SQUARES: List[Bitboard] = [1 << square for square in SQUARES]
BB_A1, BB_B1, BB_C1, BB_D1, BB_E1, BB_F1, BB_G1, BB_H1 = BB_SQUARES[0:8]
BB_A2, BB_B2, BB_C2, BB_D2, BB_E2, BB_F2, BB_G2, BB_H2 = BB_SQUARES[8:16]
BB_A3, BB_B3, BB_C3, BB_D3, BB_E3, BB_F3, BB_G3, BB_H3 = BB_SQUARES[16:24]
BB_A4, BB_B4, BB_C4, BB_D4, BB_E4, BB_F4, BB_G4, BB_H4 = BB_SQUARES[24:32]
BB_A5, BB_B5, BB_C5, BB_D5, BB_E5, BB_F5, BB_G5, BB_H5 = BB_SQUARES[32:40]
BB_A6, BB_B6, BB_C6, BB_D6, BB_E6, BB_F6, BB_G6, BB_H6 = BB_SQUARES[40:48]
BB_A7, BB_B7, BB_C7, BB_D7, BB_E7, BB_F7, BB_G7, BB_H7 = BB_SQUARES[48:56]
BB_A8, BB_B8, BB_C8, BB_D8, BB_E8, BB_F8, BB_G8, BB_H8 = BB_SQUARES[56:64]

BB_CORNERS: Bitboard = 0x8100_0000_0000_0081
BB_CENTER: Bitboard = 0x0000_0018_1800_0000
BB_LIGHT_SQUARES: Bitboard = 0x55AA_55AA_55AA_55AA
BB_DARK_SQUARES: Bitboard = 0xAA55_AA55_AA55_AA55

BB_FILES: List[Bitboard] = [0x0101_0101_0101_0101 << file for file in range(8)]
BB_FILE_A, BB_FILE_B, BB_FILE_C, BB_FILE_D, BB_FILE_E, BB_FILE_F, BB_FILE_G, BB_FILE_H = BB_FILES
BB_RANKS: List[Bitboard] = [0xFF << 8 * rank for rank in range(8)]
BB_RANK_1, BB_RANK_2, BB_RANK_3, BB_RANK_4, BB_RANK_5, BB_RANK_6, BB_RANK_7, BB_RANK_8 = BB_RANKS
BB_BACKRANKS: Bitboard = BB_RANK_1 | BB_RANK_8


def lsb(bb: Bitboard) -> int:
    """The lowest square, -1 of an empty set."""
    return (bb & -bb).bit_length() - 1


def msb(bb: Bitboard) -> int:
    """The highest square, -1 of an empty set."""
    return bb.bit_length() - 1


def scan_forward(bb: Bitboard) -> Iterator[Square]:
    """The squares from a1 to h8."""
    while bb:
        lowest = bb & -bb
        yield lowest.bit_length() - 1
        bb ^= lowest


def scan_reversed(bb: Bitboard) -> Iterator[Square]:
    """The squares from h8 to a1."""
    while bb:
        highest = bb.bit_length() - 1
        yield highest
        bb ^= 1 << highest


def _count(bb: Bitboard) -> int:
    return bin(bb).count("1")


popcount: Callable[[Bitboard], int] = getattr(
    int, "bit_count", _count
)  # bit_count came with Python 3.10


# The flips and shifts use the operators of what they are given: an integer, or a SquareSet.


def _swap(bb: Bitboard, mask: Bitboard, distance: int) -> Bitboard:
    """The set with each square of `mask` swapped with that `distance` above it."""
    changed = (bb ^ (bb >> distance)) & mask
    return bb ^ changed ^ (changed << distance)


def flip_vertical(bb: Bitboard) -> Bitboard:
    """The set with the first rank where the eighth was."""
    bb = _swap(bb, 0x00FF_00FF_00FF_00FF, 8)
    bb = _swap(bb, 0x0000_FFFF_0000_FFFF, 16)
    return _swap(bb, 0x0000_0000_FFFF_FFFF, 32)


def flip_horizontal(bb: Bitboard) -> Bitboard:
    """The set with the a-file where the h-file was."""
    bb = _swap(bb, 0x5555_5555_5555_5555, 1)
    bb = _swap(bb, 0x3333_3333_3333_3333, 2)
    return _swap(bb, 0x0F0F_0F0F_0F0F_0F0F, 4)


def flip_diagonal(bb: Bitboard) -> Bitboard:
    """The set mirrored at the line from a1 to h8."""
    bb = _swap(bb, 0x00AA_00AA_00AA_00AA, 7)
    bb = _swap(bb, 0x0000_CCCC_0000_CCCC, 14)
    return _swap(bb, 0x0000_0000_F0F0_F0F0, 28)


def flip_anti_diagonal(bb: Bitboard) -> Bitboard:
    """The set mirrored at the line from a8 to h1."""
    return flip_diagonal(flip_vertical(flip_horizontal(bb)))


def shift_down(b: Bitboard) -> Bitboard:
    """The set one rank lower."""
    return b >> 8


def shift_2_down(b: Bitboard) -> Bitboard:
    """The set two ranks lower."""
    return b >> 16


def shift_up(b: Bitboard) -> Bitboard:
    """The set one rank higher."""
    return (b << 8) & BB_ALL


def shift_2_up(b: Bitboard) -> Bitboard:
    """The set two ranks higher."""
    return (b << 16) & BB_ALL


def shift_right(b: Bitboard) -> Bitboard:
    """The set one file to the right."""
    return (b << 1) & BB_ALL & ~BB_FILE_A


def shift_2_right(b: Bitboard) -> Bitboard:
    """The set two files to the right."""
    return (b << 2) & BB_ALL & ~BB_FILE_A & ~BB_FILE_B


def shift_left(b: Bitboard) -> Bitboard:
    """The set one file to the left."""
    return (b >> 1) & ~BB_FILE_H


def shift_2_left(b: Bitboard) -> Bitboard:
    """The set two files to the left."""
    return (b >> 2) & ~BB_FILE_G & ~BB_FILE_H


def shift_up_left(b: Bitboard) -> Bitboard:
    """The set one square up and left."""
    return shift_up(shift_left(b))


def shift_up_right(b: Bitboard) -> Bitboard:
    """The set one square up and right."""
    return shift_up(shift_right(b))


def shift_down_left(b: Bitboard) -> Bitboard:
    """The set one square down and left."""
    return shift_down(shift_left(b))


def shift_down_right(b: Bitboard) -> Bitboard:
    """The set one square down and right."""
    return shift_down(shift_right(b))


def _leaps(steps: Iterable[tuple[int, int]]) -> List[Bitboard]:
    """Where a piece gets from each square by steps of so many files and ranks."""
    table = []
    for start in SQUARES:
        goals = ((square_file(start) + file, square_rank(start) + rank) for file, rank in steps)
        table.append(
            sum(1 << (rank * 8 + file) for file, rank in goals if 0 <= file < 8 and 0 <= rank < 8)
        )
    return table


_NEAR, _FAR = (-1, 1), (-2, 2)
BB_KNIGHT_ATTACKS: List[Bitboard] = _leaps(
    [(a, b) for a in _NEAR for b in _FAR] + [(a, b) for a in _FAR for b in _NEAR]
)
BB_KING_ATTACKS: List[Bitboard] = _leaps([(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b])
BB_PAWN_ATTACKS: List[List[Bitboard]] = [_leaps([(-1, rank), (1, rank)]) for rank in _NEAR]


@functools.lru_cache(maxsize=None)
def ray(a: Square, b: Square) -> Bitboard:
    """The whole line through two squares, 0 if they share no rank, file or diagonal."""
    if a == b or not _on_one_line(a, b):
        return BB_EMPTY
    return sum(1 << square for square in SQUARES if _on_line(a, b, square))


@functools.lru_cache(maxsize=None)
def between(a: Square, b: Square) -> Bitboard:
    """The squares between two squares on one line."""
    low, high = min(a, b), max(a, b)
    return sum(1 << square for square in scan_forward(ray(a, b)) if low < square < high)


def _on_one_line(a: Square, b: Square) -> bool:
    files = square_file(b) - square_file(a)
    ranks = square_rank(b) - square_rank(a)
    return files == 0 or ranks == 0 or abs(files) == abs(ranks)


def _on_line(a: Square, b: Square, square: Square) -> bool:
    files, ranks = square_file(b) - square_file(a), square_rank(b) - square_rank(a)
    far_files, far_ranks = square_file(square) - square_file(a), square_rank(square) - square_rank(
        a
    )
    return files * far_ranks == ranks * far_files
