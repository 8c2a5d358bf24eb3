"""The engine's process, and the commands that are sent to it one after the other."""

from __future__ import annotations

import abc
import asyncio
import enum
import logging
import subprocess
import sys
from typing import (
    Any,
    Callable,
    Dict,
    Generic,
    Iterable,
    List,
    MutableMapping,
    Optional,
    Tuple,
    Type,
    TypeVar,
    Union,
    cast,
)

from ..._core import FreeMove as Move
from ..board import Board
from ..squares import Color
from .analysis import AnalysisResult
from .model import (
    INFO_ALL,
    INFO_NONE,
    ConfigMapping,
    EngineError,
    EngineTerminatedError,
    Info,
    InfoDict,
    Limit,
    Opponent,
    Option,
    PlayResult,
)

T = TypeVar("T")
ProtocolT = TypeVar("ProtocolT", bound="Protocol")
LOGGER = logging.getLogger("chess.engine")


class CommandState(enum.Enum):
    """How far a command is."""

    NEW = enum.auto()
    ACTIVE = enum.auto()
    CANCELLING = enum.auto()
    DONE = enum.auto()


class BaseCommand(Generic[T]):
    """Something that an engine is told to do. Its result may come before it is finished: an
    engine ponders on.
    """

    def __init__(self, engine: Protocol) -> None:
        self.engine = engine
        self.state = CommandState.NEW
        self.result: asyncio.Future[T] = engine.loop.create_future()
        self.result.add_done_callback(self._result_done)
        self._finished_callbacks: List[Callable[[], None]] = []

    def add_finished_callback(self, callback: Callable[[], None]) -> None:
        """Calls when the command is finished."""
        if self.state == CommandState.DONE:
            callback()
        else:
            self._finished_callbacks.append(callback)

    def set_finished(self) -> None:
        """The engine is ready for another command."""
        if self.state == CommandState.DONE:
            return
        self.state = CommandState.DONE
        if not self.result.done():
            self.result.set_exception(
                EngineError(f"engine command finished before returning result: {self!r}")
            )
            self.result.exception()
        callbacks, self._finished_callbacks = self._finished_callbacks, []
        for callback in callbacks:
            callback()

    def fail(self, error: Exception) -> None:
        """The command is finished with an error."""
        if not self.result.done():
            self.result.set_exception(error)
            self.result.exception()
        self.engine_terminated(error)
        self.set_finished()

    def _result_done(self, result: asyncio.Future[T]) -> None:
        if result.cancelled():
            self.request_cancel()

    def begin(self) -> None:
        """Starts the command."""
        self.state = CommandState.ACTIVE
        self._guarded(self._checked_start)
        if self.result.cancelled():
            self.request_cancel()

    def _checked_start(self) -> None:
        self.check_initialized()
        self.start()

    def request_cancel(self) -> None:
        """Asks the command to end soon."""
        if self.state == CommandState.ACTIVE:
            self.state = CommandState.CANCELLING
            self._guarded(self.cancel)

    def receive(self, line: str) -> None:
        """A line from the engine."""
        self._guarded(lambda: self.line_received(line))

    def _guarded(self, action: Callable[[], None]) -> None:
        try:
            action()
        except EngineError as error:
            self.fail(error)

    # --- What commands do; line_received and start may raise an EngineError ---

    def check_initialized(self) -> None:
        """An EngineError if the engine has not been greeted."""
        if not self.engine.initialized:
            raise EngineError("tried to run command, but engine is not initialized")

    def takes_over(self, previous: BaseCommand[Any]) -> bool:
        """Whether this command goes on with what the previous does, which is not stopped then."""
        return False

    def start(self) -> None:
        """Sends what begins the command."""
        raise NotImplementedError

    def cancel(self) -> None:
        """Sends what ends the command early."""

    def line_received(self, line: str) -> None:
        """Understands a line from the engine."""

    def engine_terminated(self, exc: Exception) -> None:
        """The engine is gone, or the command has failed."""

    def __repr__(self) -> str:
        return (
            f"<{type(self).__name__} at {id(self):#x} (state={self.state}, result={self.result})>"
        )


class Protocol(asyncio.SubprocessProtocol, metaclass=abc.ABCMeta):
    """An engine's process. Commands run one at a time; a new one ends the one before it."""

    id: Dict[str, str]
    returncode: asyncio.Future[int]

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.transport: Optional[asyncio.SubprocessTransport] = None
        self.buffer = {1: bytearray(), 2: bytearray()}
        self.command: Optional[BaseCommand[Any]] = None
        self.next_command: Optional[BaseCommand[Any]] = None
        self.initialized = False
        self.id = {}
        self.returncode = self.loop.create_future()

    # --- The process ---

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.SubprocessTransport, transport)
        LOGGER.debug("%s: connection made", self)

    def connection_lost(self, exc: Optional[Exception]) -> None:
        assert self.transport is not None
        code = self.transport.get_returncode()
        code = -1 if code is None else code
        LOGGER.debug("%s: connection lost (exit code: %d, error: %s)", self, code, exc)
        error = EngineTerminatedError(f"engine process died unexpectedly (exit code: {code})")
        for command in (self.command, self.next_command):
            if command is not None:
                command.fail(error)
        if not self.returncode.done():
            self.returncode.set_result(code)

    def process_exited(self) -> None:
        LOGGER.debug("%s: process exited", self)

    def send_line(self, line: str) -> None:
        """Sends a line to the engine."""
        LOGGER.debug("%s: << %s", self, line)
        assert self.transport is not None, "cannot send line before connection is made"
        stdin = cast(Optional[asyncio.WriteTransport], self.transport.get_pipe_transport(0))
        if stdin is not None:
            stdin.write(line.encode("utf-8") + b"\n")

    def pipe_data_received(self, fd: int, data: Union[bytes, str]) -> None:
        self.buffer[fd].extend(data if isinstance(data, bytes) else data.encode("utf-8"))
        while b"\n" in self.buffer[fd]:
            line_bytes, rest = self.buffer[fd].split(b"\n", 1)
            self.buffer[fd] = bytearray(rest)
            line = line_bytes.rstrip(b"\r").decode("utf-8", errors="replace")
            if fd == 1:
                self._line_received(line)
            else:
                self.error_line_received(line)

    def error_line_received(self, line: str) -> None:
        """A line from the engine's error output."""
        LOGGER.warning("%s: stderr >> %s", self, line)

    def _line_received(self, line: str) -> None:
        LOGGER.debug("%s: >> %s", self, line)
        self.line_received(line)
        if self.command is not None:
            self.command.receive(line)

    def line_received(self, line: str) -> None:
        """A line from the engine, before its command sees it."""

    # --- Commands ---

    async def communicate(self, command_factory: Callable[[Any], BaseCommand[T]]) -> T:
        """Runs a command and waits for its result."""
        command = command_factory(self)
        if self.returncode.done():
            raise EngineTerminatedError(
                f"engine process dead (exit code: {self.returncode.result()})"
            )
        if self.next_command is not None:
            self.next_command.result.cancel()
            self.next_command.set_finished()
        self.next_command = command
        if self.command is None:
            self._begin_next()
        elif command.takes_over(self.command):
            self.command.set_finished()
        else:
            if not self.command.result.done():
                self.command.result.cancel()
            self.command.request_cancel()
        return await command.result

    def _begin_next(self) -> None:
        self.command, self.next_command = self.next_command, None
        command = self.command
        if command is None:
            return
        command.add_finished_callback(self._begin_next)
        command.begin()

    def __repr__(self) -> str:
        pid = self.transport.get_pid() if self.transport is not None else "?"
        return f"<{type(self).__name__} (pid={pid})>"

    # --- What an engine can do ---

    @property
    @abc.abstractmethod
    def options(self) -> MutableMapping[str, Option]:
        """The options that the engine has."""

    @abc.abstractmethod
    async def initialize(self) -> None:
        """Greets the engine."""

    @abc.abstractmethod
    async def ping(self) -> None:
        """Waits until the engine has done what it was told."""

    @abc.abstractmethod
    async def configure(self, options: ConfigMapping) -> None:
        """Sets options for all that follows."""

    @abc.abstractmethod
    async def send_opponent_information(
        self, *, opponent: Optional[Opponent] = None, engine_rating: Optional[int] = None
    ) -> None:
        """Tells the engine whom it plays, from the next game on."""

    @abc.abstractmethod
    async def play(
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

    async def analyse(
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
        analysis = await self.analysis(
            board,
            limit,
            multipv=multipv,
            game=game,
            info=info,
            root_moves=root_moves,
            options=options,
        )
        with analysis:
            await analysis.wait()
        return analysis.info if multipv is None else analysis.multipv

    @abc.abstractmethod
    async def analysis(
        self,
        board: Board,
        limit: Optional[Limit] = None,
        *,
        multipv: Optional[int] = None,
        game: object = None,
        info: Info = INFO_ALL,
        root_moves: Optional[Iterable[Move]] = None,
        options: ConfigMapping = {},
    ) -> AnalysisResult:
        """Begins to analyse a position."""

    @abc.abstractmethod
    async def send_game_result(
        self,
        board: Board,
        winner: Optional[Color] = None,
        game_ending: Optional[str] = None,
        game_complete: bool = True,
    ) -> None:
        """Tells the engine how a game has ended."""

    @abc.abstractmethod
    async def quit(self) -> None:
        """Asks the engine to end, and waits until it has."""

    @classmethod
    async def popen(
        cls: Type[ProtocolT],
        command: Union[str, List[str]],
        *,
        setpgrp: bool = False,
        **popen_args: Any,
    ) -> Tuple[asyncio.SubprocessTransport, ProtocolT]:
        """Starts an engine. `setpgrp` keeps signals of the terminal from it."""
        if not isinstance(command, list):
            command = [command]
        arguments: Dict[str, Any] = {}
        if setpgrp and sys.platform == "win32":
            arguments["creationflags"] = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
        elif setpgrp:
            arguments["start_new_session"] = True
        arguments.update(popen_args)
        loop = asyncio.get_running_loop()
        transport, protocol = await loop.subprocess_exec(cls, *command, **arguments)
        return transport, protocol


async def greeted(
    transport: asyncio.SubprocessTransport, protocol: ProtocolT
) -> Tuple[asyncio.SubprocessTransport, ProtocolT]:
    """Both, once the engine has answered the greeting; one that does not is ended."""
    try:
        await protocol.initialize()
    except BaseException:
        transport.close()
        raise
    return transport, protocol
