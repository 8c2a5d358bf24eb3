"""Chess at the speed of C++: rules, games, pictures, and a strong engine in this process.

    >>> import kibitz
    >>> board = kibitz.Board()
    >>> board.push_san("e4")
    Move.from_uci('e2e4')
    >>> len(board.legal_moves)
    20

Names follow python-chess where the two do the same. docs/python.md says where they differ.
"""

from . import games, pgn, polyglot, svg, syzygy, uci
from ._core import AmbiguousMoveError, IllegalMoveError, InvalidMoveError, Move, __version__
from .board import (
    BISHOP,
    BLACK,
    COLORS,
    FILE_NAMES,
    KING,
    KNIGHT,
    PAWN,
    PIECE_TYPES,
    QUEEN,
    RANK_NAMES,
    ROOK,
    SQUARE_NAMES,
    SQUARES,
    STARTING_FEN,
    WHITE,
    Board,
    LegalMoves,
    Outcome,
    parse_square,
    square,
    square_distance,
    square_file,
    square_name,
    square_rank,
)
from .engine import (
    Claim,
    Engine,
    Explanation,
    Info,
    Review,
    ReviewedMove,
    Score,
    SideReview,
    WinDrawLoss,
)
from .pieces import Piece
from .players import Choice, Player, human_moves, player_names

# A1 = 0 to H8 = 63
globals().update({name.upper(): number for number, name in enumerate(SQUARE_NAMES)})

__all__ = [
    "AmbiguousMoveError",
    "BISHOP",
    "BLACK",
    "Board",
    "COLORS",
    "Choice",
    "Claim",
    "Engine",
    "Explanation",
    "FILE_NAMES",
    "IllegalMoveError",
    "Info",
    "InvalidMoveError",
    "KING",
    "KNIGHT",
    "LegalMoves",
    "Move",
    "Outcome",
    "PAWN",
    "PIECE_TYPES",
    "Piece",
    "Player",
    "QUEEN",
    "RANK_NAMES",
    "ROOK",
    "Review",
    "ReviewedMove",
    "SQUARES",
    "SQUARE_NAMES",
    "STARTING_FEN",
    "Score",
    "SideReview",
    "WHITE",
    "WinDrawLoss",
    "__version__",
    "games",
    "human_moves",
    "parse_square",
    "pgn",
    "player_names",
    "polyglot",
    "square",
    "square_distance",
    "square_file",
    "square_name",
    "square_rank",
    "svg",
    "syzygy",
    "uci",
    *(name.upper() for name in SQUARE_NAMES),
]
