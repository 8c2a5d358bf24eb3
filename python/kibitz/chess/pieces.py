"""Piece: what stands on a square. It can be changed, and every board hands out its own."""

from __future__ import annotations

from dataclasses import dataclass

from .. import _core
from ..pieces import PieceText
from .squares import PIECE_SYMBOLS, Color, PieceType


@dataclass(repr=False)
class Piece(PieceText):
    """A piece of some type and color."""

    __slots__ = ("piece_type", "color")

    piece_type: PieceType
    color: Color

    @classmethod
    def from_symbol(cls, symbol: str) -> Piece:
        """A piece from its letter in FEN: "P" is a white pawn, "k" the black king."""
        return cls(PIECE_SYMBOLS.index(symbol.lower()), symbol.isupper())

    def __hash__(self) -> int:
        return self.piece_type + (-1 if self.color else 5)


_core.set_own_piece_class(Piece)
