"""Fits the network of network.py to people's moves and to what the teachers say of them (label.py).

    train.py NETWORK.npz [--minutes 60] [--blocks 6] [--rate 0.001] [--batch 256] [--begin people-5.moves]

NETWORK.npz is what it makes: a checkpoint every few minutes, from which the same command goes on. It learns
from positions with labels. Mostly a label is of the teacher nearest to the mover: then a share of what is
learned is the move that was played, a larger one where no teacher is near, below 1050 and from 2000 on.
Other labels are of a teacher who answers for people of its own rating. Both shares grow, and the rate falls
to 0, as the time goes by. Games kept apart are never learned from, but judged by.

On two cores, two runs of which each names the other learn together: at each of its checkpoints, a run goes on
from the mean of its weights and those of the other's last checkpoint.

    train.py a.npz --beside b.npz --seed 1 & train.py b.npz --beside a.npz --seed 2
"""
import argparse
import pathlib
import time

import numpy as np
import torch

import files
import label
import network
import orthogonal
import quantise
import teachers

FIRST_TAUGHT, LAST_TAUGHT = 1050, 2000
PLAYED, PLAYED_BEYOND = (0.15, 0.3), (0.5, 0.75)  # shares of the person's move, at first and in the end
OTHER_TEACHER = 0.25
WARM_UP = 600  # steps
JUDGED = 100  # positions of each band


class Labelled:
    """A file of positions with its labels."""

    def __init__(self, path):
        self.positions = files.Positions(path)
        with open(files.STORE / "labels" / (path.stem + ".labels"), "rb") as file:
            header = np.frombuffer(file.read(label.HEADER.itemsize), label.HEADER)[0]
            if header["mark"] != label.MARK or header["version"] != label.VERSION:
                raise ValueError(f"{path.stem}: no labels of this version")
            self.labels = np.frombuffer(file.read(), label.LABEL)
        ratings = self.positions.at["rating"][self.labels["position"]].astype(int)
        nearest = np.clip(ratings // 100 * 100, teachers.RATINGS[0], teachers.RATINGS[-1])
        self.own = np.flatnonzero(self.labels["rating"] == nearest)
        self.others = np.flatnonzero(self.labels["rating"] != nearest)

    def draw(self, count, progress, random):
        """Positions, the ratings that are asked about, and the wanted probabilities."""
        others = int(random.binomial(count, OTHER_TEACHER)) if len(self.others) else 0
        chosen = np.concatenate([random.choice(self.own, count - others),
                                 random.choice(self.others, others) if others else np.empty(0, int)])
        labels = self.labels[chosen]
        rows = labels["position"].astype(np.int64)
        at = self.positions.at[rows]
        is_own = np.arange(count) < count - others
        ratings = np.where(is_own, at["rating"], labels["rating"] + 50)
        taught = (at["rating"] >= FIRST_TAUGHT) & (at["rating"] < LAST_TAUGHT)
        low, high = (first + (last - first) * progress for first, last in (PLAYED, PLAYED_BEYOND))
        played = np.where(is_own, np.where(taught, low, high), 0)
        wanted = np.zeros((count, int(at["moves"].max())), np.float32)
        for i, one in enumerate(labels):
            named = one["move"][one["move"] != label.NONE]
            unnamed = at["moves"][i] - len(named)
            rest = one["rest"] / 255 if unnamed else 0
            wanted[i, :at["moves"][i]] = rest / max(1, unnamed)
            wanted[i, named] = (1 - rest) * one["share"][:len(named)] / one["share"].sum(dtype=float)
            wanted[i] *= 1 - played[i]
            wanted[i, at["played"][i]] += played[i]
        return rows, ratings, torch.from_numpy(wanted)


def judged_positions(paths, random):
    """[(positions, rows)] of games kept apart at lichess, a few of each of the first files and each band."""
    found = []
    for path in paths[:8]:
        positions = files.Positions(path)
        at = positions.at
        may = (at["flags"] & (files.KEPT_APART | files.CHESS_COM) == files.KEPT_APART) & (at["moves"] > 1)
        may &= (at["ply"] >= 10) & (at["ply"] < 80)
        rows = [random.permutation(np.flatnonzero(may & (at["rating"] // 200 * 200 == band)))[:JUDGED // 8]
                for band in range(800, 2400, 200)]
        rows = np.concatenate(rows)
        if len(rows):
            found.append((positions, rows))
    return found


@torch.no_grad()
def judge(net, judged):
    """The mean logarithm of the probability of what people played, by bands."""
    bands, logs = [], []
    for positions, rows in judged:
        found = network.log_probabilities(net, positions, rows).numpy()
        logs.append(found[np.arange(len(rows)), positions.at["played"][rows]])
        bands.append(positions.at["rating"][rows] // 200 * 200)
    if not judged:
        return "no games kept apart"
    bands, logs = np.concatenate(bands), np.concatenate(logs)
    return "  ".join(f"{band}: {logs[bands == band].mean():.3f}" for band in np.unique(bands))


class Training:
    def __init__(self, options):
        self.options, self.done, self.steps = options, 0.0, 0
        self.net = network.Network(options.blocks).to(memory_format=torch.channels_last)
        convolutions = [weights for weights in self.net.parameters() if weights.dim() == 4]
        others = [weights for weights in self.net.parameters() if weights.dim() != 4]
        self.optimisers = [torch.optim.AdamW(others, betas=(0.9, 0.99), weight_decay=0.01),
                           orthogonal.Orthogonal(convolutions,
                                                 torch.bfloat16 if options.bfloat16 else torch.float32)]
        self.state = options.network.with_suffix(".state")
        if self.state.exists():
            saved = torch.load(self.state)
            self.net.load_state_dict(saved["net"])
            for optimiser, state in zip(self.optimisers, saved["optimisers"]):
                optimiser.load_state_dict(state)
            self.done, self.steps = saved["done"], saved["steps"]
        elif options.begin:
            arrays = quantise.read(options.begin)
            self.net.load_state_dict({name: torch.from_numpy(array.copy()) for name, array in arrays.items()})

    def join(self):
        """Goes on from the mean with the run beside this one, unless that is far behind."""
        other = self.options.beside and self.options.beside.with_suffix(".state")
        if not other or not other.exists():
            return
        saved = torch.load(other)
        if saved["done"] < self.done / 2:
            return
        theirs = saved["net"]
        self.net.load_state_dict({name: (value + theirs[name]) / 2
                                  for name, value in self.net.state_dict().items()})

    def save(self):
        saved = {"net": self.net.state_dict(), "done": self.done, "steps": self.steps,
                 "optimisers": [optimiser.state_dict() for optimiser in self.optimisers]}
        files.write_whole(self.state, lambda file: torch.save(saved, file))
        files.write_whole(self.options.network, lambda file: np.savez(file, **network.arrays_of(self.net)))

    def step(self, data, random):
        progress = self.done / (60 * self.options.minutes)
        rate = self.options.rate * (0.5 + 0.5 * np.cos(np.pi * progress)) * min(1, (self.steps + 1) / WARM_UP)
        for optimiser in self.optimisers:
            for group in optimiser.param_groups:
                group["lr"] = rate
        rows, ratings, wanted = data.draw(self.options.batch, progress, random)
        with torch.cpu.amp.autocast(dtype=torch.bfloat16, enabled=self.options.bfloat16):
            logs = network.log_probabilities(self.net, data.positions, rows, ratings)
        loss = -(wanted * logs.clamp(min=-100)).sum(1).mean()
        self.net.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 1)
        for optimiser in self.optimisers:
            optimiser.step()
        self.steps += 1
        return float(loss.detach())

    def run(self):
        random = np.random.default_rng([self.options.seed, self.steps])
        paths = sorted((files.STORE / "positions").glob("*.ppos"))
        judged = judged_positions(paths, np.random.default_rng(1))
        losses, since = [], time.monotonic()
        begun, before = since, self.done
        while self.done < 60 * self.options.minutes:
            # A few steps with each file, and the next: they are too large for all to be open.
            named = [path for path in paths
                     if (files.STORE / "labels" / (path.stem + ".labels")).exists()]
            data = Labelled(named[random.integers(len(named))])
            for _ in range(self.options.steps):
                losses.append(self.step(data, random))
                self.done = before + time.monotonic() - begun
            if time.monotonic() - since > 60 * self.options.report:
                since = time.monotonic()
                files.note(what="learned", steps=self.steps, loss=round(float(np.mean(losses)), 4),
                           minutes=round(self.done / 60, 1), judged=judge(self.net, judged))
                losses = []
                self.save()
                self.join()
        self.join()
        self.save()
        files.note(what="finished", steps=self.steps, judged=judge(self.net, judged))


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("network", type=pathlib.Path)
    parser.add_argument("--minutes", type=float, default=60, help="in all, those before a restart too")
    parser.add_argument("--blocks", type=int, default=6)
    parser.add_argument("--begin", type=pathlib.Path, metavar="MODEL.moves",
                        help="begin from a model of the program instead of from chance")
    parser.add_argument("--rate", type=float, default=0.001)
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--steps", type=int, default=20, help="with one file before the next")
    parser.add_argument("--report", type=float, default=2, help="minutes from one report to the next")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--beside", type=pathlib.Path, metavar="OTHER.npz",
                        help="a run to learn together with")
    parser.add_argument("--seed", type=int, default=0, help="of what is drawn from the positions")
    parser.add_argument("--bfloat16", action="store_true", help="for processors that compute with it")
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    Training(options).run()


if __name__ == "__main__":
    main()
