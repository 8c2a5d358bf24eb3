"""kibitz.chess: what python-chess's own tests, which bench/python-chess-tests runs, do not hold."""

import asyncio
import copy
import io
import os
import pickle
import random
import struct
import tempfile
import unittest

import kibitz
import kibitz.chess as chess
import kibitz.chess.engine
import kibitz.chess.pgn
import kibitz.chess.polyglot
import kibitz.chess.svg
import kibitz.chess.syzygy

FENS = [
    chess.STARTING_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
]


class BoardTest(unittest.TestCase):
    def test_the_moves_are_those_of_the_other_board(self):
        for fen in FENS:
            board, other = chess.Board(fen), kibitz.Board(fen)
            moves = sorted(move.uci() for move in board.legal_moves)
            self.assertEqual(moves, sorted(move.uci() for move in other.legal_moves), fen)
            for move in board.legal_moves:
                same = kibitz.Move.from_uci(move.uci())
                self.assertEqual(board.san(move), other.san(same), fen)
                self.assertEqual(board.parse_san(board.san(move)), move)
                board.push(move)
                other.push(same)
                self.assertEqual(board.fen(), other.fen())
                board.pop()
                other.pop()
            self.assertEqual(board.fen(), fen)

    def test_masks_may_be_negative_or_sets(self):
        board = chess.Board()
        self.assertEqual(sum(1 for _ in board.generate_legal_moves(~chess.BB_RANK_2)), 4)
        self.assertEqual(sum(1 for _ in board.generate_legal_moves(chess.SquareSet([chess.E2]))), 2)
        self.assertEqual(len(board.piece_map(mask=chess.BB_RANK_1)), 8)

    def test_pieces_can_be_changed_and_are_nobody_elses(self):
        board = chess.Board()
        piece = board.piece_at(chess.A2)
        piece.color = chess.BLACK
        piece.piece_type = chess.QUEEN
        self.assertEqual(piece, chess.Piece.from_symbol("q"))
        self.assertEqual({piece: 1}[chess.Piece(chess.QUEEN, chess.BLACK)], 1)
        self.assertEqual([str(board.piece_at(square)) for square in (chess.A2, chess.B2)], ["P", "P"])
        pieces = board.piece_map()
        pieces[chess.A2].color = chess.BLACK
        self.assertEqual(pieces[chess.B2], chess.Piece(chess.PAWN, chess.WHITE))
        board.set_piece_at(chess.E4, piece)
        self.assertEqual(board.piece_at(chess.E4), piece)
        self.assertEqual(pickle.loads(pickle.dumps(piece)), piece)
        self.assertEqual(repr(copy.copy(piece)), "Piece.from_symbol('q')")

    def test_moves_can_be_changed(self):
        move = chess.Move.from_uci("e7e8")
        other = chess.Move.from_uci("e7e8")
        move.promotion = chess.QUEEN
        self.assertEqual((move.uci(), other.uci()), ("e7e8q", "e7e8"))
        move.from_square, move.to_square, move.drop = chess.A1, chess.B2, None
        self.assertEqual(move, chess.Move(chess.A1, chess.B2, chess.QUEEN))
        with self.assertRaises(IndexError):
            move.to_square = 64
        copied = copy.copy(move)
        copied.promotion = None
        self.assertEqual((move.promotion, copied.promotion), (chess.QUEEN, None))

    def test_a_changed_move_of_a_board_is_no_other_move(self):
        board = chess.Board()
        for move in list(board.legal_moves):
            expected = move.uci()
            move.promotion = chess.KNIGHT
            self.assertEqual(move.uci(), expected + "n")
        self.assertEqual(sum(1 for move in board.legal_moves if move.promotion), 0)
        board.push_uci("e2e4")
        board.peek().from_square = chess.A1
        self.assertEqual(board.pop(), chess.Move.from_uci("e2e4"))

    def test_without_moves_there_is_none_to_take_back(self):
        board = chess.Board()
        with self.assertRaisesRegex(IndexError, "^pop from empty list$"):
            board.pop()
        with self.assertRaisesRegex(IndexError, "^list index out of range$"):
            board.peek()

    def test_a_square_outside_the_board_says_so(self):
        board = chess.Board()
        self.assertEqual(board.piece_at(square=chess.E1).symbol(), "K")
        for wrong in (64, -1):
            with self.assertRaises(IndexError):
                board.piece_at(wrong)
        with self.assertRaises(TypeError):
            board.piece_at(chess.A1, chess.A2)

    def test_castling_rights_without_rooks(self):
        board = chess.Board("4k3/8/8/8/8/8/8/4K3 w Q - 0 1")
        self.assertEqual(board.castling_rights, chess.BB_EMPTY)
        board = chess.Board("4k3/8/8/8/8/8/8/4K2R w Q - 0 1")
        self.assertEqual(board.status(), chess.STATUS_BAD_CASTLING_RIGHTS)

    def test_of_several_kings_the_last_counts(self):
        board = chess.Board("4k3/8/8/8/8/8/4r3/K3K2K w - - 0 1")
        self.assertEqual(board.king(chess.WHITE), chess.H1)
        self.assertFalse(board.is_check())
        self.assertIn(chess.Move.from_uci("a1b1"), board.legal_moves)

    def test_tables_of_sliding_pieces_are_complete(self):
        sizes = [sum(map(len, table)) for table in (chess.BB_DIAG_ATTACKS, chess.BB_RANK_ATTACKS)]
        self.assertEqual(sizes, [5248, 8 * (2 * 64 + 6 * 32)])
        with self.assertRaises(KeyError):
            chess.BB_DIAG_ATTACKS[chess.A1][chess.BB_A1]

    def test_an_illegal_text_of_two_squares_names_them(self):
        board = chess.Board("4k3/P7/8/8/8/8/8/4K3 w - - 0 1")
        said = {
            "e2e4": "no matching legal move for e2e4 (e2 -> e4)",
            "a7-a6+": "no matching legal move for a7a6 (a7 -> a6)",
            "a7b8": "no matching legal move for a7b8q (a7 -> b8)",
            "a7xb8=R": "no matching legal move for a7b8r (a7 -> b8)",
            "a7a8": "missing promotion piece type: 'a7a8'",
            "Ke1e3": "illegal san: 'Ke1e3'",
            "e3": "illegal san: 'e3'",
        }
        for text, why in said.items():
            with self.assertRaises(chess.IllegalMoveError) as caught:
                board.parse_san(text)
            self.assertEqual(str(caught.exception), f"{why} in {board.fen()}")

    def test_negative_counters_say_so(self):
        for counters, why in (("-1 1", "half-move clock"), ("0 -2", "fullmove number")):
            with self.assertRaisesRegex(ValueError, f"^{why} cannot be negative: "):
                chess.Board(f"4k3/8/8/8/8/8/8/4K3 w - - {counters}")

    def test_epd_that_is_wrong_says_what(self):
        board = chess.Board()
        for opcode, why in (
            ("", "empty string is not a valid epd opcode"),
            ("-", "dash (-) is not a valid epd opcode"),
            ("1x", "expected epd opcode to start with a letter, got: '1x'"),
            ("a b", "invalid character ' ' in epd opcode: 'a b'"),
        ):
            with self.assertRaises(ValueError) as caught:
                board.epd(**{opcode: 1})
            self.assertEqual(str(caught.exception), why)
        with self.assertRaises(AssertionError):
            board.epd(ce=float("nan"))
        for operand, error in (("1e999", ValueError), ("nan", chess.InvalidMoveError)):
            with self.assertRaises(error):
                chess.Board().set_epd(f"4k3/8/8/8/8/8/8/4K3 w - - ce {operand};")

    def test_copies_are_their_own(self):
        board = chess.Board()
        for san in ("e4", "e5", "Nf3"):
            board.push_san(san)
        pickled = pickle.loads(pickle.dumps(board))
        for other in (board.copy(), copy.copy(board), copy.deepcopy(board), pickled):
            self.assertEqual(other, board)
            self.assertEqual(other.move_stack, board.move_stack)
            other.pop()
            self.assertNotEqual(other, board)
        self.assertEqual(board.copy(stack=False).move_stack, [])
        for stack, kept in ((0, 0), (2, 2), (9, 3), (True, 3)):
            self.assertEqual(board.copy(stack=stack).move_stack, board.move_stack[3 - kept :])
        self.assertEqual(board.root(), chess.Board())
        with self.assertRaises(TypeError):
            board.copy(stack="all")
        base = chess.BaseBoard()
        self.assertEqual(base.copy(), base)
        self.assertIs(type(base.copy()), chess.BaseBoard)

    def test_a_push_of_a_derived_board_is_called_for_every_move(self):
        class Counting(chess.Board):
            pushes = 0

            def push(self, move):
                self.pushes += 1
                super().push(move)

        class More(Counting):
            def push_san(self, san):
                return super().push_san(san + "5")

        board = Counting()
        self.assertEqual(board.push_san("e4"), chess.Move.from_uci("e2e4"))
        board.push_uci("e7e5")
        self.assertEqual(board.san_and_push(chess.Move.from_uci("g1f3")), "Nf3")
        board.push_xboard("b8c6")
        self.assertEqual((board.pushes, len(board.move_stack)), (4, 4))
        more = More(board.fen())
        more.push_san("Bb")
        self.assertEqual((more.pushes, more.peek().uci()), (1, "f1b5"))

    def test_programs_find_the_version_whose_interface_this_is(self):
        self.assertEqual(chess.__version__, "1.11.2")

    def test_copies_of_a_derived_board_have_been_through_its_init(self):
        class Named(chess.Board):
            def __init__(self, fen=chess.STARTING_FEN, *, chess960=False):
                super().__init__(fen, chess960=chess960)
                self.name = "a name"

        board = Named()
        board.push_san("e4")
        for other in (board.copy(), board.copy(stack=False), copy.copy(board), board.mirror()):
            self.assertIs(type(other), Named)
            self.assertEqual(other.name, "a name")
        self.assertEqual(board.copy(stack=1).move_stack, board.move_stack)

    def test_a_move_from_an_empty_square_changes_nothing(self):
        board = chess.Board()
        with self.assertRaises(AssertionError):
            board.push(chess.Move(chess.E4, chess.E5))
        self.assertEqual(board, chess.Board())
        self.assertEqual(board.move_stack, [])

    def test_a_bad_fen_changes_nothing(self):
        for fen in (
            "",
            "8/8/8/8/8/8/8 w - - 0 1",
            "9/8/8/8/8/8/8/8 w - - 0 1",
            "44p/8/8/8/8/8/8/8 w - - 0 1",
            "~8/8/8/8/8/8/8/8 w - - 0 1",
            "8/8/8/8/8/8/8/8 x - - 0 1",
            "8/8/8/8/8/8/8/8 w Z - 0 1",
            "8/8/8/8/8/8/8/8 w - e9 0 1",
            "8/8/8/8/8/8/8/8 w - - -1 1",
            "8/8/8/8/8/8/8/8 w - - 0 1 more",
        ):
            board = chess.Board()
            with self.assertRaises(ValueError, msg=fen):
                board.set_fen(fen)
            self.assertEqual(board, chess.Board(), fen)

    def test_an_announced_repetition_can_be_claimed(self):
        board = chess.Board()
        for san in ("Nf3 Nf6 Ng1 Ng8 " * 2).split()[:-1]:
            board.push_san(san)
        self.assertFalse(board.is_repetition())
        self.assertTrue(board.can_claim_threefold_repetition())
        outcome = board.outcome(claim_draw=True)
        self.assertEqual(outcome.termination.name, "THREEFOLD_REPETITION")

    def test_what_is_absent_says_so(self):
        with self.assertRaises(NotImplementedError):
            chess.variant.AtomicBoard()
        with self.assertRaises(NotImplementedError):
            chess.gaviota.open_tablebase("somewhere")

    def test_tables_of_sliding_pieces_are_what_boards_say(self):
        board = chess.Board(FENS[1])
        for square in chess.SQUARES:
            on_file = chess.BB_FILE_MASKS[square] & board.occupied
            on_rank = chess.BB_RANK_MASKS[square] & board.occupied
            on_diag = chess.BB_DIAG_MASKS[square] & board.occupied
            board.set_piece_at(square, chess.Piece.from_symbol("Q"))
            straight = chess.BB_FILE_ATTACKS[square][on_file] | chess.BB_RANK_ATTACKS[square][on_rank]
            attacks = straight | chess.BB_DIAG_ATTACKS[square][on_diag]
            self.assertEqual(attacks, board.attacks_mask(square))
            board = chess.Board(FENS[1])
        self.assertEqual(chess.BB_RAYS[chess.A1][chess.C3], chess.ray(chess.B2, chess.H8))


class _Comments(chess.pgn.BaseVisitor):
    def __init__(self):
        self.found = []

    def visit_comment(self, comment):
        self.found.append(comment)

    def result(self):
        return self.found


class PgnTest(unittest.TestCase):
    def test_the_games_are_those_of_the_other_reader(self):
        moves = "1. e4 { a\n[%clk 0:01:00] } e5 (1... c5 2. Nf3) 2. Nf3 *"
        text = "".join(f'[Event "{number}"]\n\n{moves}\n\n' for number in range(5))
        handle = io.StringIO(text)
        games = iter(lambda: chess.pgn.read_game(handle), None)
        for game, other in zip(games, kibitz.pgn.parse(text)):
            moves = [move.uci() for move in game.mainline_moves()]
            self.assertEqual(moves, [move.uci() for move in other.moves()])
            self.assertEqual(game.headers["Event"], other.headers["Event"])
            self.assertEqual(game.next().clock(), 60)
        self.assertIsNone(chess.pgn.read_game(handle))

    def test_deep_variations_are_walked_through(self):
        depth = 2000  # more than Python lets functions call each other
        game = chess.pgn.Game()
        node = game
        for _ in range(depth):
            for uci in ("g1f3", "g8f6", "f3g1"):
                node = node.add_variation(chess.Move.from_uci(uci))
            node.add_variation(chess.Move.from_uci("a7a6"))
            node = node.add_variation(chess.Move.from_uci("f6g8"))
        text = str(game)
        self.assertEqual(text.count("( "), depth)
        self.assertEqual(str(chess.pgn.read_game(io.StringIO(text))), text)

    def test_several_comments_are_one_text_too(self):
        game = chess.pgn.read_game(io.StringIO("1. e4 {a} {b} *"))
        self.assertEqual(game.next().comments, ["a", "b"])
        self.assertEqual(game.next().comment, "a b")

    def test_several_comments_are_written_in_one_pair_of_braces(self):
        text = (
            "{ before all } 1. e4 $1 { one two [%clk 0:01:00] [%eval 0.1] } 1... e5 "
            "( { first second } 1... c5 { a b } 2. Nf3 ( 2. c3 $2 { c d } ) 2... d6 ) "
            "2. d4 { an open {brace } *"
        )
        apart = (
            "{before} {all} 1. e4 {one} {} $1 {two} {[%clk 0:01:00]} {[%eval 0.1]} e5 "
            "({first} {second} 1... c5 {a} {b} 2. Nf3 (2. c3 {c} $2 {d}) d6) "
            "2. d4 {an open} { {brace } *"
        )
        game = chess.pgn.read_game(io.StringIO(apart))
        game.headers.clear()
        self.assertEqual(str(game), text)
        line = "{ first second } 1... c5 { a b } 2. Nf3 ( 2. c3 $2 { c d } ) 2... d6"
        self.assertEqual(str(game[0][1]), line)
        self.assertEqual(
            str(game.mainline()),
            "1. e4 $1 { one two [%clk 0:01:00] [%eval 0.1] } 1... e5 2. d4 { an open {brace }",
        )
        node = game.next()
        node.comments = ["x", "y"]
        node.set_clock(5)
        self.assertIn("1. e4 $1 { x y [%clk 0:00:05] } 1... e5", str(game))

    def test_a_visitor_of_a_game_is_told_the_comments_of_a_node_at_once(self):
        text = "{a} {b} 1. e4 {c} {d} ({e} {f} 1. d4 {g} {h}) *"
        game = chess.pgn.read_game(io.StringIO(text))
        self.assertEqual(game.accept(_Comments()), ["a b", "c d", "e f", "g h"])

    def test_the_board_of_a_visit_stands_at_the_start_behind_it(self):
        game = chess.pgn.read_game(io.StringIO("1. e4 e5 (1... c5 2. Nf3) 2. Nc3 *"))
        self.assertEqual(game.accept(chess.pgn.BoardBuilder()), chess.Board())

    def test_a_game_that_is_skipped_ends_as_well(self):
        class Ends(_Comments):
            def begin_game(self):
                return chess.pgn.SKIP

            def end_game(self):
                self.found.append("the end")

        self.assertEqual(chess.pgn.Game().accept(Ends()), ["the end"])

    def test_a_visitor_is_not_asked_for_the_headers_of_a_game_that_is_there(self):
        class Asked(_Comments):
            def begin_headers(self):
                self.found.append("asked")

        self.assertEqual(chess.pgn.Game().accept(Asked()), [])
        self.assertEqual(chess.pgn.read_game(io.StringIO("1. e4 *"), Visitor=Asked), ["asked"])

    def test_headers_that_are_named_are_added_to_the_roster(self):
        headers = chess.pgn.Headers(Event="named", Extra="x")
        self.assertEqual(len(headers), 8)
        self.assertEqual((headers["Event"], headers["White"], headers["Extra"]), ("named", "?", "x"))
        self.assertEqual(len(chess.pgn.Headers({}, Event="alone")), 1)

    def test_a_game_says_how_many_errors_it_has(self):
        chess.pgn.LOGGER.disabled = True
        self.addCleanup(setattr, chess.pgn.LOGGER, "disabled", False)
        game = chess.pgn.read_game(io.StringIO("1. e4 Ke4 *"))
        self.assertTrue(repr(game).endswith(", '????.??.??' at '?', 1 errors)>"), repr(game))
        self.assertEqual(len(game.errors), 1)
        self.assertTrue(repr(chess.pgn.Game()).endswith(", '????.??.??' at '?')>"))

    def test_a_visitor_that_reads_is_told_each_comment_and_empty_ones(self):
        found = chess.pgn.read_game(io.StringIO("{a} {b} 1. e4 {} {c} *"), Visitor=_Comments)
        self.assertEqual(found, ["a", "b", "", "c"])


class SvgTest(unittest.TestCase):
    def test_the_picture_is_well_formed(self):
        from xml.etree import ElementTree

        picture = chess.svg.board(
            chess.Board(),
            size=300,
            lastmove=chess.Move.from_uci("e2e4"),
            check=chess.E8,
            arrows=[(chess.A1, chess.A1), chess.svg.Arrow(chess.B1, chess.C3, color="#ff000080")],
            fill={chess.E4: "red"},
            squares=chess.SquareSet([chess.A4]),
            borders=True,
            style="text { fill: blue }",
        )
        classes = [element.get("class", "") for element in ElementTree.fromstring(picture).iter()]
        self.assertEqual(sum(1 for name in classes if name.startswith("square")), 64)
        self.assertIn("square light lastmove e4", classes)


class EngineTest(unittest.TestCase):
    def test_text_of_an_engine_is_read(self):
        line = "score cp 13 upperbound depth x pv e2e4 zzzz"
        with self.assertLogs("chess.engine"):
            info = kibitz.chess.engine._parse_uci_info(line, chess.Board())
        self.assertEqual(info["score"].white(), kibitz.chess.engine.Cp(13))
        self.assertTrue(info["upperbound"])
        self.assertEqual(info["pv"], [chess.Move.from_uci("e2e4")])
        self.assertNotIn("depth", info)

    def test_chances_are_those_of_the_model(self):
        cp, mate = chess.engine.Cp, chess.engine.Mate
        for score, model, ply, wins, losses in (
            (cp(25), "sf16.1", 0, 74, 14),  # the first eight moves have the same figures
            (cp(25), "sf16.1", 14, 74, 14),
            (cp(25), "sf", 30, 47, 6),
            (cp(-100), "sf", 61, 0, 501),
            (cp(20), "sf16", 0, 22, 3),
            (cp(9000), "lichess", 30, 975, 25),
            (mate(1), "lichess", 30, 999, 1),
            (mate(-5), "lichess", 30, 3, 997),
        ):
            chances = score.wdl(model=model, ply=ply)
            self.assertEqual((chances.wins, chances.losses), (wins, losses), (score, model, ply))

    def test_options_have_what_the_engine_said(self):
        for text, expected in (
            ("name A type string default <empty>", ("A", "string", "<empty>", None, None, [])),
            ("name B b type spin default 5 min 1 max 9", ("B b", "spin", 5, 1, 9, [])),
            ("name C type combo default x var x var y z", ("C", "combo", "x", None, None, ["x", "y z"])),
            ("name D type button", ("D", "button", None, None, None, [])),
        ):
            option = kibitz.chess.engine.uci_text.parse_option(text)
            self.assertEqual(option, chess.engine.Option(*expected))

    def test_what_an_option_may_be_is_said(self):
        option = chess.engine.Option("Style", "combo", "a", None, None, ["a", "b"])
        with self.assertRaises(chess.engine.EngineError) as caught:
            option.parse("c")
        self.assertIn("'Style', got: c (available: a, b)", str(caught.exception))

    def test_a_limit_does_not_show_which_clock_it_is(self):
        limit = chess.engine.Limit(white_clock=1, clock_id="x")
        self.assertEqual(repr(limit), "Limit(white_clock=1)")


class PolyglotTest(unittest.TestCase):
    def setUp(self):
        start = chess.polyglot.zobrist_hash(chess.Board())
        moves = [(12, 28), (11, 27), (10, 26)]  # e2e4, d2d4, c2c4
        entries = [struct.pack(">QHHI", start, origin << 6 | goal, 1, 0) for origin, goal in moves]
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = os.path.join(self.folder.name, "book.bin")
        with open(self.path, "wb") as file:
            file.write(b"".join(entries))

    def test_the_same_seed_chooses_what_it_chooses_in_python_chess(self):
        with chess.polyglot.open_reader(self.path) as book:
            rng = random.Random(5)
            moves = [book.choice(chess.Board(), random=rng).move.uci() for _ in range(12)]
        self.assertEqual(moves, "c2c4 c2c4 e2e4 c2c4 e2e4 e2e4 d2d4 c2c4 c2c4 e2e4 e2e4 d2d4".split())

    def test_no_move_is_an_index_error(self):
        with chess.polyglot.open_reader(self.path) as book:
            for ask in (book.find, book.choice, book.weighted_choice):
                with self.assertRaises(IndexError):
                    ask(chess.Board(None))


class OwnEngineTest(unittest.TestCase):
    def test_it_plays_and_analyses_in_this_process(self):
        board = chess.Board("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1")
        with chess.engine.SimpleEngine.in_process() as engine:
            self.assertTrue(engine.id["name"].startswith("Kibitz"))
            self.assertIn("MultiPV", engine.options)
            engine.configure({"Hash": 1})
            result = engine.play(board, chess.engine.Limit(nodes=5000), info=chess.engine.INFO_ALL)
            self.assertEqual(result.move, chess.Move.from_uci("a1a8"))
            self.assertEqual(result.info["score"].white().mate(), 1)
            lines = engine.analyse(board, chess.engine.Limit(depth=4), multipv=2)
            self.assertEqual(len(lines), 2)
            with engine.analysis(board) as analysis:  # without a limit: until it is stopped
                self.assertIn("depth", analysis.get())
            with self.assertRaises(chess.engine.EngineError):
                engine.configure({"No such option": 1})
            engine.ping()
        with self.assertRaises(chess.engine.EngineTerminatedError):
            engine.ping()

    def test_it_ends_when_it_is_told(self):
        engine = chess.engine.SimpleEngine.in_process()
        engine.quit()
        self.assertEqual(engine.returncode.result(timeout=60), 0)

    def test_several_at_once_do_not_wait_for_each_other(self):
        engines = [chess.engine.SimpleEngine.in_process() for _ in range(3)]
        endless = [engine.analysis(chess.Board()) for engine in engines]
        self.assertTrue(engines[0].protocol is not engines[1].protocol)
        for analysis in endless:
            analysis.stop()
            self.assertIsNotNone(analysis.wait().move)
        for engine in engines:
            engine.close()

    def test_with_asyncio(self):
        async def play():
            transport, engine = await chess.engine.open_in_process()
            try:
                result = await engine.play(chess.Board(), chess.engine.Limit(nodes=500))
                return result.move
            finally:
                transport.close()
                await engine.returncode

        self.assertIn(asyncio.run(play()), list(chess.Board().legal_moves))


class SyzygyTest(unittest.TestCase):
    def test_names(self):
        self.assertEqual(chess.syzygy.normalize_tablename("KRvKQ"), "KQvKR")
        self.assertEqual(set(chess.syzygy.dependencies("KPvK")), {"KQvK", "KRvK", "KBvK", "KNvK"})
        self.assertFalse(chess.syzygy.is_tablename("KKvK"))

    def test_kings_alone_draw_without_a_table(self):
        with chess.syzygy.Tablebase() as tables:
            for fen in ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "8/8/8/8/8/8/8/4K3 w - - 0 1"):
                self.assertEqual(tables.probe_wdl(chess.Board(fen)), 0)

    def test_without_tables(self):
        with chess.syzygy.Tablebase() as tables:
            board = chess.Board("8/8/8/8/8/8/K7/2kQ4 w - - 0 1")
            self.assertIsNone(tables.get_wdl(board))
            with self.assertRaises(chess.syzygy.MissingTableError):
                tables.probe_dtz(board)


if __name__ == "__main__":
    unittest.main()
