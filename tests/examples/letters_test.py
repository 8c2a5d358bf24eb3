"""examples/python/letters.py, written from docs/letters.md alone, agrees with the test vectors."""
import base64
import json
import os
import sys

from server import skip

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "../.."))
VECTORS = os.path.join(ROOT, "tests/data/letters")
sys.path += [os.path.join(ROOT, "examples/python"), VECTORS]

try:
    import letters
    import make_vectors
except ImportError as missing:
    skip(f"Python has no package {missing.name} (Debian: python3-nacl)")


def refusal(action, *arguments):
    try:
        action(*arguments)
    except letters.Refused as refused:
        return refused.code
    return None


def check_vectors():
    with open(os.path.join(VECTORS, "vectors.json"), encoding="utf-8") as file:
        recorded = json.load(file)
    assert recorded == make_vectors.vectors(), "make_vectors.py writes another file"
    words = letters.word_list()
    keys = {}
    for vector in recorded["keys"]:
        seed = letters.from_words(vector["words"], words)
        assert seed.hex() == vector["seed"], vector
        keys[vector["name"]] = letters.Key(seed)
        assert letters.address(keys[vector["name"]].public) == vector["address"], vector
    for vector in recorded["letters"]:
        letter = letters.Letter(base64.b64decode(vector["file"]))
        assert letter.open(keys[vector["recipient"]]) == vector["text"], vector["name"]
    for vector in recorded["badLetters"]:
        code = refusal(lambda: letters.Letter(base64.b64decode(vector["file"]))
                       .open(keys[vector["recipient"]]))
        assert code == vector["code"], (vector["name"], code)
    for vector in recorded["badWords"]:
        code = refusal(letters.from_words, vector["words"], words)
        assert code == vector["code"], (vector["name"], code)
    assert len(recorded["badLetters"]) > 50 and len(recorded["letters"]) > 10


if __name__ == "__main__":
    check_vectors()
