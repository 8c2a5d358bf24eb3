"""kibitz.uci: what a GUI says to an engine, and what a search sees of it."""

import os
import pathlib
import subprocess
import sys
import threading
import unittest

import kibitz
import kibitz.uci

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "examples"))
import uci_compliance  # noqa: E402

PATIENCE = 60  # seconds; only what fails waits so long
A_MOMENT = 0.1  # in which an answer that must not come would have come

DICE = """
import random

import kibitz.uci


def best_move(board, search):
    print("this must not disturb the conversation")
    return random.choice(search.moves)


kibitz.uci.serve(best_move, name="Dice", author="Ann")
"""
WITHOUT_END = """
import kibitz.uci


def best_move(board, search):
    while True:
        pass


kibitz.uci.serve(best_move)
"""


class Talk:
    """A front, and what it has said."""

    def __init__(self, best_move, **settings):
        self.lines, self.seen, self.came = [], 0, threading.Condition()
        self.front = kibitz.uci.Front(best_move, self.hear, **settings)

    def hear(self, line):
        with self.came:
            self.lines.append(line)
            self.came.notify_all()

    def send(self, line):
        return self.front.handle(line)

    def wait_for(self, beginning, seconds=PATIENCE):
        """The next line that begins so, counted from the last one found; None if none comes."""
        def found():
            while self.seen < len(self.lines):
                self.seen += 1
                if self.lines[self.seen - 1].startswith(beginning):
                    return self.lines[self.seen - 1]
            return None
        with self.came:
            return self.came.wait_for(found, seconds)

    def errors(self):
        return [line for line in self.lines if line.startswith("info string error: ")]


def first_move(board, search):
    return search.moves[0]


def until_stopped(board, search):
    search.say("thinking")
    while not search.should_stop():
        pass
    return search.moves[0]


class UciTest(unittest.TestCase):
    def command(self, program):
        path = os.environ.get("PYTHONPATH", "")
        return {"command": [sys.executable, "-B", "-c", program],
                "env": {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, [*sys.path, path]))}}

    def test_random_mover_complies(self):
        uci_compliance.check(**self.command(DICE), stderr=subprocess.DEVNULL)

    def test_quit_ends_a_search_without_end(self):
        engine = uci_compliance.Engine(**self.command(WITHOUT_END))
        engine.send("go depth 1")
        engine.ask("isready", "readyok")
        engine.quit()

    def test_options(self):
        seen = []

        def best_move(board, search):
            seen.append(dict(search.options))
            return search.moves[0]

        talk = Talk(best_move, name="Stork", author="Ann", options={
            "Hash": kibitz.uci.Spin(16, 1, 64), "Careful": kibitz.uci.Check(True),
            "Book": kibitz.uci.Text("")})
        talk.send("uci")
        self.assertEqual(talk.lines[:2], ["id name Stork", "id author Ann"])
        for line in ("Hash type spin default 16 min 1 max 64", "Careful type check default true",
                     "Book type string default <empty>", "Ponder type check default false"):
            self.assertIn("option name " + line, talk.lines)
        self.assertEqual(talk.lines[-1], "uciok")
        talk.send("setoption name hash value 32")
        talk.send("setoption name Book value my book.bin")
        talk.send("setoption name Careful value FALSE")
        self.assertEqual(talk.errors(), [])
        for bad in ("Hash value 65", "Hash value x", "Hash", "Careful value 1", "None value 1"):
            talk.send("setoption name " + bad)
        self.assertEqual(len(talk.errors()), 5)
        talk.send("go depth 1")
        self.assertTrue(talk.wait_for("bestmove"))
        self.assertEqual((seen[0]["Hash"], seen[0]["Book"], seen[0]["Careful"]), (32, "my book.bin", False))

    def test_reports(self):
        def best_move(board, search):
            line = [kibitz.Move.from_uci("e2e4"), kibitz.Move.from_uci("e2e4")]
            search.report(depth=3, centipawns=-12, nodes=40, line=line)
            search.report(depth=4, mate=-2, nodes=50, line=line)
            return line[0], kibitz.Move.from_uci("e7e5")

        talk = Talk(best_move)
        talk.send("go depth 4")
        first = talk.wait_for("info depth 3")
        self.assertTrue(first.startswith("info depth 3 score cp -12 nodes 40 nps "))
        self.assertTrue(first.endswith(" pv e2e4"))
        self.assertTrue(talk.wait_for("info depth 4").startswith("info depth 4 score mate -2 nodes 50 "))
        self.assertEqual(talk.wait_for("bestmove"), "bestmove e2e4 ponder e7e5")

    def test_questions_during_a_search(self):
        talk = Talk(until_stopped)
        talk.send("go infinite")
        self.assertTrue(talk.wait_for("info string thinking"))
        talk.send("isready")
        self.assertTrue(talk.wait_for("readyok"))
        talk.send("position startpos moves e2e5")
        talk.send("what is this")
        self.assertEqual(len(talk.errors()), 2)
        self.assertIsNone(talk.wait_for("bestmove", A_MOMENT))
        talk.send("stop")
        self.assertTrue(talk.wait_for("bestmove"))

    def test_answers_wait_until_they_are_due(self):
        talk = Talk(first_move)
        for go, end in (("go infinite", "stop"), ("go ponder movetime 1", "ponderhit"),
                        ("go ponder wtime 100 btime 100", "stop")):
            talk.send(go)
            self.assertIsNone(talk.wait_for("bestmove", A_MOMENT))
            talk.send(end)
            self.assertTrue(talk.wait_for("bestmove"))

    def test_limits(self):
        depths = []

        def best_move(board, search):
            depths.clear()
            while search.may_deepen(len(depths) + 1, 100 * (len(depths) + 1)):
                depths.append(len(depths) + 1)
                search.report(depth=len(depths), mate=3 if len(depths) >= 5 else None)
            return search.moves[0]

        talk = Talk(best_move)
        for go, deepest in (("go depth 7", 7), ("go nodes 401", 4), ("go mate 3", 5), ("go mate 2", 18),
                            ("go softnodes 300", 2)):
            talk.send(go)
            self.assertTrue(talk.wait_for("bestmove"))
            self.assertEqual((go, len(depths)), (go, deepest))
        timed = Talk(until_stopped)
        for go in ("go movetime 20", "go wtime 50 btime 50", "go wtime -5 btime 10", "go nodes 1 movetime 1"):
            timed.send(go)
            self.assertTrue(timed.wait_for("bestmove"))

    def test_the_game_is_over(self):
        def best_move(board, search):
            raise AssertionError("was asked")

        talk = Talk(best_move)
        for fen, score in (("R6k/6pp/8/8/8/8/8/6K1 b - - 0 1", "mate 0"),
                           ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "cp 0")):
            talk.send("position fen " + fen)
            talk.send("go depth 1")
            self.assertEqual(talk.wait_for("info depth 0"), "info depth 0 score " + score)
            self.assertEqual(talk.wait_for("bestmove"), "bestmove (none)")
        self.assertEqual(talk.errors(), [])

    def test_searches_that_fail_or_cheat(self):
        def raises(board, search):
            search.report(line=[kibitz.Move.from_uci("d2d4")])
            raise RuntimeError("out of ideas\nbestmove a1a1")

        def leaves(board, search):
            sys.exit(3)

        for best_move, played in ((raises, "d2d4"), (leaves, None), (lambda board, search: None, None),
                                  (lambda board, search: "e2e4", None),
                                  (lambda board, search: kibitz.Move.from_uci("e2e5"), None),
                                  (lambda board, search: (1, 2, 3), None)):
            talk = Talk(best_move)
            talk.send("go depth 1")
            best = talk.wait_for("bestmove")
            legal = [move.uci() for move in kibitz.Board().legal_moves]
            self.assertIn(best.split()[1], [played] if played else legal)
            self.assertEqual(len(talk.errors()), 1)
            self.assertTrue(talk.errors()[0].endswith("is played instead"), talk.errors())

    def test_moves_to_search(self):
        seen = []

        def best_move(board, search):
            seen.append([move.uci() for move in search.moves])
            return search.moves[-1]

        talk = Talk(best_move)
        talk.send("go searchmoves a2a3 h2h3 depth 1")
        self.assertEqual(talk.wait_for("bestmove"), "bestmove h2h3")
        talk.send("go depth 1 exclude a2a3")
        talk.wait_for("bestmove")
        self.assertEqual((seen[0], len(seen[1])), (["a2a3", "h2h3"], 19))

    def test_castling_is_written_as_the_game_wants_it(self):
        talk = Talk(lambda board, search: board.parse_san("O-O"))
        talk.send("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1")
        talk.send("go depth 1")
        self.assertEqual(talk.wait_for("bestmove"), "bestmove e1g1")
        talk.send("setoption name UCI_Chess960 value true")
        talk.send("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1")
        talk.send("go depth 1")
        self.assertEqual(talk.wait_for("bestmove"), "bestmove e1h1")

    def test_a_board_that_the_search_has_changed_does_no_harm(self):
        def best_move(board, search):
            move = search.moves[0]
            board.push(move)
            return move

        talk = Talk(best_move)
        for _ in range(2):
            talk.send("go depth 1")
            first = next(iter(kibitz.Board().legal_moves))
            self.assertEqual(talk.wait_for("bestmove"), "bestmove " + first.uci())
        self.assertEqual(talk.errors(), [])

    def test_hostile_lines(self):
        talk = Talk(first_move)
        for good in ("", "  ", "# uci", "debug on", "register later", "position fen 4k3/8/8/8/8/8/8/4K3",
                     "position fen 4k3/8/8/8/8/8/8/4K3 w KQkq e3 99 0", "position startpos"):
            self.assertTrue(talk.send(good))
            self.assertEqual(talk.errors(), [])
        bad = ["\0\1", "x" * 100_000, "go " + "x" * 100_000, "position fen " + "x" * 100_000, "position",
               "position fen", "position fen 8/8/8/8/8/8/8/8 w - - 0 1", "go depth", "go depth 0",
               "go depth 1.5", "go depth -1", "go depth ²", "go nodes " + "9" * 10_000, "go wtime x",
               "setoption", "setoption name", "go btime 100", "ponderhit", "go searchmoves e2e5",
               "go searchmoves", "position startpos moves e2e4 e2e4", "position startpos e2e4"]
        for line in bad:
            self.assertTrue(talk.send(line))
        self.assertEqual(len(talk.errors()), len(bad), talk.errors())
        self.assertIsNone(talk.wait_for("bestmove", A_MOMENT))
        talk.send("joho go depth 1\r")
        self.assertTrue(talk.wait_for("bestmove"))
        self.assertFalse(talk.send("quit"))


if __name__ == "__main__":
    unittest.main()
