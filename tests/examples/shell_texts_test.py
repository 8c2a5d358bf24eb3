"""Manual pages and shell completions, read by the programs that they are written for. A program that is
not installed costs its part of the test, which is said."""
import os
import shutil
import subprocess
import tempfile

from server import KIBITZ

BASH = """
source "$1"
shift
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_kibitz
echo "${COMPREPLY[*]}"
"""
# zsh completes at a prompt only; this is what its function is called with.
ZSH = """
compdef() { :; }
_files() { :; }
_describe() { print -l -- ${(P)3} }
source $1
shift
words=("$@")
CURRENT=$#
_kibitz
"""
missing = []


def run(*command, **more):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60,
                          check=False, **more)
    assert done.returncode == 0, f"{command} ended with {done.returncode}:\n{done.stdout}"
    return done.stdout


def installed(name):
    if shutil.which(name):
        return True
    missing.append(name)
    return False


def script(folder, shell):
    path = os.path.join(folder, shell)
    with open(path, "w", encoding="utf-8") as file:
        file.write(run(KIBITZ, "completion", shell))
    return path


def check_bash(folder):
    path = script(folder, "bash")

    def complete(*words):
        return run("bash", "-c", BASH, "bash", path, *words).split()

    assert complete("kibitz", "perf") == ["perft"]
    assert complete("kibitz", "admin", "cont") == ["contests", "contest"]
    assert "create" in complete("kibitz", "admin", "contest", "")
    assert complete("kibitz", "why", "startpos", "--lang", "") == ["en", "de", "es"]
    assert complete("kibitz", "perft", "--th") == ["--threads"]
    assert {"bash", "zsh", "fish"} <= set(complete("kibitz", "completion", ""))
    # The value of this option is the name of a file, which bash completes.
    assert complete("kibitz", "analyse", "--annotate", "") == []


def check_zsh(folder):
    path = script(folder, "zsh")
    found = run("zsh", "-f", "-c", ZSH, "zsh", path, "kibitz", "admin", "contest", "")
    assert "create:" in found and "perft:" not in found, found
    assert "perft:" in run("zsh", "-f", "-c", ZSH, "zsh", path, "kibitz", "")


def check_fish(folder):
    path = script(folder, "fish")

    def complete(line):
        found = run("fish", "--no-config", "-c", f"source {path}; complete -C '{line}'",
                    env=dict(os.environ, HOME=folder))
        return [answer.split("\t")[0] for answer in found.splitlines()]

    assert complete("kibitz perf") == ["perft"]
    assert "create" in complete("kibitz admin contest ")
    assert set(complete("kibitz why startpos --lang ")) == {"en", "de"}


def check_man_pages(folder):
    pages = os.path.join(folder, "man")
    run(KIBITZ, "man-pages", pages)
    names = sorted(os.listdir(pages))
    assert "kibitz.1" in names and "kibitz-perft.1" in names and len(names) > 20, names
    for name in names:
        with open(os.path.join(pages, name), encoding="utf-8") as file:
            text = file.read()
        for part in (".TH ", ".SH NAME", ".SH SYNOPSIS", ".SH DESCRIPTION"):
            assert part in text, f"{name} has no {part}"
    if installed("groff"):
        for name in names:
            warnings = run("groff", "-man", "-Tutf8", "-ww", "-z", os.path.join(pages, name))
            assert not warnings, f"{name}: {warnings}"


with tempfile.TemporaryDirectory() as temporary:
    check_bash(temporary)
    if installed("zsh"):
        check_zsh(temporary)
    if installed("fish"):
        check_fish(temporary)
    check_man_pages(temporary)
if missing:
    print("Not installed, so their part was not tested:", ", ".join(missing))
