"""Reading PGN from an open file, one game at a time, as a visitor wants it."""

from __future__ import annotations

import re
from typing import Any, List, Literal, Optional, TextIO, Union, overload

from ..board import Board
from .headers import Headers
from .nags import NAG_OF_SIGN
from .nodes import Game
from .visitors import SKIP, BaseVisitor, GameBuilder, HeadersBuilder, SkipVisitor

_TAG = re.compile(r'^\s*\[\s*([A-Za-z0-9][A-Za-z0-9_+#=:-]*)\s+"([^\r\n]*)"\s*\]\s*$')
_TOKEN = re.compile(
    r"""
      [NBKRQ]?[a-h]?[1-8]?[-x]?[a-h][1-8](?:=?[nbrqkNBRQK])?
    | [PNBRQK]?@[a-h][1-8]
    | --|Z0|0000|@@@@
    | O-O(?:-O)?|0-0(?:-0)?
    | \{.* | ;.*
    | \$[0-9]+ | \( | \)
    | [?!]{1,2}
    | \* | 1-0 | 0-1 | 1/2-1/2
    """,
    re.VERBOSE | re.DOTALL,
)
_RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
_BYTE_ORDER_MARK = "\ufeff"


class _Reader:
    """One game, from its first line to the empty line behind it."""

    def __init__(self, handle: TextIO, visitor: BaseVisitor[Any]) -> None:
        self.handle = handle
        self.visitor = visitor
        self.headers: Headers = Headers({})
        self.boards: List[Board] = []
        self.skipped_variations = 0  # how many variations deep what is read is left out
        self.skips_main_line = False

    def read(self) -> bool:
        """Tells the visitor about the game; False at the end of the file."""
        line = self._first_line()
        if not line:
            return False
        skips_game = self.visitor.begin_game() is SKIP
        line = self._read_headers(line, skips_game)
        if not skips_game:
            skips_game = self.visitor.end_headers() is SKIP
        if skips_game:
            self._skip_moves(line)
        else:
            self._begin_moves()
            self._read_moves(line)
        self.visitor.end_game()
        return True

    def _first_line(self) -> str:
        line = self.handle.readline().lstrip(_BYTE_ORDER_MARK)
        while line and (line.isspace() or line.startswith(("%", ";"))):
            line = self.handle.readline()
        return line

    def _read_headers(self, line: str, skips: bool) -> str:
        """Reads the tags and returns the first line of the moves, empty or blank if there is none."""
        managed = None if skips else self.visitor.begin_headers()
        self.headers = Headers({}) if managed is None else managed
        was_blank = False
        while line:
            if line.isspace():
                # One empty line may stand among the tags, as ChessBase writes it.
                if was_blank:
                    break
                was_blank = True
            elif line.lstrip().startswith("["):
                was_blank = False
                self._read_tag(line, managed is None, skips)
            elif not line.startswith("%"):
                break
            line = self.handle.readline()
        return line

    def _read_tag(self, line: str, keeps: bool, skips: bool) -> None:
        match = _TAG.match(line)
        if not match or skips:
            return
        name, value = match.groups()
        self.visitor.visit_header(name, value)
        if keeps:
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

    def _skip_moves(self, line: str) -> None:
        in_comment = False
        while line and (in_comment or not line.isspace()):
            if in_comment or not line.startswith("%"):
                in_comment = _ends_in_comment(line, in_comment)
            line = self.handle.readline()

    def _read_moves(self, line: str) -> None:
        while line and not line.isspace():
            if not line.startswith("%"):
                self._read_line(line)
            line = self.handle.readline()

    def _read_line(self, line: str) -> None:
        rest: Optional[str] = line
        while rest is not None:
            text, rest = rest, None
            for match in _TOKEN.finditer(text):
                token = match.group()
                if token.startswith(";"):
                    return
                if token.startswith("{"):
                    rest = self._read_comment(token[1:])
                    break
                self._take(token)

    def _read_comment(self, text: str) -> str:
        """Reads a comment to its end, over lines, and returns what follows it on its last line."""
        pieces = []
        while "}" not in text:
            pieces.append(text)
            text = self.handle.readline()
            if not text:
                break
        last, _, rest = text.partition("}")
        comment = "".join([*pieces, last])
        comment = comment[1:] if comment.startswith(" ") else comment
        comment = comment[:-1] if comment.endswith(" ") else comment
        if comment and not self._skips():
            self.visitor.visit_comment(comment)
        return rest

    def _skips(self) -> bool:
        return self.skips_main_line or self.skipped_variations > 0

    def _take(self, token: str) -> None:
        if token == "(":
            self._begin_variation()
        elif token == ")":
            self._end_variation()
        elif self._skips():
            return
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


def _ends_in_comment(line: str, in_comment: bool) -> bool:
    """Whether a comment is open at the end of the line."""
    at = 0
    while True:
        if in_comment:
            at = line.find("}", at) + 1
            if not at:
                return True
        else:
            begin = line.find("{", at)
            to_end = line.find(";", at)
            if begin < 0 or 0 <= to_end < begin:
                return False
            at = begin + 1
        in_comment = not in_comment


@overload
def read_game(handle: TextIO) -> Optional[Game]:
    ...


@overload
def read_game(handle: TextIO, *, Visitor: Any) -> Any:
    ...


def read_game(handle: TextIO, *, Visitor: Any = GameBuilder) -> Any:
    """The next game of an open file, None at its end; or what the visitor makes of it.

    An empty line ends a game, unless it is in a comment.
    """
    visitor = Visitor()
    return visitor.result() if _Reader(handle, visitor).read() else None


def read_headers(handle: TextIO) -> Optional[Headers]:
    """The tags of the next game, None at the end of the file."""
    found: Optional[Headers] = read_game(handle, Visitor=HeadersBuilder)
    return found


def skip_game(handle: TextIO) -> bool:
    """Skips a game; False at the end of the file."""
    found: Union[Literal[True], None] = read_game(handle, Visitor=SkipVisitor)
    return bool(found)
