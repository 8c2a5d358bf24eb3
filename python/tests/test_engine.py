"""The engine, explanations, and opponents."""

import unittest

import kibitz
from kibitz import Board, Engine, Move

MATE_IN_TWO = "7k/8/5K2/8/8/8/8/6R1 w - - 0 1"


class Analysis(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.engine = Engine()

    def test_finds_a_line(self):
        info = self.engine.analyse(Board(), nodes=20_000)
        self.assertIn(info.move, Board().legal_moves)
        self.assertGreater(info.depth, 4)
        board = Board()
        for move in info.pv:
            board.push(move)
        self.assertLess(abs(info.score.white().centipawns), 150)
        chances = info.wdl
        self.assertEqual(chances.wins + chances.draws + chances.losses, 1000)
        self.assertAlmostEqual(
            chances.expectation() + chances.pov(kibitz.BLACK).expectation(), 1.0
        )

    def test_the_same_search_twice(self):
        results = []
        for _ in range(2):
            self.engine.new_game()
            info = self.engine.analyse(Board(), nodes=30_000)
            results.append((info.score, info.pv))
        self.assertEqual(*results)

    def test_mates(self):
        self.engine.new_game()
        info = self.engine.analyse(Board(MATE_IN_TWO), depth=10)
        self.assertEqual(info.score.mate, 2)
        self.assertEqual(str(info.score), "#+2")
        self.assertEqual(info.score.black().mate, -2)
        self.assertGreater(info.score.score(), 10_000)

    def test_several_lines(self):
        lines = self.engine.analyse(Board(), nodes=20_000, multipv=3)
        self.assertEqual([line.multipv for line in lines], [1, 2, 3])
        self.assertEqual(len({line.move for line in lines}), 3)

    def test_some_moves_only(self):
        only = Move.from_uci("a2a3")
        info = self.engine.analyse(Board(), nodes=5_000, root_moves=[only])
        self.assertEqual(info.move, only)

    def test_refusals(self):
        with self.assertRaisesRegex(ValueError, "nodes"):
            self.engine.analyse(Board())
        with self.assertRaisesRegex(ValueError, "over"):
            self.engine.analyse(Board("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), nodes=100)
        with self.assertRaises(ValueError):
            Engine(threads=0)

    def test_explains_a_blunder(self):
        board = Board("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3")
        explanation = self.engine.explain(board, Move.from_uci("d8h4"), nodes=50_000)
        self.assertEqual(explanation.claims[0].kind, "loses material")
        self.assertIn("queen", str(explanation))
        self.assertGreater(explanation.cost, 500)
        german = self.engine.explain(
            board, Move.from_uci("d8h4"), nodes=50_000, language="de"
        )
        self.assertIn("Dame", str(german))
        with self.assertRaises(ValueError):
            self.engine.explain(board, Move.from_uci("d8h4"), language="fr")
        with self.assertRaises(ValueError):
            self.engine.explain(board, Move.from_uci("d8h4"), rating=-1)

    def test_reviews_a_game(self):
        board = Board().play("1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7#")
        review = self.engine.review(board, nodes=10_000)
        self.assertEqual(len(review.moves), 7)
        self.assertEqual(review.moves[5].mark, "??")
        self.assertEqual(review.moves[6].mark, "")
        self.assertEqual((review.white.blunders, review.black.blunders), (0, 1))
        self.assertGreater(review.white.accuracy, review.black.accuracy)
        self.assertTrue(any("3... Nf6" in text for text in review.story))
        self.assertIn("On move 4 White gave mate.", review.story)
        german = self.engine.review(board, nodes=10_000, language="de", rating=900)
        self.assertIn("Im 4. Zug setzte Weiß matt.", german.story)
        empty = self.engine.review(Board(), nodes=1_000)
        self.assertEqual(empty.story, [])
        self.assertIsNone(empty.white.accuracy)


class Opponents(unittest.TestCase):
    def test_everyone_moves(self):
        self.assertIn("level-05", kibitz.player_names())
        for who in ("level-03", 1500):
            with self.subTest(player=who):
                player = kibitz.Player(who)
                self.assertIn(player.choose(Board()).move, Board().legal_moves)
        with self.assertRaises(ValueError):
            kibitz.Player("nobody-of-this-name")

    def test_what_people_play(self):
        moves = kibitz.human_moves(Board(), 1200)
        self.assertEqual(len(moves), 20)
        self.assertAlmostEqual(sum(chance for _, chance in moves), 1.0, places=5)
        self.assertEqual(moves[0][0].uci(), "e2e4")


if __name__ == "__main__":
    unittest.main()
