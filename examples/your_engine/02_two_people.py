"""Step 2: two people who play by the rules, until the game is over."""

import sys

import kibitz


def show(board):
    print(board)
    print("Moves:", *(board.san(move) for move in board.legal_moves))
    print("White: " if board.turn == kibitz.WHITE else "Black: ", end="", flush=True)


board = kibitz.Board()
while not board.is_game_over():
    show(board)
    text = sys.stdin.readline()
    if not text:
        sys.exit()
    try:
        board.push_san(text.strip())  # e4, Nf3 and also e2e4
    except ValueError as error:
        print(error)
print(board)
print("The game is over:", board.outcome().termination)
