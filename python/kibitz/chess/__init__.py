"""The interface of python-chess, on the C++ library of Kibitz.

    import kibitz.chess as chess
    import kibitz.chess.pgn

The names, arguments, exceptions and texts are those that python-chess documents for its version
1.11. docs/python.md says
what is left out: variants and Gaviota's tables. `kibitz` itself is smaller, and stricter about positions.
"""

from __future__ import annotations

import importlib
from typing import Any

from .._core import AmbiguousMoveError, IllegalMoveError, InvalidMoveError
from .._core import FreeMove as Move
from ..pieces import UNICODE_SYMBOLS as UNICODE_PIECE_SYMBOLS
from .base_board import BaseBoard, BaseBoardT
from .bitboards import *  # noqa: F401, F403
from .board import Board, BoardT, EnPassantSpec
from .moves import LegalMoveGenerator, PseudoLegalMoveGenerator
from .outcome import *  # noqa: F401, F403
from .pieces import Piece
from .square_set import IntoSquareSet, SquareSet
from .squares import *  # noqa: F401, F403

__version__ = "1.11.2"  # the version of python-chess whose interface this is; programs ask for it

_SLIDERS = (
    "BB_DIAG_ATTACKS",
    "BB_DIAG_MASKS",
    "BB_FILE_ATTACKS",
    "BB_FILE_MASKS",
    "BB_RANK_ATTACKS",
    "BB_RANK_MASKS",
    "BB_RAYS",
)
_MODULES = ("engine", "gaviota", "pgn", "polyglot", "svg", "syzygy", "variant")


def __getattr__(name: str) -> Any:
    """chess.pgn and its neighbours, and tables that few use: loaded when they are first named."""
    if name in _SLIDERS:
        return getattr(importlib.import_module(f"{__name__}.sliders"), name)
    if name in _MODULES:
        return importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "AmbiguousMoveError",
    "BaseBoard",
    "BaseBoardT",
    "Board",
    "BoardT",
    "EnPassantSpec",
    "IllegalMoveError",
    "IntoSquareSet",
    "InvalidMoveError",
    "LegalMoveGenerator",
    "Move",
    "Piece",
    "PseudoLegalMoveGenerator",
    "SquareSet",
    "UNICODE_PIECE_SYMBOLS",
]
