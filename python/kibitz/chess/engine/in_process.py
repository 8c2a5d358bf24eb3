"""Kibitz's own engine in this process, for those who talk to engines: no program to install, no pipe."""

from __future__ import annotations

import asyncio
import concurrent.futures
import os
from typing import Any, Optional, Tuple

from ..._core import UciSession
from .protocol import greeted
from .uci import UciProtocol


class SessionTransport(asyncio.SubprocessTransport):
    """What a pipe to the engine would be. Lines are handled one after the other in a thread of their
    own, without Python's lock, so that neither the loop nor other threads wait for the engine.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, protocol: UciProtocol) -> None:
        super().__init__()
        self._loop = loop
        self._protocol = protocol
        self._returncode: Optional[int] = None
        self._is_closing = False
        self._session = UciSession(self._write_back)
        self._lines = concurrent.futures.ThreadPoolExecutor(1, "engine in this process")

    def _write_back(self, line: bytes) -> None:
        self._call_soon(self._protocol.pipe_data_received, 1, line + b"\n")

    def _call_soon(self, function: Any, *args: Any) -> None:
        try:
            self._loop.call_soon_threadsafe(function, *args)
        except RuntimeError:
            pass  # the loop has ended, and nobody listens any more

    def write(self, data: bytes) -> None:
        """Takes whole lines, as UciProtocol sends them."""
        for line in data.splitlines():
            if not self._is_closing:
                self._lines.submit(self._handle, line)

    def _handle(self, line: bytes) -> None:
        if not self._session.handle(line):
            self._call_soon(self.close)

    def get_pid(self) -> int:
        return os.getpid()

    def get_returncode(self) -> Optional[int]:
        return self._returncode

    def get_pipe_transport(self, fd: int) -> Any:
        return self if fd == 0 else None

    def is_closing(self) -> bool:
        return self._is_closing

    def close(self) -> None:
        """Ends the conversation: a search that runs is stopped."""
        if not self._is_closing:
            self._is_closing = True
            self._lines.submit(self._end)
            self._lines.shutdown(wait=False)

    kill = terminate = close

    def _end(self) -> None:
        self._session.close()
        self._call_soon(self._ended)

    def _ended(self) -> None:
        self._returncode = 0
        self._protocol.process_exited()
        self._protocol.connection_lost(None)


async def open_in_process() -> Tuple[asyncio.SubprocessTransport, UciProtocol]:
    """Kibitz's own engine, which has been greeted."""
    protocol = UciProtocol()
    transport = SessionTransport(asyncio.get_running_loop(), protocol)
    protocol.connection_made(transport)
    return await greeted(transport, protocol)
