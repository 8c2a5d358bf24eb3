"""The rules: moves, notation, ends of games, and what a board remembers."""

import copy
import pickle
import unittest

import kibitz
from kibitz import BLACK, WHITE, Board, Move

# Positions whose trees are counted by many programs: FEN, depth, nodes.
PERFT = [
    (kibitz.STARTING_FEN, 4, 197_281),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 97_862),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4, 43_238),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 3, 9_467),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 3, 62_379),
]


class Rules(unittest.TestCase):
    def test_counts_trees_of_moves(self):
        for fen, depth, nodes in PERFT:
            with self.subTest(fen=fen):
                self.assertEqual(Board(fen).perft(depth), nodes)

    def test_python_makes_the_same_trees(self):
        def count(board, depth):
            if depth == 0:
                return 1
            nodes = 0
            for move in board.legal_moves:
                board.push(move)
                nodes += count(board, depth - 1)
                board.pop()
            return nodes

        for fen, _, _ in PERFT:
            board = Board(fen)
            self.assertEqual(count(board, 2), board.perft(2))
            self.assertEqual(board.fen(), Board(fen).fen())

    def test_legal_moves(self):
        board = Board()
        self.assertEqual(len(board.legal_moves), 20)
        self.assertEqual(board.legal_moves.count(), len(list(board.legal_moves)))
        self.assertIn(Move.from_uci("e2e4"), board.legal_moves)
        self.assertNotIn(Move.from_uci("e2e5"), board.legal_moves)
        self.assertEqual(len(set(board.legal_moves)), 20)

    def test_castling_is_written_as_the_king_moves(self):
        board = Board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
        castles = board.parse_san("O-O")
        self.assertEqual(castles.uci(), "e1g1")
        self.assertTrue(board.is_castling(castles))
        self.assertEqual(board.san(Move.from_uci("e1c1")), "O-O-O")
        board.push(castles)
        self.assertFalse(board.has_castling_rights(WHITE))
        self.assertTrue(board.has_kingside_castling_rights(BLACK))

    def test_castling_in_chess960_takes_the_rook(self):
        board = Board.from_chess960_pos(518)
        self.assertTrue(board.chess960)
        board.play("e4 e5 Nf3 Nc6 Bc4 Nf6")
        self.assertEqual(board.parse_san("O-O").uci(), "e1h1")
        with self.assertRaises(ValueError):
            Board.from_chess960_pos(960)

    def test_en_passant_and_promotion(self):
        board = Board("8/P7/8/3pP3/8/8/7k/K7 w - d6 0 2")
        self.assertEqual(board.ep_square, kibitz.D6)
        takes = board.parse_san("exd6")
        self.assertTrue(board.is_en_passant(takes))
        self.assertTrue(board.is_capture(takes))
        queens = board.find_move(kibitz.A7, kibitz.A8)
        self.assertEqual(queens.promotion, kibitz.QUEEN)
        self.assertEqual(board.san(Move.from_uci("a7a8n")), "a8=N")

    def test_refusals_say_what_is_wrong(self):
        board = Board()
        with self.assertRaisesRegex(kibitz.IllegalMoveError, "Nf6"):
            board.push_san("Nf6")
        with self.assertRaises(kibitz.InvalidMoveError):
            board.push_san("hello")
        with self.assertRaises(kibitz.AmbiguousMoveError):
            Board("4k3/8/8/8/8/8/4K3/R6R w - - 0 1").push_san("Rd1")
        with self.assertRaises(kibitz.IllegalMoveError):
            board.push(Move.from_uci("e2e5"))
        with self.assertRaises(ValueError):
            Move.from_uci("e2e9")
        with self.assertRaises(IndexError):
            board.pop()
        for fen in ("", "8/8/8/8/8/8/8/8 w - - 0 1", "rnbqkbnr/pppppppp/9/8/8/8/8/8 w - - 0 1"):
            with self.subTest(fen=fen), self.assertRaises(ValueError):
                Board(fen)
        self.assertEqual(board.fen(), kibitz.STARTING_FEN)

    def test_how_games_end(self):
        mate = Board().play("1. f3 e5 2. g4 Qh4#")
        self.assertTrue(mate.is_checkmate())
        self.assertEqual(mate.outcome(), kibitz.Outcome("checkmate", BLACK))
        self.assertEqual(mate.result(), "0-1")
        stalemate = Board("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
        self.assertTrue(stalemate.is_stalemate())
        self.assertEqual(stalemate.result(), "1/2-1/2")
        kings = Board("7k/8/6K1/8/8/8/8/8 b - - 0 1")
        self.assertTrue(kings.is_insufficient_material())
        self.assertEqual(kings.outcome().termination, "dead position")
        self.assertIsNone(Board().outcome())

    def test_repetitions(self):
        board = Board().play("Nf3 Nf6 Ng1 Ng8 " * 2)
        self.assertTrue(board.is_repetition(3))
        self.assertTrue(board.can_claim_threefold_repetition())
        self.assertFalse(board.is_game_over())
        self.assertTrue(board.is_game_over(claim_draw=True))
        board.play("Nf3 Nf6 Ng1 Ng8 " * 2)
        self.assertEqual(board.outcome().termination, "fivefold repetition")


class Memory(unittest.TestCase):
    def test_a_board_takes_moves_back(self):
        board = Board().play("1. e4 c5 2. Nf3")
        self.assertEqual([move.uci() for move in board.move_stack], ["e2e4", "c7c5", "g1f3"])
        self.assertEqual(board.pop(), Move.from_uci("g1f3"))
        self.assertEqual(board.peek().uci(), "c7c5")
        self.assertEqual(board.root(), Board())

    def test_copies_are_independent(self):
        board = Board().play("e4")
        for other in (board.copy(), copy.copy(board), copy.deepcopy(board)):
            self.assertEqual(other, board)
            self.assertEqual(other.move_stack, board.move_stack)
            other.push_san("e5")
            self.assertNotEqual(other, board)

    def test_pickles(self):
        board = Board().play("1. e4 c5")
        other = pickle.loads(pickle.dumps(board))
        self.assertEqual(other, board)
        self.assertEqual(other.move_stack, board.move_stack)
        move = Move.from_uci("a7a8q")
        self.assertEqual(pickle.loads(pickle.dumps(move)), move)

    def test_sets_up_other_positions(self):
        board = Board().play("e4")
        board.set_fen("7k/8/8/8/8/8/8/K5R1 w - - 0 1")
        self.assertEqual(board.move_stack, [])
        board.reset()
        self.assertEqual(board, Board())


class Squares(unittest.TestCase):
    def test_names_and_numbers(self):
        self.assertEqual(kibitz.E4, kibitz.parse_square("e4"))
        self.assertEqual(kibitz.square_name(kibitz.H8), "h8")
        self.assertEqual(kibitz.square(4, 3), kibitz.E4)
        self.assertEqual(kibitz.square_file(kibitz.E4), 4)
        self.assertEqual(kibitz.square_rank(kibitz.E4), 3)
        self.assertEqual(kibitz.square_distance(kibitz.A1, kibitz.C8), 7)
        with self.assertRaises(ValueError):
            kibitz.parse_square("i9")

    def test_pieces(self):
        board = Board()
        self.assertEqual(board.piece_at(kibitz.E1), kibitz.Piece(kibitz.KING, WHITE))
        self.assertIsNone(board.piece_at(kibitz.E4))
        self.assertEqual(len(board.piece_map()), 32)
        self.assertEqual(board.pieces(kibitz.ROOK, BLACK), {kibitz.A8, kibitz.H8})
        self.assertEqual(board.king(BLACK), kibitz.E8)
        self.assertEqual(board.attackers(WHITE, kibitz.F3), {kibitz.G1, kibitz.E2, kibitz.G2})
        self.assertEqual(kibitz.Piece.from_symbol("n").unicode_symbol(), "♞")

    def test_pictures(self):
        board = Board().play("e4")
        self.assertTrue(board.svg(arrows=[(kibitz.E7, kibitz.E5)]).startswith("<svg"))
        self.assertTrue(board._repr_svg_().startswith("<svg"))
        self.assertEqual(str(board).splitlines()[4], ". . . . P . . .")
        self.assertEqual(board.opening()[0], "B00")


if __name__ == "__main__":
    unittest.main()
