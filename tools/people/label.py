"""Asks the teachers about positions of people's games, a file of labels for each file of positions.

    label.py [--share 0.2] [--teachers 1] [--files N] [--seconds S]

It goes on where it stopped: a file that is there is done, and the files come in an order drawn once, so that
those labelled are a sample of all. Positions of games kept apart are never asked about, and of the first ten
plies only a quarter. Each position is shown to `--teachers` of the nine networks: the one nearest to the
mover's rating, and others drawn by a hash.

A file of labels is what train.py reads: a header, and for each label `position` (its number in the file of
positions), `rating` of the teacher, and the eight moves with the largest probabilities: `move` (their numbers
among the legal ones) and `share` (in 255ths of the largest), 255 where there are fewer; `rest` is the share
of all others together, in 255ths of 1.
"""
import argparse
import time

import numpy as np
import torch

import files
import teachers

TOP = 8
NONE = 255
OPENING = 10  # plies

MARK, VERSION = b"kbz-labl", 1
HEADER = np.dtype([("mark", "S8"), ("version", "<u4"), ("count", "<u4")])
LABEL = np.dtype([("position", "<u4"), ("rating", "<u2"), ("move", "u1", TOP), ("share", "u1", TOP),
                  ("rest", "u1"), ("unused", "u1")])


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
    wanted &= (at["ply"] >= OPENING) | (draw >> np.uint64(40) & np.uint64(3) == 0)
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
    labels = np.zeros(len(pairs), LABEL)
    labels["position"] = pairs[:, 0]
    labels["rating"] = np.array(teachers.RATINGS, np.uint16)[pairs[:, 1]]
    for name, column in (("move", 0), ("share", 1), ("rest", 2)):
        labels[name] = np.array([one[column] for one in made], np.uint8).reshape(labels[name].shape)
    return labels


def write_labels(path, labels):
    header = np.array([(MARK, VERSION, len(labels))], HEADER)
    files.write_whole(path, lambda file: file.write(header.tobytes() + labels.tobytes()))


def in_drawn_order(paths):
    paths = sorted(paths)
    return [paths[i] for i in np.argsort(hash_of(np.arange(1, len(paths) + 1)), kind="stable")]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--share", type=float, default=0.2, help="of the positions that are asked about")
    parser.add_argument("--teachers", type=int, default=1, help="for each position")
    parser.add_argument("--files", type=int, default=10**9, help="stop after so many")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="begin no file after so many")
    options = parser.parse_args()
    torch.set_num_threads(1)
    end = time.monotonic() + options.seconds
    nets = [teachers.Teacher(rating) for rating in teachers.RATINGS]
    done = 0
    for path in in_drawn_order((files.STORE / "positions").glob("*.ppos")):
        out = files.STORE / "labels" / (path.stem + ".labels")
        if out.exists():
            continue
        if done >= options.files or time.monotonic() >= end:
            break
        start = time.process_time()
        labels = label(path, nets, options.share, options.teachers)
        write_labels(out, labels)
        files.note(what="labelled", file=path.stem, labels=len(labels), share=options.share,
                   seconds=round(time.process_time() - start, 1))
        done += 1


if __name__ == "__main__":
    main()
