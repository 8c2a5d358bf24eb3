#!/usr/bin/python3
"""Builds the example site: build.py CONFIGS OUT.

CONFIGS are files with commas between, each with lines such as "title: My site". Later files override
earlier ones, as Jekyll's --config does. Every page in pages/ is a template with $names.
"""

import pathlib
import string
import sys


def read_configs(names, folder):
    settings = {}
    for name in names.split(","):
        for line in (folder / name).read_text(encoding="utf-8").splitlines():
            key, colon, value = line.partition(":")
            if colon and not line.startswith("#"):
                settings[key.strip()] = value.strip()
    return settings


def main():
    configs, out = sys.argv[1], pathlib.Path(sys.argv[2])
    here = pathlib.Path(__file__).resolve().parent
    settings = read_configs(configs, here)
    out.mkdir(parents=True, exist_ok=True)
    for page in sorted((here / "pages").iterdir()):
        text = string.Template(page.read_text(encoding="utf-8")).substitute(settings)
        (out / page.name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
