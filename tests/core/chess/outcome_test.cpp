#include "chess/outcome.hpp"

#include <doctest/doctest.h>

#include <set>

#include "chess/fen.hpp"
#include "chess/movegen.hpp"
#include "chess/san.hpp"
#include "random_games.hpp"

using namespace kibitz;
using namespace kibitz::squares;

namespace {

Position position_of(std::string_view fen) {
    const auto position = parse_fen(fen, SetupRules::lenient);
    REQUIRE_MESSAGE(position.has_value(), to_string(position.error()));
    return *position;
}

void play(Line& line, std::initializer_list<std::string_view> moves) {
    for (const std::string_view san : moves) {
        const auto move = parse_san(line.position(), san);
        REQUIRE_MESSAGE(move.has_value(), to_string(move.error()));
        line.play(*move);
    }
}

Move move_of(const Line& line, std::string_view san) { return *parse_san(line.position(), san); }

std::optional<Outcome> outcome_of(std::string_view fen) { return Line(position_of(fen)).outcome(); }

constexpr Outcome draw(Termination termination) { return {termination, std::nullopt}; }

// Calls visit(setup) for every placement of these pieces with one king on the squares of the
// triangle a1-d1-d4, to which every other placement without pawns is symmetric.
template <class Visit>
void for_placements(Piece king, std::vector<Piece> others, Visit visit) {
    const auto place = [&](auto& self, PositionSetup& setup, std::size_t i) -> void {
        if (i == others.size()) return visit(setup);
        for (const Square square : all_squares) {
            Piece& here = setup.board[static_cast<std::size_t>(square.index())];
            if (here != Piece::none) continue;
            here = others[i];
            self(self, setup, i + 1);
            here = Piece::none;
        }
    };
    for (const Square square : {a1, b1, c1, d1, b2, c2, d2, c3, d3, d4}) {
        PositionSetup setup;
        setup.side_to_move = Color::black;
        setup.board[static_cast<std::size_t>(square.index())] = king;
        place(place, setup, 0);
    }
}

// True if Black can stand checkmated with these pieces, its king included, on the board.
bool mate_exists(std::vector<Piece> white, std::vector<Piece> black) {
    std::vector<Piece> others = {Piece::white_king};
    others.insert(others.end(), white.begin(), white.end());
    others.insert(others.end(), black.begin(), black.end());
    bool found = false;
    for_placements(Piece::black_king, others, [&](const PositionSetup& setup) {
        if (found) return;
        const auto position = Position::make(setup, SetupRules::lenient);
        found = position && position->in_check() && !has_legal_move(*position);
    });
    return found;
}

// Every position that can follow one of kings and locked pawns: true if nothing but kings ever
// moves, nothing is captured and nobody is ever in check.
bool stays_locked(const Position& start) {
    std::vector<Position> open = {start};
    std::set<Key> seen = {start.key()};
    while (!open.empty()) {
        const Position position = open.back();
        open.pop_back();
        if (position.in_check()) return false;
        for (const Move move : legal_moves(position)) {
            if (position.piece_on(move.from()) !=
                    make_piece(position.side_to_move(), PieceType::king) ||
                position.is_capture(move))
                return false;
            const Position next = position.after(move);
            if (seen.insert(next.key()).second) open.push_back(next);
        }
    }
    return true;
}

}  // namespace

TEST_CASE("checkmate and stalemate") {
    Line line;
    play(line, {"f3", "e5", "g4"});
    CHECK_FALSE(line.outcome());
    play(line, {"Qh4#"});
    CHECK(line.outcome() == Outcome{Termination::checkmate, Color::black});
    line.undo();
    CHECK_FALSE(line.outcome());
    CHECK(line.moves().size() == 3);

    CHECK(outcome_of("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1") ==
          Outcome{Termination::checkmate, Color::white});
    CHECK(outcome_of("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1") == draw(Termination::stalemate));
    // Checkmate comes before the clock.
    CHECK(outcome_of("R5k1/5ppp/8/8/8/8/8/4K3 b - - 150 99") ==
          Outcome{Termination::checkmate, Color::white});
}

TEST_CASE("repetition") {
    Line line;
    const std::initializer_list<std::string_view> there_and_back = {"Nf3", "Nf6", "Ng1", "Ng8"};
    play(line, there_and_back);
    CHECK(line.occurrences() == 2);
    CHECK_FALSE(line.claim());
    play(line, {"Nf3", "Nf6", "Ng1"});
    CHECK_FALSE(line.claim());
    CHECK(line.claim_with(move_of(line, "Ng8")) == DrawClaim::threefold_repetition);
    CHECK_FALSE(line.claim_with(move_of(line, "Nd5")));
    play(line, {"Ng8"});
    CHECK(line.occurrences() == 3);
    CHECK(line.claim() == DrawClaim::threefold_repetition);
    CHECK_FALSE(line.outcome());
    play(line, there_and_back);
    CHECK_FALSE(line.outcome());
    play(line, there_and_back);
    CHECK(line.outcome() == draw(Termination::fivefold_repetition));
    line.undo();
    CHECK_FALSE(line.outcome());
}

TEST_CASE("positions that only look alike do not repeat") {
    // The right to castle is lost on the way, so the first position never comes back.
    Line line(position_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"));
    play(line, {"Rb1", "Rb8", "Ra1", "Ra8"});
    CHECK(line.occurrences() == 1);
    play(line, {"Rb1", "Rb8", "Ra1", "Ra8"});
    CHECK(line.occurrences() == 2);

    // The right to capture en passant was there the first time only.
    Line passing(position_of("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1"));
    play(passing, {"d5", "Kd1", "Kd8", "Ke1", "Ke8"});
    CHECK(passing.occurrences() == 1);
    // Where the capture was never legal the positions are the same.
    Line passed(position_of("4k3/3p4/8/8/8/8/8/4K3 b - - 0 1"));
    play(passed, {"d5", "Kd1", "Kd8", "Ke1", "Ke8"});
    CHECK(passed.occurrences() == 2);
}

TEST_CASE("the 50-move and 75-move rules") {
    Line line(position_of("4k3/8/8/8/8/8/8/R3K3 w - - 98 80"));
    play(line, {"Ra2"});
    CHECK_FALSE(line.claim());
    CHECK(line.claim_with(move_of(line, "Kd8")) == DrawClaim::fifty_moves);
    play(line, {"Kd8"});
    CHECK(line.claim() == DrawClaim::fifty_moves);
    CHECK_FALSE(line.outcome());

    Line late(position_of("4k3/8/8/8/8/8/8/R3K3 w - - 149 120"));
    CHECK_FALSE(late.outcome());
    play(late, {"Ra2"});
    CHECK(late.outcome() == draw(Termination::seventy_five_moves));
}

TEST_CASE("a finished game leaves nothing to claim, nor does a move that finishes it") {
    for (const char* fen : {
             "R6k/6pp/8/8/8/8/8/K7 b - - 150 90",   // checkmate
             "R6k/6pp/8/8/8/8/8/K7 b - - 100 90",   // the clock of a claim
             "7k/5Q2/6K1/8/8/8/8/8 b - - 100 90",   // stalemate
             "4k3/8/8/8/8/8/8/4K3 w - - 100 90",    // dead
             "4k3/8/8/8/8/8/8/R3K3 w - - 150 120",  // 75 moves
         }) {
        CAPTURE(std::string(fen));
        const Line line(position_of(fen));
        REQUIRE(line.outcome());
        CHECK_FALSE(line.claim());
        for (const Move move : legal_moves(line.position())) CHECK_FALSE(line.claim_with(move));
    }
    const Line mates(position_of("7k/6pp/8/8/8/8/8/KR6 w - - 99 90"));
    CHECK_FALSE(mates.claim_with(move_of(mates, "Rb8#")));
    CHECK(mates.claim_with(move_of(mates, "Rb7")) == DrawClaim::fifty_moves);
    const Line stalemates(position_of("7k/8/6K1/8/8/8/8/5Q2 w - - 99 90"));
    CHECK_FALSE(stalemates.claim_with(move_of(stalemates, "Qf7")));
    CHECK(stalemates.claim_with(move_of(stalemates, "Qf6+")) == DrawClaim::fifty_moves);
}

TEST_CASE("dead positions by material") {
    for (const char* fen : {
             "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
             "4k3/8/8/8/8/8/8/4KN2 w - - 0 1",
             "4k1b1/8/8/8/8/8/8/4K3 w - - 0 1",
             "4kb2/8/8/8/8/4B3/8/4K3 w - - 0 1",
             "4kb2/8/3B4/2B5/1B6/8/8/4K3 w - - 0 1",
         }) {
        CAPTURE(fen);
        const Position position = position_of(fen);
        CHECK(is_dead_position(position));
        CHECK_FALSE(can_win(position, Color::white));
        CHECK_FALSE(can_win(position, Color::black));
        CHECK(outcome_of(fen) == draw(Termination::dead_position));
    }
    for (const char* fen : {
             "4kb2/8/8/8/8/8/4B3/4K3 w - - 0 1",  // bishops of both colours
             "4k3/8/8/8/8/8/8/4KNN1 w - - 0 1",
             "4k1n1/8/8/8/8/8/8/4KN2 w - - 0 1",
             "4k1n1/8/8/8/8/8/8/4KB2 w - - 0 1",
             "4k3/8/8/8/8/8/8/4K2R w - - 0 1",
             "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
         }) {
        CAPTURE(fen);
        CHECK_FALSE(is_dead_position(position_of(fen)));
    }
}

TEST_CASE("locked walls") {
    for (const char* fen : {
             "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1",
             "8/8/3k4/1p1p1p1p/1P1P1P1P/8/8/3K4 b - - 0 1",
             "4k3/8/p1p1p1p1/P1P1P1P1/P1P1P1P1/8/8/4K3 w - - 0 1",  // doubled
         }) {
        CAPTURE(fen);
        CHECK(is_dead_position(position_of(fen)));
        CHECK(stays_locked(position_of(fen)));
        CHECK_FALSE(can_win(position_of(fen), Color::white));
    }
    for (const char* fen : {
             "4k3/8/8/p1p1p3/P1P1P3/8/8/4K3 w - - 0 1",        // round the side
             "4k3/8/8/p1p1p1p1/P1P1P1P1/8/6B1/4K3 w - - 0 1",  // a bishop
             "4k3/8/8/p1p1p1p1/2P1P1P1/8/P7/4K3 w - - 0 1",    // a pawn has a move
             "4k3/8/8/pPp1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1",    // a pawn is free
         }) {
        CAPTURE(fen);
        CHECK_FALSE(is_dead_position(position_of(fen)));
    }
}

TEST_CASE("a wall that one capture en passant opens is not locked") {
    const std::string placement = "4k3/8/4p3/1p1pPp2/pPpP1Pp1/P1P3Pp/7P/4K3 w - ";
    CHECK_FALSE(is_dead_position(position_of(placement + "d6 0 1")));
    CHECK(is_dead_position(position_of(placement + "- 0 1")));
    CHECK(stays_locked(position_of(placement + "- 0 1")));
}

TEST_CASE("random walls: dead is only what stays locked for ever") {
    test::Random random(11);
    int dead = 0, wrong = 0;
    for (int round = 0; round < 200'000; ++round) {
        PositionSetup setup;
        const auto on = [&](int file, int rank) -> Piece& {
            return setup.board[static_cast<std::size_t>(8 * rank + file)];
        };
        for (int file = 0; file < 8; ++file) {
            if (random.below(8) == 0) continue;
            const int rank = 2 + random.below(3);
            on(file, rank) = Piece::white_pawn;
            if (random.below(20) > 0) on(file, rank + 1) = Piece::black_pawn;
            if (random.below(8) == 0) on(file, rank - 1) = Piece::white_pawn;
        }
        for (const Piece king : {Piece::white_king, Piece::black_king}) {
            const int square = random.below(64);
            on(square % 8, square / 8) = king;
        }
        const auto position = Position::make(setup, SetupRules::lenient);
        if (!position || !is_dead_position(*position)) continue;
        ++dead;
        wrong += !stays_locked(*position);
    }
    CHECK(wrong == 0);
    CHECK(dead > 400);
}

TEST_CASE("who can win when a flag falls") {
    const auto white_can = [](std::string_view fen) {
        return can_win(position_of(fen), Color::white);
    };
    CHECK_FALSE(white_can("3qk3/8/8/8/8/8/8/4K3 w - - 0 1"));
    CHECK(white_can("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"));
    CHECK(white_can("4k3/8/8/8/8/8/8/4KNN1 w - - 0 1"));
    CHECK(white_can("4k3/8/8/8/8/8/8/4KBN1 w - - 0 1"));
    CHECK(white_can("4k3/p7/8/8/8/8/8/4KN2 w - - 0 1"));
    CHECK(white_can("4k3/p7/8/8/8/8/8/4KB2 w - - 0 1"));
    CHECK(can_win(position_of("3qk3/8/8/8/8/8/8/4K3 w - - 0 1"), Color::black));
}

TEST_CASE("the mating material is what a search of all placements finds") {
    using enum Piece;
    struct Case {
        std::vector<Piece> white, black;
    };
    const Case cases[] = {
        {{white_knight}, {}},
        {{white_knight}, {black_queen}},
        {{white_knight}, {black_rook}},
        {{white_knight}, {black_bishop}},
        {{white_knight}, {black_knight}},
        {{white_bishop}, {}},
        {{white_bishop}, {black_queen}},
        {{white_bishop}, {black_rook}},
        {{white_bishop}, {black_knight}},
        {{white_knight, white_knight}, {}},
        {{white_knight, white_bishop}, {}},
        {{white_rook}, {}},
    };
    for (const Case& c : cases) {
        // The board's placement does not matter for these pieces.
        PositionSetup setup;
        setup.board[0] = white_king;
        setup.board[63] = black_king;
        for (std::size_t i = 0; i < c.white.size(); ++i) setup.board[16 + i] = c.white[i];
        for (std::size_t i = 0; i < c.black.size(); ++i) setup.board[42 + i] = c.black[i];
        setup.side_to_move = Color::white;
        auto position = Position::make(setup, SetupRules::lenient);
        if (!position) {
            setup.side_to_move = Color::black;
            position = Position::make(setup, SetupRules::lenient);
        }
        REQUIRE(position.has_value());
        CAPTURE(to_fen(*position));
        CHECK(can_win(*position, Color::white) == mate_exists(c.white, c.black));
    }
}

TEST_CASE("random games: repetitions counted by comparing whole positions") {
    long wrong = 0;
    test::Random random(4);
    for (int game = 0; game < 200; ++game) {
        Line line(game % 2 == 0 ? Position::initial()
                                : position_of("4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1"));
        for (int ply = 0; ply < 60; ++ply) {
            const MoveList moves = legal_moves(line.position());
            if (moves.empty()) break;
            // Going back and forth makes repetitions likely.
            Move move = moves[random.below(moves.size())];
            if (line.moves().size() >= 2 && random.below(3) > 0) {
                const Move last = line.moves()[line.moves().size() - 2];
                const Move back(last.to(), last.from());
                if (!last.is_castling() && moves.contains(back)) move = back;
            }
            line.play(move);
            const auto same = [&](const Position& a, const Position& b) {
                PositionSetup x = a.setup(), y = b.setup();
                return x.board == y.board && x.side_to_move == y.side_to_move &&
                       x.castling_rooks == y.castling_rooks && x.en_passant == y.en_passant;
            };
            int count = 0;
            for (int i = 0; i <= static_cast<int>(line.moves().size()); ++i)
                count += same(line.position_after(i), line.position());
            wrong += count != line.occurrences();
        }
    }
    CHECK(wrong == 0);
}
