"""Board: a position, and the moves that led to it."""

from __future__ import annotations

from typing import (
    Any,
    Callable,
    ClassVar,
    Dict,
    Iterable,
    List,
    Literal,
    Optional,
    Tuple,
    Type,
    TypeVar,
    Union,
)

from .. import _core
from .._core import FreeMove as Move
from .._core import IllegalMoveError
from . import epd as _epd
from .base_board import BaseBoard
from .bitboards import (
    BB_BACKRANKS,
    BB_CORNERS,
    BB_RANK_1,
    BB_RANK_8,
    BB_SQUARES,
    Bitboard,
    lsb,
    msb,
)
from .moves import LegalMoveGenerator, PseudoLegalMoveGenerator
from .outcome import Outcome, Status, Termination
from .square_set import SquareSet
from .squares import (
    BLACK,
    QUEEN,
    SQUARE_NAMES,
    STARTING_FEN,
    WHITE,
    Color,
    PieceType,
    Square,
    square_file,
)

BoardT = TypeVar("BoardT", bound="Board")
EnPassantSpec = Literal["legal", "fen", "xfen"]


class Board(BaseBoard):
    """A position and the moves that led to it. Any placing of pieces is allowed, and push()
    trusts its caller.
    """

    aliases: ClassVar[List[str]] = [
        "Standard",
        "Chess",
        "Classical",
        "Normal",
        "Illegal",
        "From Position",
    ]
    uci_variant: ClassVar[Optional[str]] = "chess"
    xboard_variant: ClassVar[Optional[str]] = "normal"
    starting_fen: ClassVar[str] = STARTING_FEN
    tbw_suffix: ClassVar[Optional[str]] = ".rtbw"
    tbz_suffix: ClassVar[Optional[str]] = ".rtbz"
    connected_kings: ClassVar[bool] = False
    one_king: ClassVar[bool] = True
    captures_compulsory: ClassVar[bool] = False

    def __init_subclass__(cls, **kwargs: Any) -> None:
        """A class with a push of its own has it called by what else makes moves."""
        super().__init_subclass__(**kwargs)
        if cls.push is not Board.push:
            for name, method in (("push_san", _push_san), ("san_and_push", _san_and_push)):
                if getattr(cls, name) is getattr(Board, name):
                    setattr(cls, name, method)

    def __init__(self, fen: Optional[str] = STARTING_FEN, *, chess960: bool = False) -> None:
        _core.FreeBoard.__init__(self)
        if chess960:
            self.chess960 = True
        if fen is not None:
            self._set_fen(fen)

    @classmethod
    def empty(cls: Type[BoardT], *, chess960: bool = False) -> BoardT:
        """A board without pieces."""
        return cls(None, chess960=chess960)

    @classmethod
    def from_epd(
        cls: Type[BoardT], epd: str, *, chess960: bool = False
    ) -> Tuple[BoardT, Dict[str, _epd.Operand]]:
        """The position of a line of EPD, and its operations."""
        board = cls.empty(chess960=chess960)
        return board, board.set_epd(epd)

    @classmethod
    def from_chess960_pos(cls: Type[BoardT], scharnagl: int) -> BoardT:
        """The start of Chess960 with that number, 0 to 959."""
        board = cls.empty(chess960=True)
        board.set_chess960_pos(scharnagl)
        return board

    # --- Setting up ---

    def reset(self) -> None:
        """Sets up the start of a game."""
        self._set_fen(self.starting_fen)

    def clear(self) -> None:
        """Takes everything away: pieces, rights, moves and counters."""
        self._set_fen("8/8/8/8/8/8/8/8 w - - 0 1")

    def set_fen(self, fen: str) -> None:
        """Sets up the position of a FEN; a ValueError if it is none."""
        self._set_fen(fen)

    def set_castling_fen(self, castling_fen: str) -> None:
        """Sets the castling rights as the field of a FEN says."""
        self._set_castling_fen(castling_fen)

    def set_chess960_pos(self, scharnagl: int) -> None:
        """Sets up the start of Chess960 with that number."""
        super().set_chess960_pos(scharnagl)
        self.chess960 = True
        self.turn = WHITE
        self.castling_rights = self.rooks
        self.ep_square = None
        self.halfmove_clock = 0
        self.fullmove_number = 1

    def chess960_pos(
        self,
        *,
        ignore_turn: bool = False,
        ignore_castling: bool = False,
        ignore_counters: bool = True,
    ) -> Optional[int]:
        """The number of the start of Chess960, None if it is none."""
        fits = (
            self.ep_square is None
            and (ignore_turn or self.turn == WHITE)
            and (ignore_castling or self.clean_castling_rights() == self.rooks)
            and (ignore_counters or (self.fullmove_number == 1 and self.halfmove_clock == 0))
        )
        return super().chess960_pos() if fits else None

    def root(self: BoardT) -> BoardT:
        """The position before the first move."""
        board = type(self)(None)
        board._assign_root(self)
        return board

    # --- Moves ---

    @property
    def legal_moves(self) -> LegalMoveGenerator:
        """The legal moves, asked for each time."""
        return LegalMoveGenerator(self)

    @property
    def pseudo_legal_moves(self) -> PseudoLegalMoveGenerator:
        """The pseudo-legal moves, asked for each time."""
        return PseudoLegalMoveGenerator(self)

    def find_move(
        self, from_square: Square, to_square: Square, promotion: Optional[PieceType] = None
    ) -> Move:
        """The legal move between two squares; a pawn becomes a queen unless you say otherwise."""
        if (
            promotion is None
            and self.pawns & BB_SQUARES[from_square]
            and BB_SQUARES[to_square] & BB_BACKRANKS
        ):
            promotion = QUEEN
        move = self._normalised(Move(from_square, to_square, promotion), self.chess960)
        if not self.is_legal(move):
            names = f"{SQUARE_NAMES[from_square]} -> {SQUARE_NAMES[to_square]}"
            raise IllegalMoveError(
                f"no matching legal move for {move.uci()} ({names}) in {self.fen()}"
            )
        return move

    def checkers(self) -> SquareSet:
        """The pieces that give check."""
        return SquareSet(self.checkers_mask())

    def gives_check(self, move: Move) -> bool:
        """Whether a move checks the other king."""
        return self._after(move).is_check()

    def gives_checkmate(self, move: Move) -> bool:
        """Whether a move mates."""
        return self._after(move).is_checkmate()

    def _after(self: BoardT, move: Move) -> BoardT:
        board = self.copy(stack=False)
        board.push(move)
        return board

    def is_kingside_castling(self, move: Move) -> bool:
        """Whether a move castles to the h-side."""
        return self.is_castling(move) and square_file(move.to_square) > square_file(
            move.from_square
        )

    def is_queenside_castling(self, move: Move) -> bool:
        """Whether a move castles to the a-side."""
        return self.is_castling(move) and square_file(move.to_square) < square_file(
            move.from_square
        )

    # --- Rights ---

    def has_castling_rights(self, color: Color) -> bool:
        """Whether a side may still castle."""
        return bool(self.clean_castling_rights() & _back_rank(color))

    def has_kingside_castling_rights(self, color: Color) -> bool:
        """Whether a side may still castle to the h-side."""
        king = self.king(color)
        rooks = self.clean_castling_rights() & _back_rank(color)
        return king is not None and bool(rooks) and msb(rooks) > king

    def has_queenside_castling_rights(self, color: Color) -> bool:
        """Whether a side may still castle to the a-side."""
        king = self.king(color)
        rooks = self.clean_castling_rights() & _back_rank(color)
        return king is not None and bool(rooks) and lsb(rooks) < king

    def has_chess960_castling_rights(self) -> bool:
        """Whether there are castling rights that only Chess960 knows."""
        board = self.copy(stack=False)
        board.chess960 = True
        rights = board.clean_castling_rights()
        if rights & ~BB_CORNERS:
            return True
        homes = {WHITE: 4, BLACK: 60}
        return any(
            rights & _back_rank(color) and self.king(color) != home for color, home in homes.items()
        )

    def has_pseudo_legal_en_passant(self) -> bool:
        """Whether a pawn attacks the square behind one that has moved two steps."""
        return self.ep_square is not None and any(True for _ in self.generate_pseudo_legal_ep())

    def has_legal_en_passant(self) -> bool:
        """Whether a capture en passant is legal."""
        return self.ep_square is not None and any(True for _ in self.generate_legal_ep())

    # --- The end of a game ---

    def is_variant_end(self) -> bool:
        """False: standard chess has no ends but those below."""
        return False

    def is_variant_loss(self) -> bool:
        """False in standard chess."""
        return False

    def is_variant_win(self) -> bool:
        """False in standard chess."""
        return False

    def is_variant_draw(self) -> bool:
        """False in standard chess."""
        return False

    def outcome(self, *, claim_draw: bool = False) -> Optional[Outcome]:
        """How the game has ended, None if it goes on. With `claim_draw`, a draw that can be
        claimed counts.
        """
        if self.is_checkmate():
            return Outcome(Termination.CHECKMATE, not self.turn)
        draws: List[Tuple[Callable[[], bool], Termination]] = [
            (self.is_insufficient_material, Termination.INSUFFICIENT_MATERIAL),
            (self.is_stalemate, Termination.STALEMATE),
            (self.is_seventyfive_moves, Termination.SEVENTYFIVE_MOVES),
            (self.is_fivefold_repetition, Termination.FIVEFOLD_REPETITION),
        ]
        if claim_draw:
            draws.append((self.can_claim_fifty_moves, Termination.FIFTY_MOVES))
            draws.append((self.can_claim_threefold_repetition, Termination.THREEFOLD_REPETITION))
        for is_so, termination in draws:
            if is_so():
                return Outcome(termination, None)
        return None

    def is_game_over(self, *, claim_draw: bool = False) -> bool:
        """Whether the game has ended."""
        return self.outcome(claim_draw=claim_draw) is not None

    def result(self, *, claim_draw: bool = False) -> str:
        """1-0, 0-1, 1/2-1/2, or * while the game goes on."""
        outcome = self.outcome(claim_draw=claim_draw)
        return outcome.result() if outcome else "*"

    def is_checkmate(self) -> bool:
        """Whether the side to move is mated."""
        return self.is_check() and not self._has_legal_moves()

    def is_stalemate(self) -> bool:
        """Whether the side to move has no move and is not in check."""
        return not self.is_check() and not self._has_legal_moves()

    def is_insufficient_material(self) -> bool:
        """Whether neither side can win with what it has."""
        return all(self.has_insufficient_material(color) for color in (WHITE, BLACK))

    def is_seventyfive_moves(self) -> bool:
        """Whether 75 moves of both sides took nothing and moved no pawn."""
        return self.halfmove_clock >= 150 and self._has_legal_moves()

    def is_fifty_moves(self) -> bool:
        """Whether 50 moves of both sides took nothing and moved no pawn."""
        return self.halfmove_clock >= 100 and self._has_legal_moves()

    def is_fivefold_repetition(self) -> bool:
        """Whether the position has occurred five times."""
        return self.is_repetition(5)

    def can_claim_draw(self) -> bool:
        """Whether the side to move can claim a draw."""
        return self.can_claim_fifty_moves() or self.can_claim_threefold_repetition()

    def status(self) -> Status:
        """What is wrong with the position."""
        return Status(self._status())

    def is_valid(self) -> bool:
        """Whether nothing is wrong with the position."""
        return self.status() == Status.VALID

    # --- Text and pictures ---

    def shredder_fen(
        self, *, en_passant: EnPassantSpec = "legal", promoted: Optional[bool] = None
    ) -> str:
        """The FEN with the files of the rooks as castling rights."""
        return self.fen(shredder=True, en_passant=en_passant, promoted=promoted)

    def epd(
        self,
        *,
        shredder: bool = False,
        en_passant: EnPassantSpec = "legal",
        promoted: Optional[bool] = None,
        **operations: _epd.GivenOperand,
    ) -> str:
        """The position without counters, and operations: epd(bm=move, id="...")."""
        position = self._short_fen(shredder, en_passant, promoted)
        return f"{position} {_epd.format_operations(self, operations)}" if operations else position

    def set_epd(self, epd: str) -> Dict[str, _epd.Operand]:
        """Sets up the position of a line of EPD and returns its operations."""
        words = epd.strip().rstrip(";").split(None, 4)
        operations: Dict[str, _epd.Operand] = {}
        if len(words) > 4:
            position = " ".join(words[:4])
            operations = _epd.parse_operations(
                words[4], lambda: type(self)(f"{position} 0 1", chess960=self.chess960)
            )
            words = words[:4] + [str(operations.get("hmvc", 0)), str(operations.get("fmvn", 1))]
        self.set_fen(" ".join(words))
        return operations

    def uci(self, move: Move, *, chess960: Optional[bool] = None) -> str:
        """A move as UCI writes it."""
        return self._normalised(move, self.chess960 if chess960 is None else chess960).uci()

    def parse_uci(self, uci: str) -> Move:
        """The legal move, or the null move, of a text in UCI's notation."""
        move = Move.from_uci(uci)
        if not move:
            return move
        move = self._normalised(move, self.chess960)
        if not self.is_legal(move):
            raise IllegalMoveError(f"illegal uci: {uci!r} in {self.fen()}")
        return move

    def push_uci(self, uci: str) -> Move:
        """Makes a move in UCI's notation and returns it."""
        move = self.parse_uci(uci)
        self.push(move)
        return move

    def xboard(self, move: Move, chess960: Optional[bool] = None) -> str:
        """A move as XBoard's protocol writes it."""
        is_chess960 = self.chess960 if chess960 is None else chess960
        if not is_chess960 or not self.is_castling(move):
            return move.xboard()
        return "O-O" if self.is_kingside_castling(move) else "O-O-O"

    def parse_xboard(self, xboard: str) -> Move:
        """The legal move of a text in XBoard's notation."""
        return self.parse_san(xboard)

    def push_xboard(self, san: str) -> Move:
        """Makes a move in XBoard's notation and returns it."""
        return self.push_san(san)

    def __repr__(self) -> str:
        mode = ", chess960=True" if self.chess960 else ""
        return f"{type(self).__name__}({self.fen()!r}{mode})"

    def _repr_svg_(self) -> str:
        from . import svg

        lastmove = self.peek() if self.move_stack else None
        check = self.king(self.turn) if self.is_check() else None
        return svg.board(self, size=390, lastmove=lastmove, check=check)

    # --- Comparing, copying, turning ---

    def __eq__(self, board: object) -> bool:
        if not isinstance(board, Board):
            return NotImplemented
        return (
            self.halfmove_clock == board.halfmove_clock
            and self.fullmove_number == board.fullmove_number
            and self.uci_variant == board.uci_variant
            and self._repeats(board)
        )

    def apply_transform(self, f: Callable[[Bitboard], Bitboard]) -> None:
        """Moves all pieces, the rights and the square of en passant as a function of bitboards says."""
        super().apply_transform(f)
        self.clear_stack()
        self.ep_square = None if self.ep_square is None else msb(f(BB_SQUARES[self.ep_square]))
        self.castling_rights = f(self.castling_rights)

    def transform(self: BoardT, f: Callable[[Bitboard], Bitboard]) -> BoardT:
        """A board with everything moved as a function of bitboards says."""
        board = self.copy(stack=False)
        board.apply_transform(f)
        return board

    def apply_mirror(self) -> None:
        """Turns the board round and changes the colors and the turn."""
        super().apply_mirror()
        self.turn = not self.turn

    def mirror(self: BoardT) -> BoardT:
        """The board turned round with the colors changed."""
        board = self.copy(stack=False)
        board.apply_mirror()
        return board

    def copy(self: BoardT, *, stack: Union[bool, int] = True) -> BoardT:
        """A board of its own. `stack` says how many of the last moves it keeps: all, none, or a number."""
        if type(self) is Board:
            return self._copied(stack)
        board = type(self)(None)  # others may have more to begin with
        board._assign(self, None if stack is True else int(stack))
        return board

    def __reduce__(self) -> Tuple[Any, ...]:
        root = self.root()
        fen = root.fen(shredder=True, en_passant="fen", promoted=True)
        return _restore, (type(self), fen, self.chess960, tuple(self.move_stack))


def _push_san(board: Board, san: str) -> Move:
    move = board.parse_san(san)
    board.push(move)
    return move


def _san_and_push(board: Board, move: Move) -> str:
    san = board.san(move)
    board.push(move)
    return san


def _back_rank(color: Color) -> Bitboard:
    return BB_RANK_1 if color else BB_RANK_8


def _restore(kind: Type[BoardT], fen: str, chess960: bool, moves: Iterable[Move]) -> BoardT:
    board = kind(fen, chess960=chess960)
    for move in moves:
        board.push(move)
    return board
