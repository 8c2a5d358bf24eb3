"""Databases of games, filled and asked."""

import bz2
import datetime
import gzip
import io
import json
import lzma
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest
from concurrent.futures import ThreadPoolExecutor

import kibitz
import kibitz.chess

try:
    import numpy as np
except ImportError:
    np = None

needs_numpy = unittest.skipIf(np is None, "arrays need NumPy")

BUILD = pathlib.Path(__file__).resolve().parents[2] / "build"
PROGRAM = os.environ.get("KIBITZ_PROGRAM") or next(
    (str(BUILD / kind / "kibitz") for kind in ("release", "dev") if (BUILD / kind / "kibitz").exists()), None)

PGN = """[Event "Club open"]
[Site "Ulm"]
[White "Berg, Anna"]
[Black "Dahl, Ben"]
[Date "2024.03.01"]
[TimeControl "180+2"]
[WhiteElo "1900"]
[BlackElo "1850"]
[Result "1-0"]

1. e4 e6 2. d4 {main line} d5 3. exd5 exd5 1-0

[White "Dahl, Ben"]
[Black "Berg, Anna"]
[Date "2023.11.??"]
[Round "3"]
[Result "1-0"]

1. d4 e6 2. e4 d5 1-0

[White "Eck, Cleo"]
[Black "Dahl, Ben"]
[SetUp "1"]
[FEN "4k3/8/8/8/8/8/1r2P3/R3K3 w - - 0 1"]
[Result "1/2-1/2"]

1. e4 {[%eval 2.5]} Kd7 {[%eval 2.55]} (1... Ke7) 2. Rd1+ {[%eval 0.05]} Ke6 1/2-1/2
"""


FRENCH = kibitz.Board("rnbqkbnr/ppp2ppp/4p3/3p4/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 3")

QUERIES = (
    ([1, 2, 3], {}),
    ([1, 2], {"player": "berg"}),
    ([1], {"player": "berg", "opponent": "dahl", "white": "anna"}),
    ([1, 3], {"black": "=Dahl, Ben"}),
    ([2], {"player": "berg", "outcome": "loss", "opening": "french"}),
    ([1], {"elo": "1850-", "since": 2024}),
    ([1], {"white_elo": 1900}),
    ([1], {"black_elo": "-1850"}),
    ([1], {"mean_elo": "1870-1880"}),
    ([], {"mean_elo": "1880-"}),
    ([2], {"until": "2023"}),
    ([1], {"since": datetime.date(2024, 3, 1)}),
    ([], {"since": datetime.date(2024, 3, 2)}),
    ([1], {"event": "CLUB"}),
    ([1], {"site": "ulm"}),
    ([1], {"time": "blitz"}),
    ([2, 3], {"time": ["bullet", "unknown"]}),
    ([2], {"tag": {"Round": "3"}}),
    ([2], {"tag": {"Round": 3, "White": "dahl"}}),
    ([3], {"result": "1/2-1/2"}),
    ([1, 2, 3], {"result": ["1/2-1/2", "1-0"]}),
    ([1, 2], {"position": FRENCH}),
    ([1, 2], {"position": FRENCH.fen(), "swapped": True}),
    ([1, 2], {"position": kibitz.chess.Board(FRENCH.fen())}),
    ([3], {"material": "KRPvKR"}),
    ([3], {"material": "KRPvKR", "stands_for": 5}),
    ([], {"material": "KRPvKR", "stands_for": 6}),
    ([3], {"pawns": ["white:isolated-e", "white:passed-e"]}),
    ([], {"bishops": "opposite"}),
    ([1], {"comment": "MAIN"}),
    ([3], {"missed_win": 2.5, "white": "eck"}),
    ([], {"missed_win": 2.5, "player": "dahl"}),
    ([3], {"eval_swing": "2.5"}),
    ([], {"eval_swing": 3}),
    ([], {"motif": ["fork", "smothered-mate"]}),
    ([1, 2], {"eco": "C00-C19", "line": None}),
    ([1], {"line": "1. e4 e6"}),
    ([1], {"length": "3", "player": "berg"}),
    ([2, 3], {"length": 2}),
)


def options_of(query):
    """The query on the command line."""
    for name, value in query.items():
        option = "--for" if name == "stands_for" else "--" + name.replace("_", "-")
        if value is True:
            yield option
        elif isinstance(value, dict):
            for tag, text in value.items():
                yield f"{option}={tag}={text}"
        elif value is not None:
            for text in value if isinstance(value, list) else [value]:
                if hasattr(text, "fen"):
                    text = text.fen()
                elif isinstance(text, datetime.date):
                    text = text.strftime("%Y.%m.%d")
                yield f"{option}={text}"


class DatabaseOfGames(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = temporary.name
        self.games = kibitz.games.Database(self.path("db"), create=True)

    def path(self, name):
        return os.path.join(self.folder, name)

    def filled(self):
        self.games.import_pgn(io.StringIO(PGN))
        return self.games

    def refusal(self, code):
        case = self

        class Refusal:
            def __enter__(self):
                self.caught = case.assertRaises(kibitz.games.DatabaseError)
                return self.caught.__enter__()

            def __exit__(self, *exception):
                is_refused = self.caught.__exit__(*exception)
                case.assertEqual(self.caught.exception.code, code)
                case.assertIsInstance(self.caught.exception, ValueError)
                return is_refused

        return Refusal()

    def test_takes_games_once_from_all_that_holds_them(self):
        self.assertEqual(len(self.games), 0)
        self.assertEqual(list(self.games), [])
        with open(self.path("games.pgn"), "w") as file:
            file.write(PGN)
        self.assertEqual(self.games.import_pgn(self.path("games.pgn")), (3, 0))
        self.assertEqual(self.games.import_pgn(pathlib.Path(self.path("games.pgn"))), (0, 3))
        for name, opens in (("games.gz", gzip.open), ("games.bz2", bz2.open), ("games.xz", lzma.open)):
            with opens(self.path(name), "wb") as file:
                file.write(PGN.encode())
            self.assertEqual(self.games.import_pgn(self.path(name)), (0, 3))
        self.assertEqual(self.games.import_pgn(io.BytesIO(b"1. c4 *\n\n" + PGN.encode())), (1, 3))
        self.assertEqual(len(self.games), 4)
        with open(self.path("games.zst"), "wb") as file:
            file.write(b"\x28\xb5\x2f\xfd....")
        with self.assertRaisesRegex(ValueError, "kibitz games import"):
            self.games.import_pgn(self.path("games.zst"))
        with self.assertRaises(FileNotFoundError):
            self.games.import_pgn(self.path("none.pgn"))
        self.assertEqual(self.games.check(), [])

    def test_keeps_what_was_read_when_the_source_fails(self):
        class Broken(io.StringIO):
            def read(self, size=-1):
                return super().read(size) or self.fail()

            def fail(self):
                raise OSError("the line is dead")

        with self.assertRaisesRegex(OSError, "dead"):
            self.games.import_pgn(Broken(PGN))
        self.assertEqual(len(self.games), 2)  # of the third one, the end was not seen
        self.assertEqual(self.games.import_pgn(io.StringIO(PGN)), (1, 2))
        self.assertEqual([str(game) for game in self.games], [str(game) for game in kibitz.pgn.parse(PGN)])

    def test_refuses_folders_that_are_none(self):
        self.filled()
        with self.refusal("games.no_database") as caught:
            kibitz.games.Database(self.path("none"))
        self.assertIn(self.path("none"), str(caught.exception))
        with self.refusal("games.no_database"):
            kibitz.games.Database(self.folder)
        with self.refusal("games.not_empty"):
            kibitz.games.Database(self.folder, create=True)
        with open(self.path("file"), "w") as file:
            file.write("no folder")
        with self.refusal("games.not_writable"):
            kibitz.games.Database(self.path("file"), create=True)
        with self.assertRaises(ValueError):
            kibitz.games.Database(self.path("db") + "\0")
        shutil.copytree(self.path("db"), self.path("odd-\udcff"))  # a name that is not UTF-8
        self.assertEqual(len(kibitz.games.Database(self.path("odd-\udcff"))), 3)
        with open(self.path("odd-\udcff/kibitz-games"), "w") as file:
            file.write("kibitz games 2\n")
        with self.refusal("games.later_version") as caught:
            kibitz.games.Database(self.path("odd-\udcff"))
        self.assertIn("odd-\udcff", str(caught.exception))

    def test_says_what_is_damaged(self):
        self.filled()
        segment = pathlib.Path(self.path("db/000001.games"))
        whole = segment.read_bytes()
        segment.write_bytes(whole[:-1])
        with self.refusal("games.damaged") as caught:
            kibitz.games.Database(self.path("db"))
        self.assertIn("000001.games", str(caught.exception))
        segment.write_bytes(whole[:8] + b"\xff" + whole[9:])
        with self.refusal("games.later_version"):
            kibitz.games.Database(self.path("db"))
        # Whatever byte of the games is wrong, there is an answer or a DatabaseError.
        refusals = 0
        for at in range(len(whole)):
            segment.write_bytes(whole[:at] + bytes([whole[at] ^ 0x81]) + whole[at + 1:])
            try:
                games = kibitz.games.Database(self.path("db"))
                list(games.find(player="berg"))
                games.count(material="KRPvKR")
                games.tree()
                self.assertTrue(games.check(), at)
            except kibitz.games.DatabaseError as error:
                self.assertIn(error.code, ("games.damaged", "games.later_version"))
                refusals += 1
        self.assertGreater(refusals, 10)

    def test_lets_one_import_in_at_a_time(self):
        begun, goes_on = threading.Event(), threading.Event()

        class Slow(io.StringIO):
            def read(self, size=-1):
                begun.set()
                goes_on.wait()
                return super().read(size)

        with ThreadPoolExecutor() as pool:
            first = pool.submit(self.games.import_pgn, Slow(PGN))
            begun.wait()
            try:
                other = kibitz.games.Database(self.path("db"))
                with self.refusal("games.claimed"):
                    other.import_pgn(io.StringIO(PGN))
                self.assertEqual(other.count(), 0)  # who looks need not wait
            finally:
                goes_on.set()
            self.assertEqual(first.result(), (3, 0))
        self.assertEqual(other.import_pgn(io.StringIO(PGN)), (0, 3))

    def test_is_asked_from_many_threads(self):
        games = self.filled()
        more = "".join(PGN.replace("Berg, Anna", f"Berg{i}, Anna") for i in range(100))

        def ask(_):
            return games.count(player="dahl"), len(list(games.find(material="KRPvKR"))), games.tree()[0].games

        with ThreadPoolExecutor(8) as pool:
            imported = pool.submit(games.import_pgn, io.StringIO(more))
            answers = list(pool.map(ask, range(200)))
            self.assertEqual(imported.result(), (200, 100))
        for count, endings, first_moves in answers:  # each from before the import or from behind it
            self.assertIn(count, (3, 203))
            self.assertEqual(endings, 1)
            self.assertIn(first_moves, (1, 101))
        self.assertEqual(ask(0), (203, 1, 101))

    def test_gives_the_games_back(self):
        games = self.filled()
        expected = [str(game) for game in kibitz.pgn.parse(PGN)]
        self.assertEqual([str(game) for game in games], expected)
        self.assertEqual(str(games[2]), expected[1])
        self.assertEqual(games[3].end().fen(), "8/8/4k3/8/4P3/8/1r6/3RK3 w - - 3 3")
        for number in (0, 4, -1):
            with self.assertRaises(IndexError):
                games[number]
        again = kibitz.games.Database(pathlib.Path(self.path("db")))
        self.assertEqual(len(again), 3)
        self.assertIn("3 games", repr(again))

    def test_finds_by_all_that_the_command_line_knows(self):
        games = self.filled()
        for numbers, query in QUERIES:
            with self.subTest(query):
                self.assertEqual(games.count(**query), len(numbers))
                self.assertEqual([str(game) for game in games.find(**query)],
                                 [str(games[number]) for number in numbers])
        self.assertEqual(len(list(games.find(limit=2))), 2)
        self.assertEqual(list(games.find(limit=0)), [])
        with self.assertRaises(ValueError):
            games.find(limit=-1)
        asked = {name for _, query in QUERIES for name in query}
        known = {name for name in dir(kibitz._core.QueryWords) if not name.startswith("_")}
        self.assertEqual(known - asked, set())

    @unittest.skipIf(PROGRAM is None, "to compare with `kibitz games find`, build it or set KIBITZ_PROGRAM")
    def test_finds_what_the_command_line_finds(self):
        self.filled()
        for numbers, query in QUERIES:
            with self.subTest(query):
                found = subprocess.run([PROGRAM, "games", "find", self.path("db"), "--as", "json",
                                        *options_of(query)], stdout=subprocess.PIPE, check=True).stdout
                self.assertEqual([json.loads(line)["game"] for line in found.splitlines()], numbers)

    @needs_numpy
    def test_gives_numbers(self):
        games = self.filled()
        for numbers, query in QUERIES:
            with self.subTest(query):
                found = games.numbers(**query)
                self.assertEqual(found.dtype, np.uint64)
                self.assertEqual(found.tolist(), numbers)
        self.assertEqual(games.count(elo=f"{np.int16(1850)}-"), 1)
        self.assertEqual(games.count(white_elo=np.int16(1900)), 1)

    def test_needs_numpy_for_nothing_but_arrays(self):
        script = """
import sys
sys.modules["numpy"] = None
import kibitz
games = kibitz.games.Database(sys.argv[1])
assert games.count() == len(list(games.find())) == 3 and games.tree()
try:
    games.numbers()
except ImportError:
    print("no arrays")
"""
        self.filled()
        done = subprocess.run([sys.executable, "-c", script, self.path("db")], stdout=subprocess.PIPE,
                              check=True)
        self.assertEqual(done.stdout, b"no arrays\n")

    def test_refuses_what_makes_no_sense(self):
        games = self.filled()
        for query in ({"elo": "x"}, {"outcome": "win"}, {"player": "berg", "outcome": "well"},
                      {"bishops": "odd"}, {"material": "KvQ"}, {"stands_for": 0}, {"position": "8/8"},
                      {"swapped": True}, {"since": "yesterday"}, {"result": "2-0"}, {"line": "1. e5"},
                      {"time": "fast"}, {"pawns": "green"}, {"eco": "Z"}, {"tag": {"": "x"}},
                      {"missed_win": 0}, {"eval_swing": 20.5}, {"motif": "forks"}):
            with self.subTest(query), self.refusal("games.bad_query") as caught:
                games.count(**query)
            self.assertNotIn("--", str(caught.exception))
        for query in ({"colour": "red"}, {"__class__": 1}, {"player": b"berg"}, {"player": ["berg"]},
                      {"elo": (2000, 2400)}, {"tag": "Round=3"}, {"stands_for": "x"}, {"stands_for": 1 << 80},
                      {"result": [1]}, {"position": 3.5}):
            with self.subTest(query), self.assertRaises(TypeError):
                games.count(**query)
        with self.refusal("games.bad_query"):
            games.tree(line="1. e4")

    @needs_numpy
    def test_gives_columns(self):
        table = self.filled().table()
        self.assertEqual(table.numbers.tolist(), [1, 2, 3])
        self.assertEqual(table.results.tolist(), [1, 1, 0])
        self.assertEqual(table.white_elo.tolist(), [1900, 0, 0])
        self.assertEqual(table.black_elo.tolist(), [1850, 0, 0])
        self.assertEqual(table.dates.tolist(), [20240301, 20231100, 0])
        self.assertEqual(table.plies.tolist(), [6, 4, 4])
        self.assertEqual(self.games.table(player="berg", since=2024).numbers.tolist(), [1])

    def test_grows_trees(self):
        games = self.filled()
        first, second = games.tree()
        self.assertEqual([first.san, second.san], ["d4", "e4"])
        self.assertEqual(second.move, kibitz.Move.from_uci("e2e4"))
        self.assertEqual(second[2:], (1, 1, 0, 0, 1.0, 1900, 2650, "2024.03.01"))
        self.assertEqual(first.rating, None)
        reply, = games.tree(position="4k3/8/8/8/4P3/8/1r6/R3K3 b - - 0 1")
        self.assertEqual((reply.san, reply.games, reply.draws, reply.score), ("Kd7", 1, 1, 0.5))


if __name__ == "__main__":
    unittest.main()
