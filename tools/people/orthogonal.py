"""Orthogonalised momentum for the weights of convolutions (K. Jordan and others 2024, "Muon").

The momentum of a layer's weights, a matrix of channels by what each of them sees, is brought near to the
nearest matrix with orthogonal rows: all directions are learned equally fast. The step is as long as a step of
Adam with half the rate. It learned more from the same samples than Adam (H13 in docs/experiments.md).
"""
import torch

ROUNDS = 5
FACTORS = (3.4445, -4.7750, 2.0315)  # of the iteration of Newton and Schulz, of order five
LENGTH = 0.5  # of Adam's step


def orthogonalised(matrix, number):
    """Near the nearest matrix with orthogonal rows, of which there are no more than columns; computed in
    numbers of that type, which need not be exact."""
    a, b, c = FACTORS
    x = (matrix / (matrix.norm() + 1e-7)).to(number)
    for _ in range(ROUNDS):
        square = x @ x.T
        x = a * x + (b * square + c * square @ square) @ x
    return x.to(matrix.dtype)


class Orthogonal(torch.optim.Optimizer):
    def __init__(self, weights, number=torch.float32, momentum=0.95, weight_decay=0.01):
        super().__init__(weights, {"lr": 0.001, "momentum": momentum, "weight_decay": weight_decay})
        self.number = number

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            for weights in group["params"]:
                if weights.grad is None:
                    continue
                state = self.state[weights]
                if not state:
                    state["momentum"] = torch.zeros_like(weights)
                mean, slope = state["momentum"], weights.grad
                mean.lerp_(slope, 1 - group["momentum"])
                ahead = slope.lerp(mean, group["momentum"]).flatten(1)
                step = orthogonalised(ahead, self.number) * ahead.shape[1] ** 0.5  # numbers of about 1
                weights.mul_(1 - group["lr"] * group["weight_decay"])
                weights.add_(step.view_as(weights), alpha=-LENGTH * group["lr"])
