"""The network's shape and its parameters as floats in one array: architecture.hpp and
network_parameters.hpp."""

import numpy as np

from .random_numbers import random_normals

INPUTS, MAX_MEN = 768, 32
# Weights are kept small enough for their integers: learner.cpp
HIDDEN_LIMIT, OUTPUT_LIMIT = 1.98, 0.498


def section_ends(hidden, buckets):
    """Of input weights, hidden biases, output weights and output biases; and with padding."""
    ends = np.cumsum([INPUTS * hidden, hidden, buckets * 2 * hidden, buckets]).tolist()
    return *ends, (ends[-1] + 15) // 16 * 16


def random_parameters(hidden, buckets, seed):
    inputs, biases, outputs, _, size = section_ends(hidden, buckets)
    normals = random_normals(seed, inputs + 2 * hidden)
    parameters = np.zeros(size, np.float32)
    parameters[:inputs] = 0.5 / np.sqrt(24) * normals[:inputs]
    parameters[inputs:biases] = 0.1
    parameters[biases:outputs] = np.tile(np.sqrt(1 / (2 * hidden)) * normals[inputs:], buckets)
    return parameters


def limits(hidden, buckets):
    """What no parameter may be larger than."""
    _, biases, outputs, _, size = section_ends(hidden, buckets)
    largest = np.full(size, np.inf, np.float32)
    largest[:biases] = HIDDEN_LIMIT
    largest[biases:outputs] = OUTPUT_LIMIT
    return largest
