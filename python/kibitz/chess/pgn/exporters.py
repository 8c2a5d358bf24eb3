"""Exporters: visitors that write PGN."""

from __future__ import annotations

from typing import List, Optional, TextIO, Union

from ..._core import FreeMove as Move
from ..board import Board
from ..squares import WHITE
from .visitors import SKIP, BaseVisitor, SkipType


class StringExporterMixin:
    """Writes a game token by token, into lines of limited width."""

    def __init__(
        self,
        *,
        columns: Optional[int] = 80,
        headers: bool = True,
        comments: bool = True,
        variations: bool = True,
    ) -> None:
        self.columns = columns
        self.headers = headers
        self.comments = comments
        self.variations = variations
        self.found_headers = False
        self.force_movenumber = True
        self.lines: List[str] = []
        self.current_line = ""
        self.variation_depth = 0

    def flush_current_line(self) -> None:
        """Ends the line."""
        if self.current_line:
            self.lines.append(self.current_line.rstrip())
        self.current_line = ""

    def write_token(self, token: str) -> None:
        """Writes a token, on a new line if this one would be too long."""
        if self.columns is not None and len(self.current_line) + len(token) > self.columns:
            self.flush_current_line()
        self.current_line += token

    def write_line(self, line: str = "") -> None:
        """Writes a whole line."""
        self.flush_current_line()
        self.lines.append(line.rstrip())

    def begin_game(self) -> Optional[SkipType]:
        """A game begins."""
        return None

    def end_game(self) -> None:
        """The game is over."""
        self.write_line()

    def begin_headers(self) -> None:
        """The tags begin."""
        self.found_headers = False

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        """A tag."""
        if self.headers:
            self.found_headers = True
            self.write_line(f'[{tagname} "{tagvalue}"]')

    def end_headers(self) -> Optional[SkipType]:
        """The tags are over."""
        if self.found_headers:
            self.write_line()
        return None

    def begin_variation(self) -> Optional[SkipType]:
        """A variation begins."""
        self.variation_depth += 1
        if not self.variations:
            return SKIP
        self.write_token("( ")
        self.force_movenumber = True
        return None

    def end_variation(self) -> None:
        """A variation ends."""
        self.variation_depth -= 1
        if self.variations:
            self.write_token(") ")
            self.force_movenumber = True

    def visit_comment(self, comment: Union[str, List[str]]) -> None:
        """A comment."""
        if not self.comments or (self.variation_depth and not self.variations):
            return
        text = comment if isinstance(comment, str) else " ".join(comment)
        self.write_token("{ " + text.replace("}", "").strip() + " } ")
        self.force_movenumber = True

    def visit_nag(self, nag: int) -> None:
        """A numeric annotation glyph."""
        if self.comments and (self.variations or not self.variation_depth):
            self.write_token(f"${nag} ")

    def visit_move(self, board: Board, move: Move) -> None:
        """A move."""
        if not self.variations and self.variation_depth:
            return
        if board.turn == WHITE:
            self.write_token(f"{board.fullmove_number}. ")
        elif self.force_movenumber:
            self.write_token(f"{board.fullmove_number}... ")
        self.write_token(board.san(move) + " ")
        self.force_movenumber = False

    def visit_result(self, result: str) -> None:
        """The result."""
        self.write_token(result + " ")


class StringExporter(StringExporterMixin, BaseVisitor[str]):
    """Writes a game into a text."""

    def result(self) -> str:
        if self.current_line:
            return "\n".join([*self.lines, self.current_line.rstrip()]).rstrip()
        return "\n".join(self.lines).rstrip()

    def __str__(self) -> str:
        return self.result()


class FileExporter(StringExporterMixin, BaseVisitor[int]):
    """Writes games into an open file. The result is how many letters a game took."""

    def __init__(
        self,
        handle: TextIO,
        *,
        columns: Optional[int] = 80,
        headers: bool = True,
        comments: bool = True,
        variations: bool = True,
    ) -> None:
        super().__init__(columns=columns, headers=headers, comments=comments, variations=variations)
        self.handle = handle
        self.written = 0

    def begin_game(self) -> Optional[SkipType]:
        self.written = 0
        return None

    def flush_current_line(self) -> None:
        if self.current_line:
            self.written += self.handle.write(self.current_line.rstrip() + "\n")
        self.current_line = ""

    def write_line(self, line: str = "") -> None:
        self.flush_current_line()
        self.written += self.handle.write(line.rstrip() + "\n")

    def result(self) -> int:
        return self.written

    def __repr__(self) -> str:
        return f"<FileExporter at {id(self):#x}>"

    def __str__(self) -> str:
        return self.__repr__()
