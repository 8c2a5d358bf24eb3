"""The operations of EPD: what stands behind the position."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Callable, Dict, Iterable, Iterator, List, Mapping, Tuple, Union

from .._core import FreeMove as Move

if TYPE_CHECKING:
    from .board import Board

Operand = Union[None, str, int, float, Move, List[Move]]
GivenOperand = Union[None, str, int, float, Move, Iterable[Move]]

_ESCAPES = {"\\": "\\\\", "\t": "\\t", "\r": "\\r", "\n": "\\n", '"': '\\"'}
_UNESCAPED = {"t": "\t", "r": "\r", "n": "\n"}


def _require_opcode(opcode: str) -> None:
    if not opcode:
        raise ValueError("empty string is not a valid epd opcode")
    if opcode == "-":
        raise ValueError("dash (-) is not a valid epd opcode")
    if not opcode[0].isalpha():
        raise ValueError(f"expected epd opcode to start with a letter, got: {opcode!r}")
    for letter in " \n\t\r":
        if letter in opcode:
            raise ValueError(f"invalid character {letter!r} in epd opcode: {opcode!r}")


def format_operations(board: Board, operations: Mapping[str, GivenOperand]) -> str:
    """The operations as EPD writes them."""
    return " ".join(
        _format_operation(board, opcode, operand) for opcode, operand in operations.items()
    )


def _format_operation(board: Board, opcode: str, operand: GivenOperand) -> str:
    _require_opcode(opcode)
    if operand is None:
        return f"{opcode};"
    return f"{opcode} {_format_operand(board, opcode, operand)};"


def _format_operand(board: Board, opcode: str, operand: GivenOperand) -> str:
    if isinstance(operand, Move):
        return board.san(operand)
    if isinstance(operand, (int, float)):
        if not math.isfinite(operand):
            raise AssertionError(f"expected numeric epd operand to be finite, got: {operand}")
        return str(operand)
    if opcode == "pv" and operand is not None and not isinstance(operand, str):
        line = board.copy(stack=False)
        return " ".join(line.san_and_push(move) for move in operand)
    if opcode in ("am", "bm") and operand is not None and not isinstance(operand, str):
        return " ".join(sorted(board.san(move) for move in operand))
    return '"' + "".join(_ESCAPES.get(letter, letter) for letter in str(operand)) + '"'


def parse_operations(text: str, make_board: Callable[[], Board]) -> Dict[str, Operand]:
    """The operations that a text names. `make_board` makes the board on which its moves are made."""
    operations: Dict[str, Operand] = {}
    board = None
    for opcode, is_quoted, operand in _split(text):
        _require_opcode(opcode)
        if is_quoted:
            operations[opcode] = operand
        elif not operand:
            operations[opcode] = [] if opcode in ("pv", "am", "bm") else None
        else:
            board = board or make_board()
            operations[opcode] = _parse_operand(board, opcode, operand)
    return operations


def _parse_operand(board: Board, opcode: str, operand: str) -> Operand:
    if opcode == "pv":
        line = board.copy(stack=False)
        return [line.push_xboard(word) for word in operand.split()]
    if opcode in ("am", "bm"):
        return [board.parse_xboard(word) for word in operand.split()]
    number = None if operand[0].isalpha() else _parse_number(operand)
    if number is None:
        return board.parse_xboard(operand)
    if not math.isfinite(number):
        raise ValueError(f"invalid numeric operand for epd operation {opcode!r}: {operand!r}")
    return number


def _parse_number(text: str) -> Union[None, int, float]:
    try:
        return int(text)
    except ValueError:
        pass
    try:
        return float(text)
    except ValueError:
        return None


def _split(text: str) -> Iterator[Tuple[str, bool, str]]:
    """The opcodes of a text, whether their operand is quoted, and the operand."""
    at = 0
    while at < len(text):
        if text[at] in "; \t\r\n":
            at += 1
            continue
        start = at
        while at < len(text) and text[at] not in "; \t\r\n":
            at += 1
        opcode = text[start:at]
        if opcode == "-":
            continue
        while at < len(text) and text[at] in " \t\r\n":
            at += 1
        if at < len(text) and text[at] == '"':
            operand, at = _quoted(text, at + 1)
            yield opcode, True, operand
        else:
            end = text.find(";", at) if ";" in text[at:] else len(text)
            yield opcode, False, text[at:end].strip()
            at = end
            continue
        at = text.find(";", at) if ";" in text[at:] else len(text)


def _quoted(text: str, at: int) -> Tuple[str, int]:
    """What is quoted from here on, and where it ends."""
    letters = []
    while at < len(text) and text[at] != '"':
        if text[at] == "\\" and at + 1 < len(text):
            at += 1
            letters.append(_UNESCAPED.get(text[at], text[at]))
        else:
            letters.append(text[at])
        at += 1
    return "".join(letters), at + 1
