"""Games from PGN, and their positions as arrays."""

import io
import os
import resource
import tempfile
import threading
import unittest

import kibitz

PGN = """[Event "First"]
[White "Anna"]
[Black "Ben"]
[WhiteElo "1500"]
[BlackElo "1600"]
[ECO "C60"]
[Result "1-0"]

1. e4 {best by test [%clk 0:05:00]} e5 (1... c5 $1 2. Nf3 (2. c3)) 2. Nf3 Nc6 3. Bb5 a6 $6 1-0

[Event "Second"]
[White "Ben"]
[Black "Clara"]
[Result "1/2-1/2"]

1. d4 d5 1/2-1/2

[Event "Third"]
[White "Dora"]
[Black "Anna"]
[Result "*"]

1. e4 e5 2. Ke3 *
"""


# Each of them is read to the same games by every way to read.
TEXTS = {
    "three games": PGN,
    "no text": "",
    "no game": "only words\n",
    "no tags": "1. e4 e5 *\n\n1. d4 d5 *\n",
    "a game without tags behind another": '[Event "a"]\n\n1. e4 e5 *\n\n1. d4 d5 *\n',
    "no empty lines": '[Event "a"]\n1. e4 1-0\n[Event "b"]\n1. d4 0-1\n[Event "c"]\n1. c4 *',
    "no results": '[Event "a"]\n\n1. e4\n\n[Event "b"]\n\n1. d4\n\n[Event "c"]\n\n1. c4\n',
    "several games on a line": "1. e4 1-0 1. d4 0-1 [Event \"x\"] 1. c4 *\n1. f4 *\n",
    "lines of a comment that begin with a bracket": '[Event "a"]\n\n1. e4 {[%eval 0.3]\n'
    '[%clk 0:10:58]} e5 {a\n[Site "b"]\nc}\n2. Nf3 *\n\n[Event "b"]\n\n1. d4 *\n',
    "empty lines": '\n\n[Event "a"]\n\n[Site "s"]\n\n\n1. e4\n\ne5 {\n\n} 1-0\n\n\n\n1. d4 *\n\n',
    "comments around games": '; first\n\n[Event "a"]\n{b}\n\n1. e4 1-0 {c}\n{d}\n\n; e\n\n1. d4 *\n\n{f}',
    "a result in a variation": "1. e4 (1. d4 1-0)\n\n1... e5 *\n\n1. c4 *\n",
    "odd header lines": '[Event "a \\"]\n[White "Ann\nLee"]\n\n1. e4 *\n[Event "b]\n\n1. d4 *\n',
    "an illegal move": "1. e4 Ke4\n\n2. d4 1-0\n\n1. d4 *\n",
    "other ends of lines": '[Event "a"]\r\n\r\n1. e4 *\r\n\r\n1. d4 *\r\n',
}
# Lines that to_pgn wraps.
TEXTS["wrapped"] = "\n".join(
    f'[Event "{event}"]\n\n'
    + " ".join(
        f"{move}. Nf3 {{[%eval 0.{move}] [%clk 0:10:{move:02}] and [so on {move}]}} "
        f"Nf6 {{[%clk 0:09:{move:02}]}} "
        f"{move + 1}. Ng1 {{[Site] is no tag}} Ng8"
        for move in range(1, 30, 2)
    )
    + " *\n"
    for event in range(5)
)


def shown(games):
    return [(str(game), game.fate, len(game.repairs), game.error is None) for game in games]


def read_all(handle):
    return list(iter(lambda: kibitz.pgn.read_game(handle), None))


class EveryWayToRead(unittest.TestCase):
    def test_finds_the_same_games(self):
        for name, text in TEXTS.items():
            with self.subTest(name):
                self.check(text)
                # What this module writes, it reads.
                self.check("\n".join(str(game) for game in kibitz.pgn.parse(text)))

    def check(self, text):
        expected = shown(kibitz.pgn.parse(text))
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "games.pgn")
            with open(path, "w", newline="") as file:
                file.write(text)
            self.assertEqual(shown(kibitz.pgn.open(path)), expected)
            with open(path) as file:
                self.assertEqual(shown(read_all(file)), expected)
            with open(path, "rb") as file:
                self.assertEqual(shown(read_all(file)), expected)
            counts = kibitz.pgn.count(path)
            fates = [game[1] for game in expected]
            for fate in ("read", "repaired", "cut", "refused"):
                self.assertEqual(counts[fate], fates.count(fate))
            self.assertEqual(counts["games"], len(fates))
        self.assertEqual(shown(read_all(io.StringIO(text))), expected)
        read_end, write_end = os.pipe()
        writer = threading.Thread(target=lambda: (os.write(write_end, text.encode()), os.close(write_end)))
        writer.start()
        with os.fdopen(read_end) as pipe:
            self.assertEqual(shown(read_all(pipe)), expected)
        writer.join()

    def test_returns_a_game_as_soon_as_it_has_ended(self):
        read_end, write_end = os.pipe()
        with os.fdopen(read_end) as pipe, os.fdopen(write_end, "w") as writer:
            for event in ("a", "b"):
                writer.write(f'[Event "{event}"]\n\n1. e4 *\n\n')
                writer.flush()
                self.assertEqual(kibitz.pgn.read_game(pipe).headers["Event"], event)

    def test_finds_games_by_their_places(self):
        for text in (TEXTS["three games"], TEXTS["no results"], TEXTS["wrapped"]):
            handle = io.StringIO(text)
            places, games = [], []
            while True:
                places.append(handle.tell())
                game = kibitz.pgn.read_game(handle)
                if game is None:
                    break
                games.append(str(game))
            for place, game in reversed(list(zip(places, games))):
                handle.seek(place)
                self.assertEqual(str(kibitz.pgn.read_game(handle)), game)


class File(unittest.TestCase):
    def setUp(self):
        handle, self.path = tempfile.mkstemp(suffix=".pgn")
        with os.fdopen(handle, "w") as file:
            file.write(PGN)
        self.addCleanup(os.unlink, self.path)


class Games(File):
    def test_reads_a_file(self):
        games = list(kibitz.pgn.open(self.path))
        self.assertEqual([game.headers["Event"] for game in games], ["First", "Second", "Third"])
        self.assertEqual([game.result for game in games], ["1-0", "1/2-1/2", "*"])
        self.assertEqual([len(game.moves()) for game in games], [6, 2, 2])
        self.assertIsNone(games[0].error)
        self.assertIn("Ke3", games[2].error)
        end = games[0].end().epd().split()[0]
        self.assertEqual(end, "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R")

    def test_counts(self):
        counts = kibitz.pgn.count(self.path)
        self.assertEqual((counts["games"], counts["errors"]), (3, 1))
        with self.assertRaises(OSError):
            kibitz.pgn.open(self.path + ".missing")

    def test_the_tree_of_moves(self):
        game = kibitz.pgn.parse(PGN)[0]
        first = game.root().next()
        self.assertEqual(first.move.uci(), "e2e4")
        self.assertEqual(first.san(), "e4")
        self.assertEqual(first.comment, "best by test")
        self.assertEqual(first.clock(), 300.0)
        main, side = first.variations
        self.assertEqual([main.san(), side.san()], ["e5", "c5"])
        self.assertEqual(side.nags, [1])
        self.assertEqual(side.parent.san(), "e4")
        self.assertEqual([node.san() for node in side.mainline()], ["Nf3"])
        self.assertEqual(side.board().move_stack[-1].uci(), "c7c5")
        self.assertEqual([node.san() for node in game.mainline()][-1], "a6")
        self.assertIn("1. e4", str(game))

    def test_reads_game_after_game_from_a_text_file(self):
        handle = io.StringIO(PGN)
        names = []
        while (game := kibitz.pgn.read_game(handle)) is not None:
            names.append(game.headers["Event"])
        self.assertEqual(names, ["First", "Second", "Third"])

    def test_filters(self):
        def names(**wanted):
            games = kibitz.pgn.filter(kibitz.pgn.open(self.path), **wanted)
            return [game.headers["Event"] for game in games]

        self.assertEqual(names(player="Anna"), ["First", "Third"])
        self.assertEqual(names(white="Ben"), ["Second"])
        self.assertEqual(names(result="1-0"), ["First"])
        self.assertEqual(names(eco="C6"), ["First"])
        self.assertEqual(names(min_elo=1500), ["First"])
        self.assertEqual(names(max_elo=1550), [])
        self.assertEqual(names(where=lambda game: len(game.moves()) == 2), ["Second", "Third"])

    def test_threads_read_side_by_side(self):
        counts = []
        threads = [
            threading.Thread(target=lambda: counts.append(len(list(kibitz.pgn.open(self.path)))))
            for _ in range(4)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(counts, [3] * 4)

    def test_memory_returns(self):
        def read(games):
            with tempfile.NamedTemporaryFile("w", suffix=".pgn") as file:
                file.write(PGN * (games // 3))
                file.flush()
                self.assertEqual(sum(1 for _ in kibitz.pgn.open(file.name)), games // 3 * 3)
            return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

        before = read(3_000)
        self.assertLess(read(30_000) - before, 8_000)  # kB


class Arrays(File):
    def setUp(self):
        super().setUp()
        try:
            import kibitz.arrays
        except ImportError as error:
            self.skipTest(f"NumPy is not installed here: {error}")
        self.arrays = kibitz.arrays

    def test_positions(self):
        (batch,) = self.arrays.positions(self.path)
        self.assertEqual(batch.boards.shape, (10, 64))
        self.assertEqual(batch.games.tolist(), [0] * 6 + [1] * 2 + [2] * 2)
        self.assertEqual(batch.results.tolist(), [1] * 6 + [0] * 2 + [2] * 2)
        self.assertEqual(batch.white_elo.tolist(), [1500] * 6 + [0] * 4)
        self.assertEqual(batch.white_to_move.tolist(), [1, 0] * 5)
        self.assertEqual(batch.boards[0].tolist(), self.arrays.board_array(kibitz.Board()).tolist())
        e4 = kibitz.E2 + 64 * kibitz.E4
        self.assertEqual(batch.moves[0], e4)
        self.assertEqual(batch.castling[0], 15)
        self.assertEqual(self.arrays.planes(batch.boards).sum(axis=(1, 2, 3))[0], 32)

    def test_batches_hold_whole_games(self):
        batches = list(self.arrays.positions(self.path, batch=1))
        self.assertEqual(sum(len(batch.moves) for batch in batches), 10)


if __name__ == "__main__":
    unittest.main()
