"""Games in PGN: read, changed and written as python-chess does it."""

from __future__ import annotations

from .exporters import FileExporter, StringExporter, StringExporterMixin
from .headers import TAG_ROSTER, Headers
from .nags import *  # noqa: F401, F403
from .nodes import ChildNode, Game, GameNode, GameT, Mainline
from .reader import read_game, read_headers, skip_game
from .time_control import TimeControl, TimeControlPart, TimeControlType, parse_time_control
from .visitors import (
    LOGGER,
    SKIP,
    BaseVisitor,
    BoardBuilder,
    GameBuilder,
    HeadersBuilder,
    ResultT,
    SkipType,
    SkipVisitor,
)

__all__ = [
    "BaseVisitor",
    "BoardBuilder",
    "ChildNode",
    "FileExporter",
    "Game",
    "GameBuilder",
    "GameNode",
    "GameT",
    "Headers",
    "HeadersBuilder",
    "LOGGER",
    "Mainline",
    "ResultT",
    "SKIP",
    "SkipType",
    "SkipVisitor",
    "StringExporter",
    "StringExporterMixin",
    "TAG_ROSTER",
    "TimeControl",
    "TimeControlPart",
    "TimeControlType",
    "parse_time_control",
    "read_game",
    "read_headers",
    "skip_game",
]
