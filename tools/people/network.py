"""The policy network for people: a convolutional trunk that is told who plays.

    planes (net_input.hpp) -> convolution -> blocks of two convolutions with a sum around them
    ratings and time class -> `condition` units, which shift every layer of the trunk
    logit of a move        =  from-vector of its first square * to-vector of its last one
                              (+ a number for what a pawn becomes, if not a queen)
    result of the game     =  loss, draw, win, from the mean over the board

src/play/players/people/people_net.cpp computes the same in integers; quantise.py makes them.
"""
import math

import torch
from torch import nn

PLANES = 36
KNOTS, FIRST_KNOT, KNOT_STEP, KNOT_PARTS = 11, 600, 200, 256
TIME_CLASSES = 4
LARGEST = 16383 / 512  # what an activation is cut to


def knots(ratings):
    """The lower of the two knots around a rating and the upper one's share, in 256ths."""
    above = torch.clamp(ratings - FIRST_KNOT, 0, (KNOTS - 1) * KNOT_STEP - 1)
    return above // KNOT_STEP, above % KNOT_STEP * KNOT_PARTS // KNOT_STEP


class Condition(nn.Module):
    """Who plays, as `width` numbers."""

    def __init__(self, width):
        super().__init__()
        self.own = nn.Parameter(torch.randn(KNOTS, width) * 0.1 + torch.linspace(-1, 1, KNOTS)[:, None]
                                * torch.randn(width) * 0.5)
        self.other = nn.Parameter(torch.randn(KNOTS, width) * 0.1)
        self.time = nn.Parameter(torch.randn(TIME_CLASSES, width) * 0.1)
        self.bias = nn.Parameter(torch.rand(width) * 0.5)

    def forward(self, rating, opponent, time_class):
        def row(table, ratings):
            lower, share = knots(ratings)
            share = share[:, None] / KNOT_PARTS
            return table[lower] * (1 - share) + table[lower + 1] * share
        total = row(self.own, rating) + row(self.other, opponent) + self.time[time_class] + self.bias
        return torch.clamp(total, 0, LARGEST)


class Block(nn.Module):
    def __init__(self, channels, condition):
        super().__init__()
        self.one = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.norm_one = nn.BatchNorm2d(channels)
        self.shift = nn.Linear(condition, channels, bias=False)
        self.two = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.norm_two = nn.BatchNorm2d(channels)
        self.pool = nn.Linear(channels, channels, bias=False)
        nn.init.zeros_(self.norm_two.weight)
        nn.init.zeros_(self.pool.weight)
        nn.init.normal_(self.shift.weight, std=0.1)

    def forward(self, x, condition):
        y = torch.clamp(self.norm_one(self.one(x)) + self.shift(condition)[:, :, None, None], 0, LARGEST)
        z = self.norm_two(self.two(y)) + self.pool(y.mean((2, 3)))[:, :, None, None]
        return torch.clamp(x + z, 0, LARGEST)


class Network(nn.Module):
    def __init__(self, channels=48, blocks=5, condition=32, head=32):
        super().__init__()
        self.shape = dict(channels=channels, blocks=blocks, condition=condition, head=head)
        self.condition = Condition(condition)
        self.first = nn.Conv2d(PLANES, channels, 3, padding=1, bias=False)
        self.norm = nn.BatchNorm2d(channels)
        self.shift = nn.Linear(condition, channels, bias=False)
        self.blocks = nn.ModuleList(Block(channels, condition) for _ in range(blocks))
        self.start = nn.Linear(channels, head, bias=False)
        self.end = nn.Linear(channels, head, bias=False)
        self.start_square = nn.Parameter(torch.randn(64, head) * 0.1)
        self.end_square = nn.Parameter(torch.randn(64, head) * 0.1)
        self.promotion = nn.Linear(channels, 3)
        self.result = nn.Linear(channels, 3)

    def forward(self, planes, rating, opponent, time_class, moves):
        """moves: [positions, most] as in files of positions. Returns their logits and the result's."""
        who = self.condition(rating, opponent, time_class)
        x = torch.clamp(self.norm(self.first(planes)) + self.shift(who)[:, :, None, None], 0, LARGEST)
        for block in self.blocks:
            x = block(x, who)
        squares = x.flatten(2).transpose(1, 2)  # [positions, 64, channels]
        start = self.start(squares) + self.start_square
        end = self.end(squares) + self.end_square
        pairs = start @ end.transpose(1, 2) / math.sqrt(start.shape[2])
        logits = pairs.flatten(1).gather(1, (moves & 63) * 64 + (moves >> 6 & 63))
        become = torch.nn.functional.pad(self.promotion(squares), (1, 0))  # 0 for a queen
        logits = logits + become.flatten(1).gather(1, (moves >> 6 & 63) * 4 + (moves >> 12))
        return logits, self.result(squares.mean(1))


def planes_of(bits):
    """uint64 [positions, planes] of numpy -> float tensor [positions, planes, 8, 8]"""
    import numpy as np
    spread = np.unpackbits(np.ascontiguousarray(bits).view(np.uint8), bitorder="little", axis=-1)
    return torch.from_numpy(spread.reshape(len(bits), PLANES, 8, 8)).float()
