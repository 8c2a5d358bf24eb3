"""The store: where it is, what is in it, and how a file gets there whole or not at all.

KIBITZ_STORE names the folder (default: store beside the checkout). In its folder `people`:

    positions/NNNNN.ppos    positions of people's games (`kibitz train --kind positions`)
    labels/NNNNN.labels     what the teachers say of some of them (label.py)
    journal.jsonl           what was labelled, a line each
"""
import json
import os
import pathlib
import time

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
STORE = pathlib.Path(os.environ.get("KIBITZ_STORE") or ROOT.parent / "store") / "people"
DATA = pathlib.Path(os.environ.get("KIBITZ_DATA_DIR") or ROOT.parent / "shared" / "data")

MARK, VERSION = b"kbz-ppos", 2
BLACK, KEPT_APART, ARCHIVE_OWNER, REPEATED, CHESS_COM = 1, 2, 4, 8, 16

HEADER = np.dtype([("mark", "S8"), ("version", "<u4"), ("planes", "<u4"), ("positions", "<u4"),
                   ("moves", "<u4")])


def position_type(planes):
    """A FilePosition of src/measure/train/people/net_positions.hpp."""
    return np.dtype([("planes", "<u8", planes), ("game", "<u4"), ("first_move", "<u4"), ("ply", "<u2"),
                     ("rating", "<u2"), ("opponent", "<u2"), ("site_rating", "<u2"), ("moves", "u1"),
                     ("played", "u1"), ("time_class", "u1"), ("flags", "u1"), ("halfmove_clock", "u1"),
                     ("castling", "u1"), ("result", "i1"), ("unused", "u1")])


class Positions:
    """The positions of a file (`at`, an array of records), the legal moves of all of them, and what a look
    shows of each move."""

    def __init__(self, path):
        with open(path, "rb") as file:
            header = np.frombuffer(file.read(HEADER.itemsize), HEADER)[0]
            if header["mark"] != MARK or header["version"] != VERSION:
                raise ValueError(f"{path} is no file of positions of this version")
            kind = position_type(int(header["planes"]))
            self.at = np.frombuffer(file.read(kind.itemsize * int(header["positions"])), kind)
            self.moves = np.frombuffer(file.read(2 * int(header["moves"])), "<u2")
            self.looks = np.frombuffer(file.read(4 * int(header["moves"])), "u1").reshape(-1, 4)
        if len(self.at) != header["positions"] or len(self.looks) != header["moves"]:
            raise ValueError(f"{path} is cut short")

    def __len__(self):
        return len(self.at)


def write_whole(path, write):
    """`write(file)` into another file first, which then gets the name."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(path.name + ".part")
    with open(unfinished, "wb") as file:
        write(file)
        file.flush()
        os.fsync(file.fileno())
    os.replace(unfinished, path)


def note(**what):
    """A line of the journal."""
    STORE.mkdir(parents=True, exist_ok=True)
    what = {"time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), **what}
    line = json.dumps(what)
    with open(STORE / "journal.jsonl", "a", encoding="utf-8") as file:
        file.write(line + "\n")
    print(line, flush=True)
