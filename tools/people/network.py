"""The move model as a network of PyTorch: src/play/players/people/model_shape.hpp in floating point.

Its parameters are kept in .npz files under their names here; quantise.py makes the file of the program.
"""
import numpy as np
import torch
from torch import nn

import teachers

PLANES, CHANNELS, FACTS, SQUEEZED, KINDS, LOOK_ROWS = 36, 64, 16, 32, 73, 107
FIRST_KNOT, KNOT_DISTANCE, KNOTS, TIME_CLASSES = 600, 200, 11, 4


def facts_of(ratings, time_classes):
    """Two knots share a rating; then come the time classes, and a 1."""
    last = FIRST_KNOT + KNOT_DISTANCE * (KNOTS - 1)
    above = (np.clip(ratings.astype(np.int64), FIRST_KNOT, last - 1) - FIRST_KNOT) / KNOT_DISTANCE
    rows, lower = np.arange(len(ratings)), above.astype(np.int64)
    facts = np.zeros((len(ratings), FACTS), np.float32)
    facts[rows, lower + 1] = above - lower
    facts[rows, lower] = 1 - (above - lower)
    facts[rows, KNOTS + np.minimum(time_classes, TIME_CLASSES - 1)] = 1
    facts[:, -1] = 1
    return torch.from_numpy(facts)


class Overview(nn.Module):
    """What a convolution adds to each channel: made of the channels' means and the facts."""

    def __init__(self):
        super().__init__()
        self.inner = nn.Linear(CHANNELS + FACTS, SQUEEZED)
        self.outer = nn.Linear(SQUEEZED, CHANNELS, bias=False)
        nn.init.normal_(self.inner.weight, std=0.15)
        nn.init.zeros_(self.inner.bias)
        nn.init.normal_(self.outer.weight, std=0.05)

    def forward(self, means, facts):
        return self.outer(torch.relu(self.inner(torch.cat([means, facts], 1))))[:, :, None, None]


def convolution(before, size=1.0, taken=9 * CHANNELS):
    made = nn.Conv2d(before, CHANNELS, 3, padding=1)
    nn.init.normal_(made.weight, std=size * (2 / taken) ** 0.5)
    nn.init.zeros_(made.bias)
    return made


class Block(nn.Module):
    def __init__(self, blocks):
        super().__init__()
        self.first, self.overview = convolution(CHANNELS), Overview()
        self.second = convolution(CHANNELS, 0.5 / blocks ** 0.5)

    def forward(self, x, facts):
        inside = torch.relu(self.first(x) + self.overview(x.mean((2, 3)), facts))
        return torch.relu(x + self.second(inside))


class Network(nn.Module):
    def __init__(self, blocks):
        super().__init__()
        about_ten_planes = 90  # are not 0 near a square
        self.first, self.first_overview = convolution(PLANES, 1.0, about_ten_planes), Overview()
        self.blocks = nn.ModuleList(Block(blocks) for _ in range(blocks))
        self.last, self.last_overview = convolution(CHANNELS), Overview()
        self.start, self.end = nn.Embedding(KINDS, CHANNELS), nn.Embedding(KINDS, CHANNELS)
        self.kind_bias = nn.Parameter(torch.zeros(KINDS))
        for table in (self.start, self.end):
            nn.init.normal_(table.weight, std=0.05)
        self.look = nn.Embedding(LOOK_ROWS, FACTS)
        nn.init.zeros_(self.look.weight)

    def forward(self, planes, facts, moves, kinds, looks):
        """[n, 36, 8, 8], [n, 16], and of each position as many moves as of the one with the most
        (as in a file of positions) with their kinds and four rows of looks each -> their scores."""
        nothing = torch.zeros(len(planes), CHANNELS)
        x = torch.relu(self.first(planes) + self.first_overview(nothing, facts))
        for block in self.blocks:
            x = block(x, facts)
        x = torch.relu(self.last(x) + self.last_overview(x.mean((2, 3)), facts))
        x = x.float().flatten(2).transpose(1, 2)  # [n, square, channel]
        rows = torch.arange(len(x))[:, None]
        return ((self.start(kinds) * x[rows, moves & 63]).sum(2)
                + (self.end(kinds) * x[rows, moves >> 6 & 63]).sum(2) + self.kind_bias[kinds]
                + torch.einsum("nmrf,nf->nm", self.look(looks), facts))


def inputs_of(positions, rows, ratings=None):
    """What forward() is given of these positions, for movers of other ratings if they are given."""
    at = positions.at[rows]
    planes = np.unpackbits(np.ascontiguousarray(at["planes"]).view(np.uint8), axis=1, bitorder="little")
    most = int(at["moves"].max())
    moves, kinds = np.zeros((2, len(rows), most), np.int64)
    looks = np.zeros((len(rows), most, 4), np.int64)
    for i, row in enumerate(rows):
        legal = teachers.legal_moves(positions, row)
        moves[i, :len(legal)] = legal
        kinds[i, :len(legal)] = teachers.outputs_of(legal, at["planes"][i, 0]) // 64
        first = int(at["first_move"][i])
        looks[i, :len(legal)] = positions.looks[first:first + len(legal)]
    facts = facts_of(at["rating"] if ratings is None else ratings, at["time_class"])
    # Convolutions are faster where a square's channels are neighbours.
    board = torch.from_numpy(planes.reshape(-1, PLANES, 8, 8)).float().contiguous(
        memory_format=torch.channels_last)
    return (board, facts, torch.from_numpy(moves),
            torch.from_numpy(kinds), torch.from_numpy(looks))


def log_probabilities(network, positions, rows, ratings=None):
    """[n, as many moves as of the position with the most]; those that there are not have none."""
    scores = network(*inputs_of(positions, rows, ratings))
    legal = torch.arange(scores.shape[1])[None, :] < torch.from_numpy(
        positions.at["moves"][rows].astype(np.int64))[:, None]
    return torch.log_softmax(scores.masked_fill(~legal, -1e9), 1)


def load(network, path):
    with np.load(path) as arrays:
        network.load_state_dict({name: torch.from_numpy(arrays[name]) for name in network.state_dict()})


def arrays_of(network):
    return {name: value.numpy() for name, value in network.state_dict().items()}
