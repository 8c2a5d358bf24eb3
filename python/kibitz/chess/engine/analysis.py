"""An analysis that goes on: what it finds can be waited for, and it can be stopped."""

from __future__ import annotations

import asyncio
from types import TracebackType
from typing import Callable, List, Optional, Type

from .model import AnalysisComplete, BestMove, InfoDict


class AnalysisResult:
    """A search whose information comes bit by bit. Leaving it as a context manager stops it."""

    def __init__(self, stop: Optional[Callable[[], None]] = None) -> None:
        self._stop = stop
        self._queue: asyncio.Queue[Optional[InfoDict]] = asyncio.Queue()
        self._seen_end = False
        self._finished: asyncio.Future[BestMove] = asyncio.get_running_loop().create_future()
        self.multipv: List[InfoDict] = [{}]

    @property
    def info(self) -> InfoDict:
        """All that is known about the best line."""
        return self.multipv[0]

    # --- For the engine ---

    def post(self, info: InfoDict) -> None:
        """The engine has found something."""
        number = info.get("multipv", 1)
        while len(self.multipv) < number:
            self.multipv.append({})
        self.multipv[number - 1].update(info)
        self._queue.put_nowait(info)

    def set_finished(self, best: BestMove) -> None:
        """The search is over."""
        if not self._finished.done():
            self._finished.set_result(best)
        self._queue.put_nowait(None)

    def set_exception(self, exc: Exception) -> None:
        """The search has failed."""
        if not self._finished.done():
            self._finished.set_exception(exc)
            self._finished.exception()  # whoever waits is told; nobody need
        self._queue.put_nowait(None)

    # --- For the caller ---

    def stop(self) -> None:
        """Ends the search soon."""
        if self._stop and not self._finished.done():
            self._stop()
            self._stop = None

    async def wait(self) -> BestMove:
        """Waits for the end."""
        return await asyncio.shield(self._finished)

    async def get(self) -> InfoDict:
        """Waits for the next information; AnalysisComplete at the end."""
        if self._seen_end:
            raise AnalysisComplete()
        info = await self._queue.get()
        if info is None:
            self._seen_end = True
            await self._finished
            raise AnalysisComplete()
        return info

    def would_block(self) -> bool:
        """Whether get() would have to wait."""
        return not self._seen_end and self._queue.empty()

    def empty(self) -> bool:
        """Whether all information has been read."""
        return self._seen_end or self._unread() == 0

    def _unread(self) -> int:
        ends = 1 if self._finished.done() and not self._seen_end else 0
        return max(self._queue.qsize() - ends, 0)

    async def next(self) -> Optional[InfoDict]:
        """Waits for the next information; None at the end."""
        try:
            return await self.get()
        except AnalysisComplete:
            return None

    def __aiter__(self) -> AnalysisResult:
        return self

    async def __anext__(self) -> InfoDict:
        try:
            return await self.get()
        except AnalysisComplete:
            raise StopAsyncIteration from None

    def __enter__(self) -> AnalysisResult:
        return self

    def __exit__(
        self,
        exc_type: Optional[Type[BaseException]],
        exc_value: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None:
        self.stop()
