"""Opening books in Polyglot's format, and its keys of positions."""

from __future__ import annotations

import mmap
import os
import random as _random
import struct
from types import TracebackType
from typing import Container, Iterator, List, NamedTuple, Optional, Type, Union

from .. import _core
from .._core import FreeMove as Move
from .base_board import BaseBoard
from .bitboards import (
    BB_A1,
    BB_A8,
    BB_H1,
    BB_H8,
    BB_SQUARES,
    shift_down,
    shift_left,
    shift_right,
    shift_up,
)
from .board import Board
from .squares import BLACK, KING, WHITE, square_file

StrOrBytesPath = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]"]

_ENTRY = struct.Struct(">QHHI")
_CASTLING, _EN_PASSANT, _TURN = 768, 772, 780

POLYGLOT_RANDOM_ARRAY: List[int] = _core.polyglot_numbers()


class ZobristHasher:
    """Polyglot's keys, made of an array of random numbers."""

    def __init__(self, array: List[int]) -> None:
        assert len(array) >= 781
        self.array = array

    def hash_board(self, board: BaseBoard) -> int:
        """The part of the pieces."""
        key = 0
        for square, piece in board.piece_map().items():
            key ^= self.array[64 * (2 * (piece.piece_type - 1) + piece.color) + square]
        return key

    def hash_castling(self, board: Board) -> int:
        """The part of the castling rights."""
        rights = (
            board.has_kingside_castling_rights(WHITE),
            board.has_queenside_castling_rights(WHITE),
            board.has_kingside_castling_rights(BLACK),
            board.has_queenside_castling_rights(BLACK),
        )
        key = 0
        for number, right in enumerate(rights):
            key ^= self.array[_CASTLING + number] if right else 0
        return key

    def hash_ep_square(self, board: Board) -> int:
        """The part of a pawn that might be taken en passant."""
        if board.ep_square is None:
            return 0
        behind = shift_down if board.turn == WHITE else shift_up
        neighbours = behind(BB_SQUARES[board.ep_square])
        capturers = board.pawns & board.occupied_co[board.turn]
        if not (shift_left(neighbours) | shift_right(neighbours)) & capturers:
            return 0
        return self.array[_EN_PASSANT + square_file(board.ep_square)]

    def hash_turn(self, board: Board) -> int:
        """The part of the side to move."""
        return self.array[_TURN] if board.turn == WHITE else 0

    def __call__(self, board: Board) -> int:
        return (
            self.hash_board(board)
            ^ self.hash_castling(board)
            ^ self.hash_ep_square(board)
            ^ self.hash_turn(board)
        )


def zobrist_hash(
    board: Board, *, _hasher: ZobristHasher = ZobristHasher(POLYGLOT_RANDOM_ARRAY)
) -> int:
    """Polyglot's key of a position."""
    return _hasher(board)


class Entry(NamedTuple):
    """A move of a book."""

    key: int
    raw_move: int
    weight: int
    learn: int
    move: Move


class MemoryMappedReader:
    """An open book, as a sequence of entries that are sorted by key."""

    def __init__(self, filename: StrOrBytesPath) -> None:
        self._data: Union[mmap.mmap, bytes]
        with open(filename, "rb") as file:
            try:
                self._data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
            except (ValueError, OSError):
                self._data = file.read()  # an empty file, or a device
        if len(self._data) % _ENTRY.size:
            size = len(self._data)
            self.close()
            raise IOError(
                f"invalid file size for a polyglot book: {size} is not a multiple of {_ENTRY.size}"
            )

    def __enter__(self) -> MemoryMappedReader:
        return self

    def __exit__(
        self,
        exc_type: Optional[Type[BaseException]],
        exc_value: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the book."""
        if isinstance(self._data, mmap.mmap):
            self._data.close()

    def __len__(self) -> int:
        return len(self._data) // _ENTRY.size

    def __getitem__(self, index: int) -> Entry:
        size = len(self)
        if not -size <= index < size:
            raise IndexError("the book has no such entry")
        key, raw_move, weight, learn = _ENTRY.unpack_from(self._data, index % size * _ENTRY.size)
        promotion = raw_move >> 12 & 7
        from_square, to_square = raw_move >> 6 & 63, raw_move & 63
        move = Move(from_square, to_square, promotion + 1 if 0 < promotion < KING else None)
        return Entry(key, raw_move, weight, learn, move)

    def __iter__(self) -> Iterator[Entry]:
        return (self[index] for index in range(len(self)))

    def bisect_key_left(self, key: int) -> int:
        """The first entry of that key or a greater one."""
        low, high = 0, len(self)
        while low < high:
            middle = (low + high) // 2
            if self[middle].key < key:
                low = middle + 1
            else:
                high = middle
        return low

    def __contains__(self, entry: Entry) -> bool:
        return any(
            found == entry for found in self.find_all(entry.key, minimum_weight=entry.weight)
        )

    def find_all(
        self,
        board: Union[Board, int],
        *,
        minimum_weight: int = 1,
        exclude_moves: Container[Move] = (),
    ) -> Iterator[Entry]:
        """The moves of a position, or of a key."""
        key = board if isinstance(board, int) else zobrist_hash(board)
        for index in range(self.bisect_key_left(key), len(self)):
            entry = self[index]
            if entry.key != key:
                return
            if entry.weight < minimum_weight:
                continue
            if not isinstance(board, int):
                entry = entry._replace(move=_castling_move(board, entry.move))
                if not board.is_legal(entry.move):
                    continue
            if entry.move not in exclude_moves:
                yield entry

    def find(
        self,
        board: Union[Board, int],
        *,
        minimum_weight: int = 1,
        exclude_moves: Container[Move] = (),
    ) -> Entry:
        """The heaviest move; an IndexError if there is none."""
        entries = self.find_all(board, minimum_weight=minimum_weight, exclude_moves=exclude_moves)
        try:
            return max(entries, key=lambda entry: entry.weight)
        except ValueError:
            raise IndexError from None

    def get(
        self,
        board: Union[Board, int],
        default: Optional[Entry] = None,
        *,
        minimum_weight: int = 1,
        exclude_moves: Container[Move] = (),
    ) -> Optional[Entry]:
        """The heaviest move, or `default`."""
        try:
            return self.find(board, minimum_weight=minimum_weight, exclude_moves=exclude_moves)
        except IndexError:
            return default

    def choice(
        self,
        board: Union[Board, int],
        *,
        minimum_weight: int = 1,
        exclude_moves: Container[Move] = (),
        random: Optional[_random.Random] = None,
    ) -> Entry:
        """Any of the moves; an IndexError if there is none."""
        entries = self.find_all(board, minimum_weight=minimum_weight, exclude_moves=exclude_moves)
        chosen = next(entries, None)
        if chosen is None:
            raise IndexError
        # Drawn as python-chess draws, so that the same seed chooses the same move.
        for number, entry in enumerate(entries, 1):
            if _randint(random, 0, number) == number:
                chosen = entry
        return chosen

    def weighted_choice(
        self,
        board: Union[Board, int],
        *,
        exclude_moves: Container[Move] = (),
        random: Optional[_random.Random] = None,
    ) -> Entry:
        """One of the moves, as often as its weight says; an IndexError if there is none."""
        entries = list(self.find_all(board, exclude_moves=exclude_moves))
        total = sum(entry.weight for entry in entries)
        if not total:
            raise IndexError
        chosen = _randint(random, 0, total - 1)
        for entry in entries:
            chosen -= entry.weight
            if chosen < 0:
                return entry
        raise AssertionError("the chosen weight is smaller than the sum of all")


def _randint(rng: Optional[_random.Random], a: int, b: int) -> int:
    return _random.randint(a, b) if rng is None else rng.randint(a, b)


def _castling_move(board: Board, move: Move) -> Move:
    """Castling as the board writes it: a book writes the king taking its rook."""
    corners = BB_A1 | BB_H1 | BB_A8 | BB_H8
    takes_rook = (
        board.kings & BB_SQUARES[move.from_square]
        and board.rooks & BB_SQUARES[move.to_square] & corners
    )
    if takes_rook and board.occupied_co[board.turn] & BB_SQUARES[move.to_square]:
        return board._normalised(move, board.chess960)
    return move


def open_reader(path: StrOrBytesPath) -> MemoryMappedReader:
    """Opens a book."""
    return MemoryMappedReader(path)
