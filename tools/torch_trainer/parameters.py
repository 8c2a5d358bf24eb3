"""The network's shape and its parameters as floats in one array: architecture.hpp and
network_parameters.hpp."""

import collections

import numpy as np

from .random_numbers import random_normals

PIECE_INPUTS, MAX_PIECES = 768, 32
FIRST_LAYER, SECOND_INPUTS, SECOND_LAYER = 16, 32, 32
# For each square of files a to d of the turned board, by the number of buckets.
KING_MAPS = {
    1: [0] * 32,
    2: [1, 1, 1, 0] * 2 + [0] * 24,
    4: [1, 1, 2, 3] * 2 + [0] * 24,
    8: [1, 1, 2, 3, 4, 4, 5, 5] + [6] * 8 + [7, 7, 0, 0] * 4,
}
# 1.0 of hidden units and their weights; of weights behind squares; of those of layers; of units of
# layers; of products.
HIDDEN_ONE, OUTPUT_ONE, LAYER_ONE, UNIT_ONE, PRODUCT_ONE = 255, 256, 1024, 8192, 512
# A product of integers is shifted right by 7.
PRODUCT_SCALE = HIDDEN_ONE**2 / (PRODUCT_ONE << 7)

# limit: what no parameter may be larger than, so that integers suffice (learner.cpp).
# one: the integer of the network file that stands for 1.0, and its type.
Section = collections.namedtuple("Section", "name shape limit one type")


class Shape(collections.namedtuple("Shape", "hidden buckets king_buckets layers")):
    @property
    def inputs(self):
        return self.king_buckets * PIECE_INPUTS

    def sections(self):
        """In their order, without the zeros at the end."""
        n = self.buckets
        yield Section("input weights", (self.inputs, self.hidden), 1.98, HIDDEN_ONE, "<i2")
        yield Section("hidden biases", (self.hidden,), 1.98, HIDDEN_ONE, "<i2")
        if not self.layers:
            value_one = HIDDEN_ONE * OUTPUT_ONE
            yield Section("output weights", (n, 2 * self.hidden), 0.498, OUTPUT_ONE, "<i2")
            yield Section("output biases", (n,), np.inf, value_one, "<i4")
            return
        value_one = UNIT_ONE * LAYER_ONE
        yield Section("first weights", (n, FIRST_LAYER, self.hidden), 3.9, LAYER_ONE, "<i2")
        yield Section("first biases", (n, FIRST_LAYER), np.inf, PRODUCT_ONE * LAYER_ONE, "<i4")
        yield Section("second weights", (n, SECOND_LAYER, SECOND_INPUTS), 7.0, LAYER_ONE, "<i2")
        yield Section("second biases", (n, SECOND_LAYER), np.inf, value_one, "<i4")
        yield Section("output weights", (n, SECOND_LAYER), 7.0, LAYER_ONE, "<i2")
        yield Section("output biases", (n,), np.inf, value_one, "<i4")

    def parts(self, parameters):
        """The sections of an array of parameters, by name."""
        begin, parts = 0, {}
        for section in self.sections():
            size = int(np.prod(section.shape))
            parts[section.name] = parameters[begin : begin + size].reshape(section.shape)
            begin += size
        return parts

    @property
    def used(self):
        return sum(int(np.prod(section.shape)) for section in self.sections())

    @property
    def size(self):
        return (self.used + 15) // 16 * 16


def random_parameters(shape, seed):
    """All king buckets begin alike, and so do all output buckets."""
    h = shape.hidden
    spreads = {"input weights": (0.5 / np.sqrt(24), PIECE_INPUTS * h)}
    if shape.layers:
        spreads["first weights"] = (3 / np.sqrt(h), FIRST_LAYER * h)
        spreads["second weights"] = (np.sqrt(2 / SECOND_INPUTS), SECOND_LAYER * SECOND_INPUTS)
        spreads["output weights"] = (np.sqrt(1 / SECOND_LAYER), SECOND_LAYER)
    else:
        spreads["output weights"] = (np.sqrt(1 / (2 * h)), 2 * h)
    normals = random_normals(seed, sum(size for _, size in spreads.values()))
    parameters = np.zeros(shape.size, np.float32)
    parts, begin = shape.parts(parameters), 0
    for name, (spread, size) in spreads.items():
        part = parts[name].reshape(-1)
        part[:] = np.tile(spread * normals[begin : begin + size], len(part) // size)
        begin += size
    for name in ("hidden biases", "first biases", "second biases"):
        if name in parts:
            parts[name][:] = 0.1
    return parameters


def with_king_buckets(shape, parameters, king_buckets):
    """Of a network with one king bucket: every bucket has its weights."""
    inputs = shape.inputs * shape.hidden
    wide = shape._replace(king_buckets=king_buckets)
    every = np.tile(parameters[:inputs], king_buckets)
    used = np.concatenate((every, parameters[inputs : shape.used]))
    return np.pad(used, (0, wide.size - len(used)))


def limits(shape):
    """What no parameter may be larger than."""
    largest = np.full(shape.size, np.inf, np.float32)
    parts = shape.parts(largest)
    for section in shape.sections():
        parts[section.name][:] = section.limit
    return largest
