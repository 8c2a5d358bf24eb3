"""Engines that speak XBoard's protocol, in its second version."""

from __future__ import annotations

import asyncio
import shlex
from typing import Any, Dict, Iterable, List, MutableMapping, Optional, Tuple

from ..._core import FreeMove as Move
from ..board import Board
from ..outcome import Outcome, Termination
from ..squares import STARTING_FEN, WHITE, Color
from .analysis import AnalysisResult
from .model import (
    INFO_ALL,
    INFO_NONE,
    BestMove,
    ConfigMapping,
    ConfigValue,
    EngineError,
    Info,
    InfoDict,
    Limit,
    Opponent,
    Option,
    PlayResult,
    require_one_line,
)
from .protocol import LOGGER, BaseCommand, Protocol
from .xboard_text import parse_option, parse_post

_RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
_GREETING_SECONDS = 2.0  # how long an engine without features may take


class XBoardProtocol(Protocol):
    """An engine that speaks XBoard's protocol."""

    def __init__(self) -> None:
        super().__init__()
        self.features: Dict[str, Any] = {}
        self._options: Dict[str, Option] = {}
        self.config: Dict[str, ConfigValue] = {}
        self.target_config: Dict[str, ConfigValue] = {}
        self.board = Board()
        self.game: object = None
        self.clock_id: object = None
        self.first_game = True
        self.last_ping = 0
        self.opponent: Optional[Opponent] = None
        self.engine_rating: Optional[int] = None
        self.told_opponent: Optional[Opponent] = None

    @property
    def options(self) -> MutableMapping[str, Option]:
        return self._options

    async def initialize(self) -> None:
        await self.communicate(_Initialize)

    async def ping(self) -> None:
        await self.communicate(_Ping)

    async def configure(self, options: ConfigMapping) -> None:
        await self.communicate(lambda engine: _Configure(engine, options))

    async def send_opponent_information(
        self, *, opponent: Optional[Opponent] = None, engine_rating: Optional[int] = None
    ) -> None:
        if opponent is not None:
            require_one_line(opponent)
        self.opponent, self.engine_rating = opponent, engine_rating

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
        if root_moves is not None:
            raise EngineError(
                "play with root_moves, but xboard supports 'include' only in analysis mode"
            )
        if opponent is not None:
            require_one_line(opponent)
        place = _Place(board, game, options, opponent)
        return await self.communicate(
            lambda engine: _Play(engine, place, limit, info, ponder, draw_offered)
        )

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
        if multipv is not None:
            raise EngineError("xboard engine does not support multipv")
        place = _Place(board, game, options, None)
        moves = None if root_moves is None else list(root_moves)
        return await self.communicate(lambda engine: _Analyse(engine, place, limit, info, moves))

    async def send_game_result(
        self,
        board: Board,
        winner: Optional[Color] = None,
        game_ending: Optional[str] = None,
        game_complete: bool = True,
    ) -> None:
        line = _result_line(board, winner, game_ending, game_complete)
        place = _Place(board, self.game, {}, None)
        await self.communicate(lambda engine: _GameResult(engine, place, line))

    async def quit(self) -> None:
        self.send_line("quit")
        await asyncio.shield(self.returncode)

    # --- What commands share ---

    def send_ping(self) -> int:
        """Sends a ping, and returns the number that the answer will have."""
        self.last_ping += 1
        self.send_line(f"ping {self.last_ping}")
        return self.last_ping

    def set_options(self, options: ConfigMapping) -> None:
        """Sends what changes."""
        for name, value in options.items():
            self._set_option(name, value)

    def _set_option(self, name: str, value: ConfigValue) -> None:
        option = self._options.get(name)
        if option is None:
            raise EngineError(f"unsupported xboard option or command: {name}")
        parsed = option.parse(value)
        if (
            name in self.config
            and self.config[name] == parsed
            and option.type not in ("button", "reset", "save")
        ):
            return
        self.config[name] = parsed
        if option.type in ("button", "reset", "save"):
            self.send_line(f"option {name}")
        elif name.startswith("egtpath ") or name in ("memory", "cores"):
            self.send_line(f"{name} {parsed}")
        elif isinstance(parsed, bool):
            self.send_line(f"option {name}={int(parsed)}")
        else:
            self.send_line(f"option {name}={parsed}")

    def set_up(self, place: _Place) -> None:
        """Brings the engine to a position: a new game, or moves taken back and made."""
        for name in place.options:
            if name in self._options and self._options[name].is_managed():
                raise EngineError(f"cannot set {name} which is automatically managed")
        board = place.board
        variant = "fischerandom" if board.chess960 else (board.xboard_variant or "normal")
        if variant != "normal" and variant not in str(self.features.get("variants", "")).split(","):
            raise EngineError(f"engine does not support variant: {variant}")
        opponent = place.opponent or self.opponent
        start = board.root()
        is_new = (
            self.first_game
            or self.game != place.game
            or opponent != self.told_opponent
            or start != self.board.root()
            or start.chess960 != self.board.chess960
        )
        if is_new:
            self._new_game(place.game, variant, opponent)
        wanted = {
            name: option.default
            for name, option in self._options.items()
            if option.default is not None
        }
        self.set_options({**wanted, **self.target_config, **place.options})
        self.send_line("force")
        if is_new and start.fen() != STARTING_FEN:
            self.send_line(f"setboard {start.fen(shredder=board.chess960, en_passant='fen')}")
        self._make_moves([] if is_new else self.board.move_stack, board)

    def _new_game(self, game: object, variant: str, opponent: Optional[Opponent]) -> None:
        self.first_game = False
        self.game = game
        self.clock_id = None
        self.told_opponent = opponent
        self.send_line("new")
        if variant != "normal":
            self.send_line(f"variant {variant}")
        if opponent is None:
            return
        if opponent.name and self.features.get("name", True):
            title = f"{opponent.title} " if opponent.title else ""
            self.send_line(f"name {title}{opponent.name}")
        if self.engine_rating or opponent.rating:
            self.send_line(f"rating {self.engine_rating or 0} {opponent.rating or 0}")
        if opponent.is_engine:
            self.send_line("computer")

    def _make_moves(self, made: List[Move], board: Board) -> None:
        wanted = board.move_stack
        common = 0
        while common < min(len(made), len(wanted)) and made[common] == wanted[common]:
            common += 1
        for _ in range((len(made) - common) // 2):
            self.send_line("remove")
        if (len(made) - common) % 2:
            self.send_line("undo")
        position = board.copy()
        for _ in range(len(wanted) - common):
            position.pop()
        prefix = "usermove " if self.features.get("usermove") else ""
        for move in wanted[common:]:
            self.send_line(prefix + ("@@@@" if not move else position.xboard(move)))
            position.push(move)
        self.board = board.copy()


class _Place:
    """Where the engine is to be: a position of a game, against someone, with some options."""

    def __init__(
        self, board: Board, game: object, options: ConfigMapping, opponent: Optional[Opponent]
    ) -> None:
        self.board = board.copy()
        self.game = game
        self.options = options
        self.opponent = opponent


class _XBoardCommand(BaseCommand[Any]):
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


class _Initialize(_XBoardCommand):
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


class _Ping(_XBoardCommand):
    def start(self) -> None:
        self.ask_pong()

    def pong_received(self) -> None:
        if not self.result.done():
            self.result.set_result(None)
        self.set_finished()

    def line_received(self, line: str) -> None:
        self.raise_error(line)


class _Configure(_XBoardCommand):
    def __init__(self, engine: XBoardProtocol, options: ConfigMapping) -> None:
        super().__init__(engine)
        self.options = options

    def start(self) -> None:
        self.engine.set_options(self.options)
        self.engine.target_config.update(self.options)
        self.result.set_result(None)
        self.set_finished()


class _GameResult(_XBoardCommand):
    def __init__(self, engine: XBoardProtocol, place: _Place, line: str) -> None:
        super().__init__(engine)
        self.place = place
        self.line = line

    def start(self) -> None:
        self.engine.set_up(self.place)
        self.engine.send_line(self.line)
        self.result.set_result(None)
        self.set_finished()


class _Play(_XBoardCommand):
    """Has the engine choose a move."""

    def __init__(
        self,
        engine: XBoardProtocol,
        place: _Place,
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


class _Analyse(_XBoardCommand):
    """Analyses until a limit, or until it is told to stop."""

    def __init__(
        self,
        engine: XBoardProtocol,
        place: _Place,
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


_ENDINGS = {
    Termination.STALEMATE: "Stalemate",
    Termination.INSUFFICIENT_MATERIAL: "Insufficient material",
    Termination.SEVENTYFIVE_MOVES: "Draw by 75-move rule",
    Termination.FIVEFOLD_REPETITION: "Draw by repetition",
    Termination.FIFTY_MOVES: "Draw by 50-move rule",
    Termination.THREEFOLD_REPETITION: "Draw by repetition",
}


def _result_line(
    board: Board, winner: Optional[Color], ending: Optional[str], is_complete: bool
) -> str:
    if ending is not None and any(letter in ending for letter in "\n\r{}"):
        raise EngineError(f"invalid character in the game's ending: {ending!r}")
    outcome: Optional[Outcome] = board.outcome(claim_draw=True) if is_complete else None
    if winner is not None:
        result = "1-0" if winner == WHITE else "0-1"
    elif outcome is not None:
        result = outcome.result()
    else:
        result = "1/2-1/2" if is_complete and ending else "*"
    if ending is None and outcome is not None:
        mated = "White mates" if outcome.winner == WHITE else "Black mates"
        ending = (
            mated
            if outcome.termination == Termination.CHECKMATE
            else _ENDINGS.get(outcome.termination)
        )
    return f"result {result} {{{ending}}}" if ending else f"result {result}"
