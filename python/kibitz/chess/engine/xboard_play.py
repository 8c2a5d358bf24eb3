"""A move from an engine that speaks XBoard's protocol."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..squares import WHITE
from .model import EngineError, Info, Limit, PlayResult
from .xboard_commands import Place, XBoardCommand
from .xboard_text import parse_post

if TYPE_CHECKING:
    from .xboard import XBoardProtocol

_RESULTS = ("1-0", "0-1", "1/2-1/2", "*")


class Play(XBoardCommand):
    """Has the engine choose a move."""

    def __init__(
        self,
        engine: XBoardProtocol,
        place: Place,
        limit: Limit,
        info: Info,
        ponder: bool,
        draw_offered: bool,
    ) -> None:
        super().__init__(engine)
        self.place = place
        self.limit = limit
        self.info = info
        self.ponder = ponder
        self.draw_offered = draw_offered
        self.answer = PlayResult(None, None)
        self.has_answered = False

    def start(self) -> None:
        engine = self.engine
        engine.set_up(self.place)
        self._send_limit()
        engine.send_line("post" if self.info else "nopost")
        engine.send_line("hard" if self.ponder else "easy")
        if self.draw_offered:
            engine.send_line("draw")
        engine.send_line("go")

    def _send_limit(self) -> None:
        engine, limit = self.engine, self.limit
        is_white = engine.board.turn == WHITE
        clock, other = (limit.white_clock, limit.black_clock)[:: 1 if is_white else -1]
        increment = limit.white_inc if is_white else limit.black_inc
        if limit.mate is not None:
            raise EngineError("xboard does not support limits to a mate")
        if limit.clock_id is not None and clock is not None and limit.clock_id != engine.clock_id:
            minutes, seconds = divmod(int(clock), 60)
            base = f"{minutes}:{seconds:02}" if seconds else str(minutes)
            engine.send_line(f"level {limit.remaining_moves or 0} {base} {increment or 0:g}")
            engine.clock_id = limit.clock_id
        if limit.nodes is not None:
            if (
                limit.time is not None
                or limit.white_clock is not None
                or limit.black_clock is not None
            ):
                raise EngineError("xboard does not support mixing node limits with time limits")
            if not engine.features.get("nps", True):
                raise EngineError("xboard engine does not support limits to nodes")
            engine.send_line("nps 1")
            engine.send_line(f"st {limit.nodes}")
        if limit.time is not None:
            engine.send_line(f"st {max(0.01, limit.time):g}")
        if limit.depth is not None:
            engine.send_line(f"sd {max(1, limit.depth)}")
        for name, seconds_left in (("time", clock), ("otim", other)):
            if seconds_left is not None and engine.features.get("time", True):
                engine.send_line(f"{name} {max(1, round(seconds_left * 100))}")

    def line_received(self, line: str) -> None:
        text = line.strip()
        word, _, rest = text.partition(" ")
        if text.startswith("move "):
            self._moved(rest.strip())
        elif word in _RESULTS:
            self._ended(text)
        elif text in ("resign", "tellics resign"):
            self.answer.resigned = True
            self._answered()
        elif text == "offer draw":
            self.answer.draw_offered = True
        elif text.startswith("Hint:") or text.startswith("#"):
            return
        elif word[:1].isdigit() or word[:1] == "-":
            if self.info and not self.has_answered:
                self.answer.info.update(parse_post(text, self.engine.board, self.info))
        else:
            self.raise_error(line)

    def _moved(self, text: str) -> None:
        if self.has_answered:
            return
        try:
            self.answer.move = self.engine.board.push_xboard(text)
        except ValueError as error:
            raise EngineError(error) from None
        self._answered()

    def _ended(self, text: str) -> None:
        """The engine says that the game is over: a loss of its own is its resignation."""
        if self.has_answered:
            return
        lost = "0-1" if self.place.board.turn == WHITE else "1-0"
        if text.startswith(lost) and "resign" in text.lower():
            self.answer.resigned = True
        self._answered()

    def _answered(self) -> None:
        self.has_answered = True
        self.ask_pong()

    def pong_received(self) -> None:
        if not self.result.done():
            self.result.set_result(self.answer)
        self.set_finished()

    def cancel(self) -> None:
        if self.has_answered:
            return
        if self.result.cancelled():
            self.has_answered = True
            self.engine.send_line("?")
            self.engine.send_line("force")
            self.engine.first_game = True  # where the engine is now is unknown
            self.ask_pong()
