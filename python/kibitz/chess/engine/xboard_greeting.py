"""How an engine that speaks XBoard's protocol is greeted, and says what it can do."""

from __future__ import annotations

import asyncio
import shlex
from typing import Optional

from .model import EngineError, Option
from .protocol import LOGGER
from .xboard_commands import XBoardCommand
from .xboard_text import parse_option

_GREETING_SECONDS = 2.0  # how long an engine without features may take


class Initialize(XBoardCommand):
    timer: Optional[asyncio.TimerHandle] = None

    def check_initialized(self) -> None:
        if self.engine.initialized:
            raise EngineError("engine already initialized")

    def start(self) -> None:
        self.engine.send_line("xboard")
        self.engine.send_line("protover 2")
        self.timer = self.engine.loop.call_later(_GREETING_SECONDS, self._timed_out)

    def _timed_out(self) -> None:
        LOGGER.error("%s: timeout during initialization", self.engine)
        self._guarded(self._done)

    def line_received(self, line: str) -> None:
        if line.startswith("#"):
            return
        if line.startswith("feature "):
            self._features(line[len("feature ") :])
        else:
            self.raise_error(line)

    def _features(self, text: str) -> None:
        try:
            words = shlex.split(
                text.replace('""', "''") if 'option="' in text else text, posix=True
            )
        except ValueError:
            LOGGER.error("%s: cannot read features: %r", self.engine, text)
            return
        for word in words:
            name, equals, value = word.partition("=")
            if name == "option" and equals:
                option = parse_option(value)
                self.engine._options[option.name] = option
                if option.default is not None:
                    self.engine.config[option.name] = option.default
            elif equals:
                self.engine.features[name] = int(value) if value.isdigit() else value
        if "done=0" in words and self.timer is not None:
            self.timer.cancel()
        if "done=1" in words:
            self._done()

    def _done(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
        features = self.engine.features
        for name in ("ping", "setboard"):
            if not features.get(name):
                raise EngineError(f"xboard engine does not support the feature {name}")
        if features.get("egt"):
            for kind in str(features["egt"]).split(","):
                name = f"egtpath {kind}"
                self.engine._options[name] = Option(name, "path", None, None, None, None)
            self.engine.send_line("accepted egt")
        if features.get("memory"):
            self.engine._options["memory"] = Option("memory", "spin", 16, 1, None, None)
            self.engine.config["memory"] = 16
        if features.get("smp"):
            self.engine._options["cores"] = Option("cores", "spin", 1, 1, None, None)
            self.engine.config["cores"] = 1
        if features.get("myname"):
            self.engine.id["name"] = str(features["myname"])
        self.engine.initialized = True
        self.result.set_result(None)
        self.set_finished()

    def engine_terminated(self, exc: Exception) -> None:
        if self.timer is not None:
            self.timer.cancel()
