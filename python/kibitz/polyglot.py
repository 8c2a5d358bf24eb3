"""Opening books in Polyglot's format.

    book = kibitz.polyglot.open("book.bin")
    book.moves(board)      # [(Move, weight), ...]
    book.choose(board)     # one of them by weight, or None
"""

from __future__ import annotations

from ._core import Book

__all__ = ["Book", "open"]


def open(path: str) -> Book:
    """Reads a book."""
    return Book(str(path))
