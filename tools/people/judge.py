"""How much like people something plays, judged by the Maia networks (KIBITZ_DATA_DIR/maia).

    judge.py kept-apart [--model FILE] [--count 300]   do they predict what people played in games kept apart?
    judge.py games FOLDER [--to-ply 80]                 what the judge says of levels' own games

The first takes positions of moves 6 to 40 of games at lichess that were never learned from (of the store, or
--positions FOLDER), the same for both: the Maia network nearest to the mover's rating and, where FILE of
--model is given, the move model's answers (`bench/human-likeness` writes them). "Share <1 %" counts moves to
which the predictor gave less than a hundredth.

The second reads what `bench_people_games` wrote: of moves 6 to 40, the mean logarithm of the probability that
the network which likes them best gives them, the share of moves under 1 %, and how often its likeliest move
was played; beside it what the same would be for a player who draws from that network.
"""
import argparse
import pathlib
import sys

import numpy as np
import torch

import files
import teachers

FIRST_PLY, LAST_PLY = 10, 79
FLOOR = np.log(1e-4)  # a probability of 0 would spoil a mean
BANDS = range(800, 2400, 200)


def log_of(p):
    return np.maximum(np.log(np.maximum(p, 1e-30)), FLOOR)


class Tally:
    def __init__(self, probabilities, played):
        given = np.array([p[i] for p, i in zip(probabilities, played)])
        self.first = 100 * np.mean([p.argmax() == i for p, i in zip(probabilities, played)])
        self.log_p = log_of(given).mean()
        self.rare = 100 * np.mean(given < 0.01)
        self.expected_log_p = np.mean([(p * log_of(p)).sum() for p in probabilities])
        self.expected_first = 100 * np.mean([p.max() for p in probabilities])
        self.expected_rare = 100 * np.mean([p[p < 0.01].sum() for p in probabilities])


def kept_apart_rows(paths, band, count, random, model):
    """[(positions, rows)] of a band, a few of each file, `count` in all; those that the model was asked."""
    found, left = [], count
    for path in paths:
        positions = files.Positions(path)
        at = positions.at
        wanted = (at["flags"] & files.KEPT_APART != 0) & (at["flags"] & files.CHESS_COM == 0)
        wanted &= at["moves"] > 1
        wanted &= (at["ply"] >= FIRST_PLY) & (at["ply"] <= LAST_PLY)
        wanted &= (at["rating"] >= band) & (at["rating"] < band + 200)
        rows = np.flatnonzero(wanted)
        if model:
            rows = np.array([i for i in rows if (int(at["game"][i]), int(at["ply"][i])) in model], int)
        rows = random.permutation(rows)[:max(1, count // 8)][:left]
        if len(rows):
            found.append((positions, np.sort(rows)))
            left -= len(rows)
        if left == 0:
            break
    return found


def read_model(path):
    """{(game, ply): (logarithm of the probability, whether it was the first choice)}"""
    answers = {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            game, ply, log_p, first = line.split()
            answers[int(game), int(ply)] = float(log_p), first == "1"
    return answers


def kept_apart(options):
    model = read_model(options.model) if options.model else None
    print(f"Games kept apart, lichess, moves 6 to 40, {options.count} positions a band. "
          f"Judge: Maia (nearest network).\n")
    columns = ["Maia"] + (["move model"] if model else [])
    print("| rating | positions | "
          + " | ".join(f"{c}: first choice | log p | share <1 %" for c in columns) + " |")
    print("|---" * (2 + 3 * len(columns)) + "|")
    nets = {}
    for band in BANDS:
        rating = min(1900, max(1100, band + 100))
        judge = nets.setdefault(rating, teachers.Teacher(rating))
        found = kept_apart_rows(sorted(options.positions.glob("*.ppos")), band, options.count,
                                np.random.default_rng(band), model)
        if not found:
            continue
        played = np.concatenate([p.at["played"][rows] for p, rows in found])
        cells = []
        tallies = [Tally(sum((teachers.policies(judge, p, rows) for p, rows in found), []), played)]
        cells += [f"{t.first:.1f} % | {t.log_p:.3f} | {t.rare:.1f}" for t in tallies]
        if model:
            keys = [(int(p.at["game"][i]), int(p.at["ply"][i])) for p, rows in found for i in rows]
            answers = [model[key] for key in keys]
            logs, hits = np.array([a for a, _ in answers]), [b for _, b in answers]
            cells.append(f"{100 * np.mean(hits):.1f} % | {np.maximum(logs, FLOOR).mean():.3f} | "
                         f"{100 * np.mean(logs < np.log(0.01)):.1f}")
        print(f"| {band}-{band + 199} | {len(played)} | " + " | ".join(cells) + " |", flush=True)


def games(options):
    nets = [teachers.Teacher(rating) for rating in options.teachers]
    print("Own games from the start, moves 6 to 40, judged by the Maia network that likes them best.\n")
    print("| player | moves | log p (Maia drawn) | under 1 % (Maia drawn) | first choice (Maia drawn) "
          "| judge | castled by 20 | mate / resigns / draw % | length |")
    print("|---" * 9 + "|")
    for path in sorted(pathlib.Path(options.folder).glob("*.ppos")):
        positions = files.Positions(path)
        at = positions.at
        rows = np.flatnonzero((at["ply"] >= FIRST_PLY) & (at["ply"] < options.to_ply) & (at["moves"] > 1))
        rows = np.sort(np.random.default_rng(1).permutation(rows)[:options.count])
        tallies = [(Tally(teachers.policies(net, positions, rows), at["played"][rows]), net) for net in nets]
        best, net = max(tallies, key=lambda pair: pair[0].log_p)
        ends = [line.split() for line in path.with_suffix(".txt").read_text().splitlines()]
        shares = [100 * np.mean([end == kind for _, end in ends]) for kind in ("mate", "resigns", "draw")]
        print(f"| {path.stem} | {len(rows)} | {best.log_p:.2f} ({best.expected_log_p:.2f}) | "
              f"{best.rare:.1f} ({best.expected_rare:.1f}) | {best.first:.0f} ({best.expected_first:.0f}) | "
              f"{net.rating} | {castled(positions):.0f} % | {' / '.join(f'{s:.0f}' for s in shares)} | "
              f"{np.mean([int(plies) for plies, _ in ends]) / 2:.0f} |", flush=True)


def castled(positions):
    """Of the players who castled within 20 moves or played 20 moves, those who castled, in %."""
    at = positions.at
    yes = of = 0
    for game in np.unique(at["game"]):
        for colour in (0, files.BLACK):
            rows = np.flatnonzero((at["game"] == game) & (at["flags"] & files.BLACK == colour))[:20]
            moves = positions.moves[at["first_move"][rows] + at["played"][rows]].astype(int)
            bit = np.uint64(1)
            kings = at["planes"][rows, 5] >> (moves & 63).astype(np.uint64) & bit
            rooks = at["planes"][rows, 3] >> (moves >> 6 & 63).astype(np.uint64) & bit
            has = bool((kings & rooks).any())
            yes += has
            of += has or len(rows) == 20
    return 100 * yes / max(1, of)


def main():
    if not (files.DATA / "maia").is_dir():
        print(f"SKIPPED: the judge, Maia, is not in {files.DATA} (KIBITZ_DATA_DIR)")
        return
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["kept-apart", "games"])
    parser.add_argument("folder", nargs="?")
    parser.add_argument("--positions", type=pathlib.Path, default=files.STORE / "positions")
    parser.add_argument("--model")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--to-ply", type=int, default=80)
    parser.add_argument("--teachers", type=lambda text: [int(t) for t in text.split(",")],
                        default=[1100, 1300, 1500, 1700, 1900])
    options = parser.parse_args()
    torch.set_num_threads(1)
    {"kept-apart": kept_apart, "games": games}[options.what](options)


if __name__ == "__main__":
    sys.exit(main())
