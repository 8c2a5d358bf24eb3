"""Engines without asyncio: methods that wait, on a loop in a thread of its own."""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import copy
import threading
from types import TracebackType
from typing import (
    Any,
    Callable,
    Coroutine,
    Generator,
    Iterable,
    Iterator,
    List,
    MutableMapping,
    Optional,
    Tuple,
    Type,
    TypeVar,
    Union,
    overload,
)

from ..._core import FreeMove as Move
from ..board import Board
from ..squares import Color
from .analysis import AnalysisResult
from .in_process import open_in_process
from .model import (
    INFO_ALL,
    INFO_NONE,
    AnalysisComplete,
    BestMove,
    ConfigMapping,
    EngineTerminatedError,
    Info,
    InfoDict,
    Limit,
    Opponent,
    Option,
    PlayResult,
)
from .protocol import BaseCommand, Protocol
from .uci import UciProtocol
from .xboard import XBoardProtocol

T = TypeVar("T")


def run_in_background(
    coroutine: Callable[[concurrent.futures.Future[T]], Coroutine[Any, Any, None]],
    *,
    name: Optional[str] = None,
    debug: Optional[bool] = None,
) -> T:
    """Runs a coroutine on a loop in a new thread, waits for the value that it puts into the
    future, and lets it go on.
    """
    assert asyncio.iscoroutinefunction(coroutine)
    future: concurrent.futures.Future[T] = concurrent.futures.Future()

    def background() -> None:
        try:
            asyncio.run(coroutine(future), debug=debug)
            future.cancel()
        except Exception as error:
            if not future.done():
                future.set_exception(error)

    threading.Thread(target=background, name=name).start()
    return future.result()


class SimpleEngine:
    """An engine whose methods wait. An operation that takes `timeout` seconds too long raises a
    TimeoutError.
    """

    def __init__(
        self,
        transport: asyncio.SubprocessTransport,
        protocol: Protocol,
        *,
        timeout: Optional[float] = 10.0,
    ) -> None:
        self.transport = transport
        self.protocol = protocol
        self.timeout = timeout
        self._shutdown_lock = threading.Lock()
        self._shutdown = False
        self.shutdown_event = asyncio.Event()
        self.returncode: concurrent.futures.Future[int] = concurrent.futures.Future()

    def _timeout_for(self, limit: Optional[Limit]) -> Optional[float]:
        """How long to wait: not at all too long for a limit in time, and for ever for others."""
        if self.timeout is None or limit is None:
            return None
        if limit.time is not None:
            return self.timeout + limit.time
        clocks = (limit.white_clock, limit.black_clock)
        if all(clock is not None for clock in clocks):
            increments = (limit.white_inc or 0.0) + (limit.black_inc or 0.0)
            return self.timeout + sum(clock or 0.0 for clock in clocks) + increments
        return None

    @contextlib.contextmanager
    def _not_shut_down(self) -> Generator[None, None, None]:
        with self._shutdown_lock:
            if self._shutdown:
                raise EngineTerminatedError("engine event loop dead")
            yield

    def _call(self, coroutine: Callable[[], Coroutine[Any, Any, T]], timeout: Optional[float]) -> T:
        with self._not_shut_down():
            future = asyncio.run_coroutine_threadsafe(
                asyncio.wait_for(coroutine(), timeout), self.protocol.loop
            )
        return future.result()

    @property
    def options(self) -> MutableMapping[str, Option]:
        """The options that the engine has."""

        async def get() -> MutableMapping[str, Option]:
            return copy.copy(self.protocol.options)

        return self._call(get, self.timeout)

    @property
    def id(self) -> MutableMapping[str, str]:
        """What the engine says about itself."""

        async def get() -> MutableMapping[str, str]:
            return self.protocol.id.copy()

        return self._call(get, self.timeout)

    def communicate(self, command_factory: Callable[[Any], BaseCommand[T]]) -> T:
        """Runs a command and waits for its result."""
        return self._call(lambda: self.protocol.communicate(command_factory), None)

    def configure(self, options: ConfigMapping) -> None:
        """Sets options for all that follows."""
        self._call(lambda: self.protocol.configure(options), self.timeout)

    def send_opponent_information(
        self, *, opponent: Optional[Opponent] = None, engine_rating: Optional[int] = None
    ) -> None:
        """Tells the engine whom it plays, from the next game on."""
        self._call(
            lambda: self.protocol.send_opponent_information(
                opponent=opponent, engine_rating=engine_rating
            ),
            self.timeout,
        )

    def ping(self) -> None:
        """Waits until the engine has done what it was told."""
        self._call(self.protocol.ping, self.timeout)

    def play(
        self,
        board: Board,
        limit: Limit,
        *,
        game: object = None,
        info: Info = INFO_NONE,
        ponder: bool = False,
        draw_offered: bool = False,
        root_moves: Optional[Iterable[Move]] = None,
        options: ConfigMapping = {},
        opponent: Optional[Opponent] = None,
    ) -> PlayResult:
        """Has the engine choose a move."""
        return self._call(
            lambda: self.protocol.play(
                board,
                limit,
                game=game,
                info=info,
                ponder=ponder,
                draw_offered=draw_offered,
                root_moves=root_moves,
                options=options,
                opponent=opponent,
            ),
            self._timeout_for(limit),
        )

    @overload
    def analyse(
        self,
        board: Board,
        limit: Limit,
        *,
        game: object = None,
        info: Info = INFO_ALL,
        root_moves: Optional[Iterable[Move]] = None,
        options: ConfigMapping = {},
    ) -> InfoDict:
        ...

    @overload
    def analyse(
        self,
        board: Board,
        limit: Limit,
        *,
        multipv: int,
        game: object = None,
        info: Info = INFO_ALL,
        root_moves: Optional[Iterable[Move]] = None,
        options: ConfigMapping = {},
    ) -> List[InfoDict]:
        ...

    def analyse(
        self,
        board: Board,
        limit: Limit,
        *,
        multipv: Optional[int] = None,
        game: object = None,
        info: Info = INFO_ALL,
        root_moves: Optional[Iterable[Move]] = None,
        options: ConfigMapping = {},
    ) -> Union[InfoDict, List[InfoDict]]:
        """Analyses a position to a limit: a dictionary, or a list of them with `multipv`."""
        return self._call(
            lambda: self.protocol.analyse(
                board,
                limit,
                multipv=multipv,
                game=game,
                info=info,
                root_moves=root_moves,
                options=options,
            ),
            self._timeout_for(limit),
        )

    def analysis(
        self,
        board: Board,
        limit: Optional[Limit] = None,
        *,
        multipv: Optional[int] = None,
        game: object = None,
        info: Info = INFO_ALL,
        root_moves: Optional[Iterable[Move]] = None,
        options: ConfigMapping = {},
    ) -> SimpleAnalysisResult:
        """Begins to analyse a position."""
        inner = self._call(
            lambda: self.protocol.analysis(
                board,
                limit,
                multipv=multipv,
                game=game,
                info=info,
                root_moves=root_moves,
                options=options,
            ),
            self.timeout,
        )
        return SimpleAnalysisResult(self, inner)

    def send_game_result(
        self,
        board: Board,
        winner: Optional[Color] = None,
        game_ending: Optional[str] = None,
        game_complete: bool = True,
    ) -> None:
        """Tells the engine how a game has ended."""
        self._call(
            lambda: self.protocol.send_game_result(board, winner, game_ending, game_complete),
            self.timeout,
        )

    def quit(self) -> None:
        """Asks the engine to end, and waits until it has."""
        self._call(self.protocol.quit, self.timeout)

    def close(self) -> None:
        """Ends the process and the loop soon."""

        def shut_down() -> None:
            self.transport.close()
            self.shutdown_event.set()

        with self._shutdown_lock:
            if not self._shutdown:
                self._shutdown = True
                self.protocol.loop.call_soon_threadsafe(shut_down)

    @classmethod
    def popen(
        cls,
        Protocol: Type[Protocol],
        command: Union[str, List[str]],
        *,
        timeout: Optional[float] = 10.0,
        debug: Optional[bool] = None,
        setpgrp: bool = False,
        **popen_args: Any,
    ) -> SimpleEngine:
        """Starts an engine with a protocol and greets it."""

        async def open_engine() -> Tuple[asyncio.SubprocessTransport, Any]:
            transport, protocol = await Protocol.popen(command, setpgrp=setpgrp, **popen_args)
            try:
                await asyncio.wait_for(protocol.initialize(), timeout)
            except BaseException:
                transport.close()
                raise
            return transport, protocol

        return cls._run(open_engine, f"command={command!r}", timeout=timeout, debug=debug)

    @classmethod
    def in_process(
        cls, *, timeout: Optional[float] = 10.0, debug: Optional[bool] = None
    ) -> SimpleEngine:
        """Kibitz's own engine, in this process."""
        return cls._run(open_in_process, "in this process", timeout=timeout, debug=debug)

    @classmethod
    def _run(
        cls,
        open_engine: Callable[[], Coroutine[Any, Any, Tuple[asyncio.SubprocessTransport, Any]]],
        description: str,
        *,
        timeout: Optional[float],
        debug: Optional[bool],
    ) -> SimpleEngine:
        async def background(future: concurrent.futures.Future[SimpleEngine]) -> None:
            transport, protocol = await open_engine()
            threading.current_thread().name = f"{cls.__name__} (pid={transport.get_pid()})"
            engine = cls(transport, protocol, timeout=timeout)
            try:
                future.set_result(engine)
                returncode = await protocol.returncode
                engine.returncode.set_result(returncode)
            finally:
                engine.close()
            await engine.shutdown_event.wait()

        return run_in_background(background, name=f"{cls.__name__} ({description})", debug=debug)

    @classmethod
    def popen_uci(
        cls,
        command: Union[str, List[str]],
        *,
        timeout: Optional[float] = 10.0,
        debug: Optional[bool] = None,
        setpgrp: bool = False,
        **popen_args: Any,
    ) -> SimpleEngine:
        """Starts an engine that speaks UCI."""
        return cls.popen(
            UciProtocol, command, timeout=timeout, debug=debug, setpgrp=setpgrp, **popen_args
        )

    @classmethod
    def popen_xboard(
        cls,
        command: Union[str, List[str]],
        *,
        timeout: Optional[float] = 10.0,
        debug: Optional[bool] = None,
        setpgrp: bool = False,
        **popen_args: Any,
    ) -> SimpleEngine:
        """Starts an engine that speaks XBoard's protocol."""
        return cls.popen(
            XBoardProtocol, command, timeout=timeout, debug=debug, setpgrp=setpgrp, **popen_args
        )

    def __enter__(self) -> SimpleEngine:
        return self

    def __exit__(
        self,
        exc_type: Optional[Type[BaseException]],
        exc_value: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} (pid={self.transport.get_pid()})>"


class SimpleAnalysisResult:
    """An analysis that goes on, with methods that wait."""

    def __init__(self, simple_engine: SimpleEngine, inner: AnalysisResult) -> None:
        self.simple_engine = simple_engine
        self.inner = inner

    def _get(self, function: Callable[[], T]) -> T:
        async def get() -> T:
            return function()

        return self.simple_engine._call(get, self.simple_engine.timeout)

    @property
    def info(self) -> InfoDict:
        """All that is known about the best line."""
        return self._get(lambda: self.inner.info.copy())

    @property
    def multipv(self) -> List[InfoDict]:
        """All that is known about each line."""
        return self._get(lambda: [info.copy() for info in self.inner.multipv])

    def stop(self) -> None:
        """Ends the search soon."""
        with self.simple_engine._not_shut_down():
            self.simple_engine.protocol.loop.call_soon_threadsafe(self.inner.stop)

    def wait(self) -> BestMove:
        """Waits for the end."""
        return self.simple_engine._call(self.inner.wait, None)

    def would_block(self) -> bool:
        """Whether get() would have to wait."""
        return self._get(self.inner.would_block)

    def empty(self) -> bool:
        """Whether all information has been read."""
        return self._get(self.inner.empty)

    def get(self) -> InfoDict:
        """Waits for the next information; AnalysisComplete at the end."""
        return self.simple_engine._call(self.inner.get, None)

    def next(self) -> Optional[InfoDict]:
        """Waits for the next information; None at the end."""
        return self.simple_engine._call(self.inner.next, None)

    def __iter__(self) -> Iterator[InfoDict]:
        return self

    def __next__(self) -> InfoDict:
        try:
            return self.get()
        except AnalysisComplete:
            raise StopIteration from None

    def __enter__(self) -> SimpleAnalysisResult:
        return self

    def __exit__(
        self,
        exc_type: Optional[Type[BaseException]],
        exc_value: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None:
        self.stop()
