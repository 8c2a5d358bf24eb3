"""The network in integers: the file that the program reads, and the same arithmetic in Python.

A weight has 8 bits and each output of a layer a multiplier of its own, in 2^-24ths; an activation is in
512ths, at most 16383. src/play/players/people/people_net.cpp is the other side, and a test compares the two
to the last bit.
"""
import math
import struct

import numpy as np
import torch

import network

ONE, MOST, BITS, SCORE_BITS = 512, 16383, 24, 8


def layer(weights, bias=None):
    """weights [outputs, inputs] of an activation's scale on both sides -> (8 bits, multipliers, biases)"""
    weights = weights.detach().double().reshape(len(weights), -1).numpy()
    largest = np.maximum(np.abs(weights).max(1), 1e-9)
    scale = largest / 127
    small = np.rint(weights / scale[:, None]).astype(np.int8)
    multipliers = np.clip(np.rint(scale * 2**BITS), 0, 2**31 - 1).astype(np.int32)
    bias = np.zeros(len(weights)) if bias is None else bias.detach().double().numpy()
    return small, multipliers, np.clip(np.rint(bias * ONE), -2**27, 2**27).astype(np.int32)


def table(values):
    return np.clip(np.rint(values.detach().double().numpy() * ONE), -32768, 32767).astype(np.int16)


def convolution(conv, norm):
    """[outputs, 9 squares, channels], the normalisation folded in"""
    scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
    weights = conv.weight * scale[:, None, None, None]
    return layer(weights.permute(0, 2, 3, 1), norm.bias - norm.running_mean * scale)


def parts(net):
    """All arrays of the file in their order, by name."""
    found = {"own": table(net.condition.own), "other": table(net.condition.other),
             "time": table(net.condition.time), "bias": table(net.condition.bias)}

    def put(name, made):
        for kind, value in zip(("weights", "multipliers", "biases"), made):
            found[f"{name}.{kind}"] = value
    put("first", convolution(net.first, net.norm))
    put("shift", layer(net.shift.weight))
    for i, block in enumerate(net.blocks):
        put(f"{i}.one", convolution(block.one, block.norm_one))
        put(f"{i}.shift", layer(block.shift.weight))
        put(f"{i}.two", convolution(block.two, block.norm_two))
        put(f"{i}.pool", layer(block.pool.weight))
    root = math.sqrt(net.shape["head"])
    put("start", layer(net.start.weight / root))
    put("end", layer(net.end.weight))
    found["start_square"], found["end_square"] = table(net.start_square / root), table(net.end_square)
    put("promotion", layer(net.promotion.weight, net.promotion.bias))
    put("result", layer(net.result.weight, net.result.bias))
    return found


def checksum(data):
    value = 0xCBF29CE484222325
    for byte in data:
        value = ((value ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return value


def file_of(net, description):
    text = description.encode()
    rest = text + b"".join(np.ascontiguousarray(part).tobytes() for part in parts(net).values())
    shape = net.shape
    header = struct.pack("<8sI5iQII", b"kbz-peop", 1, network.PLANES, shape["channels"], shape["blocks"],
                         shape["condition"], shape["head"], checksum(rest), len(text), 0)
    return header + rest


class Integers:
    """The network as the program computes it."""

    def __init__(self, net):
        self.shape, self.parts = net.shape, parts(net)

    def outputs(self, name, inputs):
        """inputs [..., inputs] of whole numbers -> [..., outputs]"""
        weights, multipliers, biases = (self.parts[f"{name}.{kind}"].astype(np.int64)
                                        for kind in ("weights", "multipliers", "biases"))
        sums = inputs.astype(np.int64) @ weights.T
        return (sums * multipliers + (1 << (BITS - 1)) >> BITS) + biases

    def convolve(self, name, x):
        """x [positions, 8, 8, channels]"""
        rim = np.pad(x, ((0, 0), (1, 1), (1, 1), (0, 0)))
        around = np.concatenate([rim[:, r:r + 8, f:f + 8] for r in range(3) for f in range(3)], -1)
        return self.outputs(name, around)

    def rating_row(self, name, ratings):
        lower, share = (value.numpy() for value in network.knots(torch.as_tensor(ratings)))
        rows = self.parts[name].astype(np.int64)
        share = share[:, None]
        return rows[lower] * (network.KNOT_PARTS - share) + rows[lower + 1] * share >> 8

    def evaluate(self, planes, rating, opponent, time_class, moves):
        """planes: 0 or 1, [positions, planes, 8, 8]; moves [positions, most]. Scores and results."""
        def cut(x):
            return np.clip(x, 0, MOST)
        who = cut(self.rating_row("own", rating) + self.rating_row("other", opponent)
                  + self.parts["time"].astype(np.int64)[time_class] + self.parts["bias"])

        def shift(name, inputs):
            return self.outputs(name, inputs)[:, None, None, :]
        board = planes.transpose(0, 2, 3, 1).astype(np.int64) * ONE
        x = cut(self.convolve("first", board) + shift("shift", who))
        for i in range(self.shape["blocks"]):
            y = cut(self.convolve(f"{i}.one", x) + shift(f"{i}.shift", who))
            x = cut(x + self.convolve(f"{i}.two", y) + shift(f"{i}.pool", y.sum((1, 2)) // 64))
        squares = x.reshape(len(x), 64, -1)
        start, end = (np.clip(self.outputs(name, squares) + self.parts[name + "_square"], -MOST, MOST)
                      for name in ("start", "end"))
        row = np.arange(len(x))[:, None]
        first, last, become = moves & 63, moves >> 6 & 63, moves >> 12
        scores = (start[row, first] * end[row, last]).sum(-1) >> SCORE_BITS
        promotion = np.pad(self.outputs("promotion", squares), ((0, 0), (0, 0), (1, 0)))
        scores += 2 * promotion[row, last, become]
        return scores, self.outputs("result", squares.sum(1) // 64)
