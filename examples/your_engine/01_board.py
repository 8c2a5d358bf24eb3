"""Step 1: a board of 64 letters, and two people who move what they like."""

import sys

# From a1 to h8: capital letters are White's, dots are empty squares.
board = list("RNBQKBNR" "PPPPPPPP" "........" "........" "........" "........" "pppppppp" "rnbqkbnr")


def draw():
    for rank in reversed(range(8)):
        print(*board[8 * rank:8 * rank + 8])


def square(name):
    """ "e2" is 12: the fifth square of the second row."""
    return "12345678".index(name[1]) * 8 + "abcdefgh".index(name[0])


draw()
for line in sys.stdin:
    move = line.strip()
    try:
        start, end = square(move[:2]), square(move[2:])
    except (ValueError, IndexError):
        print("A move is two squares, such as e2e4.")
        continue
    piece = board[start]
    board[start] = "."
    board[end] = piece
    draw()
