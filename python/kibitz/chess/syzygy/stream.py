"""The compressed values of a table: symbols of varying length that stand for pairs of symbols, in blocks."""

from __future__ import annotations

import mmap
import struct
from typing import List, Union

Data = Union[bytes, mmap.mmap]

_SINGLE_VALUE = 0x80
_NO_PAIR = 0xFFF  # the right half of a symbol that stands for a value
_INDEX_ENTRY = 6  # bytes: a block and an offset in it
_MASK = 0xFFFF_FFFF_FFFF_FFFF


def read_number(data: Data, at: int, size: int) -> int:
    """A number of that many bytes, the lowest first."""
    return int.from_bytes(data[at : at + size], "little")


class Stream:
    """The values of one side to move (and of one file of the leading pawn)."""

    def __init__(self, data: Data, at: int, positions: int, has_wdl: bool) -> None:
        self.data = data
        self.flags = data[at]
        self.is_single = bool(self.flags & _SINGLE_VALUE)
        if self.is_single:
            self.single = data[at + 1] if has_wdl else 0
            self.end = at + 2
            self.index_size = self.block_lengths_size = self.blocks_size = 0
            return
        self.block_bits = data[at + 1]
        self.index_bits = data[at + 2]
        blocks = read_number(data, at + 4, 4)
        longest, self.shortest = data[at + 8], data[at + 9]
        lengths = longest - self.shortest + 1
        symbols_at = at + 10 + 2 * lengths
        symbols = read_number(data, symbols_at, 2)
        self.lowest = struct.unpack_from(f"<{lengths}H", data, at + 10)
        self.pairs_at = symbols_at + 2
        self.end = self.pairs_at + 3 * symbols + (symbols & 1)
        self.index_size = _INDEX_ENTRY * (
            (positions + (1 << self.index_bits) - 1) >> self.index_bits
        )
        self.block_lengths_size = 2 * (blocks + data[at + 3])
        self.blocks_size = blocks << self.block_bits
        self.sizes = self._symbol_sizes(symbols)
        self.bases = self._bases(lengths)
        self.index_at = self.block_lengths_at = self.blocks_at = 0

    def _pair(self, symbol: int) -> tuple[int, int]:
        at = self.pairs_at + 3 * symbol
        low, middle, high = self.data[at : at + 3]
        return (middle & 15) << 8 | low, high << 4 | middle >> 4

    def _symbol_sizes(self, symbols: int) -> List[int]:
        """How many values each symbol stands for. A symbol's halves may come before or behind it."""
        sizes = [0] * symbols
        for first in range(symbols):
            waiting = [first] if not sizes[first] else []
            while waiting:
                symbol = waiting[-1]
                left, right = self._pair(symbol)
                if right == _NO_PAIR:
                    sizes[symbol] = 1
                    waiting.pop()
                    continue
                missing = [half for half in (left, right) if not sizes[half]]
                if missing:
                    waiting.extend(missing)
                else:
                    sizes[symbol] = sizes[left] + sizes[right]
                    waiting.pop()
        return sizes

    def _bases(self, lengths: int) -> List[int]:
        """The smallest code of each length, at the upper end of 64 bits."""
        bases = [0] * lengths
        for place in range(lengths - 2, -1, -1):
            bases[place] = (bases[place + 1] + self.lowest[place] - self.lowest[place + 1]) // 2
        return [base << (64 - self.shortest - place) for place, base in enumerate(bases)]

    def value(self, number: int) -> tuple[int, int]:
        """The value of a position: its lower 8 bits, and all 12."""
        if self.is_single:
            return self.single, self.single
        block, offset = self._block(number)
        symbol, offset = self._symbol(block, offset)
        while self.sizes[symbol] > 1:
            left, right = self._pair(symbol)
            if offset < self.sizes[left]:
                symbol = left
            else:
                offset -= self.sizes[left]
                symbol = right
        value, _ = self._pair(symbol)
        return value & 0xFF, value

    def _block(self, number: int) -> tuple[int, int]:
        """The block of a position, and how many values stand before it there."""
        main, rest = number >> self.index_bits, number & ((1 << self.index_bits) - 1)
        entry = self.index_at + _INDEX_ENTRY * main
        block = read_number(self.data, entry, 4)
        offset = rest - (1 << (self.index_bits - 1)) + read_number(self.data, entry + 4, 2)
        while offset < 0:
            block -= 1
            offset += self._block_length(block)
        while offset >= self._block_length(block):
            offset -= self._block_length(block)
            block += 1
        return block, offset

    def _block_length(self, block: int) -> int:
        return read_number(self.data, self.block_lengths_at + 2 * block, 2) + 1

    def _symbol(self, block: int, offset: int) -> tuple[int, int]:
        """The symbol in a block that holds a value, and how many values stand before it in the symbol."""
        at = self.blocks_at + (block << self.block_bits)
        code = int.from_bytes(self.data[at : at + 8], "big")
        at += 8
        spent = 0
        while True:
            place = 0
            while code < self.bases[place]:
                place += 1
            length = place + self.shortest
            symbol = self.lowest[place] + ((code - self.bases[place]) >> (64 - length))
            if offset < self.sizes[symbol]:
                return symbol, offset
            offset -= self.sizes[symbol]
            code = (code << length) & _MASK
            spent += length
            if spent >= 32:
                spent -= 32
                code |= int.from_bytes(self.data[at : at + 4], "big") << spent
                at += 4
