"""Walking through a tree of moves in the order of PGN. Lines may be as long as they like:
nothing here calls itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, List, Tuple

from ..board import Board
from .visitors import SKIP, BaseVisitor

if TYPE_CHECKING:
    from .nodes import ChildNode


def visit_node(node: ChildNode, board: Board, visitor: BaseVisitor[Any]) -> None:
    """Tells a visitor about one node, and makes its move on the board."""
    if node.starting_comment:
        visitor.visit_comment(node.starting_comment)
    visitor.visit_move(board, node.move)
    board.push(node.move)
    visitor.visit_board(board)
    for nag in sorted(node.nags):
        visitor.visit_nag(nag)
    if node.comment:
        visitor.visit_comment(node.comment)


class _Frame:
    """A line that is being walked: the node that comes next, and how many of its moves are on the board."""

    __slots__ = ("node", "made", "is_variation")

    def __init__(self, node: ChildNode, is_variation: bool) -> None:
        self.node = node
        self.made = 0
        self.is_variation = is_variation


def walk(node: ChildNode, board: Board, visitor: BaseVisitor[Any], *, sidelines: bool) -> None:
    """Tells a visitor about a node and all that follows. `sidelines` are the other moves in the
    node's place.
    """
    frames = [_Frame(node, False)]
    waiting: List[Tuple[_Frame, List[ChildNode]]] = []  # lines that wait for their variations
    has_siblings = sidelines
    while frames:
        frame = frames[-1]
        visit_node(frame.node, board, visitor)
        frame.made += 1
        siblings = frame.node.parent.variations[1:] if has_siblings else []
        if siblings:
            board.pop()
            waiting.append((frame, list(reversed(siblings))))
            if _begin_next(frames, waiting, board, visitor):
                has_siblings = False
                continue
        has_siblings = True
        while frames and not _advance(frames[-1]):
            finished = frames.pop()
            for _ in range(finished.made):
                board.pop()
            if not finished.is_variation:
                return
            visitor.end_variation()
            if _begin_next(frames, waiting, board, visitor):
                has_siblings = False
                break


def _advance(frame: _Frame) -> bool:
    if not frame.node.variations:
        return False
    frame.node = frame.node.variations[0]
    return True


def _begin_next(
    frames: List[_Frame],
    waiting: List[Tuple[_Frame, List[ChildNode]]],
    board: Board,
    visitor: BaseVisitor[Any],
) -> bool:
    """Begins the next variation of the line on top. Without one, the line's move is made again."""
    frame, siblings = waiting[-1]
    while siblings:
        sibling = siblings.pop()
        if visitor.begin_variation() is not SKIP:
            frames.append(_Frame(sibling, True))
            return True
        visitor.end_variation()
    waiting.pop()
    board.push(frame.node.move)
    return False
