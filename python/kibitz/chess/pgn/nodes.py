"""Games as trees of nodes that can be changed."""

from __future__ import annotations

import abc
from typing import (
    Any,
    Callable,
    Dict,
    Generic,
    Iterable,
    Iterator,
    List,
    Optional,
    Set,
    Tuple,
    Type,
    TypeVar,
    Union,
    overload,
)

from ..._core import FreeGame
from ..._core import FreeMove as Move
from ..board import Board
from ..engine.scores import PovScore
from ..squares import Color, Square
from ..svg import Arrow
from . import commands
from .exporters import StringExporter
from .headers import GivenHeaders, Headers, starting_tags
from .time_control import TimeControl, parse_time_control
from .visitors import SKIP, BaseVisitor, GameBuilder, ResultT
from .walk import visit_node, walk

GameT = TypeVar("GameT", bound="Game")
MainlineMapT = TypeVar("MainlineMapT")
PartT = TypeVar("PartT")
Comment = Union[str, List[str]]


def _move_of(node: ChildNode) -> Move:
    return node.move


def _comments(comment: Comment) -> List[str]:
    return [text for text in ([comment] if isinstance(comment, str) else comment) if text]


class _Unread(Generic[PartT]):
    """A part of a node that was read: taken from the tree of the game when it is first asked for.
    From then on, as in nodes that were made otherwise, it is an attribute like others.
    """

    def __init__(self, take: Callable[[GameNode], PartT]) -> None:
        self._take = take

    def __set_name__(self, owner: Type[Any], name: str) -> None:
        self._name = name

    @overload
    def __get__(self, node: None, owner: Type[Any]) -> _Unread[PartT]:
        ...

    @overload
    def __get__(self, node: GameNode, owner: Type[Any]) -> PartT:
        ...

    def __get__(self, node: Optional[GameNode], owner: Type[Any]) -> Union[_Unread[PartT], PartT]:
        if node is None:
            return self
        part = node.__dict__[self._name] = self._take(node)
        return part


class GameNode(abc.ABC):
    """A place in a game: its start, or after a move."""

    _tree: FreeGame  # of a node that was read, where `_place` is its own
    _place: int

    variations = _Unread[List["ChildNode"]](
        lambda node: node._tree.children(node._place, node, ChildNode)
    )
    comments = _Unread[List[str]](lambda node: node._tree.comments(node._place))
    starting_comments = _Unread[List[str]](lambda node: node._tree.starting_comments(node._place))
    nags = _Unread[Set[int]](lambda node: node._tree.nags(node._place))

    def __init__(self, *, comment: Comment = "") -> None:
        self.variations = []
        self.comments = _comments(comment)
        self.starting_comments = []
        self.nags = set()

    def __getstate__(self) -> Dict[str, Any]:
        # Copies and pickles have no tree to take from.
        for part in ("variations", "comments", "starting_comments", "nags"):
            getattr(self, part)
        return {name: value for name, value in vars(self).items() if name not in ("_tree", "_place")}

    @property
    def comment(self) -> str:
        """The comments behind the move, as one text."""
        return " ".join(self.comments)

    @comment.setter
    def comment(self, text: str) -> None:
        self.comments = _comments(text)

    @property
    def starting_comment(self) -> str:
        """The comments before the first move of a variation, as one text."""
        return " ".join(self.starting_comments)

    @starting_comment.setter
    def starting_comment(self, text: str) -> None:
        self.starting_comments = _comments(text)

    # --- The tree ---

    @property
    @abc.abstractmethod
    def parent(self) -> Optional[GameNode]:
        """The node before, None at the start."""

    @property
    @abc.abstractmethod
    def move(self) -> Optional[Move]:
        """The move that leads here, None at the start."""

    @abc.abstractmethod
    def board(self) -> Board:
        """A board with the position, which may be changed."""

    @abc.abstractmethod
    def ply(self) -> int:
        """The half-moves that were made, as the move number says."""

    @abc.abstractmethod
    def accept(self, visitor: BaseVisitor[ResultT]) -> ResultT:
        """Tells a visitor about the move that leads here and all that follows."""

    def turn(self) -> Color:
        """Whose move it is."""
        return self.ply() % 2 == 0

    def root(self) -> GameNode:
        """The start."""
        node: GameNode = self
        while node.parent is not None:
            node = node.parent
        return node

    def game(self) -> Game:
        """The game."""
        root = self.root()
        assert isinstance(root, Game), "the root of a tree of moves is a Game"
        return root

    def _unfold(self) -> None:
        """Makes the nodes of the main line at once, if this one has been read and not yet touched."""
        if "variations" not in vars(self):
            self._tree.unfold_line(self._place, self, ChildNode)

    def end(self) -> GameNode:
        """The last node of the main line."""
        self._unfold()
        node: GameNode = self
        while node.variations:
            node = node.variations[0]
        return node

    def is_end(self) -> bool:
        """Whether no move follows."""
        return not self.variations

    def starts_variation(self) -> bool:
        """Whether this is the first move of a variation."""
        parent = self.parent
        return parent is not None and bool(parent.variations) and parent.variations[0] is not self

    def is_mainline(self) -> bool:
        """Whether this node is in the main line of the game."""
        node: GameNode = self
        while node.parent is not None:
            if not node.is_main_variation():
                return False
            node = node.parent
        return True

    def is_main_variation(self) -> bool:
        """Whether this is its parent's first move."""
        parent = self.parent
        return parent is None or not parent.variations or parent.variations[0] is self

    def __getitem__(self, move: Union[int, Move, GameNode]) -> ChildNode:
        if isinstance(move, int):
            return self.variations[move]
        for variation in self.variations:
            if variation is move or variation.move == move:
                return variation
        raise KeyError(move)

    def __contains__(self, move: Union[int, Move, GameNode]) -> bool:
        try:
            self[move]
        except (KeyError, IndexError):
            return False
        return True

    def variation(self, move: Union[int, Move, GameNode]) -> ChildNode:
        """The child with a move, or with a number."""
        return self[move]

    def has_variation(self, move: Union[int, Move, GameNode]) -> bool:
        """Whether there is such a child."""
        return move in self

    def promote_to_main(self, move: Union[int, Move, GameNode]) -> None:
        """Makes a child the main variation."""
        variation = self[move]
        self.variations.remove(variation)
        self.variations.insert(0, variation)

    def promote(self, move: Union[int, Move, GameNode]) -> None:
        """Moves a child one place up."""
        self._swap(self.variations.index(self[move]), -1)

    def demote(self, move: Union[int, Move, GameNode]) -> None:
        """Moves a child one place down."""
        self._swap(self.variations.index(self[move]), 1)

    def _swap(self, place: int, step: int) -> None:
        other = place + step
        if 0 <= other < len(self.variations):
            both = self.variations[place], self.variations[other]
            self.variations[other], self.variations[place] = both

    def remove_variation(self, move: Union[int, Move, GameNode]) -> None:
        """Takes a child away."""
        self.variations.remove(self[move])

    def add_variation(
        self,
        move: Move,
        *,
        comment: Comment = "",
        starting_comment: Comment = "",
        nags: Iterable[int] = (),
    ) -> ChildNode:
        """Adds a child."""
        return ChildNode(self, move, comment=comment, starting_comment=starting_comment, nags=nags)

    def add_main_variation(
        self, move: Move, *, comment: Comment = "", nags: Iterable[int] = ()
    ) -> ChildNode:
        """Adds a child as the main variation."""
        node = self.add_variation(move, comment=comment, nags=nags)
        self.variations.insert(0, self.variations.pop())
        return node

    def add_line(
        self,
        moves: Iterable[Move],
        *,
        comment: Comment = "",
        starting_comment: Comment = "",
        nags: Iterable[int] = (),
    ) -> GameNode:
        """Adds moves one after the other. Comment and glyphs belong to the last."""
        node: GameNode = self
        for move in moves:
            node = node.add_variation(move, starting_comment=starting_comment)
            starting_comment = ""
        node.comments.extend(_comments(comment))
        node.nags.update(nags)
        return node

    def next(self) -> Optional[ChildNode]:
        """The main variation's node, None at the end."""
        return self.variations[0] if self.variations else None

    def mainline(self) -> Mainline[ChildNode]:
        """The nodes of the main line behind this one."""
        return Mainline(self, lambda node: node)

    def mainline_moves(self) -> Mainline[Move]:
        """The moves of the main line behind this node."""
        return Mainline(self, _move_of)

    # --- Annotations ---

    def eval(self) -> Optional[PovScore]:
        """The score of [%eval ...]."""
        match = commands.find(commands.EVAL, self.comments)
        return commands.parse_eval(match, self.turn()) if match else None

    def eval_depth(self) -> Optional[int]:
        """The depth of [%eval ...]."""
        match = commands.find(commands.EVAL, self.comments)
        return int(match["depth"]) if match and match["depth"] else None

    def set_eval(self, score: Optional[PovScore], depth: Optional[int] = None) -> None:
        """Writes [%eval ...], or takes it away."""
        commands.replace(commands.EVAL, self.comments, commands.format_eval(score, depth))

    def arrows(self) -> List[Arrow]:
        """The arrows of [%csl ...] and [%cal ...]."""
        return commands.parse_arrows(self.comments)

    def set_arrows(self, arrows: Iterable[Union[Arrow, Tuple[Square, Square]]]) -> None:
        """Writes [%csl ...] and [%cal ...], or takes them away."""
        commands.set_arrows(self.comments, arrows)

    def clock(self) -> Optional[float]:
        """The seconds of [%clk ...]: what the player has left."""
        return commands.parse_seconds(commands.find(commands.CLOCK, self.comments))

    def set_clock(self, seconds: Optional[float]) -> None:
        """Writes [%clk ...], or takes it away."""
        commands.replace(commands.CLOCK, self.comments, commands.format_seconds("clk", seconds))

    def emt(self) -> Optional[float]:
        """The seconds of [%emt ...]: what the move took."""
        return commands.parse_seconds(commands.find(commands.ELAPSED, self.comments))

    def set_emt(self, seconds: Optional[float]) -> None:
        """Writes [%emt ...], or takes it away."""
        commands.replace(commands.ELAPSED, self.comments, commands.format_seconds("emt", seconds))

    # --- Text ---

    def accept_subgame(self, visitor: BaseVisitor[ResultT]) -> ResultT:
        """Tells a visitor about the game as if it began here."""
        if visitor.begin_game() is not SKIP:
            game = self.game()
            board = self.board()
            start = Game.without_tag_roster()
            start.setup(board)
            visitor.begin_headers()
            for name, value in game.headers.items():
                if name not in start.headers:
                    visitor.visit_header(name, value)
            for name, value in start.headers.items():
                visitor.visit_header(name, value)
            if visitor.end_headers() is not SKIP:
                visitor.visit_board(board)
                if self.variations:
                    walk(self.variations[0], board, visitor, sidelines=True)
                visitor.visit_result(game.headers.get("Result", "*"))
            visitor.end_game()
        return visitor.result()

    def __str__(self) -> str:
        return self.accept(StringExporter(columns=None))


class ChildNode(GameNode):
    """A place in a game after a move."""

    def __init__(
        self,
        parent: GameNode,
        move: Move,
        *,
        comment: Comment = "",
        starting_comment: Comment = "",
        nags: Iterable[int] = (),
    ) -> None:
        super().__init__(comment=comment)
        self._parent = parent
        self._move = move
        parent.variations.append(self)
        self.nags.update(nags)
        self.starting_comments = _comments(starting_comment)

    @property
    def parent(self) -> GameNode:
        return self._parent

    @property
    def move(self) -> Move:
        return self._move

    @move.setter
    def move(self, move: Move) -> None:
        self._move = move

    def _moves_from_root(self) -> Tuple[GameNode, List[Move]]:
        moves = []
        node: GameNode = self
        while isinstance(node, ChildNode):
            moves.append(node._move)
            node = node._parent
        moves.reverse()
        return node, moves

    def board(self) -> Board:
        root, moves = self._moves_from_root()
        board = root.board()
        for move in moves:
            board.push(move)
        return board

    def ply(self) -> int:
        root, moves = self._moves_from_root()
        return root.ply() + len(moves)

    def san(self) -> str:
        """The move as PGN writes it."""
        return self._parent.board().san(self._move)

    def uci(self, *, chess960: Optional[bool] = None) -> str:
        """The move as UCI writes it."""
        return self._parent.board().uci(self._move, chess960=chess960)

    def end(self) -> ChildNode:
        self._unfold()
        node = self
        while node.variations:
            node = node.variations[0]
        return node

    def accept(self, visitor: BaseVisitor[ResultT]) -> ResultT:
        walk(self, self._parent.board(), visitor, sidelines=False)
        return visitor.result()

    def __repr__(self) -> str:
        board = self._parent.board()
        dots = "." if board.turn else "..."
        name = type(self).__name__
        return (
            f"<{name} at {id(self):#x} ({board.fullmove_number}{dots} {board.san(self._move)} ...)>"
        )


class Game(GameNode):
    """The start of a game, with its tags."""

    headers: Headers
    errors: List[Exception]

    def __init__(self, headers: Optional[GivenHeaders] = None) -> None:
        super().__init__()
        self.headers = Headers(headers)
        self.errors = []

    @classmethod
    def read(cls: Type[GameT], headers: Headers, tree: FreeGame) -> GameT:
        """A game that takes its nodes from the tree that was read when they are touched."""
        game = cls.__new__(cls)
        game.headers = headers
        game.errors = tree.errors()
        game._tree, game._place = tree, 0
        return game

    @property
    def parent(self) -> None:
        return None

    @property
    def move(self) -> None:
        return None

    def board(self) -> Board:
        return self.headers.board()

    def ply(self) -> int:
        return self.headers.board().ply() if "FEN" in self.headers else 0

    def setup(self, board: Union[Board, str]) -> None:
        """Sets the tags for another start: FEN, SetUp and Variant."""
        if isinstance(board, str):
            board = Board(board)
            board.chess960 = board.has_chess960_castling_rights()
        for name, value in starting_tags(board):
            if value is not None:
                self.headers[name] = value
            else:
                self.headers.pop(name, None)

    def accept(self, visitor: BaseVisitor[ResultT]) -> ResultT:
        if visitor.begin_game() is not SKIP:
            for name, value in self.headers.items():
                visitor.visit_header(name, value)
            if visitor.end_headers() is not SKIP:
                board = self.board()
                visitor.visit_board(board)
                if self.comment:
                    visitor.visit_comment(self.comment)
                if self.variations:
                    walk(self.variations[0], board, visitor, sidelines=True)
                visitor.visit_result(self.headers.get("Result", "*"))
        visitor.end_game()
        return visitor.result()

    def time_control(self) -> TimeControl:
        """The time control that the tag says."""
        return parse_time_control(self.headers.get("TimeControl", ""))

    @classmethod
    def from_board(cls: Type[GameT], board: Board) -> GameT:
        """The game of a board's moves."""
        game = cls()
        game.setup(board.root())
        game.add_line(board.move_stack)
        game.headers["Result"] = board.result()
        return game

    @classmethod
    def without_tag_roster(cls: Type[GameT]) -> GameT:
        """A game without tags."""
        return cls(headers={})

    @classmethod
    def builder(cls: Type[GameT]) -> GameBuilder:
        """A visitor that makes a game of this class."""
        return GameBuilder(Game=cls)

    def __repr__(self) -> str:
        tags = self.headers
        players = f"{tags.get('White', '?')!r} vs. {tags.get('Black', '?')!r}"
        place = f"{tags.get('Date', '????.??.??')!r} at {tags.get('Site', '?')!r}"
        errors = f", {len(self.errors)} errors" if self.errors else ""
        return f"<{type(self).__name__} at {id(self):#x} ({players}, {place}{errors})>"


class Mainline(Generic[MainlineMapT]):
    """The main line behind a node: its nodes, or its moves."""

    def __init__(self, start: GameNode, f: Callable[[ChildNode], MainlineMapT]) -> None:
        self.start = start
        self.f = f

    def __bool__(self) -> bool:
        return bool(self.start.variations)

    def __iter__(self) -> Iterator[MainlineMapT]:
        if self.f is _move_of and "variations" not in vars(self.start):
            # Nobody has touched what follows, so that its moves are those that were read.
            return iter(self.start._tree.line_behind(self.start._place))  # type: ignore[arg-type]
        self.start._unfold()
        return self._walk()

    def _walk(self) -> Iterator[MainlineMapT]:
        node = self.start.next()
        while node is not None:
            yield self.f(node)
            node = node.next()

    def __reversed__(self) -> Iterator[MainlineMapT]:
        node: Any = self.start.end()
        while node is not self.start:
            yield self.f(node)
            node = node.parent

    def accept(self, visitor: BaseVisitor[ResultT]) -> ResultT:
        """Tells a visitor about the main line."""
        board = self.start.board()
        node = self.start.next()
        while node is not None:
            visit_node(node, board, visitor)
            node = node.next()
        return visitor.result()

    def __str__(self) -> str:
        return self.accept(StringExporter(columns=None))

    def __repr__(self) -> str:
        text = self.accept(StringExporter(columns=None, comments=False))
        return f"<Mainline at {id(self):#x} ({text})>"
