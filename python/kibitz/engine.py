"""The engine, in this process: no program to install, no pipe to talk through."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Dict, List, Optional, Sequence, Union

from ._core import EngineBase, Move
from .board import BLACK, WHITE, Board
from .pgn import Game

# What a mate counts as where a number is needed, and how much less each move to it.
MATE_SCORE = 100_000


@dataclass(frozen=True)
class Score:
    """What a position is worth to `color`, in centipawns or as a mate in so many moves.

    A mate of 3 is a mate that this side gives in three moves; -3 is one that it suffers.
    """

    color: bool
    centipawns: Optional[int] = None
    mate: Optional[int] = None

    def pov(self, color: bool) -> Score:
        """The same from the point of view of a side."""
        if color == self.color:
            return self
        return Score(
            color,
            None if self.centipawns is None else -self.centipawns,
            None if self.mate is None else -self.mate,
        )

    def white(self) -> Score:
        """The same from White's point of view."""
        return self.pov(WHITE)

    def black(self) -> Score:
        """The same from Black's point of view."""
        return self.pov(BLACK)

    def is_mate(self) -> bool:
        """Whether one side mates."""
        return self.mate is not None

    def score(self, *, mate_score: int = MATE_SCORE) -> int:
        """As one number: centipawns, or for a mate `mate_score` less the number of moves."""
        if self.mate is None:
            return self.centipawns or 0
        return mate_score - self.mate if self.mate > 0 else -mate_score - self.mate

    def __str__(self) -> str:
        if self.mate is not None:
            return f"#{self.mate:+d}"
        return f"{(self.centipawns or 0) / 100:+.2f}"


@dataclass(frozen=True)
class WinDrawLoss:
    """The chances of `color` in thousandths."""

    color: bool
    wins: int
    draws: int
    losses: int

    def pov(self, color: bool) -> WinDrawLoss:
        """The same from the point of view of a side."""
        if color == self.color:
            return self
        return WinDrawLoss(color, self.losses, self.draws, self.wins)

    def expectation(self) -> float:
        """The expected score, 0 to 1."""
        return (self.wins + self.draws / 2) / 1000


@dataclass(frozen=True)
class Info:
    """A line that a search found, and what it is worth to the side to move."""

    score: Score
    wdl: WinDrawLoss
    pv: List[Move]
    depth: int
    seldepth: int
    nodes: int
    time: float  # seconds
    multipv: int = 1

    @property
    def move(self) -> Optional[Move]:
        """The first move of the line."""
        return self.pv[0] if self.pv else None


@dataclass(frozen=True)
class Claim:
    """Something that is said about a move, with the line that proves it.

    The proof begins after the moves of `lead` from the position before the move. A threat is shown
    as if the side to move there passed.
    """

    kind: str  # "misses win", "allows mate", ...
    motif: Optional[str]  # "fork", "pin", ...
    lead: List[Move]
    proof: List[Move]
    is_threat: bool
    mate: int  # in moves; 0 for none
    wins: int  # material in centipawns


@dataclass(frozen=True)
class Explanation:
    """Why a move is good or bad."""

    sentences: List[str]
    claims: List[Claim]
    cost: int  # centipawns
    best: List[Move]  # the line that was best instead

    def __str__(self) -> str:
        return " ".join(self.sentences)


@dataclass(frozen=True)
class ReviewedMove:
    """A move of a game, judged."""

    move: Move
    best: Move  # what the engine would have played
    win_before: float  # the mover's chance to win before and after the move, in percent
    win_after: float
    centipawn_loss: int
    mark: str  # "", "?!", "?" or "??"


@dataclass(frozen=True)
class SideReview:
    """What one side did in a game. The accuracy is lichess's, 0 to 100."""

    accuracy: Optional[float]  # None for a side that did not move
    average_centipawn_loss: float
    inaccuracies: int
    mistakes: int
    blunders: int


@dataclass(frozen=True)
class Review:
    """A game, judged move by move."""

    moves: List[ReviewedMove]
    white: SideReview
    black: SideReview
    # How the game went, in three to six sentences.
    story: List[str] = field(default_factory=list)


class Engine(EngineBase):
    """The engine. Give it threads and a table of `hash_mb` megabytes; use it as long as you like.

        >>> engine = kibitz.Engine()
        >>> info = engine.analyse(kibitz.Board(), nodes=100_000)
        >>> info.score, info.pv

    One call at a time: an engine is for one thread. Ctrl-C ends a search.
    """

    def __init__(self, *, threads: int = 1, hash_mb: int = 16) -> None:
        super().__init__(threads, hash_mb)

    def analyse(
        self,
        board: Board,
        *,
        nodes: Optional[int] = None,
        depth: Optional[int] = None,
        time: Optional[float] = None,
        mate: Optional[int] = None,
        multipv: Optional[int] = None,
        root_moves: Optional[Sequence[Move]] = None,
    ) -> Union[Info, List[Info]]:
        """Searches until a limit is reached (`time` is in seconds) and returns what was found: the
        best line, or with `multipv` a list of that many lines, the best one first."""
        moves = None if root_moves is None else list(root_moves)
        if not len(board.legal_moves):
            raise ValueError("the game is over: there is no legal move to look at")
        found = self._analyse(board, nodes, depth, time, mate, multipv or 1, moves)
        lines = [_info(line, board.turn) for line in found]
        return lines[0] if multipv is None else lines

    def play(
        self,
        board: Board,
        *,
        nodes: Optional[int] = None,
        depth: Optional[int] = None,
        time: Optional[float] = None,
    ) -> Move:
        """The engine's move."""
        info = self.analyse(board, nodes=nodes, depth=depth, time=time)
        assert isinstance(info, Info) and info.move is not None
        return info.move

    def explain(
        self,
        board: Board,
        move: Move,
        *,
        nodes: int = 200_000,
        language: str = "en",
        rating: int = 0,
    ) -> Explanation:
        """Why a move is good or bad in a position, in sentences (`language` "en", "de" or "es", in
        words for a reader of that `rating`, 0 if it is not known) and as claims that each carry a
        line as their proof."""
        found = self._explain(board, move, nodes, language, rating)
        claims = [Claim(**claim) for claim in found["claims"]]
        return Explanation(found["sentences"], claims, found["cost"], found["best"])

    def review(
        self,
        game: Union[Board, Game],
        *,
        nodes: int = 20_000,
        language: str = "en",
        rating: int = 0,
    ) -> Review:
        """Judges all moves of a game, or of a board that remembers its moves, with a search of so
        many nodes at each, and tells its story as `explain` gives reasons."""
        board, result = (game.end(), game.result) if isinstance(game, Game) else (game, "*")
        found = self._review(board, nodes, result, language, rating)
        return Review(
            [ReviewedMove(**move) for move in found["moves"]],
            SideReview(**found["white"]),
            SideReview(**found["black"]),
            found["story"],
        )


def _info(line: Dict[str, Any], turn: bool) -> Info:
    is_mate, value = line.pop("_score")
    chances = line.pop("_wdl")
    score = Score(turn, mate=value) if is_mate else Score(turn, centipawns=value)
    return Info(score=score, wdl=WinDrawLoss(turn, *chances), **line)
