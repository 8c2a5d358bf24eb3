"""What the network says of samples (sample.hpp), and how far it is from what it should say."""

import torch

from .parameters import KING_MAPS, MAX_PIECES, PIECE_INPUTS, PRODUCT_SCALE


def unpack(samples, shape):
    """Bytes [n, 32] -> zeros and ones [n, inputs + 1] for each view, and the number of pieces.

    An empty square is the last input, which so is always on: its weights are the hidden biases."""
    squares = torch.arange(64, device=samples.device)
    is_piece = (samples[:, :8, None] >> squares[:8] & 1).flatten(1)
    pieces = torch.stack((samples[:, 8:24] & 15, samples[:, 8:24] >> 4), 2).flatten(1).long()
    code = pieces.gather(1, (is_piece.cumsum(1) - 1).clamp(0))
    piece_type, is_theirs = code & 7, code >> 3
    views = []
    for is_other_side, king, turn in (
        (is_theirs, samples[:, 28:29].long(), 0),
        (1 - is_theirs, samples[:, 29:30].long(), 56),
    ):
        turn = turn ^ (king >> 2 & 1) * 7
        piece_input = (is_other_side * 6 + piece_type) * 64 + (squares ^ turn)
        piece_input += king_bucket(king ^ turn, shape.king_buckets) * PIECE_INPUTS
        view = torch.zeros(len(samples), shape.inputs + 1, device=samples.device)
        views.append(view.scatter_(1, torch.where(is_piece == 1, piece_input, shape.inputs), 1.0))
    return *views, is_piece.sum(1)


def king_bucket(square, king_buckets):
    """src/core/engine/eval/nnue/architecture.hpp"""
    places = (square >> 3) * 4 + (square & 3)
    return torch.tensor(KING_MAPS[king_buckets], device=square.device)[places]


def evaluate(parameters, shape, samples):
    """The network's outputs before the final sigmoid. Dense products are quick on a GPU."""
    own, their, pieces = unpack(samples, shape)
    input_weights = parameters[: (shape.inputs + 1) * shape.hidden].view(-1, shape.hidden)
    units = torch.stack((own @ input_weights, their @ input_weights), 1).clamp(0, 1)
    output_of = layers if shape.layers else squares
    outputs = output_of(shape.parts(parameters), units)
    return outputs.gather(1, ((pieces - 2) * shape.buckets // MAX_PIECES)[:, None])[:, 0]


def squares(parts, units):
    """The outputs of all buckets for units [n, 2, hidden]."""
    return units.flatten(1).square() @ parts["output weights"].T + parts["output biases"]


def layers(parts, units):
    first_half, second_half = units.chunk(2, 2)
    products = (first_half * second_half * PRODUCT_SCALE).flatten(1)
    first = torch.einsum("nh,bih->nbi", products, parts["first weights"])
    first = (first + parts["first biases"]).clamp(0, 1)
    first = torch.cat((first, first.square()), 2)
    second = torch.einsum("nbi,bji->nbj", first, parts["second weights"])
    second = (second + parts["second biases"]).clamp(0, 1)
    return (second * parts["output weights"]).sum(2) + parts["output biases"]


def squared_errors(outputs, samples, score_shares, score_scale):
    score = samples.view(torch.int16)[:, 12].float()
    share = torch.tensor(score_shares, device=samples.device)[samples[:, 27].long()]
    target = share * torch.sigmoid(score / score_scale) + (1 - share) * samples[:, 26] / 2
    return (torch.sigmoid(outputs) - target).square()
