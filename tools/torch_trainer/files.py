"""The files of a run, byte for byte as kibitz train writes them."""

import os
import struct

import numpy as np

from .parameters import KING_BUCKETS, with_king_buckets
from .random_numbers import WORD


class Problem(Exception):
    """Something the user can do something about, in words."""


class OtherShape(Problem):
    pass


HASHED_FROM = 16  # the hash of either file comes before, at 8

# src/engine/eval/nnue/file_hash.hpp, src/platform/files.hpp


def file_hash(data):
    whole = len(data) // 8 * 8
    value = len(data)
    for word in memoryview(data[:whole]).cast("Q"):
        value = (value ^ word) * 0x9E3779B97F4A7C15 & WORD
        value ^= value >> 32
    value = (value ^ int.from_bytes(data[whole:], "little")) * 0x9E3779B97F4A7C15 & WORD
    return value ^ value >> 32


def replace_file(path, data):
    unfinished = path.with_name(path.name + ".unfinished")
    unfinished.write_bytes(data)
    os.replace(unfinished, path)


# Checkpoints: src/train/checkpoint.cpp

CHECKPOINT_MAGIC = b"KIBITCK1"
NUMBERS = struct.Struct("<8s 7Q d Q d")


def save_checkpoint(path, settings, step, place, seconds, floats):
    """floats: the parameters and AdamW's two moments."""
    settings = settings.encode()
    numbers = (len(settings), len(floats[0]), step, *place, 0, 0, seconds)  # no loss so far
    hashed = NUMBERS.pack(b"", 0, *numbers)[HASHED_FROM:] + settings
    hashed += b"".join(array.tobytes() for array in floats)
    replace_file(path, CHECKPOINT_MAGIC + struct.pack("<Q", file_hash(hashed)) + hashed)


def load_checkpoint(path, size):
    """Settings, step, place, seconds and floats [3, size]."""
    data = path.read_bytes()
    if len(data) < NUMBERS.size or not data.startswith(CHECKPOINT_MAGIC):
        raise Problem(f"{path}: not a checkpoint of this version")
    _, noted_hash, length, parameters, step, *place, _, _, seconds = NUMBERS.unpack_from(data)
    if file_hash(data[HASHED_FROM:]) != noted_hash:
        raise Problem(f"{path}: damaged")
    if parameters != size:
        raise OtherShape(f"{path}: of a network of another shape")
    floats_at = NUMBERS.size + length
    settings = data[NUMBERS.size : floats_at].decode()
    return settings, step, place, seconds, np.frombuffer(data[floats_at:], "<f4").reshape(3, size)


# Networks: src/train/quantise.cpp, src/engine/eval/nnue/network_file.hpp

HIDDEN_ONE, OUTPUT_ONE = 255, 256


def network_file(parameters, shape, centipawns_per_output, text):
    if shape.king_buckets == 1:
        parameters = with_king_buckets(shape, parameters)
        shape = shape._replace(king_buckets=KING_BUCKETS)
    sections, begin = b"", 0
    ones = (HIDDEN_ONE, HIDDEN_ONE, OUTPUT_ONE, HIDDEN_ONE * OUTPUT_ONE)
    for end, one, kind in zip(shape.section_ends(), ones, ("<i2", "<i2", "<i2", "<i4")):
        scaled = (parameters[begin:end] * np.float32(one)).astype(np.float64)
        sections += np.trunc(scaled + np.copysign(0.5, scaled)).astype(kind).tobytes()
        begin = end
    text = text.encode()
    padded = text.ljust((len(text) + 63) // 64 * 64, b"\0")
    length = 64 + len(padded) + len(sections)
    inputs_by_king = 2
    header = (1, inputs_by_king, shape.hidden, shape.buckets, HIDDEN_ONE, OUTPUT_ONE)
    header += (len(text), length)
    hashed = struct.pack("<4I 2H I Q H 14x", *header, centipawns_per_output) + padded + sections
    return b"KIBITZNN" + struct.pack("<Q", file_hash(hashed)) + hashed
