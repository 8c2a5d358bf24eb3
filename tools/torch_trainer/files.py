"""The files of a run, byte for byte as kibitz train writes them."""

import os
import struct

import numpy as np

from .parameters import HIDDEN_ONE, KING_MAPS, OUTPUT_ONE, with_king_buckets
from .random_numbers import WORD


class Problem(Exception):
    """Something the user can do something about, in words."""


class OtherShape(Problem):
    pass


HASHED_FROM = 16  # the hash of either file comes before, at 8

# src/core/engine/eval/nnue/file_hash.hpp, src/play/platform/files.hpp


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


# Checkpoints: src/measure/train/checkpoint.cpp

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


# Networks: src/measure/train/quantise.cpp, src/core/engine/eval/nnue/network_file.hpp


def network_file(parameters, shape, centipawns_per_output, text):
    if shape.king_buckets == 1 and not shape.layers:
        parameters = with_king_buckets(shape, parameters, 2)
        shape = shape._replace(king_buckets=2)
    parts, numbers = shape.parts(parameters), b""
    for section in shape.sections():
        scaled = (parts[section.name] * np.float32(section.one)).astype(np.float64)
        numbers += np.trunc(scaled + np.copysign(0.5, scaled)).astype(section.type).tobytes()
    is_first_version = shape.king_buckets == 2 and not shape.layers
    inputs_by_wing, inputs_by_map = 2, 3
    version, inputs = (1, inputs_by_wing) if is_first_version else (2, inputs_by_map)
    king_map = b"" if is_first_version else bytes(KING_MAPS[shape.king_buckets]).ljust(64, b"\0")
    text = text.encode()
    padded = text.ljust((len(text) + 63) // 64 * 64, b"\0")
    length = 64 + len(padded) + len(king_map) + len(numbers)
    header = (version, inputs, shape.hidden, shape.buckets, HIDDEN_ONE, OUTPUT_ONE)
    header += (len(text), length, centipawns_per_output, int(shape.layers))
    hashed = struct.pack("<4I 2H I Q 2H 12x", *header) + padded + king_map + numbers
    return b"KIBITZNN" + struct.pack("<Q", file_hash(hashed)) + hashed
