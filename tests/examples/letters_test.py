"""examples/python/letters.py, written from docs/letters.md alone, agrees with the test vectors, and
with `kibitz letter` in both directions."""
import base64
import json
import os
import subprocess
import sys
import tempfile

from server import KIBITZ, skip

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
    for vector in recorded["reports"]:
        letter = letters.Letter(base64.b64decode(vector["file"]))
        code = refusal(letter.check_report, bytes.fromhex(vector["frankingKey"]),
                       base64.b64decode(vector["text"]))
        assert code == vector.get("code"), (vector["name"], code)
    for vector in recorded["badWords"]:
        code = refusal(letters.from_words, vector["words"], words)
        assert code == vector["code"], (vector["name"], code)
    assert len(recorded["badLetters"]) > 50 and len(recorded["letters"]) > 10


def kibitz(home, *words, given=""):
    environment = {**os.environ, "HOME": home, "XDG_DATA_HOME": home}
    ended = subprocess.run([KIBITZ, "letter", *words], input=given, capture_output=True, text=True,
                           env=environment, check=False)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def check_command(home):
    shown = kibitz(home, "key", "--new").splitlines()
    values = {line[:12].strip(): line[12:] for line in shown[:3]}
    theirs = letters.Key(letters.from_words(values["words"], letters.word_list()))
    assert values["public key"] == theirs.public
    assert values["address"] == letters.address(theirs.public)
    ours = letters.Key(os.urandom(32))
    path = os.path.join(home, "a.letter")
    for text in ("Hello", "♞" * 2333, "x" * 223, "x" * 224):
        for more in ([], ["--anonymous"]):
            kibitz(home, "seal", "--to", ours.public, "--out", path, *more, given=text)
            with open(path, "rb") as file:
                letter = letters.Letter(file.read())
            assert letter.open(ours) == text
            assert (letter.metadata is None) == bool(more)
        for letter in (letters.seal(ours, theirs.public, text),
                       letters.seal_anonymous(theirs.public, text)):
            with open(path, "wb") as file:
                file.write(letter)
            said = kibitz(home, "open", path)
            assert said.split("\n\n", 1)[1] == text + "\n"
            assert letters.letter_id(letter) in said


if __name__ == "__main__":
    check_vectors()
    with tempfile.TemporaryDirectory(prefix="kibitz-test-") as folder:
        check_command(folder)
