"""The programs of docs/your-engine.md in Python make the moves of their twins in C++, after as many nodes."""

import os
import pathlib
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "examples"))
import guide  # noqa: E402
import uci_compliance  # noqa: E402

ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


def run(program, text):
    return subprocess.run([sys.executable, "-B", guide.PROGRAMS / program], input=text, text=True, check=True,
                          stdout=subprocess.PIPE, env=ENVIRONMENT).stdout


class YourEngineTest(unittest.TestCase):
    def test_boards(self):
        board = run("01_board.py", "e2e4\nz9\n")
        self.assertIn(". . . . P . . .\n", board)
        self.assertIn("A move is two squares", board)
        game = run("02_two_people.py", "f3\ne5\ng4\nKe2\nQh4\n")
        self.assertTrue(game.endswith("The game is over: checkmate\n"), game)

    def test_engines_comply(self):
        for program in ("03_random.py", "10_table.py"):
            uci_compliance.check([sys.executable, "-B", guide.PROGRAMS / program], env=ENVIRONMENT)

    def test_moves_are_those_of_cpp(self):
        expected = (ROOT / "tests/examples/your_engine_moves.txt").read_text().splitlines()
        self.assertGreater(len(expected), 6)
        for line in expected:
            name, depth = line.split()[:2]
            program = guide.PROGRAMS / f"{name}.py"
            engine = uci_compliance.Engine([sys.executable, "-B", program], env=ENVIRONMENT)
            self.assertEqual(guide.move_line(engine, name, int(depth), line.split('"')[1]), line)
            engine.quit()


if __name__ == "__main__":
    unittest.main()
