"""Variants of chess: not here. Every board class of python-chess is named, and says so when it is made."""

from __future__ import annotations

from typing import Any, List, Optional, Type

from .board import Board


class _Absent(Board):
    """A variant whose rules Kibitz does not know."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        raise NotImplementedError(
            f"kibitz.chess has no variants: {type(self).__name__} is not there"
        )


class SuicideBoard(_Absent):
    """Not there."""

    uci_variant = "suicide"


class GiveawayBoard(_Absent):
    """Not there."""

    uci_variant = "giveaway"


class AntichessBoard(_Absent):
    """Not there."""

    uci_variant = "antichess"


class AtomicBoard(_Absent):
    """Not there."""

    uci_variant = "atomic"


class KingOfTheHillBoard(_Absent):
    """Not there."""

    uci_variant = "kingofthehill"


class RacingKingsBoard(_Absent):
    """Not there."""

    uci_variant = "racingkings"


class HordeBoard(_Absent):
    """Not there."""

    uci_variant = "horde"


class ThreeCheckBoard(_Absent):
    """Not there."""

    uci_variant = "3check"


class CrazyhouseBoard(_Absent):
    """Not there."""

    uci_variant = "crazyhouse"


VARIANTS: List[Type[Board]] = [Board]


def find_variant(name: str) -> Type[Board]:
    """Board for the names of standard chess; a NotImplementedError for a variant, a ValueError
    for anything else.
    """
    wanted = name.lower()
    if wanted in _standard_names():
        return Board
    if _absent_variant(wanted):
        raise NotImplementedError(f"kibitz.chess has no variants: {name!r}")
    raise ValueError(f"unsupported variant: {name!r}")


def _standard_names() -> List[str]:
    return [alias.lower() for alias in Board.aliases] + [
        "chess960",
        "fischerandom",
        "fischerrandom",
        "chess 960",
    ]


def _absent_variant(wanted: str) -> Optional[Type[Board]]:
    plain = wanted.replace(" ", "").replace("-", "")
    return next((kind for kind in _Absent.__subclasses__() if kind.uci_variant == plain), None)
