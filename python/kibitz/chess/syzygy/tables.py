"""The files of Syzygy's tables: who wins (.rtbw), and how far it is to a capture or pawn move (.rtbz)."""

from __future__ import annotations

import math
import mmap
import os
import threading
from types import TracebackType
from typing import Dict, List, Optional, Tuple, Type

from ..bitboards import scan_forward
from ..board import Board
from ..squares import WHITE, Color, Square
from . import places
from .names import calc_key
from .stream import Data, Stream, read_number

_WDL_MAGIC = b"\x71\xe8\x23\x5d"
_DTZ_MAGIC = b"\xd7\x66\x0c\xa5"
_BOTH_SIDES, _PAWNS = 1, 2  # flags of a file
_OTHER_SIDE, _MAPPED, _WIDE = 1, 2, 16  # flags of a stream of distances
_IN_PLIES = {-2: 8, 2: 4}  # the flags for distances that are not halved, by the result
_MAP_OF_RESULT = {2: 0, -2: 1, 1: 2, -1: 3, 0: 0}
_NO_SECOND_ORDER = 15


class _Numbering:
    """How one side's positions are numbered: its pieces in order, their groups, and the factors of these."""

    def __init__(
        self, codes: List[int], order: int, second_order: int, pawns: Tuple[int, int], file: int
    ) -> None:
        self.codes = codes
        self.pawns = pawns
        self.groups: List[Tuple[int, int]] = []  # where each group begins and ends
        if pawns[0]:
            self._add_group(pawns[0])
            if pawns[1]:
                self._add_group(pawns[1])
        else:
            self.has_three = sum(1 for code in set(codes) if codes.count(code) == 1) >= 3
            self._add_group(3 if self.has_three else 2)
        while self._next() < len(codes):
            begin = self._next()
            self._add_group(codes[begin:].count(codes[begin]))
        self.factors, self.positions = self._factors(order, second_order, file)

    def _next(self) -> int:
        return self.groups[-1][1] if self.groups else 0

    def _add_group(self, size: int) -> None:
        begin = self._next()
        self.groups.append((begin, begin + size))

    def _factors(self, order: int, second_order: int, file: int) -> Tuple[List[int], int]:
        """The factor of each group, and how many positions there are."""
        leading = self.groups[0][1]
        fixed = 2 if second_order < _NO_SECOND_ORDER else 1
        free = 64 - self.groups[fixed - 1][1]
        factors = [0] * len(self.groups)
        product, group, turn = 1, fixed, 0
        while group < len(self.groups) or turn in (order, second_order):
            if turn == order:
                factors[0] = product
                if self.pawns[0]:
                    product *= places.PAWN_SIZES[leading - 1][file]
                else:
                    product *= places.THREE_PIECES if self.has_three else places.TWO_KINGS
            elif turn == second_order:
                factors[1] = product
                product *= math.comb(48 - leading, self.groups[1][1] - leading)
            else:
                begin, end = self.groups[group]
                factors[group] = product
                product *= math.comb(free, end - begin)
                free -= end - begin
                group += 1
            turn += 1
        return factors, product

    def number(self, squares: List[Square]) -> int:
        """The number of a placing of the pieces."""
        leading = self.groups[0][1]
        if self.pawns[0]:
            squares = places.turn_pawns(squares, leading)
            first = places.number_of_pawns(squares, leading)
        else:
            squares = places.turn_pieces(squares, leading)
            first = (
                places.number_of_three(squares)
                if self.has_three
                else places.number_of_kings(squares)
            )
        number = first * self.factors[0]
        for place, (begin, end) in enumerate(self.groups[1:], start=1):
            offset = 8 if place == 1 and self.pawns[1] else 0
            number += places.number_of_group(squares, begin, end, offset) * self.factors[place]
        return number


class Table:
    """An open file of a table."""

    magic = b""
    sides_in_nibbles = True

    def __init__(self, path: str, *, variant: Type[Board] = Board) -> None:
        self.path = path
        self.variant = variant
        self.key = os.path.splitext(os.path.basename(path))[0]
        white, black = self.key.split("v")
        self.mirrored_key = f"{black}v{white}"
        self.is_symmetric = white == black
        self.piece_count = len(white) + len(black)
        counts = white.count("P"), black.count("P")
        # The side with fewer pawns leads, if it has any.
        self.pawns = (
            counts[::-1] if counts[1] and (not counts[0] or counts[1] < counts[0]) else counts
        )
        self._lock = threading.Lock()
        self._data: Optional[Data] = None
        self._numberings: List[List[_Numbering]] = []  # by file of the leading pawn, and by side
        self._streams: List[List[Stream]] = []

    def _open(self) -> None:
        with self._lock:
            if self._data is not None:
                return
            with open(self.path, "rb") as file:
                data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
            if data[:4] != self.magic:
                raise IOError(
                    f"invalid magic header: ensure {self.path!r} is a valid syzygy tablebase file"
                )
            self._read(data)
            self._data = data

    def _read(self, data: Data) -> None:
        flags = data[4]
        sides = 2 if self.sides_in_nibbles and flags & _BOTH_SIDES else 1
        at = 5
        for file in range(4 if flags & _PAWNS else 1):
            at = self._read_numberings(data, at, file, bool(flags & _PAWNS))
        at += at & 1
        for numberings in self._numberings:
            streams = []
            for side in range(sides):
                stream = Stream(data, at, numberings[side].positions, self.sides_in_nibbles)
                at = stream.end
                streams.append(stream)
            self._streams.append(streams)
        self._place_streams(data, self._read_maps(data, at))

    def _read_numberings(self, data: Data, at: int, file: int, has_pawns: bool) -> int:
        orders = data[at]
        second_orders = 0xFF
        at += 1
        if has_pawns and self.pawns[1]:
            second_orders = data[at]
            at += 1
        codes = data[at : at + self.piece_count]
        numberings = []
        for shift in (0, 4) if self.sides_in_nibbles else (0,):
            numberings.append(
                _Numbering(
                    [code >> shift & 15 for code in codes],
                    orders >> shift & 15,
                    second_orders >> shift & 15,
                    self.pawns if has_pawns else (0, 0),
                    file,
                )
            )
        self._numberings.append(numberings)
        return at + self.piece_count

    def _read_maps(self, data: Data, at: int) -> int:
        return at

    def _place_streams(self, data: Data, at: int) -> None:
        streams = [stream for of_file in self._streams for stream in of_file]
        for stream in streams:
            stream.index_at = at
            at += stream.index_size
        for stream in streams:
            stream.block_lengths_at = at
            at += stream.block_lengths_size
        for stream in streams:
            at = (at + 63) & ~63
            stream.blocks_at = at
            at += stream.blocks_size

    def _look_at(self, board: Board) -> Tuple[bool, int, int]:
        """Whether colors are changed to fit the table, the side to move, and the file of the leading pawn."""
        if self.is_symmetric:
            is_changed, side = board.turn != WHITE, 0
        else:
            is_changed = calc_key(board) != self.key
            side = int((board.turn == WHITE) == is_changed)
        if not self.pawns[0] or len(self._numberings) == 1:
            return is_changed, side, 0
        squares = self._squares(board, self._numberings[0][0].codes[: self.pawns[0]], is_changed)
        leading = min(squares, key=places.pawn_place)
        return is_changed, side, min(leading & 7, 7 - (leading & 7))

    def _squares(self, board: Board, codes: List[int], is_changed: bool) -> List[Square]:
        """The squares of the pieces in the table's order."""
        squares: List[Square] = []
        flip = 56 if is_changed and self.pawns[0] else 0
        while len(squares) < len(codes):
            code = codes[len(squares)]
            color: Color = bool(code >> 3) == is_changed
            mask = board.pieces_mask(code & 7, color)
            squares.extend(square ^ flip for square in scan_forward(mask))
        return squares

    def _value(
        self, board: Board, numbering: _Numbering, stream: Stream, is_changed: bool
    ) -> Tuple[int, int]:
        squares = self._squares(board, numbering.codes, is_changed)
        if self.pawns[0]:
            place = min(range(self.pawns[0]), key=lambda at: places.pawn_place(squares[at]))
            squares[0], squares[place] = squares[place], squares[0]
        return stream.value(numbering.number(squares))

    def close(self) -> None:
        """Closes the file."""
        with self._lock:
            if isinstance(self._data, mmap.mmap):
                self._data.close()
            self._data = None
            self._numberings = []
            self._streams = []

    def __enter__(self) -> Table:
        return self

    def __exit__(
        self,
        exc_type: Optional[Type[BaseException]],
        exc_value: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None:
        self.close()


class WdlTable(Table):
    """A file that says who wins."""

    magic = _WDL_MAGIC

    def init_table_wdl(self) -> None:
        """Opens the file."""
        self._open()

    def probe_wdl_table(self, board: Board) -> int:
        """The result, from -2 to 2. Captures may lead to a better one, which the table need not know."""
        self._open()
        is_changed, side, file = self._look_at(board)
        streams = self._streams[file]
        stream = streams[side if len(streams) > 1 else 0]
        value, _ = self._value(board, self._numberings[file][side], stream, is_changed)
        return value - 2


class DtzTable(Table):
    """A file that says how far it is to a capture or pawn move."""

    magic = _DTZ_MAGIC
    sides_in_nibbles = False

    def __init__(self, path: str, *, variant: Type[Board] = Board) -> None:
        super().__init__(path, variant=variant)
        self._maps: List[Dict[int, int]] = []  # where the values of each result are, by file

    def init_table_dtz(self) -> None:
        """Opens the file."""
        self._open()

    def _read_maps(self, data: Data, at: int) -> int:
        self._maps = []
        for (stream,) in self._streams:
            maps: Dict[int, int] = {}
            if stream.flags & _MAPPED:
                width = 2 if stream.flags & _WIDE else 1
                at += at & 1 if width == 2 else 0
                for kind in range(4):
                    maps[kind] = at + width
                    at += width * (1 + read_number(data, at, width))
            self._maps.append(maps)
        return at + (at & 1)

    def probe_dtz_table(self, board: Board, wdl: int) -> Tuple[int, int]:
        """The distance and 1; or 0 and -1 if the file has the other side to move."""
        self._open()
        assert self._data is not None
        is_changed, side, file = self._look_at(board)
        stream = self._streams[file][0]
        if (stream.flags & _OTHER_SIDE) != side and not (self.is_symmetric and not self.pawns[0]):
            return 0, -1
        _, value = self._value(board, self._numberings[file][0], stream, is_changed)
        if stream.flags & _MAPPED:
            width = 2 if stream.flags & _WIDE else 1
            value = read_number(
                self._data, self._maps[file][_MAP_OF_RESULT[wdl]] + width * value, width
            )
        if not stream.flags & _IN_PLIES.get(wdl, 0) or wdl & 1:
            value *= 2
        return value, 1
