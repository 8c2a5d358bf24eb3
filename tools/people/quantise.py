"""Makes the file of the move model that the program reads (src/play/players/people/move_model.cpp).

    quantise.py NETWORK.npz network.moves

What people make of searches is not part of the network: `kibitz train --kind searches` adds it. Convolutions
get 8 bits, with a factor for each channel; the rest gets 16. Without PyTorch. The way back,
`read`, is what training begins from where only the model's file is left.
"""
import sys

import numpy as np

import files

MARK, MARK_WITH_SEARCHES = b"kbz-mov3", b"kbz-mov4"
SIZES = (36, 64, 16, 32, 73)  # planes, channels, facts, units of an overview, kinds of moves
UNIT, WEIGHT_BITS, FACTOR_BITS = 256, 12, 22
LOOK_ROWS, SEARCH_ROWS = 107, 86
LOOKS = (-8, 8 - 2**-WEIGHT_BITS)


def integers(values, times, kind):
    limits = np.iinfo(kind)
    found = np.rint(np.asarray(values, np.float64) * times)
    if found.min() < limits.min or found.max() > limits.max:
        raise ValueError(f"a weight of {np.abs(values).max():.2f} is too large for {np.dtype(kind)}")
    return found.astype(kind)


def convolution(arrays, name):
    weights = arrays[name + ".weight"].transpose(0, 2, 3, 1)  # [channel][tap][channel before]
    steps = np.abs(weights).max((1, 2, 3), keepdims=True) / 127 + 1e-12
    return [integers(weights / steps, 1, "<i1"), integers(steps.ravel(), 1 << FACTOR_BITS, "<i4"),
            integers(arrays[name + ".bias"], UNIT, "<i4")]


def overview(arrays, name):
    return [integers(arrays[name + ".inner.weight"].T, 1 << WEIGHT_BITS, "<i2"),
            integers(arrays[name + ".inner.bias"], UNIT, "<i4"),
            integers(arrays[name + ".outer.weight"].T, 1 << WEIGHT_BITS, "<i2")]


def parts(arrays, blocks):
    yield from convolution(arrays, "first") + overview(arrays, "first_overview")
    for i in range(blocks):
        block = f"blocks.{i}."
        yield from convolution(arrays, block + "first") + overview(arrays, block + "overview")
        yield from convolution(arrays, block + "second")
    yield from convolution(arrays, "last") + overview(arrays, "last_overview")
    for name in ("start.weight", "end.weight"):
        yield integers(arrays[name], 1 << WEIGHT_BITS, "<i2")
    yield integers(arrays["kind_bias"], UNIT, "<i4")
    # A few are beyond 8, for moves that mate: what 16 bits hold says as much.
    yield integers(np.clip(arrays["look.weight"], *LOOKS), 1 << WEIGHT_BITS, "<i2")


class Reader:
    """Takes the parts of a model's file in the order in which they are written."""

    def __init__(self, path):
        self.rest = path.read_bytes()
        sizes = np.array(SIZES, "<i4").tobytes()
        mark, rest = self.rest[:len(MARK)], self.rest[len(MARK):]
        if mark not in (MARK, MARK_WITH_SEARCHES) or rest[:len(sizes)] != sizes:
            raise ValueError(f"{path} is no move model of this shape")
        self.has_searches = mark == MARK_WITH_SEARCHES
        self.rest = rest[len(sizes):]
        self.blocks = int(self.take((1,), 1, "<i4")[0])

    def take(self, shape, times, kind):
        size = int(np.prod(shape)) * np.dtype(kind).itemsize
        if len(self.rest) < size:
            raise ValueError("the model's file is cut short")
        part, self.rest = self.rest[:size], self.rest[size:]
        return np.frombuffer(part, kind).reshape(shape).astype(np.float32) / times

    def convolution(self, name, before):
        channels = SIZES[1]
        weights = self.take((channels, 3, 3, before), 1, "<i1")
        factors = self.take((channels, 1, 1, 1), 1 << FACTOR_BITS, "<i4")
        return {name + ".weight": (weights * factors).transpose(0, 3, 1, 2),
                name + ".bias": self.take((channels,), UNIT, "<i4")}

    def overview(self, name):
        _, channels, facts, squeezed, _ = SIZES
        return {name + ".inner.weight": self.take((channels + facts, squeezed), 1 << WEIGHT_BITS, "<i2").T,
                name + ".inner.bias": self.take((squeezed,), UNIT, "<i4"),
                name + ".outer.weight": self.take((squeezed, channels), 1 << WEIGHT_BITS, "<i2").T}


def read(path):
    """The arrays of a model's file, under their names in network.py."""
    planes, channels, facts, _, kinds = SIZES
    reader = Reader(path)
    arrays = reader.convolution("first", planes) | reader.overview("first_overview")
    for i in range(reader.blocks):
        block = f"blocks.{i}."
        arrays |= reader.convolution(block + "first", channels) | reader.overview(block + "overview")
        arrays |= reader.convolution(block + "second", channels)
    arrays |= reader.convolution("last", channels) | reader.overview("last_overview")
    for name in ("start.weight", "end.weight"):
        arrays[name] = reader.take((kinds, channels), 1 << WEIGHT_BITS, "<i2")
    arrays["kind_bias"] = reader.take((kinds,), UNIT, "<i4")
    arrays["look.weight"] = reader.take((LOOK_ROWS, facts), 1 << WEIGHT_BITS, "<i2")
    if reader.has_searches:
        reader.take((SEARCH_ROWS, facts), 1 << WEIGHT_BITS, "<i2")
    if reader.rest:
        raise ValueError(f"{path} is longer than a move model")
    return arrays


def main():
    source, target = sys.argv[1:]
    with np.load(source) as arrays:
        blocks = len({name.split(".")[1] for name in arrays if name.startswith("blocks.")})
        header = MARK + np.array([*SIZES, blocks], "<i4").tobytes()
        whole = header + b"".join(np.ascontiguousarray(part).tobytes() for part in parts(arrays, blocks))
    files.write_whole(files.pathlib.Path(target), lambda file: file.write(whole))
    print(f"{target}: {blocks} blocks, {len(whole):,} bytes")


if __name__ == "__main__":
    main()
