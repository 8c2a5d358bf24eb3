"""Visitors: what is told about a game, in the order of PGN, while it is read or walked through."""

from __future__ import annotations

import abc
import enum
import logging
from typing import TYPE_CHECKING, Any, Generic, List, Literal, Optional, TypeVar, Union

from ..._core import FreeMove as Move
from ..board import Board
from .headers import Headers

if TYPE_CHECKING:
    from .nodes import Game, GameNode

LOGGER = logging.getLogger("chess.pgn")

ResultT = TypeVar("ResultT", covariant=True)


class SkipType(enum.Enum):
    """What a visitor returns to leave something out."""

    SKIP = None


SKIP = SkipType.SKIP


class BaseVisitor(abc.ABC, Generic[ResultT]):
    """What is told about a game. Overwrite what you need; result() is what reading returns."""

    def begin_game(self) -> Optional[SkipType]:
        """A game begins."""
        return None

    def begin_headers(self) -> Optional[Headers]:
        """The tags begin. Headers that are returned are those that the visitor fills."""
        return None

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        """A tag."""

    def end_headers(self) -> Optional[SkipType]:
        """The tags are over; SKIP leaves the moves out."""
        return None

    def begin_parse_san(self, board: Board, san: str) -> Optional[SkipType]:
        """A move is about to be read; SKIP leaves it out."""
        return None

    def parse_san(self, board: Board, san: str) -> Move:
        """The move that a text means. Overwrite it for other notations."""
        return board.parse_san(san)

    def visit_move(self, board: Board, move: Move) -> None:
        """A move, before it is made on the board."""

    def visit_board(self, board: Board) -> None:
        """The board at the start and after each move."""

    def visit_comment(self, comment: str) -> None:
        """A comment."""

    def visit_nag(self, nag: int) -> None:
        """A numeric annotation glyph."""

    def begin_variation(self) -> Optional[SkipType]:
        """A variation begins; SKIP leaves it out."""
        return None

    def end_variation(self) -> None:
        """A variation ends."""

    def visit_result(self, result: str) -> None:
        """The result, at the end."""

    def end_game(self) -> None:
        """The game is over."""

    @abc.abstractmethod
    def result(self) -> ResultT:
        """What the visit has led to."""

    def handle_error(self, error: Exception) -> None:
        """Something in the text that could not be read."""
        raise error


class GameBuilder(BaseVisitor[Any]):
    """Makes a Game of what it is told."""

    def __init__(self, *, Game: Any = None) -> None:
        if Game is None:
            from .nodes import Game
        self.Game = Game

    def begin_game(self) -> Optional[SkipType]:
        self.game: Game = self.Game()
        self.variation_stack: List[GameNode] = [self.game]
        self.starting_comments: List[str] = []
        self.in_variation = False
        return None

    def begin_headers(self) -> Headers:
        return self.game.headers

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        self.game.headers[tagname] = tagvalue

    def visit_nag(self, nag: int) -> None:
        self.variation_stack[-1].nags.add(nag)

    def begin_variation(self) -> Optional[SkipType]:
        parent = self.variation_stack[-1].parent
        assert parent is not None, "a variation begins behind a move"
        self.variation_stack.append(parent)
        self.in_variation = False
        return None

    def end_variation(self) -> None:
        self.variation_stack.pop()

    def visit_result(self, result: str) -> None:
        if self.game.headers.get("Result", "*") == "*":
            self.game.headers["Result"] = result

    def visit_comment(self, comment: Union[str, List[str]]) -> None:
        comments = [comment] if isinstance(comment, str) else comment
        node = self.variation_stack[-1]
        is_about_node = self.in_variation or (node.parent is None and node.is_end())
        (node.comments if is_about_node else self.starting_comments).extend(
            text for text in comments if text
        )

    def visit_move(self, board: Board, move: Move) -> None:
        child = self.variation_stack[-1].add_variation(move)
        if self.starting_comments:
            child.starting_comments = self.starting_comments
            self.starting_comments = []
        self.variation_stack[-1] = child
        self.in_variation = True

    def handle_error(self, error: Exception) -> None:
        LOGGER.error("%s while parsing %r", error, self.game)
        self.game.errors.append(error)

    def result(self) -> Any:
        return self.game


class HeadersBuilder(BaseVisitor[Headers]):
    """Collects the tags and leaves the moves out."""

    headers: Headers

    def __init__(self, *, Headers: Any = Headers) -> None:
        self.Headers = Headers

    def begin_game(self) -> Optional[SkipType]:
        self.headers = self.Headers({})
        return None

    def begin_headers(self) -> Headers:
        headers: Headers = self.headers
        return headers

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        self.headers[tagname] = tagvalue

    def end_headers(self) -> SkipType:
        return SKIP

    def result(self) -> Headers:
        headers: Headers = self.headers
        return headers


class BoardBuilder(BaseVisitor[Board]):
    """The board at the end of the main line."""

    def begin_game(self) -> Optional[SkipType]:
        self.skip_variation_depth = 0
        return None

    def begin_variation(self) -> SkipType:
        self.skip_variation_depth += 1
        return SKIP

    def end_variation(self) -> None:
        self.skip_variation_depth = max(self.skip_variation_depth - 1, 0)

    def visit_board(self, board: Board) -> None:
        if not self.skip_variation_depth:
            self.board = board

    def result(self) -> Board:
        return self.board


class SkipVisitor(BaseVisitor[Literal[True]]):
    """Leaves everything out."""

    def begin_game(self) -> SkipType:
        return SKIP

    def end_headers(self) -> SkipType:
        return SKIP

    def begin_variation(self) -> SkipType:
        return SKIP

    def result(self) -> Literal[True]:
        return True
