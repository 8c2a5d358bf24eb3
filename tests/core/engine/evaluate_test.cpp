#include "engine/eval/evaluate.hpp"

#include <cmath>
#include <string_view>

#include "chess/fen.hpp"
#include "chess/random_games.hpp"
#include "engine/eval/blend.hpp"
#include "engine/eval/endgame.hpp"
#include "engine/eval/pawn_structure.hpp"
#include "engine/eval/trace_text.hpp"
#include "support/test.hpp"

namespace kibitz {

namespace {

constexpr int sample = 5'000;

Position position_of(std::string_view fen) {
    const auto position = parse_fen(fen);
    REQUIRE(position);
    return *position;
}

template <class Visit>
void for_random_positions(std::uint64_t seed, Visit visit) {
    test::for_random_positions(sample, seed,
                               [&](const Position& position, const MoveList&) { visit(position); });
}

// Colours exchanged, the board turned upside down.
Position color_flipped(const Position& position) {
    const PositionSetup setup = position.setup();
    PositionSetup flipped = setup;
    for (int i = 0; i < square_count; ++i) {
        const Piece piece = setup.board[static_cast<std::size_t>(i)];
        flipped.board[static_cast<std::size_t>(Square(i).flip_rank().index())] =
            piece == Piece::none ? piece : make_piece(~color_of(piece), type_of(piece));
    }
    flipped.castling_rooks = Bitboard();
    for (const Square rook : setup.castling_rooks) flipped.castling_rooks |= rook.flip_rank();
    flipped.en_passant = Square::none();
    flipped.side_to_move = ~setup.side_to_move;
    return Position::make(flipped, SetupRules::lenient).value();
}

// Left and right exchanged; castling rights are lost.
Position file_mirrored(const Position& position) {
    const PositionSetup setup = position.setup();
    PositionSetup mirrored = setup;
    for (int i = 0; i < square_count; ++i)
        mirrored.board[static_cast<std::size_t>(Square(i).flip_file().index())] =
            setup.board[static_cast<std::size_t>(i)];
    mirrored.castling_rooks = Bitboard();
    mirrored.en_passant = Square::none();
    return Position::make(mirrored, SetupRules::lenient).value();
}

}  // namespace

TEST_CASE("packed scores keep their halves apart") {
    for (const int middlegame : {-3000, -1, 0, 1, 2999})
        for (const int endgame : {-3000, -1, 0, 1, 2999}) {
            const PackedScore score(middlegame, endgame);
            CHECK(score.middlegame() == middlegame);
            CHECK(score.endgame() == endgame);
            CHECK((-score).middlegame() == -middlegame);
            CHECK((score * 3).endgame() == 3 * endgame);
            CHECK((score - PackedScore(5, -7)).middlegame() == middlegame - 5);
            CHECK((score - PackedScore(5, -7)).endgame() == endgame + 7);
        }
}

TEST_CASE("exchanging the colours changes nothing for the side to move") {
    for_random_positions(1, [](const Position& position) {
        REQUIRE(evaluate(position) == evaluate(color_flipped(position)));
    });
}

TEST_CASE("exchanging left and right changes nothing") {
    for_random_positions(2, [](const Position& position) {
        REQUIRE(evaluate(position) == evaluate(file_mirrored(position)));
    });
}

TEST_CASE("remembering pawn structures changes nothing") {
    PawnTable table;
    for_random_positions(3, [&](const Position& position) {
        REQUIRE(evaluate(position, table) == evaluate(position));
        REQUIRE(evaluate(position, table) == evaluate(position));
    });
}

TEST_CASE("the trace adds up to the evaluation") {
    for_random_positions(4, [](const Position& position) {
        const EvalTrace trace = trace_evaluation(position);
        PackedScore sum;
        for (const auto& [white, black] : trace.shares) sum += white - black;
        CHECK(sum == trace.total);
        const int blended = blend(sum.middlegame(), sum.endgame(), trace.phase, trace.scale);
        CHECK(trace.white_score == blended + trace.driven_king_bonus);
        const int score = evaluate(position);
        REQUIRE(trace.white_score == (position.side_to_move() == Color::white ? score : -score));
    });
}

TEST_CASE("evaluations stay within their bounds") {
    for_random_positions(5, [](const Position& position) {
        REQUIRE(std::abs(evaluate(position)) < max_evaluation);
    });
    CHECK(evaluate(position_of("8/8/8/pppp4/QQQQ4/QQQQ4/K7/7k w - - 0 1")) > 5'000);
    CHECK(evaluate(position_of("8/8/8/pppp4/QQQQ4/QQQQ4/K7/7k w - - 0 1")) < max_evaluation);
}

TEST_CASE("it knows what every player knows") {
    // The first move is worth something, but little.
    CHECK(evaluate(Position::initial()) > 0);
    CHECK(evaluate(Position::initial()) < 80);
    // A queen, a rook, a knight, a pawn less: each less bad than the one before.
    int previous = -max_evaluation;
    for (const char* const fen : {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1",
                                  "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq - 0 1",
                                  "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1",
                                  "rnbqkbnr/pppppppp/8/8/8/8/PPPPP1PP/RNBQKBNR w KQkq - 0 1"}) {
        CAPTURE(fen);
        const int score = evaluate(position_of(fen));
        CHECK(score < 0);
        CHECK(score > previous + 50);
        previous = score;
    }
    // A passed pawn gains by advancing.
    CHECK(evaluate(position_of("8/5k2/1P6/8/8/p7/5K2/8 w - - 0 1")) >
          evaluate(position_of("8/5k2/8/1P6/8/p7/5K2/8 w - - 0 1")));
    // A king in the open, among queens and rooks, is worse off than one behind
    // its pawns.
    CHECK(evaluate(position_of("r2q1rk1/5ppp/8/8/3K4/8/5PPP/R2Q1R2 w - - 0 1")) <
          evaluate(position_of("r2q1rk1/5ppp/8/8/8/8/5PPP/R2Q1RK1 w - - 0 1")) - 100);
}

TEST_CASE("drawish endings are called drawish") {
    const auto white_scale = [](const char* fen) {
        CAPTURE(fen);
        return endgame_scale(position_of(fen), Color::white);
    };
    CHECK(white_scale("8/5k2/8/8/8/8/4NK2/8 w - - 0 1") == 0);   // a knight
    CHECK(white_scale("8/5k2/8/8/8/8/3NNK2/8 w - - 0 1") == 0);  // two knights
    CHECK(white_scale("8/5k2/8/8/8/8/3BNK2/8 w - - 0 1") == full_scale);
    CHECK(white_scale("8/5k2/5r2/8/8/8/3BRK2/8 w - - 0 1") < full_scale / 2);
    CHECK(white_scale("8/k7/8/8/8/P7/3B1K2/8 w - - 0 1") == 0);  // a8 is light, d2 is dark
    CHECK(white_scale("8/k7/8/8/8/P7/4B1K1/8 w - - 0 1") > full_scale / 2);
    CHECK(white_scale("8/5k2/8/8/8/P7/3B1K2/8 w - - 0 1") > full_scale / 2);  // king too far away
    CHECK(white_scale("8/5k2/4b3/3p4/8/2P1P3/3B1K2/8 w - - 0 1") <= full_scale / 2);
}

TEST_CASE("a bare king is worth more the nearer it is to its mate") {
    const auto bonus = [](const char* fen) {
        return driven_king_bonus(position_of(fen), Color::white);
    };
    CHECK(bonus("8/8/8/3k4/8/8/8/R3K3 w - - 0 1") > 0);
    CHECK(bonus("8/8/8/3k4/8/8/8/N3K3 w - - 0 1") == 0);
    CHECK(bonus("8/8/8/3k4/8/8/p7/R3K3 w - - 0 1") == 0);
    CHECK(bonus("k7/8/2K5/8/8/8/8/7R w - - 0 1") > bonus("8/8/2K1k3/8/8/8/8/7R w - - 0 1"));
    CHECK(bonus("8/8/8/8/3K4/8/k7/7R w - - 0 1") < bonus("8/8/8/8/8/2K5/k7/7R w - - 0 1"));
    // A light-squared bishop mates in the corners a8 and h1.
    CHECK(bonus("k7/8/1K6/8/8/8/8/5BN1 w - - 0 1") >
          bonus("7k/8/6K1/8/8/8/8/5BN1 w - - 0 1") + 200);
    CHECK(bonus("k7/8/1K6/8/8/8/5B2/6N1 w - - 0 1") <
          bonus("7k/8/6K1/8/8/8/5B2/6N1 w - - 0 1") - 200);
}

TEST_CASE("against a queen alone a rook is lost where its king is driven to the edge") {
    const auto bonus = [](const char* fen) {
        return driven_king_bonus(position_of(fen), Color::white);
    };
    CHECK(bonus("2k5/1r6/3K4/8/8/8/8/Q7 w - - 0 1") > bonus("8/1r6/3k4/8/3K4/8/8/Q7 w - - 0 1"));
    CHECK(bonus("2k5/1r6/3K4/8/8/8/8/Q7 w - - 0 1") > bonus("2k5/1r6/8/8/8/8/3K4/Q7 w - - 0 1"));
    CHECK(bonus("2k5/1r6/3K4/8/8/8/8/R7 w - - 0 1") == 0);
    CHECK(bonus("2k5/1r6/3K4/p7/8/8/8/Q7 w - - 0 1") == 0);
    CHECK(bonus("2k5/1rn5/3K4/8/8/8/8/Q7 w - - 0 1") == 0);
}

TEST_CASE("textbook endings: a bare king, or few pieces without pawns") {
    const auto textbook = [](const char* fen) { return is_textbook_ending(position_of(fen)); };
    CHECK(textbook("8/5k2/8/8/8/8/3BNK2/8 w - - 0 1"));
    CHECK(textbook("8/5k2/8/8/8/P7/3B1K2/8 b - - 0 1"));
    CHECK(textbook("8/5k2/5r2/8/8/8/4QK2/8 w - - 0 1"));
    CHECK_FALSE(textbook("8/5k2/5r2/8/8/P7/4QK2/8 w - - 0 1"));
    CHECK_FALSE(textbook("8/5k2/5r2/5n2/8/8/3RQK2/8 w - - 0 1"));
}

TEST_CASE("the table for people names every group and both signs") {
    const Position position = position_of("r3k2r/ppp2ppp/8/8/3P4/8/PPP2PPP/R3KB1R w KQkq - 0 1");
    const EvalTrace trace = trace_evaluation(position);
    const std::string text = to_text(trace);
    for (const std::string_view name : term_group_names) CHECK(text.contains(name));
    CHECK(text.contains("evaluation +"));
    CHECK(to_text(trace_evaluation(color_flipped(position))).contains("evaluation -"));
    EvalTrace small;
    small.white_score = -7;
    CHECK(to_text(small).contains("evaluation -0.07 for White"));
}

}  // namespace kibitz
