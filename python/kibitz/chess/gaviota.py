"""Gaviota's endgame tables: not here. Syzygy's are in kibitz.chess.syzygy."""

from __future__ import annotations

from typing import Any

_ABSENT = "kibitz.chess does not read Gaviota's tables; kibitz.chess.syzygy reads Syzygy's"


class MissingTableError(KeyError):
    """What python-chess raises for a table that is not there."""


class PythonTablebase:
    """Not there."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        raise NotImplementedError(_ABSENT)


class NativeTablebase(PythonTablebase):
    """Not there."""


def open_tablebase(*arguments: Any, **options: Any) -> PythonTablebase:
    """Not there."""
    raise NotImplementedError(_ABSENT)


def open_tablebase_native(*arguments: Any, **options: Any) -> PythonTablebase:
    """Not there."""
    raise NotImplementedError(_ABSENT)
