"""What UCI engines say, understood: options, information, best moves."""

from __future__ import annotations

from typing import Callable, Dict, List, Optional, Tuple

from ..._core import FreeMove as Move
from ..board import Board
from .model import BestMove, ConfigValue, EngineError, Info, InfoDict, Option
from .protocol import LOGGER
from .scores import Cp, Mate, PovScore, PovWdl, Wdl

_OPTION_KEYS = ("name", "type", "default", "min", "max", "var")


def parse_option(text: str) -> Option:
    """An option from what follows "option"."""
    values: Dict[str, str] = {}
    choices: List[str] = []
    key = ""
    for word in text.split(" "):
        # Behind the name any word may be part of a value, but for the keys themselves.
        if (
            word in _OPTION_KEYS
            and (word != "name" or not values)
            and (word == "var" or word not in values)
        ):
            key = word
            if key == "var":
                choices.append("")
            else:
                values[key] = ""
        elif key == "var":
            choices[-1] = f"{choices[-1]} {word}".strip()
        elif key:
            values[key] = f"{values[key]} {word}".strip()
    kind = values.get("type", "")
    return Option(
        name=values.get("name", ""),
        type=kind,
        default=_default(kind, values.get("default", "")),
        min=_number(values.get("min")),
        max=_number(values.get("max")),
        var=choices,
    )


def _default(kind: str, text: str) -> ConfigValue:
    if kind == "check":
        return text == "true"
    if kind == "spin":
        return _number(text) or 0
    if kind == "button":
        return None
    return text


def _number(text: Optional[str]) -> Optional[int]:
    try:
        return None if text is None else int(text)
    except ValueError:
        LOGGER.exception("Exception parsing number of an option: %r", text)
        return None


def _next_word(text: str) -> Tuple[str, str]:
    word, _, rest = text.lstrip().partition(" ")
    return word, rest


def _line(board: Board, text: str) -> Tuple[List[Move], str]:
    """The legal moves at the beginning of a text, and what follows them."""
    position = board.copy(stack=False)
    moves: List[Move] = []
    while True:
        word, rest = _next_word(text)
        try:
            moves.append(position.push_uci(word))
        except ValueError:
            return moves, text
        text = rest


_SIMPLE: Dict[str, Callable[[str], object]] = {
    "depth": int,
    "seldepth": int,
    "time": lambda word: int(word) / 1000,
    "nodes": int,
    "nps": int,
    "tbhits": int,
    "multipv": int,
    "currmovenumber": int,
    "hashfull": int,
    "cpuload": int,
    "movesleft": int,
    "ebf": float,
}


def parse_info(arg: str, root_board: Board, selector: Info = Info.ALL) -> InfoDict:
    """The information of what follows "info". Words that mean nothing are passed over."""
    info: InfoDict = {}
    if not selector:
        return info
    rest = arg
    while rest.strip():
        key, rest = _next_word(rest)
        if key == "string":
            if selector & Info.BASIC:
                info["string"] = rest
            return info
        try:
            rest = _parse_value(info, key, rest, root_board, selector)
        except (ValueError, IndexError):
            LOGGER.error("Exception parsing %s from info: %r", key, arg)
    return info


def _parse_value(info: InfoDict, key: str, rest: str, board: Board, selector: Info) -> str:
    """Reads what belongs to a key and returns what follows it."""
    if key in _SIMPLE:
        word, after = _next_word(rest)
        if selector & Info.BASIC:
            info[key] = _SIMPLE[key](word)  # type: ignore[literal-required]
        return after
    if key == "score":
        return _parse_score(info, rest, board, selector)
    if key == "wdl":
        return _parse_wdl(info, rest, board, selector)
    if key == "currmove":
        word, after = _next_word(rest)
        if selector & Info.BASIC:
            info["currmove"] = Move.from_uci(word)
        return after
    if key == "pv":
        moves, after = _line(board, rest)
        if selector & Info.PV:
            info["pv"] = moves
        return after
    if key == "refutation":
        moves, after = _line(board, rest)
        if selector & Info.REFUTATION and moves:
            info.setdefault("refutation", {})[moves[0]] = moves[1:]
        return after
    if key == "currline":
        word, after = _next_word(rest)
        moves, after = _line(board, after)
        if selector & Info.CURRLINE:
            info.setdefault("currline", {})[int(word)] = moves
        return after
    return rest


def _parse_score(info: InfoDict, rest: str, board: Board, selector: Info) -> str:
    kind, after = _next_word(rest)
    value, after = _next_word(after)
    score = Mate(int(value)) if kind == "mate" else Cp(int(value))
    if selector & Info.SCORE:
        info["score"] = PovScore(score, board.turn)
    bound, behind = _next_word(after)
    if bound == "lowerbound":
        info["lowerbound"] = True
        return behind
    if bound == "upperbound":
        info["upperbound"] = True
        return behind
    return after


def _parse_wdl(info: InfoDict, rest: str, board: Board, selector: Info) -> str:
    counts = []
    for _ in range(3):
        word, rest = _next_word(rest)
        counts.append(int(word))
    if selector & Info.SCORE:
        info["wdl"] = PovWdl(Wdl(*counts), board.turn)
    return rest


def parse_bestmove(board: Board, args: str) -> BestMove:
    """The moves of what follows "bestmove"; an EngineError for one that is not legal."""
    words = args.split()
    if not words or words[0] in ("(none)", "NULL"):
        return BestMove(None, None)
    try:
        move = board.parse_uci(words[0])
    except ValueError as error:
        raise EngineError(error) from None
    ponder = None
    if len(words) > 2 and words[1] == "ponder" and words[2] not in ("(none)", "NULL"):
        after = board.copy(stack=False)
        after.push(move)
        try:
            ponder = after.parse_uci(words[2])
        except ValueError:
            LOGGER.exception("Engine sent invalid ponder move")
    return BestMove(move, ponder)
