"""Writes what the network says, in floating point, of some positions, for a test of the program.

    kibitz train --kind positions --data tests/data/people/games.pgn --out FOLDER
    answers.py NETWORK.npz FOLDER/00000.ppos > tests/data/people/answers.txt

A line for every seventh position: the number of its game, its ply, and the probabilities of the legal moves
in the program's order.
"""
import pathlib
import sys

import numpy as np
import torch

import files
import network


def main():
    weights, path = sys.argv[1:]
    with np.load(weights) as arrays:
        blocks = len({name.split(".")[1] for name in arrays if name.startswith("blocks.")})
    net = network.Network(blocks)
    network.load(net, weights)
    positions = files.Positions(pathlib.Path(path))
    rows = np.flatnonzero((positions.at["moves"] > 1) & (positions.at["ply"] % 7 == 6))
    with torch.no_grad():
        answers = network.log_probabilities(net, positions, rows).exp().numpy()
    for row, answer in zip(rows, answers):
        at = positions.at[row]
        print(at["game"], at["ply"], *(f"{p:.4f}" for p in answer[:at["moves"]]))


if __name__ == "__main__":
    main()
