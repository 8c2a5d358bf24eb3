"""Makes the test data of the policy network: a small network of random weights and what it says.

    fixture.py POSITIONS FOLDER

POSITIONS is the file of positions of tests/data/people/games.pgn (`kibitz train --kind positions`). Writes
FOLDER/small.people and FOLDER/scores.txt: for each position a line with the scores of its legal moves, each
by its number as in the file, and those of the result.
"""
import pathlib
import sys

import numpy as np
import torch

import files
import quantise
from export import compare
from network import Network
from samples import batch_of


def main():
    positions = files.Positions(sys.argv[1])
    folder = pathlib.Path(sys.argv[2])
    torch.manual_seed(20)
    net = Network(channels=8, blocks=2, condition=6, head=10)
    with torch.no_grad():
        for name, value in net.named_buffers():
            if name.endswith("running_var"):
                value.uniform_(0.5, 2)
            elif name.endswith("running_mean"):
                value.uniform_(-0.3, 0.3)
        for name, value in net.named_parameters():
            value.add_(torch.randn_like(value) * 0.15)
    net.eval()
    chosen = np.arange(len(positions))
    batch = batch_of([((positions, None), np.stack([0 * chosen, chosen, 0 * chosen - 1], 1))])
    mean, largest = compare(net, batch)
    print(f"{len(positions)} positions; floating point differs by {mean:.4f} on average, "
          f"{largest:.4f} at most")
    who = [batch[name].numpy() for name in ("rating", "opponent", "time_class")]
    scores, results = quantise.Integers(net).evaluate(batch["planes"].numpy(), *who, batch["moves"].numpy())
    with open(folder / "scores.txt", "w", encoding="utf-8") as out:
        for row, count, result in zip(scores, positions.at["moves"], results):
            print(*row[:count], "|", *result, file=out)
    (folder / "small.people").write_bytes(quantise.file_of(net, "random weights, for tests"))


if __name__ == "__main__":
    main()
