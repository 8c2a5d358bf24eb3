"""The options of tools/train_torch.py: those of kibitz train, and where to compute."""

import argparse
import os
import pathlib

import torch

from .parameters import KING_MAPS, Shape

EXAMPLE = """example:
  kibitz train --data games.vf.zst --out runs/gpu --only-store
  tools/train_torch.py --out runs/gpu --passes 20 --device cuda"""


def score_shares(text):
    try:
        values = [float(word) for word in text.split("/")]
    except ValueError:
        values = []
    if len(values) not in (1, 3) or not all(0 <= value <= 1 for value in values):
        wanted = "a share is a number from 0 to 1, or three with / between"
        raise argparse.ArgumentTypeError(wanted)
    return values * (3 // len(values))


def read_options(description):
    parser = argparse.ArgumentParser(
        description=description,
        epilog=EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    device = "cuda" if torch.cuda.is_available() else "cpu"
    for name, kind, default, meaning in (
        ("out", pathlib.Path, None, "the folder of the run"),
        ("store", pathlib.Path, None, "the folder of the shuffled positions (else OUT/store)"),
        ("from", pathlib.Path, None, "the folder of another run: begin with its weights"),
        ("describe", str, "", "a text for the network file"),
        ("device", str, device, "cuda, cuda:1 ..., cpu"),
        ("hidden", int, 256, "hidden units of each view"),
        ("king-buckets", int, 2, "1: the same input weights wherever the own king is; 2, 4 or 8"),
        ("buckets", int, 8, "output buckets by number of pieces"),
        ("passes", float, 8, "passes over the training set"),
        ("batch", int, 16_384, "positions learned from at a time"),
        ("rate", float, 0.001, "the learning rate at the start"),
        ("final-rate", float, 0.000002, "the learning rate at the end"),
        ("warm-up", int, 200, "batches until the full learning rate"),
        ("decay", float, 0.01, "AdamW's weight decay"),
        ("score-scale", float, 800, "score units (350 to a pawn) that are 1.0 of the output"),
        ("score-share", score_shares, "0.9/1/1", "of GAMES/LINES/SELF-PLAY, or one for all"),
        ("final-score-share", score_shares, None, "the same at the end of the run"),
        ("seed", int, 1, "of the weights and the order of the positions"),
        ("log-steps", int, 256, "batches between lines of progress"),
        ("workers", int, min(8, os.cpu_count() or 1), "processes that read and shuffle"),
    ):
        shown = "" if default in (None, "") else f" ({default})"
        parser.add_argument(f"--{name}", type=kind, default=default, help=meaning + shown)
    parser.add_argument("--layers", action="store_true", help="layers behind products of units")
    o = parser.parse_args()
    if o.out is None:
        parser.error("--out is needed")
    for name in "hidden buckets passes batch rate score-scale log-steps workers".split():
        if not getattr(o, name.replace("-", "_")) > 0:
            parser.error(f"--{name} has to be more than 0")
    if o.king_buckets not in KING_MAPS:
        parser.error("--king-buckets has to be 1, 2, 4 or 8")
    if o.seed < 0:
        parser.error("--seed has to be 0 or more")
    o.shape = Shape(o.hidden, o.buckets, o.king_buckets, o.layers)
    o.start_from = getattr(o, "from")
    o.final_score_share = o.final_score_share or o.score_share
    o.store = o.store or o.out / "store"
    return o
