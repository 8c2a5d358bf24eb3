"""What the network says of samples (sample.hpp), and how far it is from what it should say."""

import torch

from .parameters import INPUTS, MAX_MEN, section_ends


def unpack(samples):
    """Bytes [n, 32] -> zeros and ones [n, 769] for each view, and the number of men.

    An empty square is input 768, which so is always on: its weights are the hidden biases."""
    squares = torch.arange(64, device=samples.device)
    is_man = (samples[:, :8, None] >> squares[:8] & 1).flatten(1)
    men = torch.stack((samples[:, 8:24] & 15, samples[:, 8:24] >> 4), 2).flatten(1).long()
    code = men.gather(1, (is_man.cumsum(1) - 1).clamp(0))
    man_type, is_theirs = code & 7, code >> 3
    mirror = (samples[:, 28:30].long() >> 2 & 1) * 7  # by each side's king
    views = []
    for is_other_side, turned in (
        (is_theirs, squares ^ mirror[:, :1]),
        (1 - is_theirs, squares ^ mirror[:, 1:] ^ 56),
    ):
        man_input = (is_other_side * 6 + man_type) * 64 + turned
        view = torch.zeros(len(samples), INPUTS + 1, device=samples.device)
        views.append(view.scatter_(1, torch.where(is_man == 1, man_input, INPUTS), 1.0))
    return *views, is_man.sum(1)


def evaluate(parameters, hidden, buckets, samples):
    """The network's outputs before the final sigmoid. Dense products are quick on a GPU."""
    _, biases_end, weights_end, end, _ = section_ends(hidden, buckets)
    own, their, men = unpack(samples)
    input_weights = parameters[:biases_end].view(INPUTS + 1, hidden)
    units = torch.cat((own @ input_weights, their @ input_weights), 1).clamp(0, 1).square()
    output_weights = parameters[biases_end:weights_end].view(buckets, 2 * hidden)
    outputs = units @ output_weights.T + parameters[weights_end:end]
    return outputs.gather(1, ((men - 2) * buckets // MAX_MEN)[:, None])[:, 0]


def squared_errors(outputs, samples, score_shares, score_scale):
    score = samples.view(torch.int16)[:, 12].float()
    share = torch.tensor(score_shares, device=samples.device)[samples[:, 27].long()]
    target = share * torch.sigmoid(score / score_scale) + (1 - share) * samples[:, 26] / 2
    return (torch.sigmoid(outputs) - target).square()
