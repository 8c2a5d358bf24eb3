"""Writes a checkpoint as the file that the program reads: STORE/people/NAME.people.

    export.py NAME [--out FILE] [--describe TEXT]

It then compares the integers of the file with the network in floating point on positions of people's games
and refuses to write where they disagree.
"""
import argparse
import pathlib

import numpy as np
import torch

import files
import quantise
from network import Network
from samples import batch_of

MOST_BYTES = 1_000_000
WORST_MEAN = 0.02  # of the differences between logits, in natural logarithms


def load(name):
    saved = torch.load(files.STORE / f"{name}.pt", map_location="cpu")
    net = Network(**saved["shape"])
    net.load_state_dict(saved["mean"])
    return net.eval(), saved["samples"]


@torch.no_grad()
def compare(net, batch):
    """Mean and largest difference between the logits of the two, each less its mean over the moves."""
    who = [batch[name] for name in ("rating", "opponent", "time_class")]
    logits, _ = net(batch["planes"], *who, batch["moves"])
    scores, _ = quantise.Integers(net).evaluate(batch["planes"].numpy(), *(w.numpy() for w in who),
                                                batch["moves"].numpy())
    real = batch["real"].numpy()
    difference = np.where(real, logits.numpy() - scores / 1024, 0)
    difference -= (difference.sum(1) / real.sum(1))[:, None]
    difference = np.abs(difference[real])
    return difference.mean(), difference.max()


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name")
    parser.add_argument("--out", type=pathlib.Path)
    parser.add_argument("--describe", default="")
    options = parser.parse_args()
    torch.set_num_threads(1)
    net, samples = load(options.name)
    path = sorted((files.STORE / "positions").glob("*.ppos"))[0]
    positions = files.Positions(path)
    chosen = np.flatnonzero(positions.at["moves"] > 1)[::100][:200]
    rows = np.stack([np.zeros_like(chosen), chosen, np.full_like(chosen, -1)], 1)
    mean, largest = compare(net, batch_of([((positions, None), rows)]))
    text = options.describe or (f"{options.name}: {samples} samples of people's moves and of what the Maia "
                                "networks (CSSLab, KDD 2020) say of their positions; tools/people")
    data = quantise.file_of(net, text)
    print(f"{len(data)} bytes; integers and floating point differ by {mean:.4f} on average, "
          f"{largest:.4f} at most")
    if mean > WORST_MEAN or len(data) > MOST_BYTES:
        raise SystemExit("not written: too large a file or a difference")
    out = options.out or files.STORE / f"{options.name}.people"
    files.write_whole(out, lambda file: file.write(data))
    files.note(what="exported", name=options.name, samples=samples, file=str(out), bytes=len(data))


if __name__ == "__main__":
    main()
