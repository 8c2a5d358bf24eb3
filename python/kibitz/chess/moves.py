"""The moves of a board: dynamic lists that ask the board each time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator

from .._core import FreeMove as Move

if TYPE_CHECKING:
    from .board import Board


class LegalMoveGenerator:
    """The legal moves of a board as it is when they are asked for."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def __bool__(self) -> bool:
        return any(True for _ in self.board.generate_legal_moves())

    def count(self) -> int:
        """How many there are."""
        return self.board._legal_count()

    def __iter__(self) -> Iterator[Move]:
        return self.board.generate_legal_moves()

    def __contains__(self, move: Move) -> bool:
        return self.board.is_legal(move)

    def __repr__(self) -> str:
        moves = ", ".join(self.board.san(move) for move in self)
        return f"<LegalMoveGenerator at {id(self):#x} ({moves})>"


class PseudoLegalMoveGenerator:
    """The pseudo-legal moves of a board: they may leave the king in check."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def __bool__(self) -> bool:
        return any(True for _ in self.board.generate_pseudo_legal_moves())

    def count(self) -> int:
        """How many there are."""
        return sum(1 for _ in self)

    def __iter__(self) -> Iterator[Move]:
        return self.board.generate_pseudo_legal_moves()

    def __contains__(self, move: Move) -> bool:
        return self.board.is_pseudo_legal(move)

    def __repr__(self) -> str:
        names = (
            self.board.san(move) if self.board.is_legal(move) else self.board.uci(move)
            for move in self
        )
        return f"<PseudoLegalMoveGenerator at {id(self):#x} ({', '.join(names)})>"
