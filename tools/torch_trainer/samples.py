"""The store of shuffled positions, and batches from it in the order of kibitz train.

As in src/measure/train/sample_store.hpp and sample_stream.hpp."""

import collections
import concurrent.futures
import multiprocessing
import signal

import numpy as np

from .files import Problem, file_hash
from .random_numbers import mix_seed, shuffled

SAMPLE_BYTES = 32  # src/measure/train/sample.hpp
VALIDATION_LIMIT = 500_000  # samples of the validation set that are used
Shard = collections.namedtuple("Shard", "path samples hash")
Store = collections.namedtuple("Store", "made_from shards validation")


def open_store(folder):
    remedy = "make it with kibitz train --only-store"
    try:
        made_from, *lines = (folder / "store.txt").read_text().splitlines()
        if not made_from.startswith(f"made-from version 1 sample {SAMPLE_BYTES} "):
            raise ValueError
        if lines.pop() != "end":
            raise ValueError
        rows = [line.split() for line in lines]
        shards = [Shard(folder / name, int(size), int(value)) for _, name, size, value in rows]
        return Store(made_from, shards[:-1], shards[-1])
    except FileNotFoundError:
        raise Problem(f"{folder}: no store of positions there; {remedy}") from None
    except (ValueError, IndexError):
        raise Problem(f"{folder}/store.txt: not a store of this version; {remedy}") from None


def read_shard(shard, seed=None):
    """Bytes [samples, 32], shuffled if there is a seed; or in words what is wrong."""
    try:
        data = shard.path.read_bytes()
    except OSError as error:
        return str(error)
    if len(data) != shard.samples * SAMPLE_BYTES or file_hash(data) != shard.hash:
        return f"{shard.path}: damaged (not of the size or the hash noted in store.txt)"
    samples = np.frombuffer(data, np.uint8).reshape(-1, SAMPLE_BYTES)
    return samples.copy() if seed is None else samples[shuffled(len(samples), seed)]


def read_validation(store):
    samples = read_shard(store.validation)
    if isinstance(samples, str):
        print("no validation:", samples)
        return np.empty((0, SAMPLE_BYTES), np.uint8)
    used = min(len(samples), VALIDATION_LIMIT)
    return samples[np.arange(used) * len(samples) // max(1, used)]


def reading_processes(count):
    """Started at once: what has a GPU open is not to be copied. Ctrl-C is for the parent."""
    context, ignore = multiprocessing.get_context("fork"), (signal.SIGINT, signal.SIG_IGN)
    pool = concurrent.futures.ProcessPoolExecutor(count, context, signal.signal, ignore)
    pool.submit(int).result()
    return pool


def shuffled_shards(shards, seed, place, pool, ahead):
    """Without end (pass, place in the pass, samples or what is wrong); the pool reads ahead."""

    def start_reading(number, first):
        while True:
            order = shuffled(len(shards), mix_seed(seed, number))
            for at in range(first, len(order)):
                shard_seed = mix_seed(mix_seed(seed, number), order[at])
                yield number, at, pool.submit(read_shard, shards[order[at]], shard_seed)
            number, first = number + 1, 0

    started = start_reading(*place)
    waiting = collections.deque(next(started) for _ in range(ahead))
    while True:
        number, at, reading = waiting.popleft()
        waiting.append(next(started))
        yield number, at, reading.result()


def batches(shards, seed, place, size, pool, ahead):
    """Batches without end, each with the place of the next sample: (pass, shard, sample)."""
    pieces, missing, faults = [], size, 0
    *shard_place, begin = place
    for number, at, shard in shuffled_shards(shards, seed, shard_place, pool, ahead):
        is_fault = isinstance(shard, str)
        faults = faults + 1 if is_fault else 0
        if is_fault:
            print("skipped", shard, flush=True)
            shard = ()
        if faults == len(shards):
            raise Problem("no shard of the store can be read")
        after = (number, at + 1, 0) if at + 1 < len(shards) else (number + 1, 0, 0)
        while begin < len(shard):
            pieces.append(shard[begin : begin + missing])
            begin += len(pieces[-1])
            missing -= len(pieces[-1])
            if missing == 0:
                yield np.concatenate(pieces), (number, at, begin) if begin < len(shard) else after
                pieces, missing = [], size
        begin = 0
