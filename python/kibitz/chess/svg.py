"""Pictures of boards and pieces as SVG, with the arguments, classes and ids of python-chess and
the shapes of Kibitz.
"""

from __future__ import annotations

import functools
import math
import re
from typing import Dict, Iterable, List, Mapping, Optional, Tuple, Union
from xml.sax.saxutils import escape, quoteattr

from .._core import FreeMove as Move
from ..board import Board as _GameBoard
from ..pieces import PieceText
from .base_board import BaseBoard
from .square_set import IntoSquareSet, mask_of
from .squares import (
    COLOR_NAMES,
    PIECE_NAMES,
    PIECE_TYPES,
    SQUARE_NAMES,
    SQUARES,
    WHITE,
    Color,
    Square,
    parse_square,
    square_file,
    square_rank,
)

SQUARE_SIZE = 45
MARGIN = 15

DEFAULT_COLORS: Dict[str, str] = {
    "square light": "#f0dfc4",
    "square dark": "#b88c68",
    "square dark lastmove": "#c9a84a",
    "square light lastmove": "#e3cf7a",
    "margin": "#6f4e37",
    "inner border": "#3b2a1e",
    "outer border": "#3b2a1e",
    "coord": "#f3e6d2",
    "arrow green": "#2f7d4f99",
    "arrow red": "#b0302899",
    "arrow yellow": "#d9a400b3",
    "arrow blue": "#2b5fa899",
}

_PGN_LETTERS = {"G": "green", "R": "red", "Y": "yellow", "B": "blue"}
_PGN_COLORS = {color: letter for letter, color in _PGN_LETTERS.items()}
_FILLS = {True: ("#fffdf8", "#1f1b18", "#1f1b18"), False: ("#403a36", "#14110f", "#e9dfd0")}
_CHECK = (
    '<radialGradient id="check_gradient" r="0.5"><stop offset="0%" stop-color="#e0331f" stop-opacity="1.0" />'
    '<stop offset="100%" stop-color="#e0331f" stop-opacity="0.0" /></radialGradient>'
)
_CROSS = (
    '<g id="xx"><path d="M 12 12 L 33 33 M 33 12 L 12 33" fill="none" '
    'stroke="#1f1b18" stroke-width="3" /></g>'
)


class Arrow:
    """An arrow from a square to another; a circle if both are the same."""

    tail: Square
    head: Square
    color: str

    def __init__(self, tail: Square, head: Square, *, color: str = "green") -> None:
        self.tail = tail
        self.head = head
        self.color = color

    def pgn(self) -> str:
        """The arrow as [%csl ...] and [%cal ...] write it."""
        letter = _PGN_COLORS.get(self.color, "G")
        head = "" if self.tail == self.head else SQUARE_NAMES[self.head]
        return f"{letter}{SQUARE_NAMES[self.tail]}{head}"

    @classmethod
    def from_pgn(cls, pgn: str) -> Arrow:
        """The arrow of such a text; a ValueError if it is none."""
        color = _PGN_LETTERS.get(pgn[:1], "green")
        squares = pgn[1:] if pgn[:1] in _PGN_LETTERS else pgn
        return cls(parse_square(squares[:2]), parse_square(squares[2:] or squares[:2]), color=color)

    def __str__(self) -> str:
        return self.pgn()

    def __repr__(self) -> str:
        tail, head = SQUARE_NAMES[self.tail].upper(), SQUARE_NAMES[self.head].upper()
        return f"Arrow({tail}, {head}, color={self.color!r})"


class SvgWrapper(str):
    """The text of an SVG, which notebooks show as a picture."""

    def _repr_svg_(self) -> SvgWrapper:
        return self

    def _repr_html_(self) -> SvgWrapper:
        return self


@functools.lru_cache(maxsize=None)
def _shapes() -> Dict[int, Tuple[str, float]]:
    """The paths of each type of piece, and how they are scaled to a square."""
    picture = _GameBoard().svg(coordinates=False)
    side = re.search(r'viewBox="\S+ \S+ (\d+) ', picture)
    assert side is not None
    scale = 8 * SQUARE_SIZE / int(side.group(1))
    shapes = {}
    for number, letter in enumerate("pnbrqk", start=1):
        match = re.search(rf'<g id="kibitz-{letter}"([^>]*)>(.*?)</g>', picture, re.DOTALL)
        assert match is not None
        shapes[number] = (f"<g{match.group(1)}>{match.group(2)}</g>", scale)
    return shapes


@functools.lru_cache(maxsize=None)
def _piece_group(piece_type: int, color: Color) -> str:
    name, side = PIECE_NAMES[piece_type], COLOR_NAMES[color]
    fill, outline, lines = _FILLS[color]
    shape, scale = _shapes()[piece_type]
    return (
        f'<g id="{side}-{name}" class="{side} {name}" fill="{fill}" stroke="{outline}" color="{lines}">'
        f'<g transform="scale({scale:g})">{shape}</g></g>'
    )


def _open(view: int, size: Optional[int]) -> str:
    extent = "" if size is None else f' width="{size}" height="{size}"'
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'viewBox="0 0 {view} {view}"{extent}>'
    )


def _paint(attribute: str, color: str) -> str:
    """A color as attributes; #rrggbbaa has an opacity."""
    opacity = ""
    if color.startswith("#") and len(color) in (5, 9):
        digits = 1 if len(color) == 5 else 2
        alpha = int(color[-digits:], 16) / (16**digits - 1)
        color, opacity = color[:-digits], f' opacity="{alpha:.3g}"'
    return f"{attribute}={quoteattr(color)}{opacity}"


def piece(piece: PieceText, size: Optional[int] = None) -> str:
    """A picture of a piece."""
    return SvgWrapper(
        _open(SQUARE_SIZE, size) + _piece_group(piece.piece_type, piece.color) + "</svg>"
    )


class _Picture:
    """A board that is painted: its measures, its colors, and what has been painted."""

    def __init__(
        self, orientation: Color, coordinates: bool, borders: bool, colors: Mapping[str, str]
    ) -> None:
        self.orientation = orientation
        self.margin = MARGIN if coordinates else 0
        self.inner = 1 if borders and coordinates else 0
        self.outer = 1 if borders else 0
        self.offset = self.margin + self.inner + self.outer
        self.view = 2 * self.offset + 8 * SQUARE_SIZE
        self.colors = colors
        self.parts: List[str] = []

    def color(self, name: str) -> str:
        """The color that was asked for, or the usual one."""
        return self.colors.get(name) or DEFAULT_COLORS[name]

    def corner(self, square: Square) -> Tuple[int, int]:
        """The upper left corner of a square."""
        file, rank = square_file(square), square_rank(square)
        column, row = (file, 7 - rank) if self.orientation == WHITE else (7 - file, rank)
        return column * SQUARE_SIZE + self.offset, row * SQUARE_SIZE + self.offset

    def middle(self, square: Square) -> Tuple[float, float]:
        """The middle of a square."""
        x, y = self.corner(square)
        return x + SQUARE_SIZE / 2, y + SQUARE_SIZE / 2

    def frame(self, distance: float, width: float, name: str) -> None:
        """A rectangle of lines around the board."""
        side = self.view - 2 * distance - width
        start = distance + width / 2
        self.parts.append(
            f'<rect x="{start:g}" y="{start:g}" width="{side:g}" height="{side:g}" fill="none" '
            f'stroke-width="{width:g}" {_paint("stroke", self.color(name))} />'
        )

    def rectangle(self, square: Square, attributes: str) -> None:
        """A square in some paint."""
        x, y = self.corner(square)
        self.parts.append(
            f'<rect x="{x}" y="{y}" width="{SQUARE_SIZE}" height="{SQUARE_SIZE}" '
            f'stroke="none" {attributes} />'
        )

    def use(self, square: Square, name: str) -> None:
        """A shape on a square."""
        x, y = self.corner(square)
        self.parts.append(
            f'<use href="#{name}" xlink:href="#{name}" transform="translate({x}, {y})" />'
        )

    def coordinates(self) -> None:
        """The letters and numbers around the board."""
        paint = _paint("fill", self.color("coord"))
        self.parts.append(f'<g font-family="sans-serif" font-size="11" text-anchor="middle" {paint}>')
        near, far = self.outer + self.margin / 2, self.view - self.outer - self.margin / 2
        for number in range(8):
            x, _ = self.middle(number)
            _, y = self.middle(number * 8)
            for edge in (near, far):
                self.parts.append(f'<text x="{x:g}" y="{edge + 4:g}">{"abcdefgh"[number]}</text>')
                self.parts.append(f'<text x="{edge:g}" y="{y + 4:g}">{number + 1}</text>')
        self.parts.append("</g>")

    def arrow(self, arrow: Arrow) -> None:
        """An arrow, or a circle."""
        name = f"arrow {arrow.color}"
        color = self.colors.get(name) or DEFAULT_COLORS.get(name) or arrow.color
        (x, y), (to_x, to_y) = self.middle(arrow.tail), self.middle(arrow.head)
        if arrow.tail == arrow.head:
            self.parts.append(
                f'<circle cx="{x:g}" cy="{y:g}" r="{SQUARE_SIZE * 0.45:g}" '
                f'stroke-width="{SQUARE_SIZE * 0.1:g}" fill="none" '
                f'class="circle" {_paint("stroke", color)} />'
            )
            return
        length = math.hypot(to_x - x, to_y - y)
        step_x, step_y = (to_x - x) / length, (to_y - y) / length
        head = 0.75 * SQUARE_SIZE
        tip_x, tip_y = to_x - step_x * 0.1 * SQUARE_SIZE, to_y - step_y * 0.1 * SQUARE_SIZE
        base_x, base_y = tip_x - step_x * head, tip_y - step_y * head
        side = head / 2
        points = [
            (tip_x, tip_y),
            (base_x + step_y * side, base_y - step_x * side),
            (base_x - step_y * side, base_y + step_x * side),
        ]
        corners = " ".join(f"{px:.2f},{py:.2f}" for px, py in points)
        self.parts.append(
            f'<line x1="{x:g}" y1="{y:g}" x2="{base_x:.2f}" y2="{base_y:.2f}" '
            f'stroke-width="{SQUARE_SIZE * 0.2:g}" stroke-linecap="butt" '
            f'class="arrow" {_paint("stroke", color)} />'
        )
        self.parts.append(f'<polygon points="{corners}" class="arrow" {_paint("fill", color)} />')


def board(
    board: Optional[BaseBoard] = None,
    *,
    orientation: Color = WHITE,
    lastmove: Optional[Move] = None,
    check: Optional[Square] = None,
    arrows: Iterable[Union[Arrow, Tuple[Square, Square]]] = (),
    fill: Mapping[Square, str] = {},
    squares: Optional[IntoSquareSet] = None,
    size: Optional[int] = None,
    coordinates: bool = True,
    colors: Mapping[str, str] = {},
    borders: bool = False,
    style: Optional[str] = None,
    flipped: bool = False,
) -> str:
    """A picture of a board.

    `fill` colors squares, `squares` marks some with a cross, `arrows` are arrows or pairs of
    squares, `colors`
    replaces DEFAULT_COLORS, and `style` is CSS.
    """
    picture = _Picture(orientation ^ flipped, coordinates, borders, colors)
    parts = picture.parts
    parts.append(_open(picture.view, size))
    if style:
        parts.append(f"<style>{escape(style)}</style>")
    if board is not None:
        parts.append(f"<desc><pre>{escape(str(board))}</pre></desc>")
    pieces = {} if board is None else board.piece_map()
    crosses = 0 if squares is None else mask_of(squares)
    parts.append(
        "<defs>" + _definitions(pieces.values(), bool(crosses), check is not None) + "</defs>"
    )
    if coordinates:
        picture.frame(picture.outer, picture.margin, "margin")
        picture.coordinates()
    if picture.inner:
        picture.frame(picture.outer + picture.margin, picture.inner, "inner border")
    if picture.outer:
        picture.frame(0, picture.outer, "outer border")
    moved = (lastmove.from_square, lastmove.to_square) if lastmove else ()
    for square in SQUARES:
        shade = "light" if (square_file(square) + square_rank(square)) % 2 else "dark"
        kind = f"square {shade} lastmove" if square in moved else f"square {shade}"
        picture.rectangle(
            square, f'class="{kind} {SQUARE_NAMES[square]}" {_paint("fill", picture.color(kind))}'
        )
        if square in fill:
            picture.rectangle(square, _paint("fill", fill[square]))
        if square == check:
            picture.rectangle(square, 'class="check" fill="url(#check_gradient)"')
    for square in SQUARES:
        piece_there = pieces.get(square)
        if piece_there:
            picture.use(
                square, f"{COLOR_NAMES[piece_there.color]}-{PIECE_NAMES[piece_there.piece_type]}"
            )
        if crosses >> square & 1:
            picture.use(square, "xx")
    for arrow in arrows:
        picture.arrow(arrow if isinstance(arrow, Arrow) else Arrow(*arrow))
    parts.append("</svg>")
    return SvgWrapper("".join(parts))


def _definitions(pieces: Iterable[PieceText], has_crosses: bool, has_check: bool) -> str:
    there = {(piece.piece_type, piece.color) for piece in pieces}
    order = [(kind, color) for color in (True, False) for kind in PIECE_TYPES]
    groups = "".join(_piece_group(*piece) for piece in order if piece in there)
    return groups + (_CROSS if has_crosses else "") + (_CHECK if has_check else "")
