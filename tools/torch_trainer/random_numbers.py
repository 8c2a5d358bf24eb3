"""The trainer's random numbers, as in src/measure/train/random.hpp: a seed means the same in both."""

import numpy as np

WORD = (1 << 64) - 1


def random_words(seed, count):
    z = seed + np.arange(1, count + 1, dtype=np.uint64) * 0x9E3779B97F4A7C15
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9
    z = (z ^ z >> 27) * 0x94D049BB133111EB
    return z ^ z >> 31


def random_normals(seed, count):
    uniform = (random_words(seed, 2 * count) >> 11).astype(np.float64) * 2.0**-53
    return np.sqrt(-2 * np.log(1 - uniform[::2])) * np.cos(2 * np.pi * uniform[1::2])


def mix_seed(a, b):
    z = (a ^ b * 0xD6E8FEB86659FD93 & WORD) + 0x9E3779B97F4A7C15 & WORD
    z = (z ^ z >> 32) * 0xD6E8FEB86659FD93 & WORD
    return z ^ z >> 32


def shuffled(size, seed):
    """The numbers 0 ... size - 1 in random order."""
    limits = np.arange(size, 1, -1, dtype=np.uint64)
    words = random_words(seed, len(limits))
    below = (words >> 32) * limits + ((words & 0xFFFFFFFF) * limits >> 32) >> 32
    order = list(range(size))
    for i, j in zip(range(size - 1, 0, -1), below.tolist()):
        order[i], order[j] = order[j], order[i]
    return order
