"""Samples for the trainer: positions with what is to be learned of them."""
import numpy as np
import torch

import files
from network import planes_of

NONE = 255
TAUGHT_FROM, TAUGHT_TO = 1100, 2000  # the teachers' ratings; beyond them only people's moves teach
TEACHER_MIDDLE = 50  # a teacher of 1100 learned from players of 1100 to 1199


class Window:
    """Some files of positions with their labels: what is shuffled together."""

    def __init__(self, paths, random, people_share):
        self.files = []
        rows = []  # file, position, number of the label or -1
        for number, path in enumerate(paths):
            positions = files.Positions(path)
            at = positions.at
            chosen = (at["moves"] > 1) & (at["flags"] & files.KEPT_APART == 0)
            taught = (at["rating"] >= TAUGHT_FROM) & (at["rating"] < TAUGHT_TO)
            labels_path = files.STORE / "labels" / (path.stem + ".npz")
            labels = None
            if labels_path.exists():
                with np.load(labels_path) as file:
                    labels = {name: file[name] for name in file.files}
                count = len(labels["rating"])
                rows.append(np.stack([np.full(count, number), labels["position"].astype(np.int64),
                                      np.arange(count)], 1))
                chosen &= ~taught | (random.random(len(at)) < people_share)
            people = np.flatnonzero(chosen)
            rows.append(np.stack([np.full(len(people), number), people, np.full(len(people), -1)], 1))
            self.files.append((positions, labels))
        self.rows = np.concatenate(rows)
        random.shuffle(self.rows)

    def __len__(self):
        return len(self.rows)

    def batches(self, size, skipped):
        """All but the first ones, which were seen before."""
        for first in range(skipped * size, len(self.rows) - size + 1, size):
            part = self.rows[first:first + size]
            # Of one file together, which is quicker and changes nothing: a batch is a sum.
            yield batch_of([(self.files[n], part[part[:, 0] == n]) for n in np.unique(part[:, 0])])


def moves_of(positions, chosen, most):
    """The legal moves, filled up with the first one, and where they are real."""
    count = positions.at["moves"][chosen].astype(np.int64)
    numbers = np.arange(most)[None]
    real = numbers < count[:, None]
    at = positions.at["first_move"][chosen].astype(np.int64)[:, None] + np.where(real, numbers, 0)
    return positions.moves[at].astype(np.int64), real


def batch_of(parts):
    """[((positions, labels), rows)] -> a dictionary of tensors."""
    most = max(int(p.at["moves"][rows[:, 1]].max()) for (p, _), rows in parts)
    found = {name: [] for name in ("planes", "rating", "opponent", "time_class", "moves", "real", "target",
                                   "result", "is_label")}
    for (positions, labels), rows in parts:
        chosen, label = rows[:, 1], rows[:, 2]
        at = positions.at[chosen]
        moves, real = moves_of(positions, chosen, most)
        rating, opponent = at["rating"].astype(np.int64), at["opponent"].astype(np.int64)
        target = np.zeros((len(rows), most), np.float32)
        target[np.arange(len(rows)), at["played"]] = 1
        is_label = label >= 0
        if is_label.any():
            which = label[is_label]
            rating[is_label] = opponent[is_label] = labels["rating"][which].astype(np.int64) + TEACHER_MIDDLE
            target[is_label] = spread(labels, which, real[is_label])
        for name, value in (("planes", at["planes"]), ("rating", rating), ("opponent", opponent),
                            ("time_class", at["time_class"].astype(np.int64)), ("moves", moves),
                            ("real", real), ("target", target), ("result", at["result"].astype(np.int64)),
                            ("is_label", is_label)):
            found[name].append(value)
    batch = {name: np.concatenate(values) for name, values in found.items()}
    planes = planes_of(batch.pop("planes"))
    return {"planes": planes, **{name: torch.from_numpy(value) for name, value in batch.items()}}


def spread(labels, which, real):
    """The teachers' probabilities of all legal moves: the largest as they are, the rest shared alike."""
    top, share = labels["move"][which].astype(np.int64), labels["share"][which].astype(np.float32)
    named = top != NONE
    rest = labels["rest"][which].astype(np.float32) / 255
    others = real.sum(1) - named.sum(1)
    rest = np.where(others > 0, rest, 0)
    share = share * named
    share *= ((1 - rest) / share.sum(1))[:, None]
    target = np.where(real, (rest / np.maximum(others, 1))[:, None], 0).astype(np.float32)
    row, column = np.nonzero(named)
    target[row, top[row, column]] = share[row, column]
    return target
