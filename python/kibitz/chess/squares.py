"""Colors, types of pieces and squares: their numbers, names and distances."""

from __future__ import annotations

from typing import List, Optional

Color = bool
PieceType = int
Square = int
File = int
Rank = int

WHITE: Color = True
BLACK: Color = False
COLORS: List[Color] = [WHITE, BLACK]
COLOR_NAMES: List[str] = ["black", "white"]

PAWN: PieceType = 1
KNIGHT: PieceType = 2
BISHOP: PieceType = 3
ROOK: PieceType = 4
QUEEN: PieceType = 5
KING: PieceType = 6
PIECE_TYPES: List[PieceType] = [PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING]
PIECE_SYMBOLS: List[Optional[str]] = [None, "p", "n", "b", "r", "q", "k"]
PIECE_NAMES: List[Optional[str]] = [None, "pawn", "knight", "bishop", "rook", "queen", "king"]

FILE_A, FILE_B, FILE_C, FILE_D, FILE_E, FILE_F, FILE_G, FILE_H = range(8)
FILES: List[File] = list(range(8))
FILE_NAMES: List[str] = list("abcdefgh")

RANK_1, RANK_2, RANK_3, RANK_4, RANK_5, RANK_6, RANK_7, RANK_8 = range(8)
RANKS: List[Rank] = list(range(8))
RANK_NAMES: List[str] = list("12345678")

SQUARES: List[Square] = list(range(64))
SQUARE_NAMES: List[str] = [file + rank for rank in RANK_NAMES for file in FILE_NAMES]

A1, B1, C1, D1, E1, F1, G1, H1 = range(0, 8)
A2, B2, C2, D2, E2, F2, G2, H2 = range(8, 16)
A3, B3, C3, D3, E3, F3, G3, H3 = range(16, 24)
A4, B4, C4, D4, E4, F4, G4, H4 = range(24, 32)
A5, B5, C5, D5, E5, F5, G5, H5 = range(32, 40)
A6, B6, C6, D6, E6, F6, G6, H6 = range(40, 48)
A7, B7, C7, D7, E7, F7, G7, H7 = range(48, 56)
A8, B8, C8, D8, E8, F8, G8, H8 = range(56, 64)

STARTING_BOARD_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
STARTING_FEN = STARTING_BOARD_FEN + " w KQkq - 0 1"


def piece_symbol(piece_type: PieceType) -> str:
    """The small letter of a type of piece."""
    return _name(PIECE_SYMBOLS, piece_type)


def piece_name(piece_type: PieceType) -> str:
    """The English name of a type of piece."""
    return _name(PIECE_NAMES, piece_type)


def _name(names: List[Optional[str]], piece_type: PieceType) -> str:
    name = names[piece_type]
    assert name is not None
    return name


def parse_square(name: str) -> Square:
    """The square of that name; a ValueError if there is none."""
    return SQUARE_NAMES.index(name)


def square_name(square: Square) -> str:
    """The name of a square, such as a3."""
    return SQUARE_NAMES[square]


def square(file_index: File, rank_index: Rank) -> Square:
    """The square on a file and a rank, both counted from 0."""
    return rank_index * 8 + file_index


def parse_file(name: str) -> File:
    """The file of that name; a ValueError if there is none."""
    return FILE_NAMES.index(name)


def file_name(file: File) -> str:
    """The name of a file, such as a."""
    return FILE_NAMES[file]


def parse_rank(name: str) -> Rank:
    """The rank of that name; a ValueError if there is none."""
    return RANK_NAMES.index(name)


def rank_name(rank: Rank) -> str:
    """The name of a rank, such as 1."""
    return RANK_NAMES[rank]


def square_file(square: Square) -> File:
    """The file of a square, 0 for the a-file."""
    return square & 7


def square_rank(square: Square) -> Rank:
    """The rank of a square, 0 for the first."""
    return square >> 3


def square_distance(a: Square, b: Square) -> int:
    """How many moves a king needs from one square to the other."""
    files, ranks = _steps(a, b)
    return max(files, ranks)


def square_manhattan_distance(a: Square, b: Square) -> int:
    """How many moves a king needs that never goes diagonally."""
    files, ranks = _steps(a, b)
    return files + ranks


def square_knight_distance(a: Square, b: Square) -> int:
    """How many moves a knight needs from one square to the other."""
    long, short = sorted(_steps(a, b), reverse=True)
    if (long, short) == (1, 0):
        return 3
    corners = ((A1, B2), (H1, G2), (A8, B7), (H8, G7))
    if (long, short) == (2, 2) or (
        (long, short) == (1, 1) and tuple(sorted((a, b))) in map(_sorted, corners)
    ):
        return 4
    # Each move covers two ranks at most, and three squares in all; its color changes each time.
    moves = max((long + 1) // 2, (long + short + 2) // 3)
    return moves + (moves + long + short) % 2


def _sorted(pair: tuple[Square, Square]) -> tuple[Square, ...]:
    return tuple(sorted(pair))


def _steps(a: Square, b: Square) -> tuple[int, int]:
    return abs(square_file(a) - square_file(b)), abs(square_rank(a) - square_rank(b))


def square_mirror(square: Square) -> Square:
    """The square on the other side of the board's middle: a8 for a1."""
    return square ^ 56


SQUARES_180: List[Square] = [square_mirror(square) for square in SQUARES]
