"""Step 3: an engine that plays any legal move."""

import random

import kibitz.uci

dice = random.Random(2026)


def best_move(board, search):
    return dice.choice(search.moves)


if __name__ == "__main__":
    kibitz.uci.serve(best_move, name="03 random")
