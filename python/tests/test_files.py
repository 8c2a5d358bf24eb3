"""EPD, opening books and endgame tables."""

import os
import struct
import tempfile
import unittest

import kibitz
from kibitz import Board

# The key of the first position in Polyglot's documentation of its format, and e2e4 as it writes it.
START_KEY = 0x463B96181691FC9C
E2E4 = (1 << 9) | (4 << 6) | (3 << 3) | 4
D2D4 = (1 << 9) | (3 << 6) | (3 << 3) | 3
DATA = os.environ.get("KIBITZ_DATA_DIR", os.path.join(os.path.dirname(__file__), "../../../shared/data"))
TABLES = os.path.join(DATA, "syzygy")


class Epd(unittest.TestCase):
    def test_a_line(self):
        board, operations = Board.from_epd(
            'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - bm Bb5 Bc4; id "Italian";'
        )
        self.assertEqual(board.turn, kibitz.WHITE)
        self.assertEqual(operations, {"bm": ["Bb5", "Bc4"], "id": ["Italian"]})
        with self.assertRaises(ValueError):
            Board.from_epd("hello")


class Books(unittest.TestCase):
    def test_a_book(self):
        with tempfile.NamedTemporaryFile(suffix=".bin") as file:
            for move, weight in ((E2E4, 3), (D2D4, 1)):
                file.write(struct.pack(">QHHI", START_KEY, move, weight, 0))
            file.flush()
            book = kibitz.polyglot.open(file.name)
            self.assertEqual(len(book), 2)
            moves = [(move.uci(), weight) for move, weight in book.moves(Board())]
            self.assertEqual(moves, [("e2e4", 3), ("d2d4", 1)])
            self.assertIn(book.choose(Board()).uci(), ("e2e4", "d2d4"))
            self.assertIsNone(book.choose(Board().play("e4")))

    def test_refusals(self):
        with self.assertRaises(OSError):
            kibitz.polyglot.open("/there/is/no/book.bin")
        with tempfile.NamedTemporaryFile(suffix=".bin") as file:
            file.write(b"x" * 17)
            file.flush()
            with self.assertRaisesRegex(ValueError, "16|cut"):
                kibitz.polyglot.open(file.name)


class Tables(unittest.TestCase):
    def test_refusals(self):
        with tempfile.TemporaryDirectory() as empty, self.assertRaises(ValueError):
            kibitz.syzygy.open(empty)

    @unittest.skipUnless(os.path.isdir(TABLES), "SKIPPED: there are no endgame tables (KIBITZ_DATA_DIR)")
    def test_results(self):
        with kibitz.syzygy.open(TABLES) as tables:
            won = Board("8/8/8/8/8/5k2/7q/1K6 b - - 0 1")
            self.assertEqual(tables.probe_wdl(won), 2)
            self.assertGreater(tables.probe_dtz(won), 0)
            with self.assertRaises(KeyError):
                tables.probe_wdl(Board())
        with self.assertRaises(ValueError):
            tables.probe_wdl(won)


if __name__ == "__main__":
    unittest.main()
