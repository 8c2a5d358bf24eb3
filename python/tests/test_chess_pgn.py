"""kibitz.chess.pgn: games that C++ has read, whose nodes are made when they are touched."""

import copy
import gc
import io
import os
import pickle
import resource
import threading
import tracemalloc
import unittest

import kibitz.chess as chess
import kibitz.chess.pgn

# Odd as files are, one game or several each.
TEXTS = [
    "",
    "\n\n",
    "1. e4 e5 2. Nf3 *\n",
    "\ufeff[Event \"marked\"]\n\n1. d4 *\n\n1. c4 1-0\n",
    '[Event "a"]\n[Result "*"]\n\n1. e4 {one} {two} e5 '
    "(1... c5 {Sicilian} 2. Nf3 (2. c3 $1) d6) 2. d4!? 0-1\n",
    '[Event "tags alone"]\n\n[White "an empty line between"]\n\n\n1. e4 *\n',
    "% escaped\n; a remark\n1. e4 ; to the end of the line } { (\n% 1. d4\n"
    "e5 { over\n\nlines; } 2. Nc3 *\n\n*",
    "1. e4 (1. d4 (1. c4 (1. Nf3)) d5) (1. b3) e5 ((1. f4)) ) ) 2. Nf3 *\n",
    "1. e4 Ke4 2. d4 (2. c4) d5 *\n",
    "1. e4 (1. Ke4 d5 (1... c5)) e5 (1... Qh9 1... c5 * 2. Nf3) 2. Ke8 *\n",
    "1. e2e4 e7e5 2. g1-f3 Nb8xc6?? 3. O-O-O O-O 0-0 Z0 -- 0000 @@@@ *\n",
    "{before all} 1. e4 {} ( {first} 1. d4 {behind} ) {again} $3 $300 ?! 1-0 { after } *\n",
    "1. e4 {never closed e5\n\n2. Nf3 *\n",
    '[FEN "8/P7/8/8/8/8/7p/K1k5 w - - 0 1"]\n\n1. a8=Q (1. a8N h1=R) h1q 1/2-1/2\n',
    '[FEN "bad"]\n\n1. e4 {kept?} *\n\n1. d4 *\n',
    '[Variant "Atomic"]\n\n1. e4 *\n',
    '[Variant "Chess960"]\n[FEN "nrbbqknr/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKNR w KQkq - 0 1"]\n\n1. e4 e5 *\n',
    '[White "Müller, \u00a0"]\n[ Black\t"a \\"b\\" c" ] \n[bad"no blank"]\n'
    '[White\u2003"the last counts"]\u00a0\n\n1. e4 *\n',
    "P@e4 1. N@f3 e4 d5 exd5 e.p. 2. Ngf3+ Qxd5# bxa8 e9 *\n",
    "1. e4 \udcff {half \udc80 a pair} e5 *\n",
]
GAMES = '[Event "{}"]\n[White "Ann"]\n\n1. e4 {{[%clk 0:01:00]}} e5 (1... c5 2. Nf3) 2. Nf3 Nc6 *\n\n'


class _Told(kibitz.chess.pgn.GameBuilder):
    """The same builder, but one that is told everything a token at a time."""


def described(game):
    """All there is about a game."""
    nodes = []
    waiting = [game]
    while waiting:
        node = waiting.pop()
        said = (node.comments, node.starting_comments, node.nags)
        nodes.append((node.move, said, node.is_end()))
        waiting.extend(node.variations)
    errors = [(type(error), str(error)) for error in game.errors]
    return dict(game.headers), nodes, errors


def games_of(text, **how):
    handle = io.StringIO(text)
    games, places = [], []
    while True:
        game = kibitz.chess.pgn.read_game(handle, **how)
        places.append(handle.tell())
        if game is None:
            return games, places
        games.append(described(game))


class ReadingTest(unittest.TestCase):
    def setUp(self):
        kibitz.chess.pgn.LOGGER.disabled = True
        self.addCleanup(setattr, kibitz.chess.pgn.LOGGER, "disabled", False)

    def test_what_cpp_reads_is_what_a_visitor_is_told(self):
        for text in TEXTS + ["\n\n".join(TEXTS)]:
            self.assertEqual(games_of(text), games_of(text, Visitor=_Told), text)

    def test_a_cut_anywhere_is_read_alike(self):
        text = TEXTS[4] + "\n" + TEXTS[6] + "\n" + TEXTS[9]
        for end in range(len(text)):
            self.assertEqual(games_of(text[:end]), games_of(text[:end], Visitor=_Told), text[:end])

    def test_the_file_stands_behind_the_game(self):
        text = "".join(GAMES.format(number) for number in range(4))
        handle = io.StringIO(text)
        starts = []
        for number in range(4):
            starts.append(handle.tell())
            reader = (kibitz.chess.pgn.read_game, kibitz.chess.pgn.read_headers, kibitz.chess.pgn.skip_game)
            self.assertTrue(reader[number % 3](handle))
        self.assertEqual(starts, [len(GAMES.format(0)) * number for number in range(4)])
        self.assertFalse(kibitz.chess.pgn.skip_game(handle))
        self.assertIsNone(kibitz.chess.pgn.read_headers(handle))
        handle.seek(starts[2])
        self.assertEqual(kibitz.chess.pgn.read_headers(handle)["Event"], "2")

    def test_a_pipe_is_read_no_further_than_the_game(self):
        reading, writing = os.pipe()
        with os.fdopen(reading, encoding="utf-8") as pipe, os.fdopen(writing, "w", encoding="utf-8") as end:
            end.write(GAMES.format("first"))
            end.flush()  # nothing more comes until the first game has been read
            self.assertEqual(kibitz.chess.pgn.read_game(pipe).headers["Event"], "first")
            end.write(GAMES.format("second"))
            end.close()
            self.assertEqual(kibitz.chess.pgn.read_game(pipe).headers["Event"], "second")
            self.assertIsNone(kibitz.chess.pgn.read_game(pipe))

    def test_what_is_no_text_says_so(self):
        with self.assertRaises(TypeError):
            kibitz.chess.pgn.read_game(io.BytesIO(b"1. e4 *"))
        failing = io.StringIO("1. e4 *")
        failing.close()
        with self.assertRaises(ValueError):
            kibitz.chess.pgn.read_game(failing)


class LazyTreeTest(unittest.TestCase):
    def game(self):
        return kibitz.chess.pgn.read_game(io.StringIO(TEXTS[4]))

    def test_nodes_stay_the_same_objects(self):
        game = self.game()
        self.assertIs(game.variations, game.variations)
        self.assertIs(game.next(), game.variations[0])
        self.assertIs(game.next().parent, game)
        self.assertIs(game.next().comments, game.next().comments)
        self.assertEqual([node.move for node in game.mainline()], list(game.mainline_moves()))

    def test_a_game_that_was_read_can_be_changed(self):
        game = self.game()
        moves = [move.uci() for move in game.mainline_moves()]
        node = game.end().add_variation(chess.Move.from_uci("e5d4"))
        node.comment = "taken"
        game.next().nags.add(1)
        game.headers["Event"] = "changed"
        self.assertEqual([move.uci() for move in game.mainline_moves()], moves + ["e5d4"])
        game[0].promote_to_main(chess.Move.from_uci("c7c5"))
        self.assertEqual(next(iter(game[0].mainline_moves())).uci(), "c7c5")
        again = kibitz.chess.pgn.read_game(io.StringIO(str(game)))
        self.assertEqual(str(again), str(game))
        self.assertIn("taken", str(game))

    def test_copies_are_their_own(self):
        for copied in (copy.deepcopy(self.game()), pickle.loads(pickle.dumps(self.game()))):
            self.assertEqual(str(copied), str(self.game()))
            copied.next().comment = "other"
            self.assertNotEqual(str(copied), str(self.game()))
            self.assertIs(copied.next().parent, copied)

    def test_a_node_outlives_its_game(self):
        node = self.game().end()
        gc.collect()
        self.assertEqual(node.parent.variations[0], node)
        self.assertEqual(node.root().headers["Event"], "a")


class MemoryTest(unittest.TestCase):
    def read(self, games):
        handle = io.StringIO("".join(GAMES.format(number) for number in range(games)))
        count = 0
        while True:
            game = kibitz.chess.pgn.read_game(handle)
            if game is None:
                return count
            count += sum(1 for node in game.mainline() if node.clock() or node.board())

    def test_ten_thousand_games_leave_nothing_behind(self):
        self.read(200)  # what is made once
        gc.collect()
        tracemalloc.start()
        self.addCleanup(tracemalloc.stop)
        self.read(200)
        gc.collect()
        before = tracemalloc.get_traced_memory()[0]
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        for _ in range(50):
            self.read(200)
        gc.collect()
        # Not one object of a Python program is left for each game, nor C++ memory of any size.
        self.assertLess(tracemalloc.get_traced_memory()[0] - before, 10_000)
        self.assertLess(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory, 4096)  # KB

    def test_threads_read_side_by_side(self):
        found = []
        threads = [threading.Thread(target=lambda: found.append(self.read(300))) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(found, [1200] * 4)


if __name__ == "__main__":
    unittest.main()
