"""Reading PGN from an open file, one game at a time, as a visitor wants it.

Which lines belong to a game, and what its tokens are, C++ says. Usual games become their tree of
moves there as well; nodes are made of it when they are touched.
"""

from __future__ import annotations

from typing import Any, List, Optional, TextIO, overload

from ..._core import PgnText, read_pgn
from ..board import Board
from .headers import Headers
from .nags import NAG_OF_SIGN
from .nodes import Game
from .visitors import LOGGER, SKIP, BaseVisitor, GameBuilder, HeadersBuilder

_RESULTS = ("1-0", "0-1", "1/2-1/2", "*")


class _Reader:
    """Tells a visitor about one game."""

    def __init__(self, text: PgnText, visitor: BaseVisitor[Any]) -> None:
        self.text = text
        self.visitor = visitor
        self.headers: Headers = Headers({})
        self.boards: List[Board] = []
        self.skipped_variations = 0  # how many variations deep what is read is left out
        self.skips_main_line = False

    def read(self) -> None:
        if self.visitor.begin_game() is not SKIP:
            self._read_headers()
            if self.visitor.end_headers() is not SKIP:
                self._begin_moves()
                for token in self.text.tokens():
                    self._take(token)
        self.visitor.end_game()

    def _read_headers(self) -> None:
        managed = self.visitor.begin_headers()
        self.headers = Headers({}) if managed is None else managed
        for name, value in self.text.tags():
            self.visitor.visit_header(name, value)
            if managed is None:
                self.headers[name] = value

    def _begin_moves(self) -> None:
        try:
            board = self.headers.board()
        except (ValueError, NotImplementedError) as error:
            self.visitor.handle_error(error)
            board = Board()
            self.skips_main_line = True
        self.boards = [board]
        self.visitor.visit_board(board)

    def _skips(self) -> bool:
        return self.skips_main_line or self.skipped_variations > 0

    def _take(self, token: str) -> None:
        if token == "(":
            self._begin_variation()
        elif token == ")":
            self._end_variation()
        elif self._skips():
            return
        elif token.startswith("{"):
            self.visitor.visit_comment(token[1:])
        elif token.startswith("$"):
            self.visitor.visit_nag(int(token[1:]))
        elif token in NAG_OF_SIGN:
            self.visitor.visit_nag(NAG_OF_SIGN[token])
        elif token in _RESULTS and len(self.boards) == 1:
            self.visitor.visit_result(token)
        else:
            self._take_move(token)

    def _begin_variation(self) -> None:
        if self.skips_main_line:
            return
        if self.skipped_variations:
            self.skipped_variations += 1
        elif self.boards[-1].move_stack:
            if self.visitor.begin_variation() is SKIP:
                self.skipped_variations = 1
            board = self.boards[-1].copy()
            board.pop()
            self.boards.append(board)

    def _end_variation(self) -> None:
        if self.skipped_variations > 1:
            self.skipped_variations -= 1
        elif len(self.boards) > 1 and not self.skips_main_line:
            self.skipped_variations = 0
            self.visitor.end_variation()
            self.boards.pop()

    def _take_move(self, token: str) -> None:
        board = self.boards[-1]
        if self.visitor.begin_parse_san(board, token) is SKIP:
            return
        try:
            move = self.visitor.parse_san(board, token)
        except ValueError as error:
            self.visitor.handle_error(error)
            self.skips_main_line = len(self.boards) == 1
            self.skipped_variations = 0 if self.skips_main_line else 1
            return
        self.visitor.visit_move(board, move)
        board.push(move)
        self.visitor.visit_board(board)


def _game_of(text: PgnText) -> Game:
    """What GameBuilder makes of a game."""
    headers = Headers.read(text)
    start: Optional[Board] = None
    if "FEN" in headers or "Variant" in headers:
        try:
            start = headers.board()
        except (ValueError, NotImplementedError) as error:
            game = Game(headers)
            game.errors.append(error)
            _log_errors(game)
            return game
    tree = text.game(start)
    if tree.result and headers.get("Result", "*") == "*":
        headers["Result"] = tree.result
    game = Game.read(headers, tree)
    if game.errors:
        _log_errors(game)
    return game


def _log_errors(game: Game) -> None:
    """Logs each error as a game is described that has those before it."""
    errors, game.errors = game.errors, []
    for error in errors:
        LOGGER.error("%s while parsing %r", error, game)
        game.errors.append(error)


@overload
def read_game(handle: TextIO) -> Optional[Game]:
    ...


@overload
def read_game(handle: TextIO, *, Visitor: Any) -> Any:
    ...


def read_game(handle: TextIO, *, Visitor: Any = GameBuilder) -> Any:
    """The next game of an open file, None at its end; or what the visitor makes of it.

    An empty line ends a game, unless it is in a comment. Nothing behind that line is read.
    """
    text = read_pgn(handle.readline)
    if text is None:
        return None
    if Visitor is GameBuilder:
        return _game_of(text)
    visitor = Visitor()
    _Reader(text, visitor).read()
    return visitor.result()


def read_headers(handle: TextIO) -> Optional[Headers]:
    """The tags of the next game, None at the end of the file."""
    found: Optional[Headers] = read_game(handle, Visitor=HeadersBuilder)
    return found


def skip_game(handle: TextIO) -> bool:
    """Skips a game; False at the end of the file."""
    return read_pgn(handle.readline) is not None
