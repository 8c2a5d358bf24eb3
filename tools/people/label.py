"""Asks the teachers about positions of people's games, a file of labels for each file of positions.

    label.py [--share 0.5] [--teachers 2] [--files N] [--seconds S]

It goes on where it stopped: a file that is there is done. Positions of games kept apart are never asked
about. Each position is shown to `--teachers` of the nine networks: the one nearest to the mover's rating,
and others drawn by a hash, so that every network is asked equally often beyond people's own ratings.

A file of labels (numpy's npz) has, for each label: `position` (its number in the file of positions),
`rating` of the teacher, and eight moves with the largest probabilities: `move` (their numbers among the
legal ones) and `share` (in 255ths of the largest), 255 where there are fewer; `rest` is the share of all
others together, in 255ths of 1.
"""
import argparse
import time

import numpy as np
import torch

import files
import teachers

TOP = 8
NONE = 255


def hash_of(numbers):
    """The finaliser of splitmix64, so that the draw is the same on every machine."""
    z = numbers.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ z >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ z >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return z ^ z >> np.uint64(31)


def choose(positions, share, count):
    """Pairs of a position's number and the number of a teacher."""
    at = positions.at
    key = at["game"].astype(np.uint64) << np.uint64(16) | at["ply"].astype(np.uint64)
    draw = hash_of(key)
    wanted = (at["moves"] > 1) & (at["flags"] & files.KEPT_APART == 0)
    wanted &= draw % np.uint64(1000) < np.uint64(round(1000 * share))
    nearest = np.clip((at["rating"].astype(int) - 1100) // 100, 0, len(teachers.RATINGS) - 1)
    pairs = []
    for i in np.flatnonzero(wanted):
        first = int(nearest[i])
        others = [t for t in range(len(teachers.RATINGS)) if t != first]
        start = int(draw[i] >> np.uint64(20)) % len(others)
        pairs += [(i, first)] + [(i, others[(start + n * 3) % len(others)]) for n in range(count - 1)]
    return np.array(pairs, np.int64).reshape(-1, 2)


def compact(probabilities):
    """(numbers of the moves, shares, rest) of one label."""
    order = np.argsort(-probabilities, kind="stable")[:TOP]
    moves, shares = np.full(TOP, NONE, np.uint8), np.zeros(TOP, np.uint8)
    moves[:len(order)] = order
    shares[:len(order)] = np.rint(probabilities[order] / probabilities[order[0]] * 255)
    rest = np.uint8(np.rint(255 * max(0.0, 1 - probabilities[order].sum())))
    return moves, shares, rest


def label(path, nets, share, count):
    positions = files.Positions(path)
    pairs = choose(positions, share, count)
    made = [None] * len(pairs)
    for number, net in enumerate(nets):
        rows = np.flatnonzero(pairs[:, 1] == number)
        for row, found in zip(rows, teachers.policies(net, positions, pairs[rows, 0])):
            made[row] = compact(found)
    return {"position": pairs[:, 0].astype(np.uint32),
            "rating": np.array(teachers.RATINGS, np.uint16)[pairs[:, 1]],
            "move": np.array([m for m, _, _ in made], np.uint8).reshape(-1, TOP),
            "share": np.array([s for _, s, _ in made], np.uint8).reshape(-1, TOP),
            "rest": np.array([r for _, _, r in made], np.uint8)}


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--share", type=float, default=0.5, help="of the positions that are asked about")
    parser.add_argument("--teachers", type=int, default=2, help="for each position")
    parser.add_argument("--files", type=int, default=10**9, help="stop after so many")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="begin no file after so many")
    options = parser.parse_args()
    torch.set_num_threads(1)
    end = time.monotonic() + options.seconds
    nets = [teachers.Teacher(rating) for rating in teachers.RATINGS]
    done = 0
    for path in sorted((files.STORE / "positions").glob("*.ppos")):
        out = files.STORE / "labels" / (path.stem + ".npz")
        if out.exists():
            continue
        if done >= options.files or time.monotonic() >= end:
            break
        start = time.process_time()
        labels = label(path, nets, options.share, options.teachers)
        files.write_whole(out, lambda file: np.savez_compressed(file, **labels))
        files.note(what="labelled", file=path.stem, labels=len(labels["rating"]), share=options.share,
                   seconds=round(time.process_time() - start, 1))
        done += 1


if __name__ == "__main__":
    main()
