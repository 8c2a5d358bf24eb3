"""A UCI engine of a function that chooses a move: GUIs, matches and the arena can then use it.

    >>> import random, kibitz.uci
    >>> def best_move(board, search):
    ...     return random.choice(search.moves)
    >>> kibitz.uci.serve(best_move, name="Dice", author="Ann")

The function gets the board and a Search, which says how long to think and takes reports. All else of the
protocol (stop, pondering, options, questions during a search, bad input) is handled here.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, Iterable, List, Mapping, Optional, Tuple, Union

from ._core import Move
from .board import STARTING_FEN, WHITE, Board

MOST_MOVES_LEFT = 30  # a clock without movestogo is spent as if the game had so many more moves
LONGEST = 4           # a move may take so many times its share
PATIENCE = 1.0        # seconds that a search has to end after `quit`


@dataclass(frozen=True)
class Spin:
    """An option that is a whole number."""

    default: int
    least: int
    most: int

    def announced(self) -> str:
        return f"spin default {self.default} min {self.least} max {self.most}"

    def read(self, text: str) -> int:
        if not text.lstrip("-").isdigit() or not self.least <= int(text) <= self.most:
            raise ValueError(f"expected a whole number from {self.least} to {self.most}")
        return int(text)


@dataclass(frozen=True)
class Check:
    """An option that is on or off."""

    default: bool

    def announced(self) -> str:
        return f"check default {str(self.default).lower()}"

    def read(self, text: str) -> bool:
        if text.lower() not in ("true", "false"):
            raise ValueError("expected true or false")
        return text.lower() == "true"


@dataclass(frozen=True)
class Text:
    """An option that is a text."""

    default: str

    def announced(self) -> str:
        return f"string default {self.default or '<empty>'}"

    def read(self, text: str) -> str:
        return "" if text == "<empty>" else text


Option = Union[Spin, Check, Text]

OWN_OPTIONS: Dict[str, Option] = {
    "Ponder": Check(False),  # a GUI may only let an engine ponder that has this option
    "UCI_Chess960": Check(False),
    "Move Overhead": Spin(10, 0, 5000),  # ms that a move costs beyond the thinking
}


@dataclass
class Limits:
    """What `go` said; 0, None and False mean that there is no such limit. Times are in milliseconds."""

    depth: int = 0
    nodes: int = 0
    softnodes: int = 0
    mate: int = 0
    movetime: int = 0
    wtime: Optional[int] = None
    btime: Optional[int] = None
    winc: int = 0
    binc: int = 0
    movestogo: int = 0
    infinite: bool = False
    ponder: bool = False
    searchmoves: List[Move] = field(default_factory=list)


class Search:
    """One `go`, as the function that chooses the move sees it."""

    def __init__(self, board: Board, limits: Limits, options: Mapping[str, Any],
                 write: Callable[[str], None]) -> None:
        #: What `go` said. The functions below heed all of it.
        self.limits = limits
        #: The moves to choose from: all legal ones, unless `go searchmoves` named some.
        self.moves: List[Move] = limits.searchmoves or list(board.legal_moves)
        #: The values of the options by their names.
        self.options = options
        #: Set by `stop`, `quit` and the end of the input alone.
        self.stopped = threading.Event()
        self._root = board.copy()
        self._write = write
        self._soft, self._hard = _shares(limits, board.turn, options["Move Overhead"])
        self._began = time.monotonic()
        self._is_due = threading.Event()
        if not limits.ponder and not limits.infinite:
            self._is_due.set()
        self._ponders = limits.ponder
        self._last: Optional[Tuple[List[Move], Optional[int]]] = None

    def should_stop(self, nodes: int = 0) -> bool:
        """True as soon as an answer is wanted: after `stop`, and when no time is left or so many nodes
        are more than allowed. To be asked every few hundred nodes at least."""
        if self.stopped.is_set() or 0 < self.limits.nodes <= nodes:
            return True
        return self._is_over(self._hard)

    def may_deepen(self, depth: int, nodes: int = 0) -> bool:
        """True if it is worth beginning a search of that depth."""
        limits = self.limits
        if self.should_stop(nodes) or 0 < limits.depth < depth or 0 < limits.softnodes <= nodes:
            return False
        mate = self._last[1] if self._last else None
        if limits.mate and mate is not None and 0 < mate <= limits.mate:
            return False
        return depth <= 1 or not self._is_over(self._soft)

    @property
    def elapsed(self) -> float:
        """Seconds since `go`, or since `ponderhit`."""
        return time.monotonic() - self._began

    def report(self, *, depth: int = 1, centipawns: int = 0, mate: Optional[int] = None,
               nodes: int = 0, line: Iterable[Move] = ()) -> None:
        """Writes an `info` line: a score as the side to move sees it, or a mate in so many moves
        (negative if it is mated), and of the line those moves that can be played one after another."""
        ms = int(self.elapsed * 1000)
        score = f"cp {int(centipawns)}" if mate is None else f"mate {int(mate)}"
        moves = list(line)
        words = self._line_words(moves)
        self._write(f"info depth {depth} score {score} nodes {nodes} nps {nodes * 1000 // max(ms, 1)} "
                    f"time {ms}" + (" pv " + " ".join(words) if words else ""))
        self._last = moves, mate

    def say(self, text: object) -> None:
        """Writes a text for people (`info string`)."""
        self._write(f"info string {text}")

    def _is_over(self, seconds: Optional[float]) -> bool:
        return seconds is not None and not self._ponders and self.elapsed >= seconds

    def _line_words(self, moves: List[Move]) -> List[str]:
        board, words = self._root.copy(), []
        for move in moves:
            if not board.is_legal(move):
                break
            words.append(move.uci())
            board.push(move)
        return words

    def _stop(self) -> None:
        self.stopped.set()
        self._is_due.set()

    def _ponderhit(self) -> bool:
        if not self._ponders:
            return False
        self._began = time.monotonic()
        self._ponders = False
        if not self.limits.infinite:
            self._is_due.set()
        return True

    def _instead(self) -> Move:
        """What to play if the function has no move to play."""
        if self._last and self._last[0] and self._last[0][0] in self.moves:
            return self._last[0][0]
        return self.moves[0]


BestMove = Callable[[Board, Search], Union[Move, Tuple[Move, Optional[Move]]]]


def serve(best_move: BestMove, *, name: str = "An engine without a name", author: str = "unknown",
          options: Optional[Mapping[str, Option]] = None,
          new_game: Optional[Callable[[], None]] = None) -> None:
    """Talks UCI on standard input and output until `quit` or the end of the input.

    `best_move(board, search)` returns one of search.moves, or a pair of it and the expected reply. It is
    called on a thread of its own, never twice at a time, and never in a position without a legal move.
    `options` are yours: {"Hash": Spin(16, 1, 1024)}; `new_game` is called before a new game. Meanwhile
    print() goes to standard error, so that it cannot disturb the conversation.
    """
    out = sys.stdout
    sys.stdout = sys.stderr

    def write(line: str) -> None:
        out.write(line + "\n")
        out.flush()

    front = Front(best_move, write, name=name, author=author, options=options, new_game=new_game)
    try:
        for line in sys.stdin.buffer:
            if not front.handle(line.decode(errors="replace")):
                break
        if not front.finish(PATIENCE):
            os._exit(0)  # nobody waits for the answer any more, and a thread cannot be ended
    finally:
        sys.stdout = out


class Front:
    """The conversation of serve(), line by line: for programs that bring the lines themselves."""

    def __init__(self, best_move: BestMove, write: Callable[[str], None], *,
                 name: str = "An engine without a name", author: str = "unknown",
                 options: Optional[Mapping[str, Option]] = None,
                 new_game: Optional[Callable[[], None]] = None) -> None:
        self._best_move, self._sink = best_move, write
        self._name, self._author, self._new_game = name, author, new_game
        self._known: Dict[str, Option] = {**(options or {}), **OWN_OPTIONS}
        self._values: Dict[str, Any] = {key: each.default for key, each in self._known.items()}
        self._board = Board()
        self._lock = threading.Lock()
        self._search: Optional[Search] = None
        self._thread: Optional[threading.Thread] = None
        self._over = False

    def handle(self, line: str) -> bool:
        """Executes one line. False when the conversation is over."""
        words = line.lstrip("\ufeff").split()
        if not words or words[0].startswith("#"):
            return True
        # The protocol wants unknown words before a command skipped.
        at = next((i for i, word in enumerate(words) if word in _COMMANDS), None)
        if at is None:
            self._error(f"unknown command {_quoted(words[0])}")
            return True
        try:
            _COMMANDS[words[at]](self, words[at + 1:])
        except _BadLine as bad:
            self._error(f"{words[at]}: {bad}")
        return not self._over

    def finish(self, patience: float) -> bool:
        """Stops the search and gives it so many seconds to answer. False if it has not."""
        self._on_stop([])
        if self._thread:
            self._thread.join(patience)
        return not (self._thread and self._thread.is_alive())

    def _write(self, line: str) -> None:
        with self._lock:
            self._sink(" ".join(line.splitlines()))

    def _error(self, text: str) -> None:
        self._write("info string error: " + text)

    def _bring_to_rest(self) -> None:
        self._on_stop([])
        if self._thread:
            self._thread.join()

    def _on_uci(self, _: List[str]) -> None:
        self._write(f"id name {self._name}")
        self._write(f"id author {self._author}")
        for name, option in self._known.items():
            self._write(f"option name {name} type {option.announced()}")
        self._write("uciok")

    def _on_is_ready(self, _: List[str]) -> None:
        self._write("readyok")

    def _on_new_game(self, _: List[str]) -> None:
        self._bring_to_rest()
        if self._new_game:
            self._new_game()

    def _on_position(self, words: List[str]) -> None:
        at = words.index("moves") if "moves" in words else len(words)
        self._board = _position(words[:at], words[at + 1:], self._values["UCI_Chess960"])

    def _on_go(self, words: List[str]) -> None:
        limits = _limits(words, self._board)
        self._bring_to_rest()
        board = self._board.copy()
        self._search = Search(board, limits, dict(self._values), self._write)
        self._thread = threading.Thread(target=self._think, args=(board, self._search), daemon=True)
        self._thread.start()

    def _think(self, board: Board, search: Search) -> None:
        if not search.moves:
            self._write("info depth 0 score " + ("mate 0" if board.is_check() else "cp 0"))
            search._is_due.wait()
            self._write("bestmove (none)")
            return
        root = board.copy()
        move, ponder = self._answer(board, search)
        if not search._last:  # some programs want to see a score with every move
            search.report(line=[move])
        search._is_due.wait()
        text = "bestmove " + move.uci()
        root.push(move)
        if ponder is not None and root.is_legal(ponder):
            text += " ponder " + ponder.uci()
        self._write(text)

    def _answer(self, board: Board, search: Search) -> Tuple[Move, Optional[Move]]:
        """What the function answers, or the best that can be said if that is no move to play."""
        try:
            answer = self._best_move(board, search)
            move, ponder = answer if isinstance(answer, tuple) else (answer, None)
            if move in search.moves:
                return move, ponder
            problem = f"answered {_name_of(move)}, which is not to be played here"
        except BaseException as thrown:  # also SystemExit: the thread must answer
            problem = f"failed: {type(thrown).__name__}: {thrown}"
        instead = search._instead()
        self._error(f"the search {problem}; {instead.uci()} is played instead")
        return instead, None

    def _on_stop(self, _: List[str]) -> None:
        if self._search:
            self._search._stop()

    def _on_ponder_hit(self, _: List[str]) -> None:
        if not self._search or not self._search._ponderhit():
            raise _BadLine("there is no search that ponders")

    def _on_set_option(self, words: List[str]) -> None:
        if words[:1] != ["name"]:
            raise _BadLine('"name" is missing')
        at = words.index("value") if "value" in words else len(words)
        name, value = " ".join(words[1:at]), " ".join(words[at + 1:])
        known = {each.lower(): each for each in self._known}.get(name.lower())
        if known is None:
            raise _BadLine(f'there is no option {_quoted(name)} ("uci" lists them)')
        self._bring_to_rest()
        try:
            self._values[known] = self._known[known].read(value)
        except ValueError as wrong:
            raise _BadLine(f"{known} {_quoted(value)}: {wrong}") from None

    def _on_nothing(self, _: List[str]) -> None:
        pass

    def _on_quit(self, _: List[str]) -> None:
        self._on_stop([])
        self._over = True


_COMMANDS: Dict[str, Callable[[Front, List[str]], None]] = {
    "uci": Front._on_uci,
    "isready": Front._on_is_ready,
    "ucinewgame": Front._on_new_game,
    "position": Front._on_position,
    "go": Front._on_go,
    "stop": Front._on_stop,
    "ponderhit": Front._on_ponder_hit,
    "setoption": Front._on_set_option,
    "debug": Front._on_nothing,
    "register": Front._on_nothing,
    "quit": Front._on_quit,
}


class _BadLine(Exception):
    """A line that cannot be executed, and why."""


def _quoted(text: str) -> str:
    longest = 40
    return '"' + text[:longest] + ('..."' if len(text) > longest else '"')


def _name_of(move: object) -> str:
    return move.uci() if isinstance(move, Move) else _quoted(repr(move))


def _position(words: List[str], moves: List[str], chess960: bool) -> Board:
    if words[:1] == ["fen"] and len(words) > 1:
        fen = " ".join(words[1:])
    elif words == ["startpos"]:
        fen = STARTING_FEN
    else:
        raise _BadLine('expected "startpos" or "fen"')
    board = _lenient_board(fen, chess960)
    for number, text in enumerate(moves, 1):
        try:
            board.push_uci(text)
        except ValueError as wrong:
            raise _BadLine(f"move {number} of {len(moves)}: {wrong}") from None
    return board


def _lenient_board(fen: str, chess960: bool) -> Board:
    """Programs send FENs without their last fields, and with rights and counters that cannot be."""
    given = fen.split()
    fields = given + ["w", "-", "-", "0", "1"][max(len(given) - 1, 0):]
    attempts = [fen, " ".join(fields), " ".join([*fields[:3], "-", "0", "1"]),
                " ".join([*fields[:2], "-", "-", "0", "1"])]
    first_error = None
    for attempt in attempts:
        try:
            return Board(attempt, chess960=chess960)
        except ValueError as wrong:
            first_error = first_error or str(wrong)
    raise _BadLine(first_error)


_NUMBERS = ("depth", "nodes", "softnodes", "mate", "movetime",
            "wtime", "btime", "winc", "binc", "movestogo")
_MAY_BE_NEGATIVE = ("wtime", "btime", "movetime")  # a GUI sends that when the flag has fallen
_FLAGS = ("infinite", "ponder")
_LISTS = ("searchmoves", "exclude")
_MATE_MARGIN = 14  # a search sees less in quiet moves than its depth suggests


def _limits(words: List[str], board: Board) -> Limits:
    limits = Limits()
    excluded: List[Move] = []
    at = 0
    while at < len(words):
        word = words[at]
        at += 1
        if word in _FLAGS:
            setattr(limits, word, True)
        elif word in _NUMBERS:
            setattr(limits, word, _number(word, words[at:at + 1]))
            at += 1
        elif word in _LISTS:
            texts = []
            while at < len(words) and words[at] not in _NUMBERS + _FLAGS + _LISTS:
                texts.append(words[at])
                at += 1
            (excluded if word == "exclude" else limits.searchmoves).extend(_moves(word, texts, board))
        else:
            raise _BadLine(f"unknown word {_quoted(word)}")
    if excluded:
        wanted = limits.searchmoves or list(board.legal_moves)
        limits.searchmoves = [move for move in wanted if move not in excluded]
        if not limits.searchmoves:
            raise _BadLine("exclude: no move is left to search")
    if (limits.wtime, limits.btime) != (None, None) and _clock(limits, board.turn)[0] is None:
        raise _BadLine("the clock of the side to move is missing")
    has_limit = limits.depth or limits.nodes or limits.softnodes or limits.movetime or limits.infinite
    if not has_limit and (limits.wtime, limits.btime) == (None, None):
        if limits.mate:
            limits.depth = 2 * limits.mate + _MATE_MARGIN
        else:
            limits.infinite = True
    return limits


def _number(word: str, texts: List[str]) -> int:
    text = texts[0] if texts else ""
    digits = text[1:] if text.startswith("-") and word in _MAY_BE_NEGATIVE else text
    if not (digits.isascii() and digits.isdigit()) or len(digits) > 18:
        problem = f"{_quoted(text)} is not a whole number" if text else "the number is missing"
        raise _BadLine(f"{word}: {problem}")
    least = 0 if word in ("winc", "binc", "movestogo") else 1
    if word not in _MAY_BE_NEGATIVE and int(text) < least:
        raise _BadLine(f"{word}: {text} is less than {least}")
    return max(int(text), least)


def _moves(word: str, texts: List[str], board: Board) -> List[Move]:
    if not texts:
        raise _BadLine(f"{word}: no moves given")
    try:
        return [board.parse_uci(text) for text in texts]
    except ValueError as wrong:
        raise _BadLine(f"{word}: {wrong}") from None


def _clock(limits: Limits, color: bool) -> Tuple[Optional[int], int]:
    return (limits.wtime, limits.winc) if color == WHITE else (limits.btime, limits.binc)


def _shares(limits: Limits, color: bool, overhead: int) -> Tuple[Optional[float], Optional[float]]:
    """Seconds after which no new depth begins, and after which the search must stop; None: no end."""
    soft = hard = float("inf")
    remaining, increment = _clock(limits, color)
    if remaining is not None:
        left = max(remaining - overhead, 1)
        moves = min(limits.movestogo or MOST_MOVES_LEFT, MOST_MOVES_LEFT)
        share = min(left / moves + increment / 2, left / 2)
        soft, hard = share / 2, min(LONGEST * share, left / 2)
    if limits.movetime:
        # Of a very short time at least half is for thinking.
        time_ms = limits.movetime - min(overhead, limits.movetime // 2)
        soft, hard = min(soft, time_ms), min(hard, time_ms)
    if hard == float("inf"):
        return None, None
    return soft / 1000, hard / 1000
