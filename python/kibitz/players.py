"""Opponents: human-like levels, characters, and the moves that people play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import List, Tuple, Union

from ._core import Move, PlayerBase
from ._core import human_moves as _human_moves
from ._core import player_names as _player_names
from .board import Board


@dataclass(frozen=True)
class Choice:
    """A player's answer."""

    move: Move
    resigns: bool  # instead of the move, which it could still make
    offers_draw: bool  # with the move


class Player(PlayerBase):
    """An opponent by its name (see player_names()), by the path of a player file, or by a rating.

        >>> kibitz.Player("level-05").choose(kibitz.Board()).move
        >>> kibitz.Player(1400).choose(kibitz.Board()).move
    """

    def __init__(self, name_or_rating: Union[str, int]) -> None:
        super().__init__(name_or_rating)

    def choose(self, board: Board) -> Choice:
        """What it plays."""
        return Choice(*self._choose(board))

    def __repr__(self) -> str:
        rating = f", {self.rating}" if self.rating is not None else ""
        return f"<Player {self.name}{rating}>"


def player_names() -> List[str]:
    """The players that come with Kibitz."""
    return _player_names()


def human_moves(board: Board, rating: int) -> List[Tuple[Move, float]]:
    """The legal moves, each with the probability that a person of that rating (as lichess counts
    in rapid games) plays it, the likeliest first."""
    return _human_moves(board, rating)
