"""docs/your-engine.md, walked from an empty folder by its own text: it makes the programs of
examples/your_engine, which build against the installed library, do what the text says, and each beat the one
before. The programs in Python make the same moves (python/tests/test_your_engine.py)."""
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import guide
import uci_compliance

KIBITZ = Path(os.environ["KIBITZ"])
# What engines find in some positions, and after how many nodes: their twins in Python find the same.
EXPECTED = guide.ROOT / "tests/examples/your_engine_moves.txt"


def check_programs():
    made = guide.programs()
    there = {path.name for path in guide.PROGRAMS.iterdir()}
    missing = there - set(made)
    assert not missing, f"the text does not make {sorted(missing)}"
    for name in there:
        assert guide.compact(made[name]) == guide.compact((guide.PROGRAMS / name).read_text()), \
            f"{name} in docs/your-engine.md is not the one in examples/your_engine"
    for name in (name for name in there if name.endswith(".cpp")):
        assert name.replace(".cpp", ".py") in there, f"{name} has no twin in Python"
    return made


def run(command, folder, environment):
    done = subprocess.run(["bash", "-euo", "pipefail", "-c", command], cwd=folder, env=environment, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert done.returncode == 0, f"{command}\nends with {done.returncode}:\n{done.stdout}"
    return done.stdout


def check_said(kind, command, said):
    if kind == "run wins":
        score = re.search(r"score ([\d.]+)%", said)
        assert score and float(score[1]) > 50, f"{command}\nis not won:\n{said}"
        print(re.findall(r"cmd=build/(\w+)", command), score[0], flush=True)
    elif kind != "run":
        wanted = kind.removeprefix("run prints ")
        assert wanted in said, f"{wanted!r} is missing in what {command!r} prints:\n{said}"


def check_board(said):
    """The text shows the board after a move."""
    shown = re.search(r"The last eight lines it prints:\n\n((?: {4}.*\n){8})", guide.DOCUMENT.read_text())[1]
    assert said.splitlines()[-8:] == [line[4:] for line in shown.splitlines()], said


def main():
    made = check_programs()
    work = Path(tempfile.mkdtemp(prefix="kibitz-test-"))
    try:
        subprocess.run(["cmake", "--install", KIBITZ.parent, "--prefix", work / "kibitz",
                        "--component", "library"], check=True, stdout=subprocess.DEVNULL)
        folder = work / "empty"
        folder.mkdir()
        cache = (KIBITZ.parent / "CMakeCache.txt").read_text()
        compiler = re.search(r"^CMAKE_CXX_COMPILER:\w+=(.*)$", cache, re.M)[1]
        environment = {**os.environ, "HOME": str(work), "CXX": compiler, "CMAKE_GENERATOR": "Ninja",
                       "PATH": f"{KIBITZ.parent}{os.pathsep}{os.environ['PATH']}"}
        outputs = []
        for kind, code in guide.pieces():
            if kind.startswith("file "):
                name = kind.split()[1]
                (folder / name).write_text(made[name])
            elif kind.startswith("run"):
                outputs.append(run(code, folder, environment))
                check_said(kind, code, outputs[-1])
        assert len(outputs) > 10, "the commands cannot be read"
        check_board(outputs[0])
        uci_compliance.check([folder / "build/03_random"])
        uci_compliance.check([folder / "build/10_table"])
        check_moves(folder / "build")
    finally:
        shutil.rmtree(work)


def check_moves(build):
    """The engines find the moves that are written down, after so many nodes."""
    found = []
    for line in EXPECTED.read_text().splitlines():
        name, depth, *_ = line.split()
        fen = line.split('"')[1]
        engine = uci_compliance.Engine([build / name])
        found.append(guide.move_line(engine, name, int(depth), fen))
        engine.quit()
        nodes = f"{int(found[-1].split()[3]):,}"
        if "2 3" in fen and depth == "3" and name < "08":
            assert nodes in guide.DOCUMENT.read_text(), f"the text does not say that {name} needs {nodes}"
    text = "\n".join(found) + "\n"
    assert text == EXPECTED.read_text(), f"{EXPECTED.name} should be\n{text}"


if __name__ == "__main__":
    sys.exit(main())
