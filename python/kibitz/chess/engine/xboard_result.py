"""How a game ended, as XBoard's protocol says it."""

from __future__ import annotations

from typing import Optional

from ..board import Board
from ..outcome import Outcome, Termination
from ..squares import WHITE, Color
from .model import EngineError

_ENDINGS = {
    Termination.STALEMATE: "Stalemate",
    Termination.INSUFFICIENT_MATERIAL: "Insufficient material",
    Termination.SEVENTYFIVE_MOVES: "Draw by 75-move rule",
    Termination.FIVEFOLD_REPETITION: "Draw by repetition",
    Termination.FIFTY_MOVES: "Draw by 50-move rule",
    Termination.THREEFOLD_REPETITION: "Draw by repetition",
}


def result_line(
    board: Board, winner: Optional[Color], ending: Optional[str], is_complete: bool
) -> str:
    """The line for a result; an EngineError for an ending that cannot be sent."""
    if ending is not None and any(letter in ending for letter in "\n\r{}"):
        raise EngineError(f"invalid character in the game's ending: {ending!r}")
    outcome: Optional[Outcome] = board.outcome(claim_draw=True) if is_complete else None
    if winner is not None:
        result = "1-0" if winner == WHITE else "0-1"
    elif outcome is not None:
        result = outcome.result()
    else:
        result = "1/2-1/2" if is_complete and ending else "*"
    if ending is None and outcome is not None:
        mated = "White mates" if outcome.winner == WHITE else "Black mates"
        ending = (
            mated
            if outcome.termination == Termination.CHECKMATE
            else _ENDINGS.get(outcome.termination)
        )
    return f"result {result} {{{ending}}}" if ending else f"result {result}"
