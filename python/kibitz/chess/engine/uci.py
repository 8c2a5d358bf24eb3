"""Engines that speak UCI."""

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
    UciOptionMap,
    require_one_line,
)
from .protocol import LOGGER, BaseCommand, Protocol
from .uci_text import parse_bestmove, parse_info, parse_option


class UciProtocol(Protocol):
    """An engine that speaks UCI."""

    def __init__(self) -> None:
        super().__init__()
        self._options: UciOptionMap[Option] = UciOptionMap()
        self.config: UciOptionMap[ConfigValue] = UciOptionMap()  # what the engine has
        self.target_config: UciOptionMap[ConfigValue] = UciOptionMap()  # what the user wants
        self.id = {}
        self.board = Board()
        self.game: object = None
        self.first_game = True
        self.opponent: Optional[Opponent] = None  # of all games
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

    def debug(self, on: bool = True) -> None:
        """Switches the engine's debug mode."""
        self.send_line("debug on" if on else "debug off")

    async def send_opponent_information(
        self, *, opponent: Optional[Opponent] = None, engine_rating: Optional[int] = None
    ) -> None:
        if opponent is not None:
            require_one_line(opponent)
        self.opponent = opponent

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
        search = _Search(board, limit, game, info, root_moves, options)
        return await self.communicate(lambda engine: _Play(engine, search, ponder, opponent))

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
        search = _Search(board, limit, game, info, root_moves, options)
        return await self.communicate(lambda engine: _Analyse(engine, search, multipv))

    async def send_game_result(
        self,
        board: Board,
        winner: Optional[Color] = None,
        game_ending: Optional[str] = None,
        game_complete: bool = True,
    ) -> None:
        """UCI engines are not told."""

    async def quit(self) -> None:
        self.send_line("quit")
        await asyncio.shield(self.returncode)

    # --- What commands share ---

    def wanted(self, options: ConfigMapping) -> UciOptionMap[ConfigValue]:
        """The values that options are to have: those of a command, of the user, and the engine's own."""
        wanted: UciOptionMap[ConfigValue] = UciOptionMap()
        for name, option in self._options.items():
            # Whom the engine plays is sent with a new game.
            if option.type != "button" and name.lower() != "uci_opponent":
                wanted[name] = option.default
        wanted.update(self.target_config)
        wanted.update(options)
        return wanted

    def set_options(self, options: ConfigMapping) -> None:
        """Sends what changes."""
        for name, value in options.items():
            self._set_option(name, value)

    def _set_option(self, name: str, value: ConfigValue) -> None:
        if name not in self._options:
            raise EngineError(
                f"engine does not support option {name} (available options: {', '.join(self._options)})"
            )
        option = self._options[name]
        parsed = option.parse(value)
        if option.type != "button" and name in self.config and self.config[name] == parsed:
            return
        words = ["setoption name", name]
        if option.type != "button":
            text = str(parsed).lower() if isinstance(parsed, bool) else str(parsed)
            words += ["value", text or "<empty>"]
        self.send_line(" ".join(words))
        self.config[name] = parsed

    def send_position(self, board: Board) -> None:
        """Sends the start and the moves. A null move cannot be sent, so the start is behind the last one."""
        moves = board.move_stack
        start = board.root()
        for place in range(len(moves), 0, -1):
            if not moves[place - 1]:
                start = board.copy()
                for _ in range(len(moves) - place):
                    start.pop()
                moves = moves[place:]
                break
        fen = start.fen(shredder=board.chess960, en_passant="fen")
        words = [
            "position startpos"
            if fen == STARTING_FEN and not board.chess960
            else f"position fen {fen}"
        ]
        if moves:
            words.append("moves")
            words.extend(move.uci() for move in moves)
        self.send_line(" ".join(words))
        self.board = board.copy(stack=False)

    def send_go(
        self,
        limit: Limit,
        *,
        root_moves: Optional[List[Move]] = None,
        ponder: bool = False,
        infinite: bool = False,
    ) -> None:
        """Begins the search."""
        words = ["go"] + (["ponder"] if ponder else [])
        clocks = [("wtime", limit.white_clock), ("btime", limit.black_clock)]
        increments = [("winc", limit.white_inc), ("binc", limit.black_inc)]
        for name, seconds in clocks:
            if seconds is not None:
                words += [name, str(max(1, round(seconds * 1000)))]
        for name, seconds in increments:
            if seconds is not None:
                words += [name, str(round(seconds * 1000))]
        counts = [
            ("movestogo", limit.remaining_moves),
            ("depth", limit.depth),
            ("nodes", limit.nodes),
        ]
        for name, count in [*counts, ("mate", limit.mate)]:
            if count is not None:
                words += [name, str(max(1, count))]
        if limit.time is not None:
            words += ["movetime", str(max(1, round(limit.time * 1000)))]
        if infinite:
            words.append("infinite")
        if root_moves is not None:
            words.append("searchmoves")
            words += [move.uci() for move in root_moves] or ["0000"]
        self.send_line(" ".join(words))


class _Search:
    """What is searched, how long, and what is told about it."""

    def __init__(
        self,
        board: Board,
        limit: Optional[Limit],
        game: object,
        info: Info,
        root_moves: Optional[Iterable[Move]],
        options: ConfigMapping,
    ) -> None:
        self.board = board.copy()
        self.limit = limit
        self.game = game
        self.info = info
        self.root_moves = None if root_moves is None else list(root_moves)
        self.options = options


class _Initialize(BaseCommand[None]):
    engine: UciProtocol

    def check_initialized(self) -> None:
        if self.engine.initialized:
            raise EngineError("engine already initialized")

    def start(self) -> None:
        self.engine.send_line("uci")

    def line_received(self, line: str) -> None:
        word, _, rest = line.strip().partition(" ")
        if word == "uciok" and not self.result.done():
            self.engine.initialized = True
            self.result.set_result(None)
            self.set_finished()
        elif word == "option":
            option = parse_option(rest.strip())
            self.engine._options[option.name] = option
            if option.default is not None:
                self.engine.config[option.name] = option.default
        elif word == "id":
            key, _, value = rest.strip().partition(" ")
            self.engine.id[key] = value


class _Ping(BaseCommand[None]):
    def start(self) -> None:
        self.engine.send_line("isready")

    def line_received(self, line: str) -> None:
        if line.strip() == "readyok":
            if not self.result.done():
                self.result.set_result(None)
            self.set_finished()


class _Configure(BaseCommand[None]):
    engine: UciProtocol

    def __init__(self, engine: UciProtocol, options: ConfigMapping) -> None:
        super().__init__(engine)
        self.options = options

    def start(self) -> None:
        for name in self.options:
            if name in self.engine.options and self.engine.options[name].is_managed():
                raise EngineError(f"cannot set {name} which is automatically managed")
        self.engine.set_options(self.options)
        self.engine.target_config.update(self.options)
        self.result.set_result(None)
        self.set_finished()


class _SearchCommand(BaseCommand[Any]):
    """A command that searches: it tells the engine what has changed, waits until it is ready,
    and reads what it says.
    """

    engine: UciProtocol

    def __init__(self, engine: UciProtocol, search: _Search) -> None:
        super().__init__(engine)
        self.search = search
        self.is_waiting_for_ready = False
        self.is_searching = False

    def managed_options(self) -> Dict[str, ConfigValue]:
        """The options that the command sets itself."""
        raise NotImplementedError

    def new_opponent(self) -> Optional[Opponent]:
        """Whom the engine plays."""
        return self.engine.told_opponent

    def go(self) -> None:
        """Begins the search."""
        raise NotImplementedError

    def info_received(self, info: InfoDict) -> None:
        """The engine has told something."""

    def best_move_received(self, best: BestMove) -> None:
        """The search has ended."""

    def start(self) -> None:
        engine, board = self.engine, self.search.board
        for name in self.search.options:
            if name in engine.options and engine.options[name].is_managed():
                raise EngineError(f"cannot set {name} which is automatically managed")
        managed = self.managed_options()
        for name, value in (("UCI_Chess960", board.chess960), ("UCI_Variant", board.uci_variant)):
            if name in engine.options:
                managed[name] = value
            elif value not in (False, "chess"):
                raise EngineError(f"engine does not support {name}")
        engine.set_options({**engine.wanted(self.search.options), **managed})
        opponent = self.new_opponent()
        is_new = (
            engine.first_game or engine.game != self.search.game or opponent != engine.told_opponent
        )
        if not is_new:
            self._search()
            return
        engine.first_game = False
        engine.game = self.search.game
        engine.send_line("ucinewgame")
        self._tell_opponent(opponent)
        self.is_waiting_for_ready = True
        engine.send_line("isready")

    def _tell_opponent(self, opponent: Optional[Opponent]) -> None:
        self.engine.told_opponent = opponent
        if opponent is None or "UCI_Opponent" not in self.engine.options:
            return
        kind = "computer" if opponent.is_engine else "human"
        words = [
            opponent.title or "none",
            str(opponent.rating or "none"),
            kind,
            opponent.name or "",
        ]
        self.engine.set_options({"UCI_Opponent": " ".join(words).strip()})

    def _search(self) -> None:
        self.engine.send_position(self.search.board)
        self.is_searching = True
        self.go()

    def line_received(self, line: str) -> None:
        word, _, rest = line.strip(" \t\r\n").partition(" ")
        if self.is_waiting_for_ready:
            if word == "readyok":
                self.is_waiting_for_ready = False
                if self.result.cancelled():
                    self.set_finished()
                else:
                    self._search()
        elif not self.is_searching:
            return
        elif word == "info":
            self.info_received(parse_info(rest.strip(), self.engine.board, self.search.info))
        elif word == "bestmove":
            self.is_searching = False
            self.best_move_received(parse_bestmove(self.engine.board, rest))

    def cancel(self) -> None:
        if self.is_searching:
            self.engine.send_line("stop")


class _Play(_SearchCommand):
    """Has the engine choose a move, and ponder on."""

    def __init__(
        self, engine: UciProtocol, search: _Search, ponder: bool, opponent: Optional[Opponent]
    ) -> None:
        super().__init__(engine, search)
        if opponent is not None:
            require_one_line(opponent)
        self.ponder = ponder
        self.opponent = opponent or engine.opponent
        self.info: InfoDict = {}
        self.pondered: Optional[Board] = None  # the position on which the engine ponders
        self.is_ponderhit = False

    def managed_options(self) -> Dict[str, ConfigValue]:
        options: Dict[str, ConfigValue] = {}
        if "Ponder" in self.engine.options:
            options["Ponder"] = self.ponder
        if "MultiPV" in self.engine.options:
            options["MultiPV"] = self.engine.options["MultiPV"].default
        if (
            "UCI_AnalyseMode" in self.engine.options
            and "UCI_AnalyseMode" not in self.engine.target_config
        ):
            options.setdefault("UCI_AnalyseMode", False)
        return options

    def new_opponent(self) -> Optional[Opponent]:
        return self.opponent

    def takes_over(self, previous: BaseCommand[Any]) -> bool:
        if not isinstance(previous, _Play) or previous.pondered is None:
            return False
        pondered, board = previous.pondered, self.search.board
        is_same = (
            board == pondered
            and board.move_stack == pondered.move_stack
            and board.chess960 == pondered.chess960
            and board.root() == pondered.root()
        )
        wanted = {**self.engine.wanted(self.search.options), **self.managed_options()}
        changes = (
            self.engine.config.get(name) != self.engine.options[name].parse(value)
            for name, value in wanted.items()
            if name in self.engine.options and self.engine.options[name].type != "button"
        )
        self.is_ponderhit = (
            is_same
            and self.search.root_moves is None
            and self.search.game == self.engine.game
            and self.opponent == self.engine.told_opponent
            and not any(changes)
        )
        return self.is_ponderhit

    def start(self) -> None:
        if not self.is_ponderhit:
            super().start()
            return
        self.engine.board = self.search.board.copy(stack=False)
        self.is_searching = True
        self.engine.send_line("ponderhit")

    def go(self) -> None:
        self.engine.send_go(self.search.limit or Limit(), root_moves=self.search.root_moves)

    def info_received(self, info: InfoDict) -> None:
        if self.pondered is None:
            self.info.update(info)

    def best_move_received(self, best: BestMove) -> None:
        if self.pondered is not None or self.result.done():
            self.set_finished()
            return
        self.result.set_result(PlayResult(best.move, best.ponder, self.info))
        if (
            not self.ponder
            or not best.move
            or not best.ponder
            or self.engine.next_command is not None
        ):
            self.set_finished()
            return
        self.pondered = self.search.board.copy()
        self.pondered.push(best.move)
        self.pondered.push(best.ponder)
        self.engine.send_position(self.pondered)
        self.is_searching = True
        self.engine.send_go(self.search.limit or Limit(), ponder=True)


class _Analyse(_SearchCommand):
    """Analyses until a limit, or until it is told to stop."""

    def __init__(self, engine: UciProtocol, search: _Search, multipv: Optional[int]) -> None:
        super().__init__(engine, search)
        self.multipv = multipv
        self.analysis: Optional[AnalysisResult] = None

    def managed_options(self) -> Dict[str, ConfigValue]:
        engine = self.engine
        options: Dict[str, ConfigValue] = {}
        if "Ponder" in engine.options:
            options["Ponder"] = False
        if "MultiPV" in engine.options:
            options["MultiPV"] = 1 if self.multipv is None else self.multipv
        elif self.multipv is not None and self.multipv > 1:
            raise EngineError("engine does not support MultiPV")
        if "UCI_AnalyseMode" in engine.options and "UCI_AnalyseMode" not in engine.target_config:
            options.setdefault("UCI_AnalyseMode", True)
        return options

    def go(self) -> None:
        self.analysis = AnalysisResult(stop=self.request_cancel)
        self.result.set_result(self.analysis)
        limit = self.search.limit
        self.engine.send_go(
            limit or Limit(), root_moves=self.search.root_moves, infinite=limit is None
        )

    def info_received(self, info: InfoDict) -> None:
        if self.analysis is not None and info:
            self.analysis.post(info)

    def best_move_received(self, best: BestMove) -> None:
        if self.analysis is not None:
            self.analysis.set_finished(best)
        self.set_finished()

    def engine_terminated(self, exc: Exception) -> None:
        LOGGER.debug("%s: analysis failed: %s", self.engine, exc)
        if self.analysis is not None:
            self.analysis.set_exception(exc)
