"""Pictures of boards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterable, Optional, Tuple

if TYPE_CHECKING:
    from .board import Board
    from ._core import Move


class Picture(str):
    """The text of an SVG, which notebooks show as a picture."""

    def _repr_svg_(self) -> str:
        return str(self)

    def save(self, path: str) -> None:
        """Writes the picture to a file."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self)


def board(
    board: Board,
    *,
    size: int = 360,
    orientation: bool = True,
    coordinates: bool = True,
    lastmove: Optional[Move] = None,
    dark: bool = False,
    arrows: Iterable[Tuple[int, int]] = (),
) -> Picture:
    """A picture of a board. `arrows` are pairs of squares."""
    return board.svg(
        size=size,
        orientation=orientation,
        coordinates=coordinates,
        lastmove=lastmove,
        dark=dark,
        arrows=arrows,
    )
