"""An engine that is only expected lines and their answers: for tests of programs that talk to engines."""

from __future__ import annotations

import asyncio
from typing import List, Optional, Sequence, Tuple, Union

from .protocol import Protocol


class MockTransport(asyncio.SubprocessTransport, asyncio.WriteTransport):
    """A transport that checks what is sent, and answers as it was told."""

    def __init__(self, protocol: Protocol) -> None:
        super().__init__()
        self.protocol = protocol
        self.expectations: List[Tuple[str, Sequence[str]]] = []
        self.expected_pings = 0
        self.buffer = b""
        protocol.connection_made(self)

    def expect(self, expectation: str, responses: Sequence[str] = ()) -> None:
        """The next line that is to be sent, and what the engine answers."""
        self.expectations.append((expectation, responses))

    def expect_ping(self) -> None:
        """A ping of XBoard's protocol is to be sent."""
        self.expected_pings += 1

    def assert_done(self) -> None:
        """Fails unless all that was expected has been sent."""
        assert not self.expectations, f"pending expectations: {self.expectations}"
        assert not self.expected_pings, f"pending pings: {self.expected_pings}"

    def get_pipe_transport(self, fd: int) -> Optional[asyncio.BaseTransport]:
        assert fd == 0, f"expected 0 for stdin, got {fd}"
        return self

    def write(self, data: Union[bytes, bytearray, memoryview]) -> None:
        self.buffer += bytes(data)
        while b"\n" in self.buffer:
            line, self.buffer = self.buffer.split(b"\n", 1)
            self._sent(line.decode("utf-8"))

    def _sent(self, line: str) -> None:
        if line.startswith("ping ") and self.expected_pings:
            self.expected_pings -= 1
            self._answer([line.replace("ping", "pong")])
            return
        assert self.expectations, f"unexpected: {line!r}"
        expectation, responses = self.expectations.pop(0)
        assert expectation == line, f"expected {expectation!r}, got: {line!r}"
        self._answer(responses)

    def _answer(self, lines: Sequence[str]) -> None:
        if lines:
            data = "".join(f"{line}\n" for line in lines).encode("utf-8")
            self.protocol.loop.call_soon(self.protocol.pipe_data_received, 1, data)

    def get_pid(self) -> int:
        return id(self)

    def get_returncode(self) -> Optional[int]:
        return None if self.expectations else 0
