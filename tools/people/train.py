"""Trains the policy network for people on what the store has; goes on from its checkpoint.

    train.py NAME [--channels 48] [--blocks 5] [--seconds S] [--rate R]

Samples are people's moves and teachers' labels (samples.py). The files of positions come in an order that
depends on the window's number and on which have labels, so a run that was killed goes on where its last
checkpoint was.
The checkpoint STORE/people/NAME.pt is written whole every few minutes. It has the weights, their running
mean (which is what is used) and the state of the optimiser.
"""
import argparse
import math
import time

import numpy as np
import torch

import files
from network import Network
from samples import Window

WINDOW_FILES = 4
BATCH = 256
MEAN_DECAY = 0.9985
RESULT_WEIGHT = 0.1


def losses(net, batch, device):
    b = {name: value.to(device) for name, value in batch.items()}
    logits, result = net(b["planes"], b["rating"], b["opponent"], b["time_class"], b["moves"])
    logits = logits.masked_fill(~b["real"], -1e9)
    per_move = -(b["target"] * torch.log_softmax(logits, 1).clamp(min=-30)).sum(1)
    known = b["result"] < 2
    result_loss = torch.nn.functional.cross_entropy(result[known], b["result"][known] + 1)
    return per_move, result_loss, b["is_label"]


class Run:
    def __init__(self, name, shape, device):
        self.path = files.STORE / f"{name}.pt"
        self.device = device
        saved = torch.load(self.path, map_location="cpu") if self.path.exists() else None
        torch.manual_seed(1)
        self.net = Network(**(saved["shape"] if saved else shape)).to(device)
        self.mean = Network(**self.net.shape).to(device)
        self.optimiser = torch.optim.AdamW(self.net.parameters(), lr=1e-3, weight_decay=0.01)
        self.samples = self.window = self.batches = 0  # batches of this window
        self.name = name
        if saved:
            self.net.load_state_dict(saved["net"])
            self.mean.load_state_dict(saved["mean"])
            self.optimiser.load_state_dict(saved["optimiser"])
            self.samples, self.window, self.batches = (saved[name] for name in
                                                       ("samples", "window", "batches"))
        else:
            self.mean.load_state_dict(self.net.state_dict())

    def save(self):
        files.write_whole(self.path, lambda file: torch.save(
            dict(shape=self.net.shape, net=self.net.state_dict(), mean=self.mean.state_dict(),
                 optimiser=self.optimiser.state_dict(), samples=self.samples, window=self.window,
                 batches=self.batches), file))

    def step(self, batch, rate):
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        self.net.train()
        per_move, result_loss, is_label = losses(self.net, batch, self.device)
        self.optimiser.zero_grad()
        (per_move.mean() + RESULT_WEIGHT * result_loss).backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 1.0)
        self.optimiser.step()
        self.samples += len(per_move)
        # At the start the mean must not remember the random weights for long.
        decay = min(MEAN_DECAY, self.samples / (self.samples + 50 * BATCH))
        with torch.no_grad():
            new = self.net.state_dict()
            for name, value in self.mean.state_dict().items():
                if value.dtype.is_floating_point:
                    value.lerp_(new[name], 1 - decay)
                else:
                    value.copy_(new[name])
        return per_move.detach(), is_label


def rate_at(samples, most):
    """Up in the first hundred thousand samples, then down with the square root of what was seen."""
    return most * min(1, (samples + 2000) / 60_000) / math.sqrt(1 + samples / 2_000_000)


def window_paths(number):
    """The files of a window: of all those with labels, or of all; each round in another order."""
    paths = sorted((files.STORE / "positions").glob("*.ppos"))
    labelled = [p for p in paths if (files.STORE / "labels" / (p.stem + ".npz")).exists()]
    # Half of the windows are of labelled files alone until all are.
    if number % 2 == 0 and len(labelled) >= WINDOW_FILES:
        paths = labelled
    random = np.random.default_rng(number)
    return [paths[i] for i in random.choice(len(paths), min(WINDOW_FILES, len(paths)), replace=False)]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name")
    parser.add_argument("--channels", type=int, default=48)
    parser.add_argument("--blocks", type=int, default=5)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--people-share", type=float, default=0.5,
                        help="of people's moves between 1100 and 1999 in labelled files")
    parser.add_argument("--save-every", type=float, default=120, help="seconds")
    options = parser.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    if device == "cpu":
        torch.set_num_threads(1)
    run = Run(options.name, dict(channels=options.channels, blocks=options.blocks), device)
    begin = saved = time.monotonic()
    sums = {True: [0.0, 0], False: [0.0, 0]}
    while time.monotonic() - begin < options.seconds:
        window = Window(window_paths(run.window), np.random.default_rng(run.window), options.people_share)
        for batch in window.batches(BATCH, run.batches):
            run.batches += 1
            loss, is_label = run.step(batch, rate_at(run.samples, options.rate))
            for kind, total in sums.items():
                total[0] += float(loss[is_label == kind].sum())
                total[1] += int((is_label == kind).sum())
            now = time.monotonic()
            if now - saved > options.save_every or now - begin > options.seconds:
                run.save()
                files.note(what="trained", name=run.name, samples=run.samples, window=run.window,
                           people=round(sums[False][0] / max(1, sums[False][1]), 4),
                           labels=round(sums[True][0] / max(1, sums[True][1]), 4))
                sums = {True: [0.0, 0], False: [0.0, 0]}
                saved = now
            if now - begin > options.seconds:
                break
        else:
            run.window += 1
            run.batches = 0
    run.save()


if __name__ == "__main__":
    main()
