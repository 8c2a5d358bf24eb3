"""The board: squares, pieces, and a position with the moves that led to it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, FrozenSet, Iterable, Iterator, List, Optional, Tuple, Union

from ._core import BoardBase, InvalidMoveError, Move, parse_epd
from .pieces import Piece as Piece  # noqa: F401
from .svg import Picture

WHITE, BLACK = True, False
COLORS = (WHITE, BLACK)
PIECE_TYPES = (PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING) = range(1, 7)

FILE_NAMES = tuple("abcdefgh")
RANK_NAMES = tuple("12345678")
SQUARES = range(64)
SQUARE_NAMES = tuple(file + rank for rank in RANK_NAMES for file in FILE_NAMES)

STARTING_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def square(file_index: int, rank_index: int) -> int:
    """The square on that file and rank, both counted from 0."""
    if not (0 <= file_index < 8 and 0 <= rank_index < 8):
        raise ValueError("files and ranks are counted from 0 to 7")
    return rank_index * 8 + file_index


def parse_square(name: str) -> int:
    """The square of that name: parse_square("e4") is 28."""
    try:
        return SQUARE_NAMES.index(name)
    except ValueError:
        raise ValueError(f"{name!r} is not the name of a square, such as e4") from None


def square_name(square: int) -> str:
    """The name of a square: square_name(28) is "e4"."""
    return SQUARE_NAMES[square]


def square_file(square: int) -> int:
    """The file of a square: 0 for the a-file."""
    return square & 7


def square_rank(square: int) -> int:
    """The rank of a square: 0 for the first."""
    return square >> 3


def square_distance(a: int, b: int) -> int:
    """How many moves a king needs from one square to the other."""
    return max(abs(square_file(a) - square_file(b)), abs(square_rank(a) - square_rank(b)))


@dataclass(frozen=True)
class Outcome:
    """How a game ended: "checkmate", "stalemate", "dead position", "fivefold repetition",
    "75-move rule", or after a claim "threefold repetition" or "50-move rule"."""

    termination: str
    winner: Optional[bool]

    def result(self) -> str:
        """The result as PGN writes it."""
        if self.winner is None:
            return "1/2-1/2"
        return "1-0" if self.winner else "0-1"


class LegalMoves:
    """The legal moves of a board as it is when they are asked for."""

    def __init__(self, board: Board) -> None:
        self._board = board

    def __iter__(self) -> Iterator[Move]:
        return iter(self._board._legal_moves())

    def __len__(self) -> int:
        return self._board._legal_count()

    def __contains__(self, move: Move) -> bool:
        return self._board.is_legal(move)

    def count(self) -> int:
        """How many there are."""
        return self._board._legal_count()

    def __repr__(self) -> str:
        moves = ", ".join(self._board.san(move) for move in self)
        return f"<LegalMoves ({moves})>"


class Board(BoardBase):
    """A position, and the moves that led to it.

    Only positions that can be played are allowed: one king a side, the side that has moved not in
    check. A FEN that is none raises a ValueError that says what is wrong with it.
    """

    def __init__(self, fen: Union[str, BoardBase] = STARTING_FEN, *, chess960: bool = False) -> None:
        if isinstance(fen, BoardBase):
            super().__init__(fen)
        else:
            super().__init__(fen, chess960)

    @classmethod
    def from_chess960_pos(cls, number: int) -> Board:
        """The start of Chess960 with that number, 0 to 959. 518 is the usual one."""
        return cls(BoardBase._chess960(number))

    @classmethod
    def from_epd(cls, line: str) -> Tuple[Board, Dict[str, List[str]]]:
        """The position of a line of EPD, and its operations: {"bm": ["Nf3"], "id": ["WAC.001"]}."""
        board, operations = parse_epd(line)
        return cls(board), operations

    # --- Moves ---

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves: to iterate over, to count, and to ask with `in`."""
        return LegalMoves(self)

    def peek(self) -> Move:
        """The last move."""
        moves = self.move_stack
        if not moves:
            raise IndexError("no move has been made")
        return moves[-1]

    def find_move(self, from_square: int, to_square: int, promotion: Optional[int] = None) -> Move:
        """The legal move between two squares; a pawn becomes a queen unless you say otherwise."""
        move = Move(from_square, to_square, promotion)
        if promotion is None and not self.is_legal(move):
            move = Move(from_square, to_square, QUEEN)
        if not self.is_legal(move):
            raise InvalidMoveError(
                f"no legal move goes from {square_name(from_square)} to {square_name(to_square)}"
            )
        return move

    def play(self, moves: Union[str, Iterable[Union[str, Move]]]) -> Board:
        """Makes several moves, such as "1. e4 e5 2. Nf3", and returns the board."""
        words = moves.split() if isinstance(moves, str) else moves
        for move in words:
            if isinstance(move, Move):
                self.push(move)
                continue
            text = _move_of(move)
            if text:
                self.push_san(text)
        return self

    def copy(self) -> Board:
        """A board of its own with the same moves."""
        return Board(self)

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Board:
        return self.copy()

    def __reduce__(self) -> Tuple[Any, ...]:
        return (_restore, (self.root_fen(), self.chess960, [m.uci() for m in self.move_stack]))

    def root(self) -> Board:
        """The position before the first move."""
        return Board(self.root_fen(), chess960=self.chess960)

    def set_fen(self, fen: str) -> None:
        """Sets up another position; the moves are forgotten."""
        self._assign(Board(fen, chess960=self.chess960))

    def reset(self) -> None:
        """Sets up the start of a game."""
        self.set_fen(STARTING_FEN)

    # --- Pieces and squares ---

    def pieces(self, piece_type: int, color: bool) -> FrozenSet[int]:
        """The squares of the pieces of a type and color."""
        return frozenset(self._pieces(piece_type, color))

    def attackers(self, color: bool, square: int) -> FrozenSet[int]:
        """The squares of the pieces of that color that attack a square."""
        return frozenset(super().attackers(color, square))

    def is_attacked_by(self, color: bool, square: int) -> bool:
        """Whether a piece of that color attacks a square."""
        return bool(super().attackers(color, square))

    def checkers(self) -> FrozenSet[int]:
        """The squares of the pieces that give check."""
        return frozenset(super().checkers())

    def has_kingside_castling_rights(self, color: bool) -> bool:
        """Whether king and kingside rook have not moved."""
        return self._castling(color, True)

    def has_queenside_castling_rights(self, color: bool) -> bool:
        """Whether king and queenside rook have not moved."""
        return self._castling(color, False)

    def has_castling_rights(self, color: bool) -> bool:
        """Whether the side may still castle on either side later."""
        return self._castling(color, True) or self._castling(color, False)

    # --- The end of a game ---

    def outcome(self, *, claim_draw: bool = False) -> Optional[Outcome]:
        """How the game has ended, None if it goes on. With `claim_draw`, a draw that the side to
        move can claim counts."""
        ended = self._outcome()
        if ended:
            return Outcome(*ended)
        claim = self._claim() if claim_draw else None
        return Outcome(claim, None) if claim else None

    def is_game_over(self, *, claim_draw: bool = False) -> bool:
        """Whether the game has ended."""
        return self.outcome(claim_draw=claim_draw) is not None

    def result(self, *, claim_draw: bool = False) -> str:
        """The result as PGN writes it; "*" while the game goes on."""
        outcome = self.outcome(claim_draw=claim_draw)
        return outcome.result() if outcome else "*"

    def is_checkmate(self) -> bool:
        """Whether the side to move is mated."""
        return self.is_check() and self._legal_count() == 0

    def is_stalemate(self) -> bool:
        """Whether the side to move has no move and is not in check."""
        return not self.is_check() and self._legal_count() == 0

    def is_fivefold_repetition(self) -> bool:
        """Whether the position has occurred five times."""
        return self.is_repetition(5)

    def can_claim_threefold_repetition(self) -> bool:
        """Whether the side to move can claim a draw because the position occurred three times."""
        return self._claim() == "threefold repetition"

    def can_claim_fifty_moves(self) -> bool:
        """Whether the side to move can claim a draw because nothing was taken and no pawn moved."""
        return self._claim() == "50-move rule"

    # --- Text and pictures ---

    def epd(self) -> str:
        """The position without the two move counters."""
        return " ".join(self.fen().split()[:4])

    def ascii(self) -> str:
        """The board in letters, White below."""
        rows = []
        for rank in reversed(range(8)):
            symbols = (str(self.piece_at(square(file, rank)) or ".") for file in range(8))
            rows.append(" ".join(symbols))
        return "\n".join(rows)

    def __str__(self) -> str:
        return self.ascii()

    def __repr__(self) -> str:
        mode = ", chess960=True" if self.chess960 else ""
        return f"Board('{self.fen()}'{mode})"

    __hash__ = None  # type: ignore[assignment]  # a board changes

    def svg(
        self,
        *,
        size: int = 360,
        orientation: bool = WHITE,
        coordinates: bool = True,
        lastmove: Optional[Move] = None,
        dark: bool = False,
        arrows: Iterable[Tuple[int, int]] = (),
    ) -> Picture:
        """A picture of the board, which notebooks show. The last move is marked."""
        return Picture(self._svg(size, orientation, coordinates, lastmove, dark, list(arrows)))

    def _repr_svg_(self) -> str:
        return self._svg(360, WHITE, True, None, False, [])


def _move_of(word: str) -> str:
    """What is left of "1.e4" or "12..." without the number: "e4" or nothing."""
    number, dots, move = word.partition(".")
    return move.lstrip(".") if dots and number.isdigit() else word


def _restore(fen: str, chess960: bool, moves: List[str]) -> Board:
    board = Board(fen, chess960=chess960)
    for move in moves:
        board.push_uci(move)
    return board
