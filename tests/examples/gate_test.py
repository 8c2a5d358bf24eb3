"""bench/gate: the stages, the exit status, the record, and going on where a test stopped."""
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
KIBITZ = os.environ["KIBITZ"]
PASSED, REJECTED, UNDECIDED = 0, 1, 3


def gate(folder, *words):
    done = subprocess.run([sys.executable, os.path.join(ROOT, "bench/gate"), "--folder", folder, *words,
                           "--stage", "nodes=60", "--stage", "nodes=80", KIBITZ, KIBITZ],
                          stdout=subprocess.PIPE, text=True, check=False)
    return done.returncode, done.stdout


def expect(what, found):
    if not found:
        sys.exit(f"not so: {what}")


def main():
    # The program against itself: each pair ends level, so a test against large losses passes soon.
    with tempfile.TemporaryDirectory() as folder:
        status, output = gate(folder, "--bounds=-200,-150", "--games", "200", "--change", "nothing")
        record = output.splitlines()[-1]
        expect("a program loses nothing against itself", status == PASSED)
        expect("both stages are played", "nodes=60: +0.0" in record and "nodes=80: +0.0" in record)
        expect("the record names the change and the verdict",
               "| nothing |" in record and record.endswith("| passed |"))
        expect("the record has nine columns", record.count("|") == 10)

    with tempfile.TemporaryDirectory() as folder:
        status, output = gate(folder, "--bounds=150,200", "--games", "4")
        expect("few games decide nothing", status == UNDECIDED)
        expect("a stage that did not pass is the last", "nodes=80:" not in output.splitlines()[-1])
        status, output = gate(folder, "--bounds=150,200", "--games", "200")
        record = output.splitlines()[-1]
        expect("a program gains nothing against itself", status == REJECTED)
        expect("the verdict is recorded", record.endswith("| rejected |"))
        journals = [name for _, _, names in os.walk(folder) for name in names
                    if name.endswith(".journal")]
        expect("the second command went on with the test of the first", len(journals) == 1)


main()
