"""BaseBoard: pieces on squares, without the rules of a game."""

from __future__ import annotations

import functools
from typing import Callable, Dict, Mapping, Optional, Type, TypeVar

from .. import _core
from ..board import Board as _GameBoard
from .bitboards import Bitboard, flip_vertical
from .pieces import Piece
from .square_set import IntoSquareSet, SquareSet, mask_of
from .squares import (
    RANK_NAMES,
    SQUARES,
    STARTING_BOARD_FEN,
    WHITE,
    Color,
    PieceType,
    Square,
    square,
)

BaseBoardT = TypeVar("BaseBoardT", bound="BaseBoard")


class BaseBoard(_core.FreeBoard):
    """Pieces on squares. Board has the moves."""

    __hash__ = None  # type: ignore[assignment]  # a board changes

    def __init__(self, board_fen: Optional[str] = STARTING_BOARD_FEN) -> None:
        super().__init__()
        if board_fen is not None:
            self._set_board_fen(board_fen)

    @classmethod
    def empty(cls: Type[BaseBoardT]) -> BaseBoardT:
        """A board without pieces."""
        return cls(None)

    @classmethod
    def from_chess960_pos(cls: Type[BaseBoardT], scharnagl: int) -> BaseBoardT:
        """The start of Chess960 with that number, 0 to 959."""
        board = cls.empty()
        board.set_chess960_pos(scharnagl)
        return board

    # --- Setting up ---

    def reset_board(self) -> None:
        """Puts the pieces where a game begins."""
        self._set_board_fen(STARTING_BOARD_FEN)

    def clear_board(self) -> None:
        """Takes all pieces away."""
        self._clear_pieces()

    def set_board_fen(self, fen: str) -> None:
        """Puts the pieces as the first field of a FEN says; a ValueError if it says none."""
        self._set_board_fen(fen)

    def set_piece_map(self, pieces: Mapping[Square, Piece]) -> None:
        """Puts these pieces on these squares, and no others."""
        self._clear_pieces()
        for at, piece in pieces.items():
            self._put(at, piece.piece_type, piece.color, False)

    def set_piece_at(self, square: Square, piece: Optional[Piece], promoted: bool = False) -> None:
        """Puts a piece on a square, or none."""
        if piece is None:
            self._remove(square)
        else:
            self._put(square, piece.piece_type, piece.color, promoted)

    def remove_piece_at(self, square: Square) -> Optional[Piece]:
        """Takes the piece from a square and returns it."""
        piece = self.piece_at(square)
        self._remove(square)
        return piece

    def set_chess960_pos(self, scharnagl: int) -> None:
        """Puts the pieces as that start of Chess960 has them."""
        self._set_board_fen(_chess960_board_fen(scharnagl))

    def chess960_pos(self) -> Optional[int]:
        """The number of the start of Chess960, None if it is none."""
        return _chess960_numbers().get(self.board_fen())

    # --- Looking ---

    def pieces(self, piece_type: PieceType, color: Color) -> SquareSet:
        """The squares of the pieces of a type and color."""
        return SquareSet(self.pieces_mask(piece_type, color))

    def attacks(self, square: Square) -> SquareSet:
        """What the piece on a square attacks."""
        return SquareSet(self.attacks_mask(square))

    def attackers(
        self, color: Color, square: Square, occupied: Optional[IntoSquareSet] = None
    ) -> SquareSet:
        """The pieces of a color that attack a square. `occupied` are the squares that block lines."""
        return SquareSet(
            self.attackers_mask(color, square, None if occupied is None else mask_of(occupied))
        )

    def is_attacked_by(
        self, color: Color, square: Square, occupied: Optional[IntoSquareSet] = None
    ) -> bool:
        """Whether a piece of a color attacks a square."""
        return bool(
            self.attackers_mask(color, square, None if occupied is None else mask_of(occupied))
        )

    def pin(self, color: Color, square: Square) -> SquareSet:
        """The line on which a piece must stay for its king's sake, all squares if it need not."""
        return SquareSet(self.pin_mask(color, square))

    # --- Text and pictures ---

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.board_fen()!r})"

    def __str__(self) -> str:
        letters = [str(self.piece_at(at) or ".") for at in SQUARES]
        return "\n".join(" ".join(letters[rank * 8 : rank * 8 + 8]) for rank in reversed(range(8)))

    def unicode(
        self,
        *,
        invert_color: bool = False,
        borders: bool = False,
        empty_square: str = "⭘",
        orientation: Color = WHITE,
    ) -> str:
        """The board in Unicode's pieces."""
        order = range(8) if orientation == WHITE else range(7, -1, -1)
        line = "  " + "-" * 17
        rows = []
        for rank in reversed(order):
            symbols = []
            for file in order:
                piece = self.piece_at(square(file, rank))
                symbols.append(
                    piece.unicode_symbol(invert_color=invert_color) if piece else empty_square
                )
            if borders:
                rows += [line, f"{RANK_NAMES[rank]} |{'|'.join(symbols)}|"]
            else:
                rows.append(" ".join(symbols))
        if borders:
            files = " ".join("abcdefgh"[file] for file in order)
            rows += [line, f"   {files}"]
        return "\n".join(rows)

    def _repr_svg_(self) -> str:
        from . import svg

        return svg.board(self, size=400)

    # --- Comparing, copying, turning ---

    def __eq__(self, board: object) -> bool:
        if not isinstance(board, BaseBoard):
            return NotImplemented
        return self._same_pieces(board)

    def apply_transform(self, f: Callable[[Bitboard], Bitboard]) -> None:
        """Moves all pieces as a function of bitboards says, such as flip_vertical."""
        for name in ("pawns", "knights", "bishops", "rooks", "queens", "kings", "promoted"):
            setattr(self, name, f(getattr(self, name)))
        self.occupied_co = [f(mask) for mask in self.occupied_co]

    def transform(self: BaseBoardT, f: Callable[[Bitboard], Bitboard]) -> BaseBoardT:
        """A board with all pieces moved as a function of bitboards says."""
        board = self.copy()
        board.apply_transform(f)
        return board

    def apply_mirror(self) -> None:
        """Turns the board round and changes the colors."""
        self.apply_transform(flip_vertical)
        self.occupied_co = self.occupied_co[::-1]

    def mirror(self: BaseBoardT) -> BaseBoardT:
        """The board turned round with the colors changed."""
        board = self.copy()
        board.apply_mirror()
        return board

    def copy(self: BaseBoardT) -> BaseBoardT:
        """A board of its own with the same pieces."""
        if type(self) is BaseBoard:
            return self._copied(True)
        board = type(self)(None)  # others may have more to begin with
        board._assign(self)
        return board

    def __copy__(self: BaseBoardT) -> BaseBoardT:
        return self.copy()

    def __deepcopy__(self: BaseBoardT, memo: Dict[int, object]) -> BaseBoardT:
        board = self.copy()
        memo[id(self)] = board
        return board


def _chess960_board_fen(number: int) -> str:
    if not 0 <= number <= 959:
        raise ValueError(f"chess960 position index not 0 <= {number!r} <= 959")
    return _GameBoard.from_chess960_pos(number).fen().split()[0]


@functools.lru_cache(maxsize=None)
def _chess960_numbers() -> Dict[str, int]:
    return {_chess960_board_fen(number): number for number in range(960)}
