"""An analysis by an engine that speaks XBoard's protocol."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, List, Optional, Tuple

from ..._core import FreeMove as Move
from .analysis import AnalysisResult
from .model import BestMove, EngineError, Info, InfoDict, Limit
from .xboard_commands import Place, XBoardCommand
from .xboard_text import parse_post

if TYPE_CHECKING:
    from .xboard import XBoardProtocol


class Analyse(XBoardCommand):
    """Analyses until a limit, or until it is told to stop."""

    def __init__(
        self,
        engine: XBoardProtocol,
        place: Place,
        limit: Optional[Limit],
        info: Info,
        root_moves: Optional[List[Move]],
    ) -> None:
        super().__init__(engine)
        self.place = place
        self.limit = limit
        self.info = info
        self.root_moves = root_moves
        self.analysis: Optional[AnalysisResult] = None
        self.best: Tuple[Move, ...] = ()
        self.timer: Optional[asyncio.TimerHandle] = None
        self.is_over = False

    def start(self) -> None:
        engine, limit = self.engine, self.limit
        engine.set_up(self.place)
        if self.root_moves is not None:
            if not engine.features.get("exclude"):
                raise EngineError("xboard engine does not support root_moves (feature exclude)")
            engine.send_line("exclude all")
            for move in self.root_moves:
                engine.send_line(f"include {engine.board.xboard(move)}")
        engine.send_line("post")
        engine.send_line("analyze")
        self.analysis = AnalysisResult(stop=self.request_cancel)
        self.result.set_result(self.analysis)
        if limit is not None and limit.time is not None:
            self.timer = engine.loop.call_later(limit.time, self.request_cancel)

    def line_received(self, line: str) -> None:
        text = line.strip()
        if text.startswith("#") or text.startswith("stat01:"):
            return
        if text[:1].isdigit():
            self._thought(parse_post(text, self.engine.board, Info.ALL))
        else:
            self.raise_error(line)

    def _thought(self, info: InfoDict) -> None:
        if self.analysis is None or self.is_over or not info:
            return
        self.best = tuple(info.get("pv", self.best))
        self.analysis.post(info)
        limit = self.limit
        if limit is None:
            return
        mate = info["score"].relative.mate() if "score" in info else None
        reached = (
            (limit.depth is not None and info.get("depth", 0) >= limit.depth)
            or (limit.nodes is not None and info.get("nodes", 0) >= limit.nodes)
            or (limit.mate is not None and mate is not None and 0 < mate <= limit.mate)
        )
        if reached:
            self.request_cancel()

    def cancel(self) -> None:
        if self.is_over:
            return
        self.is_over = True
        if self.timer is not None:
            self.timer.cancel()
        self.engine.send_line(".")
        self.engine.send_line("exit")
        self.ask_pong()

    def pong_received(self) -> None:
        if self.analysis is not None:
            moves = self.best
            self.analysis.set_finished(
                BestMove(moves[0] if moves else None, moves[1] if len(moves) > 1 else None)
            )
        self.set_finished()

    def engine_terminated(self, exc: Exception) -> None:
        if self.timer is not None:
            self.timer.cancel()
        if self.analysis is not None:
            self.analysis.set_exception(exc)
