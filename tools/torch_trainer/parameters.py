"""The network's shape and its parameters as floats in one array: architecture.hpp and
network_parameters.hpp."""

import collections

import numpy as np

from .random_numbers import random_normals

MEN_INPUTS, KING_BUCKETS, MAX_MEN = 768, 2, 32
# Weights are kept small enough for their integers: learner.cpp
HIDDEN_LIMIT, OUTPUT_LIMIT = 1.98, 0.498


class Shape(collections.namedtuple("Shape", "hidden buckets king_buckets")):
    @property
    def inputs(self):
        return self.king_buckets * MEN_INPUTS

    def section_ends(self):
        """Of input weights, hidden biases, output weights and output biases; and with padding."""
        sizes = (self.inputs * self.hidden, self.hidden, self.buckets * 2 * self.hidden, self.buckets)
        ends = np.cumsum(sizes).tolist()
        return *ends, (ends[-1] + 15) // 16 * 16

    @property
    def size(self):
        return self.section_ends()[-1]


def random_parameters(shape, seed):
    inputs, biases, outputs, _, size = shape.section_ends()
    one_set = MEN_INPUTS * shape.hidden
    normals = random_normals(seed, one_set + 2 * shape.hidden)
    parameters = np.zeros(size, np.float32)
    parameters[:inputs] = np.tile(0.5 / np.sqrt(24) * normals[:one_set], shape.king_buckets)
    parameters[inputs:biases] = 0.1
    output_weights = np.sqrt(1 / (2 * shape.hidden)) * normals[one_set:]
    parameters[biases:outputs] = np.tile(output_weights, shape.buckets)
    return parameters


def with_king_buckets(shape, parameters):
    """Of a network with one king bucket: every bucket has its weights."""
    inputs, _, _, end, _ = shape.section_ends()
    wide = shape._replace(king_buckets=KING_BUCKETS)
    every = np.tile(parameters[:inputs], KING_BUCKETS)
    used = np.concatenate((every, parameters[inputs:end]))
    return np.pad(used, (0, wide.size - len(used)))


def limits(shape):
    """What no parameter may be larger than."""
    _, biases, outputs, _, size = shape.section_ends()
    largest = np.full(size, np.inf, np.float32)
    largest[:biases] = HIDDEN_LIMIT
    largest[biases:outputs] = OUTPUT_LIMIT
    return largest
