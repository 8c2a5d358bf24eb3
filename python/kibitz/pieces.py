"""Pieces of kibitz: every piece of a kind is one object."""

from __future__ import annotations

from dataclasses import dataclass

from . import _core

PIECE_SYMBOLS = " pnbrqk"
UNICODE_SYMBOLS = dict(zip("KQRBNPkqrbnp", "♔♕♖♗♘♙♚♛♜♝♞♟"))


class PieceText:
    """How a piece is written and drawn, here and in kibitz.chess."""

    __slots__ = ()

    piece_type: int
    color: bool

    def symbol(self) -> str:
        """Its letter in FEN."""
        letter = PIECE_SYMBOLS[self.piece_type]
        return letter.upper() if self.color else letter

    def unicode_symbol(self, *, invert_color: bool = False) -> str:
        """Its picture in Unicode. On a dark background the colors look better inverted."""
        symbol = self.symbol()
        return UNICODE_SYMBOLS[symbol.swapcase() if invert_color else symbol]

    def __repr__(self) -> str:
        return f"Piece.from_symbol({self.symbol()!r})"

    def __str__(self) -> str:
        return self.symbol()

    def _repr_svg_(self) -> str:
        from .chess import svg

        return svg.piece(self, size=45)


@dataclass(frozen=True, repr=False)
class Piece(PieceText):
    """A piece of some type and color."""

    piece_type: int
    color: bool

    @classmethod
    def from_symbol(cls, symbol: str) -> Piece:
        """A piece from its letter in FEN: "P" is a white pawn, "k" the black king."""
        if len(symbol) != 1 or symbol.lower() not in PIECE_SYMBOLS[1:]:
            raise ValueError(f"{symbol!r} is not the letter of a piece, such as P or k")
        return cls(PIECE_SYMBOLS.index(symbol.lower()), symbol.isupper())

    def __hash__(self) -> int:
        return self.piece_type + (-1 if self.color else 5)


_core.set_piece_objects({symbol: Piece.from_symbol(symbol) for symbol in UNICODE_SYMBOLS})
