"""Every code of the arena that docs/api documents stands in some test, so that somebody has seen
the server give it: in a test of the server or the page, or in docs/protocol.md, whose
conversations are played by a test."""

import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TESTS = ["tests", "web/test"]
ENDINGS = {".cpp", ".hpp", ".py", ".mjs", ".txt", ".md", ".json", ""}


def documented():
    for document in ["asyncapi.json", "openapi.json"]:
        schemas = json.loads((ROOT / "docs/api" / document).read_text())["components"]["schemas"]
        yield from schemas["ErrorCode"]["enum"]


def words_of_tests():
    """The words in quotation marks, and the names of enumerators."""
    paths = [ROOT / "docs/protocol.md"]
    for folder in TESTS:
        paths += [path for path in (ROOT / folder).rglob("*") if path.suffix in ENDINGS]
    for path in paths:
        if not path.is_file() or path == Path(__file__):
            continue
        text = path.read_text(errors="replace")
        yield from re.findall(r"[\"'`]([A-Za-z]+)\\?[\"'`]", text)
        yield from re.findall(r"::([a-z_]+)", text)


def enumerator(code):
    return re.sub("([A-Z])", lambda letter: "_" + letter[1].lower(), code)


def main():
    words = set(words_of_tests())
    codes = set(documented())
    missing = [code for code in sorted(codes) if not {code, enumerator(code)} & words]
    for code in missing:
        print(f"no test has the code {code} of docs/api")
    if len(codes) < 50:
        sys.exit("docs/api documents hardly any codes: is it read wrongly?")
    sys.exit(1 if missing else 0)


main()
