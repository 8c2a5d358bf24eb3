"""What all commands of XBoard's protocol share, and those that only tell the engine something."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional

from ..board import Board
from .model import ConfigMapping, EngineError, Opponent
from .protocol import BaseCommand

if TYPE_CHECKING:
    from .xboard import XBoardProtocol


class Place:
    """Where the engine is to be: a position of a game, against someone, with some options."""

    def __init__(
        self, board: Board, game: object, options: ConfigMapping, opponent: Optional[Opponent]
    ) -> None:
        self.board = board.copy()
        self.game = game
        self.options = options
        self.opponent = opponent


class XBoardCommand(BaseCommand[Any]):
    engine: XBoardProtocol
    awaited_pong: Optional[str] = None

    def ask_pong(self) -> None:
        """Has the command end when the engine has done all it was told."""
        if self.awaited_pong is None:
            self.awaited_pong = f"pong {self.engine.send_ping()}"

    def receive(self, line: str) -> None:
        if self.awaited_pong is not None and line.strip() == self.awaited_pong:
            self._guarded(self.pong_received)
        else:
            super().receive(line)

    def pong_received(self) -> None:
        """The engine has done all it was told."""
        self.set_finished()

    def raise_error(self, line: str) -> None:
        """An EngineError if the engine refuses something."""
        if line.startswith("Illegal move") or line.startswith("Error "):
            raise EngineError(line)


class Ping(XBoardCommand):
    def start(self) -> None:
        self.ask_pong()

    def pong_received(self) -> None:
        if not self.result.done():
            self.result.set_result(None)
        self.set_finished()

    def line_received(self, line: str) -> None:
        self.raise_error(line)


class Configure(XBoardCommand):
    def __init__(self, engine: XBoardProtocol, options: ConfigMapping) -> None:
        super().__init__(engine)
        self.options = options

    def start(self) -> None:
        self.engine.set_options(self.options)
        self.engine.target_config.update(self.options)
        self.result.set_result(None)
        self.set_finished()


class GameResult(XBoardCommand):
    def __init__(self, engine: XBoardProtocol, place: Place, line: str) -> None:
        super().__init__(engine)
        self.place = place
        self.line = line

    def start(self) -> None:
        self.engine.set_up(self.place)
        self.engine.send_line(self.line)
        self.result.set_result(None)
        self.set_finished()
