"""Chess engines that speak UCI or XBoard's protocol, with asyncio or without.

    with kibitz.chess.engine.SimpleEngine.popen_uci("stockfish") as engine:
        result = engine.play(board, kibitz.chess.engine.Limit(time=0.1))
"""

from __future__ import annotations

import asyncio
from typing import Any, List, Tuple, Union

from .analysis import AnalysisResult
from .in_process import SessionTransport, open_in_process
from .mock import MockTransport
from .model import (
    INFO_ALL,
    INFO_BASIC,
    INFO_CURRLINE,
    INFO_NONE,
    INFO_PV,
    INFO_REFUTATION,
    INFO_SCORE,
    MANAGED_OPTIONS,
    AnalysisComplete,
    BestMove,
    ConfigMapping,
    ConfigValue,
    EngineError,
    EngineTerminatedError,
    Info,
    InfoDict,
    Limit,
    Opponent,
    Option,
    PlayResult,
    UciOptionMap,
)
from .protocol import LOGGER, BaseCommand, CommandState, Protocol
from .protocol import greeted as _greeted
from .scores import Cp, Mate, MateGiven, MateGivenType, PovScore, PovWdl, Score, Wdl, WdlModel
from .simple import SimpleAnalysisResult, SimpleEngine, run_in_background
from .uci import UciProtocol
from .uci_text import parse_bestmove as _parse_uci_bestmove
from .uci_text import parse_info as _parse_uci_info
from .xboard import XBoardProtocol
from .xboard_text import parse_option as _parse_xboard_option
from .xboard_text import parse_post as _parse_xboard_post

EventLoopPolicy = asyncio.DefaultEventLoopPolicy


async def popen_uci(
    command: Union[str, List[str]], *, setpgrp: bool = False, **popen_args: Any
) -> Tuple[asyncio.SubprocessTransport, UciProtocol]:
    """Starts an engine that speaks UCI, and greets it."""
    transport, protocol = await UciProtocol.popen(command, setpgrp=setpgrp, **popen_args)
    return await _greeted(transport, protocol)


async def popen_xboard(
    command: Union[str, List[str]], *, setpgrp: bool = False, **popen_args: Any
) -> Tuple[asyncio.SubprocessTransport, XBoardProtocol]:
    """Starts an engine that speaks XBoard's protocol, and greets it."""
    transport, protocol = await XBoardProtocol.popen(command, setpgrp=setpgrp, **popen_args)
    return await _greeted(transport, protocol)


__all__ = [
    "AnalysisComplete",
    "AnalysisResult",
    "BaseCommand",
    "BestMove",
    "CommandState",
    "ConfigMapping",
    "ConfigValue",
    "Cp",
    "EngineError",
    "EngineTerminatedError",
    "EventLoopPolicy",
    "INFO_ALL",
    "INFO_BASIC",
    "INFO_CURRLINE",
    "INFO_NONE",
    "INFO_PV",
    "INFO_REFUTATION",
    "INFO_SCORE",
    "Info",
    "InfoDict",
    "LOGGER",
    "Limit",
    "MANAGED_OPTIONS",
    "Mate",
    "MateGiven",
    "MateGivenType",
    "MockTransport",
    "Opponent",
    "Option",
    "PlayResult",
    "PovScore",
    "PovWdl",
    "Protocol",
    "Score",
    "SessionTransport",
    "SimpleAnalysisResult",
    "SimpleEngine",
    "UciOptionMap",
    "UciProtocol",
    "Wdl",
    "WdlModel",
    "XBoardProtocol",
    "_parse_uci_bestmove",
    "_parse_uci_info",
    "_parse_xboard_option",
    "_parse_xboard_post",
    "open_in_process",
    "popen_uci",
    "popen_xboard",
    "run_in_background",
]
