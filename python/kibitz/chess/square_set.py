"""SquareSet: a set of squares with the methods of a set."""

from __future__ import annotations

from typing import Iterable, Iterator, List, SupportsInt, Union

from .bitboards import (
    BB_ALL,
    BB_EMPTY,
    BB_SQUARES,
    Bitboard,
    flip_vertical,
    lsb,
    scan_forward,
    scan_reversed,
)
from .bitboards import between as _between
from .bitboards import popcount
from .bitboards import ray as _ray
from .squares import Square

IntoSquareSet = Union[SupportsInt, Iterable[Square]]


def mask_of(squares: IntoSquareSet) -> Bitboard:
    """The squares as an integer."""
    if isinstance(squares, SupportsInt):
        return int(squares) & BB_ALL
    mask = BB_EMPTY
    for square in squares:
        mask |= BB_SQUARES[square]
    return mask


class SquareSet:
    """A set of squares, made of an integer or of squares."""

    __slots__ = ("mask", "__weakref__")
    __hash__ = None  # type: ignore[assignment]  # a set changes

    def __init__(self, squares: IntoSquareSet = BB_EMPTY) -> None:
        self.mask: Bitboard = squares & BB_ALL if isinstance(squares, int) else mask_of(squares)

    # --- As a set ---

    def __contains__(self, square: Square) -> bool:
        return bool(BB_SQUARES[square] & self.mask)

    def __iter__(self) -> Iterator[Square]:
        return scan_forward(self.mask)

    def __reversed__(self) -> Iterator[Square]:
        return scan_reversed(self.mask)

    def __len__(self) -> int:
        return popcount(self.mask)

    def __bool__(self) -> bool:
        return bool(self.mask)

    def __eq__(self, other: object) -> bool:
        try:
            return self.mask == mask_of(other)  # type: ignore[arg-type]
        except (TypeError, ValueError, IndexError):
            return NotImplemented

    def add(self, square: Square) -> None:
        """Adds a square."""
        self.mask |= BB_SQUARES[square]

    def discard(self, square: Square) -> None:
        """Takes a square away if it is there."""
        self.mask &= ~BB_SQUARES[square]

    def remove(self, square: Square) -> None:
        """Takes a square away; a KeyError if it is not there."""
        if square not in self:
            raise KeyError(square)
        self.discard(square)

    def pop(self) -> Square:
        """Takes a square away and returns it; a KeyError if there is none."""
        if not self.mask:
            raise KeyError("pop from empty SquareSet")
        square = lsb(self.mask)
        self.discard(square)
        return square

    def clear(self) -> None:
        """Takes all squares away."""
        self.mask = BB_EMPTY

    def copy(self) -> SquareSet:
        """A set of its own with the same squares."""
        return SquareSet(self.mask)

    def isdisjoint(self, other: IntoSquareSet) -> bool:
        """Whether no square is in both sets."""
        return not self.mask & mask_of(other)

    def issubset(self, other: IntoSquareSet) -> bool:
        """Whether all squares are in the other set."""
        return not self.mask & ~mask_of(other)

    def issuperset(self, other: IntoSquareSet) -> bool:
        """Whether all squares of the other set are in this one."""
        return not mask_of(other) & ~self.mask

    def union(self, other: IntoSquareSet) -> SquareSet:
        """The squares of either set."""
        return SquareSet(self.mask | mask_of(other))

    def intersection(self, other: IntoSquareSet) -> SquareSet:
        """The squares of both sets."""
        return SquareSet(self.mask & mask_of(other))

    def difference(self, other: IntoSquareSet) -> SquareSet:
        """The squares that the other set has not."""
        return SquareSet(self.mask & ~mask_of(other))

    def symmetric_difference(self, other: IntoSquareSet) -> SquareSet:
        """The squares of one set alone."""
        return SquareSet(self.mask ^ mask_of(other))

    def update(self, *others: IntoSquareSet) -> None:
        """Adds the squares of others."""
        for other in others:
            self.mask |= mask_of(other)

    def intersection_update(self, *others: IntoSquareSet) -> None:
        """Keeps the squares that all others have."""
        for other in others:
            self.mask &= mask_of(other)

    def difference_update(self, other: IntoSquareSet) -> None:
        """Takes the squares of another away."""
        self.mask &= ~mask_of(other)

    def symmetric_difference_update(self, other: IntoSquareSet) -> None:
        """Keeps the squares that one of both has."""
        self.mask ^= mask_of(other)

    def __or__(self, other: IntoSquareSet) -> SquareSet:
        return self.union(other)

    def __and__(self, other: IntoSquareSet) -> SquareSet:
        return self.intersection(other)

    def __sub__(self, other: IntoSquareSet) -> SquareSet:
        return self.difference(other)

    def __xor__(self, other: IntoSquareSet) -> SquareSet:
        return self.symmetric_difference(other)

    def __ior__(self, other: IntoSquareSet) -> SquareSet:
        self.update(other)
        return self

    def __iand__(self, other: IntoSquareSet) -> SquareSet:
        self.intersection_update(other)
        return self

    def __isub__(self, other: IntoSquareSet) -> SquareSet:
        self.difference_update(other)
        return self

    def __ixor__(self, other: IntoSquareSet) -> SquareSet:
        self.symmetric_difference_update(other)
        return self

    # --- As an integer ---

    def __int__(self) -> int:
        return self.mask

    def __index__(self) -> int:
        return self.mask

    def __lshift__(self, shift: int) -> SquareSet:
        return SquareSet((self.mask << shift) & BB_ALL)

    def __rshift__(self, shift: int) -> SquareSet:
        return SquareSet(self.mask >> shift)

    def __ilshift__(self, shift: int) -> SquareSet:
        self.mask = (self.mask << shift) & BB_ALL
        return self

    def __irshift__(self, shift: int) -> SquareSet:
        self.mask >>= shift
        return self

    def __invert__(self) -> SquareSet:
        return SquareSet(~self.mask & BB_ALL)

    # --- As squares of a board ---

    def carry_rippler(self) -> Iterator[Bitboard]:
        """All subsets."""
        subset = BB_EMPTY
        while True:
            yield subset
            subset = (subset - self.mask) & self.mask
            if not subset:
                return

    def mirror(self) -> SquareSet:
        """The set with the first rank where the eighth was."""
        return SquareSet(flip_vertical(self.mask))

    def tolist(self) -> List[bool]:
        """For each square whether it is in the set."""
        return [bool(self.mask & square) for square in BB_SQUARES]

    @classmethod
    def ray(cls, a: Square, b: Square) -> SquareSet:
        """The whole line through two squares; empty if they share none."""
        return cls(_ray(a, b))

    @classmethod
    def between(cls, a: Square, b: Square) -> SquareSet:
        """The squares between two squares on one line."""
        return cls(_between(a, b))

    @classmethod
    def from_square(cls, square: Square) -> SquareSet:
        """The set of that square alone."""
        return cls(BB_SQUARES[square])

    def __repr__(self) -> str:
        return f"SquareSet({self.mask:#021_x})"

    def __str__(self) -> str:
        marks = ["1" if inside else "." for inside in self.tolist()]
        return "\n".join(" ".join(marks[rank * 8 : rank * 8 + 8]) for rank in reversed(range(8)))

    def _repr_svg_(self) -> str:
        from . import svg

        return svg.board(squares=self, size=390)
