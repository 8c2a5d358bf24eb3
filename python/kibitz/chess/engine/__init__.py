"""Chess engines that speak UCI or XBoard's protocol."""

from __future__ import annotations

from .scores import Cp, Mate, MateGiven, MateGivenType, PovScore, PovWdl, Score, Wdl, WdlModel

__all__ = [
    "Cp",
    "Mate",
    "MateGiven",
    "MateGivenType",
    "PovScore",
    "PovWdl",
    "Score",
    "Wdl",
    "WdlModel",
]
