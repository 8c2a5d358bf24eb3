"""Engines that speak XBoard's protocol, in its second version."""

from __future__ import annotations

import asyncio
from typing import Any, Dict, Iterable, List, MutableMapping, Optional

from ..._core import FreeMove as Move
from ..board import Board
from ..squares import STARTING_FEN, Color
from .analysis import AnalysisResult
from .model import (
    INFO_ALL,
    INFO_NONE,
    ConfigMapping,
    ConfigValue,
    EngineError,
    Info,
    Limit,
    Opponent,
    Option,
    PlayResult,
    require_one_line,
)
from .protocol import Protocol
from .xboard_analysis import Analyse
from .xboard_commands import Configure, GameResult, Ping, Place
from .xboard_greeting import Initialize
from .xboard_play import Play
from .xboard_result import result_line


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
        await self.communicate(Initialize)

    async def ping(self) -> None:
        await self.communicate(Ping)

    async def configure(self, options: ConfigMapping) -> None:
        await self.communicate(lambda engine: Configure(engine, options))

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
        place = Place(board, game, options, opponent)
        return await self.communicate(
            lambda engine: Play(engine, place, limit, info, ponder, draw_offered)
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
        place = Place(board, game, options, None)
        moves = None if root_moves is None else list(root_moves)
        return await self.communicate(lambda engine: Analyse(engine, place, limit, info, moves))

    async def send_game_result(
        self,
        board: Board,
        winner: Optional[Color] = None,
        game_ending: Optional[str] = None,
        game_complete: bool = True,
    ) -> None:
        line = result_line(board, winner, game_ending, game_complete)
        place = Place(board, self.game, {}, None)
        await self.communicate(lambda engine: GameResult(engine, place, line))

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

    def set_up(self, place: Place) -> None:
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
