#!/usr/bin/env python3
"""Trains a network as kibitz train does, with PyTorch: for machines with a GPU.

Reads the store of shuffled positions that kibitz train makes, and leaves network.nnue,
checkpoint.bin and log.jsonl in the folder of the run. The options mean the same, and the same seed
gives the same weights to begin with and the same batches: the networks differ by rounding.
"""

import json
import math
import signal
import sys
import time

try:
    import torch

    from torch_trainer import files, samples
    from torch_trainer.network import evaluate, squared_errors
    from torch_trainer.options import read_options
    from torch_trainer.parameters import limits, random_parameters, with_king_buckets
except ImportError as error:
    sys.exit(f"train_torch.py: {error}; docs/training.md says how to get PyTorch and NumPy")

SCORE_UNITS_PER_CENTIPAWN = 3.5

stop_signals = []


def learning_rate_at(o, step, steps):
    if step < o.warm_up:
        return o.rate * (step + 1) / o.warm_up
    share = min(1, (step - o.warm_up) / max(1, steps - o.warm_up))
    return o.final_rate + 0.5 * (1 + math.cos(math.pi * share)) * (o.rate - o.final_rate)


def settings_text(o, positions, made_from):
    """All that decides what comes out, in words."""
    shares = ["/".join(f"{x:g}" for x in s) for s in (o.score_share, o.final_score_share)]
    weights = f"; weights of {o.start_from.name}" if o.start_from else ""
    layers = " layers" if o.layers else ""
    return (
        f"PyTorch; inputs {o.shape.inputs} hidden {o.hidden} buckets {o.buckets}{layers}; positions "
        f"{positions} x {o.passes:g} passes, batch {o.batch}, seed {o.seed}; AdamW {o.rate:g} to "
        f"{o.final_rate:g}, warm-up {o.warm_up}, decay {o.decay:g}; score scale {o.score_scale:g}, "
        f"score share game/line/self-play {' to '.join(shares)}; {made_from}{weights}"
    )


class Run:
    def __init__(self, options, store):
        o = self.options = options
        self.positions = sum(shard.samples for shard in store.shards)
        self.steps = max(1, int(o.passes * self.positions / o.batch))
        self.validation = samples.read_validation(store)
        self.settings = settings_text(o, self.positions, store.made_from)
        self.checkpoint = o.out / "checkpoint.bin"
        highest = limits(o.shape)
        floats = self.begin(len(highest))
        self.floats = [torch.tensor(row, device=o.device) for row in floats]
        self.parameters, first_moment, second_moment = self.floats
        self.limits = torch.tensor(highest, device=o.device)
        self.adam = torch.optim.AdamW([self.parameters.requires_grad_()], weight_decay=o.decay)
        self.adam.state[self.parameters] = {
            "step": torch.tensor(float(self.step)),
            "exp_avg": first_moment,
            "exp_avg_sq": second_moment,
        }

    def begin(self, size):
        """Parameters and AdamW's moments: of the checkpoint in the folder, or new ones."""
        if self.checkpoint.exists():
            settings, *state, floats = files.load_checkpoint(self.checkpoint, size)
            if settings != self.settings:
                raise files.Problem(
                    f"{self.checkpoint} is of a run with other settings:\n  {settings}\n"
                    f"not\n  {self.settings}"
                )
            self.step, self.place, self.seconds = state
            print("continuing from step", self.step, flush=True)
            return floats
        self.step, self.place, self.seconds = 0, (0, 0, 0), 0.0
        if self.options.start_from:
            start = self.weights_of(self.options.start_from / "checkpoint.bin")
        else:
            start = random_parameters(self.options.shape, self.options.seed)
        print("training:", self.settings, flush=True)
        return start, 0 * start, 0 * start

    def weights_of(self, checkpoint):
        """Of another run, which may have had one king bucket."""
        shape = self.options.shape
        try:
            return files.load_checkpoint(checkpoint, shape.size)[-1][0]
        except files.OtherShape:
            common = shape._replace(king_buckets=1)
            parameters = files.load_checkpoint(checkpoint, common.size)[-1][0]
            return with_king_buckets(common, parameters, shape.king_buckets)

    def losses(self, batch, score_shares):
        o, positions = self.options, torch.from_numpy(batch).to(self.options.device)
        outputs = evaluate(self.parameters, o.shape, positions)
        return squared_errors(outputs, positions, score_shares, o.score_scale)

    def learn(self, batch):
        """Returns the mean of the squared errors before the step."""
        o, share = self.options, self.step / self.steps
        shares = [a + share * (b - a) for a, b in zip(o.score_share, o.final_score_share)]
        self.adam.param_groups[0]["lr"] = learning_rate_at(o, self.step, self.steps)
        self.adam.zero_grad()
        loss = self.losses(batch, shares).mean()
        loss.backward()
        self.adam.step()
        with torch.no_grad():
            self.parameters.clamp_(-self.limits, self.limits)
        self.step += 1
        return loss.detach()

    @torch.no_grad()
    def validation_loss(self):
        size, shares = self.options.batch, self.options.final_score_share
        pieces = (self.validation[at : at + size] for at in range(0, len(self.validation), size))
        loss = sum(self.losses(piece, shares).sum().item() for piece in pieces)
        return loss / max(1, len(self.validation))

    def save(self):
        o = self.options
        floats = [row.detach().cpu().numpy() for row in self.floats]
        state = self.step, self.place, self.seconds, floats
        files.save_checkpoint(self.checkpoint, self.settings, *state)
        centipawns = int(o.score_scale / SCORE_UNITS_PER_CENTIPAWN + 0.5)
        text = f"{o.describe}\n" if o.describe else ""
        text += f"{self.settings}; step {self.step} of {self.steps}\n"
        network = files.network_file(floats[0], o.shape, centipawns, text)
        files.replace_file(o.out / "network.nnue", network)

    def log(self, loss, speed):
        entry = {
            "step": self.step,
            "samples": self.step * self.options.batch,
            "passes": self.step * self.options.batch / self.positions,
            "learning_rate": learning_rate_at(self.options, self.step - 1, self.steps),
            "train_loss": loss,
            "validation_loss": self.validation_loss(),
            "seconds": self.seconds,
            "samples_per_second": speed,
        }
        with open(self.options.out / "log.jsonl", "a") as lines:
            print(json.dumps(entry), file=lines)
        line = (
            "{done:5.1f}%  pass {passes:5.2f}  loss {train_loss:.6f}  validation "
            "{validation_loss:.6f}  rate {learning_rate:.2e}  {samples_per_second:.0f} positions/s"
        )
        print(line.format(done=100 * self.step / self.steps, **entry), flush=True)

    def train(self, batches):
        losses, began = [], time.monotonic()
        while self.step < self.steps and not stop_signals:
            batch, self.place = next(batches)
            losses.append(self.learn(batch))
            if self.step % self.options.log_steps == 0 or self.step == self.steps:
                loss = torch.stack(losses).mean().item()  # waits for the GPU
                seconds = time.monotonic() - began
                self.seconds += seconds
                self.log(loss, len(losses) * self.options.batch / seconds)
                self.save()
                losses, began = [], time.monotonic()
        self.save()


def main():
    o = read_options(__doc__)
    if o.device.startswith("cuda") and not torch.cuda.is_available():
        raise files.Problem("PyTorch finds no GPU here; --device cpu goes without")
    store = samples.open_store(o.store)
    o.out.mkdir(parents=True, exist_ok=True)
    with samples.reading_processes(o.workers) as pool:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda got, _: stop_signals.append(got))
        run = Run(o, store)
        run.train(samples.batches(store.shards, o.seed, run.place, o.batch, pool, o.workers))
    end = "finished" if run.step == run.steps else "stopped; the same command continues it"
    print(f"{end}: {o.out / 'network.nnue'}")


if __name__ == "__main__":
    try:
        main()
    except (files.Problem, OSError, RuntimeError) as problem:
        sys.exit(f"train_torch.py: {problem}")
