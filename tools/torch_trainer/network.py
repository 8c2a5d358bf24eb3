"""What the network says of samples (sample.hpp), and how far it is from what it should say."""

import torch

from .parameters import MAX_MEN, MEN_INPUTS


def unpack(samples, shape):
    """Bytes [n, 32] -> zeros and ones [n, inputs + 1] for each view, and the number of men.

    An empty square is the last input, which so is always on: its weights are the hidden biases."""
    squares = torch.arange(64, device=samples.device)
    is_man = (samples[:, :8, None] >> squares[:8] & 1).flatten(1)
    men = torch.stack((samples[:, 8:24] & 15, samples[:, 8:24] >> 4), 2).flatten(1).long()
    code = men.gather(1, (is_man.cumsum(1) - 1).clamp(0))
    man_type, is_theirs = code & 7, code >> 3
    views = []
    for is_other_side, king, turn in (
        (is_theirs, samples[:, 28:29].long(), 0),
        (1 - is_theirs, samples[:, 29:30].long(), 56),
    ):
        turn = turn ^ (king >> 2 & 1) * 7
        man_input = (is_other_side * 6 + man_type) * 64 + (squares ^ turn)
        if shape.king_buckets > 1:
            man_input += king_bucket(king ^ turn) * MEN_INPUTS
        view = torch.zeros(len(samples), shape.inputs + 1, device=samples.device)
        views.append(view.scatter_(1, torch.where(is_man == 1, man_input, shape.inputs), 1.0))
    return *views, is_man.sum(1)


def king_bucket(square):
    """src/engine/eval/nnue/architecture.hpp"""
    on_wing, at_home = (square & 7) <= 2, (square >> 3) <= 1
    return (on_wing & at_home).long()


def evaluate(parameters, shape, samples):
    """The network's outputs before the final sigmoid. Dense products are quick on a GPU."""
    _, biases_end, weights_end, end, _ = shape.section_ends()
    own, their, men = unpack(samples, shape)
    input_weights = parameters[:biases_end].view(shape.inputs + 1, shape.hidden)
    units = torch.cat((own @ input_weights, their @ input_weights), 1).clamp(0, 1).square()
    output_weights = parameters[biases_end:weights_end].view(shape.buckets, 2 * shape.hidden)
    outputs = units @ output_weights.T + parameters[weights_end:end]
    return outputs.gather(1, ((men - 2) * shape.buckets // MAX_MEN)[:, None])[:, 0]


def squared_errors(outputs, samples, score_shares, score_scale):
    score = samples.view(torch.int16)[:, 12].float()
    share = torch.tensor(score_shares, device=samples.device)[samples[:, 27].long()]
    target = share * torch.sigmoid(score / score_scale) + (1 - share) * samples[:, 26] / 2
    return (torch.sigmoid(outputs) - target).square()
