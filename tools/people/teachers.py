"""The teachers: CSSLab's nine Maia networks, read where they lie (KIBITZ_DATA_DIR/maia).

Nothing of them is part of this project (they are under the GPL 3.0); only what they answer is learned
from. Their format is lc0's: protobuf with weights in 16 bits between a smallest and a largest value, 112
input planes with the last eight positions, six blocks of 64 filters with squeeze and excitation, and 80
output planes of 64 squares that stand for moves.
"""
import gzip

import numpy as np
import torch

import files

RATINGS = [1100, 1200, 1300, 1400, 1500, 1600, 1700, 1800, 1900]


# Protobuf

def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        if byte < 128:
            return value, at
        shift += 7


def fields(data):
    """{field number: [values]}; messages and bytes as bytes."""
    found = {}
    at = 0
    while at < len(data):
        key, at = varint(data, at)
        kind = key & 7
        if kind == 0:
            value, at = varint(data, at)
        elif kind in (1, 5):
            size = 8 if kind == 1 else 4
            value, at = data[at:at + size], at + size
        elif kind == 2:
            size, at = varint(data, at)
            value, at = data[at:at + size], at + size
        else:
            raise ValueError(f"unknown wire type {kind}")
        found.setdefault(key >> 3, []).append(value)
    return found


def layer(data):
    parts = fields(data)
    low, high = (np.frombuffer(parts[i][0], "<f4")[0] if i in parts else np.float32(0) for i in (1, 2))
    return np.frombuffer(parts[3][0], "<u2").astype(np.float32) / 65535 * (high - low) + low


def convolution(data, inputs):
    """Weights and biases, with the normalisation of batches folded in."""
    parts = fields(data)
    weights = layer(parts[1][0]).reshape(-1, inputs, 3, 3)
    filters = len(weights)
    bias = layer(parts[2][0]) if 2 in parts else np.zeros(filters, np.float32)
    if 3 in parts:
        mean, variance = layer(parts[3][0]), layer(parts[4][0])
        gamma = layer(parts[5][0]) if 5 in parts else np.ones(filters, np.float32)
        beta = layer(parts[6][0]) if 6 in parts else np.zeros(filters, np.float32)
        scale = gamma / np.sqrt(variance + 1e-5)
        weights, bias = weights * scale[:, None, None, None], beta + (bias - mean) * scale
    return torch.from_numpy(weights), torch.from_numpy(bias)


class Teacher:
    def __init__(self, rating):
        with gzip.open(files.DATA / "maia" / f"maia-{rating}.pb.gz") as file:
            weights = fields(fields(file.read())[10][0])
        self.rating = rating
        self.first = convolution(weights[1][0], 112)
        filters = len(self.first[1])
        self.blocks = []
        for block in weights[2]:
            parts = fields(block)
            squeeze = fields(parts[3][0])
            w1, b1, w2, b2 = (torch.from_numpy(layer(squeeze[i][0])) for i in (1, 2, 3, 4))
            self.blocks.append((convolution(parts[1][0], filters), convolution(parts[2][0], filters),
                                w1.reshape(len(b1), filters), b1, w2.reshape(2 * filters, len(b1)), b2))
        self.head = convolution(weights[11][0], filters)
        self.policy = convolution(weights[3][0], filters)

    @torch.no_grad()
    def logits(self, planes):
        """[positions, 112, 8, 8] -> [positions, 80 * 64]"""
        def conv(x, weights):
            return torch.nn.functional.conv2d(x, *weights, padding=1)
        linear = torch.nn.functional.linear
        x = torch.relu(conv(torch.from_numpy(planes), self.first))
        for one, two, w1, b1, w2, b2 in self.blocks:
            y = conv(torch.relu(conv(x, one)), two)
            gamma, beta = linear(torch.relu(linear(y.mean((2, 3)), w1, b1)), w2, b2).chunk(2, 1)
            x = torch.relu(y * torch.sigmoid(gamma)[:, :, None, None] + beta[:, :, None, None] + x)
        return conv(torch.relu(conv(x, self.head)), self.policy).flatten(1).numpy()


# Input and output

DIRECTIONS = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
KNIGHT = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]


def output_table():
    """[a move as in a file of positions] -> its number among the outputs, or -1.

    There knight promotions are plain moves, and queen promotions have planes of their own, which
    `outputs_of` chooses.
    """
    table = np.full(4 * 4096, -1, np.int32)
    for start in range(64):
        file, rank = start % 8, start // 8
        steps = [(df * n, dr * n, d * 7 + n - 1) for d, (df, dr) in enumerate(DIRECTIONS)
                 for n in range(1, 8)]
        steps += [(df, dr, 56 + d) for d, (df, dr) in enumerate(KNIGHT)]
        for df, dr, plane in steps:
            if 0 <= file + df < 8 and 0 <= rank + dr < 8:
                to = (rank + dr) * 8 + file + df
                table[[start | to << 6, start | to << 6 | 1 << 12]] = plane * 64 + start
        if rank == 6:
            for d, df in enumerate((-1, 0, 1)):
                if 0 <= file + df < 8:
                    move = start | (56 + file + df) << 6
                    table[move | 3 << 12] = (64 + d * 3) * 64 + start  # rook
                    table[move | 2 << 12] = (64 + d * 3 + 1) * 64 + start  # bishop
    return table


OUTPUTS = output_table()


def outputs_of(moves, pawns):
    """The numbers among the outputs of the legal moves of a position; `pawns` are the mover's."""
    start, to = moves & 63, moves >> 6 & 63
    numbers = OUTPUTS[moves]
    queens = (pawns >> start.astype(np.uint64) & np.uint64(1)).astype(bool) & (to >= 56) & (moves < 4096)
    if queens.any():
        direction = (to[queens] & 7).astype(np.int32) - (start[queens] & 7) + 1
        numbers[queens] = (64 + direction * 3 + 2) * 64 + start[queens]
    return numbers


def input_planes(positions, chosen):
    """lc0's classical planes: the men of the last eight positions and what was there before."""
    chosen = np.asarray(chosen)
    at = positions.at
    bits = np.zeros((len(chosen), 104), np.uint64)
    ply = at["ply"][chosen].astype(np.int64)
    for back in range(8):
        there = ply >= back
        row = chosen[there] - back
        men = at["planes"][row][:, :12]
        if back % 2:  # seen from the other side
            men = np.concatenate([men[:, 6:], men[:, :6]], 1).byteswap()
        bits[there, back * 13:back * 13 + 12] = men
        bits[there, back * 13 + 12] = np.where(at["flags"][row] & files.REPEATED, ~np.uint64(0), np.uint64(0))
    planes = np.zeros((len(chosen), 112, 64), np.float32)
    planes[:, :104] = np.unpackbits(bits.view(np.uint8), bitorder="little").reshape(len(chosen), 104, 64)
    for i in range(4):
        planes[:, 104 + i] = (at["castling"][chosen] >> i & 1)[:, None]
    planes[:, 108] = (at["flags"][chosen] & files.BLACK)[:, None]
    planes[:, 109] = at["halfmove_clock"][chosen][:, None]
    planes[:, 111] = 1
    return planes.reshape(len(chosen), 112, 8, 8)


def legal_moves(positions, i):
    first = int(positions.at["first_move"][i])
    return positions.moves[first:first + int(positions.at["moves"][i])]


def policies(teacher, positions, chosen, batch=128):
    """The probability of each legal move, an array for every chosen position."""
    found = []
    for first in range(0, len(chosen), batch):
        part = chosen[first:first + batch]
        logits = teacher.logits(input_planes(positions, part))
        for row, i in zip(logits, part):
            pawns = positions.at["planes"][i, 0]
            values = row[outputs_of(legal_moves(positions, i), pawns)].astype(np.float64)
            values = np.exp(values - values.max())
            found.append(values / values.sum())
    return found
