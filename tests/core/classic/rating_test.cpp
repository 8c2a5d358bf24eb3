// The parts of the classic player's rating, each by itself.
#include "classic/rating.hpp"

#include <cmath>

#include "chess/movegen.hpp"
#include "classic/parsed_position.hpp"
#include "support/test.hpp"

using namespace kibitz;
using namespace kibitz::players;
using test::parsed_position;

namespace {

const RatingSettings defaults;

constexpr auto start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

}  // namespace

TEST_CASE("the defaults are those of the specification") {
    CHECK(defaults.intrinsic == RatingPart{1, 3, 3, 5, 9, 1.0});
    CHECK(defaults.attack == RatingPart{1, 3, 3, 5, 10, 0.1});
    CHECK(defaults.defence == RatingPart{1, 3, 3, 5, 9, 0.05});
    CHECK(defaults.check == 1.0);
    CHECK(defaults.checkmate == 10'000.0);
    const ClassicSettings settings;
    CHECK(settings.level == 3);
    CHECK(settings.workers == 4);
    CHECK(settings.final_rate == 0.1);
    CHECK(settings.search == ClassicSearch::tree);
    CHECK_FALSE(settings.seed.has_value());
    CHECK(settings.tree_mb == 512);
    CHECK(check(settings).has_value());
}

TEST_CASE("settings out of range are reported by name") {
    ClassicSettings settings;
    settings.rating.attack.queen = NAN;
    CHECK(check(settings).error().starts_with("attack.queen:"));
    settings = {.level = 0};
    CHECK(check(settings).error() == "level: must be 1 to 32");
    settings = {.workers = 0};
    CHECK_FALSE(check(settings).has_value());
    settings = {.final_rate = -0.1};
    CHECK_FALSE(check(settings).has_value());
    settings = {.tree_mb = 0};
    CHECK_FALSE(check(settings).has_value());
}

TEST_CASE("intrinsic: the pieces' values, kings for nothing") {
    const SideSums sums = intrinsic(parsed_position(start), defaults.intrinsic);
    CHECK(sums.white == 8 + 6 + 6 + 10 + 9);
    CHECK(sums.black == sums.white);
    const SideSums kings =
        intrinsic(parsed_position("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), defaults.intrinsic);
    CHECK(kings.white == 0);
    CHECK(kings.black == 0);
    const SideSums some =
        intrinsic(parsed_position("4k3/1n6/8/8/8/8/QP6/4K2R w - - 0 1"), defaults.intrinsic);
    CHECK(some.white == 9 + 1 + 5);
    CHECK(some.black == 3);
}

TEST_CASE("attack: the attacked piece's value times its attackers") {
    // The rook is attacked by a pawn and a bishop.
    const Links links = count_links(parsed_position("4k3/8/8/3r4/2P5/8/6B1/4K3 w - - 0 1"));
    CHECK(links.by(Color::white, Piece::black_rook) == 2);
    const SideSums sums = attack(links, defaults.attack);
    CHECK(sums.white == 10);
    CHECK(sums.black == 0);
    // A queen counts 10 here; both queens see each other.
    const SideSums queens =
        attack(count_links(parsed_position("3qk3/8/8/8/8/8/8/3QK3 w - - 0 1")), defaults.attack);
    CHECK(queens.white == 10);
    CHECK(queens.black == 10);
}

TEST_CASE("defence: the own piece's value times its defenders") {
    // The knight is defended by pawn and rook, the pawn by nobody, the rook by nobody.
    const SideSums sums = defence(
        count_links(parsed_position("4k3/8/8/3N4/2P5/8/8/3RK3 w - - 0 1")), defaults.defence);
    CHECK(sums.white == 6);
    CHECK(sums.black == 0);
}

TEST_CASE("lines are blocked by the pieces on them") {
    const Links links = count_links(parsed_position("4k3/8/8/r2p3R/8/8/8/4K3 w - - 0 1"));
    CHECK(links.by(Color::white, Piece::black_rook) == 0);
    CHECK(links.by(Color::white, Piece::black_pawn) == 1);
    CHECK(links.by(Color::black, Piece::black_pawn) == 1);
}

TEST_CASE("kings are never attacked, and attack and defend if that is set") {
    const Links links = count_links(parsed_position("8/8/3k4/3p4/3P4/3K4/8/8 w - - 0 1"));
    for (const auto& side : links.seen)
        for (const int count : side) CHECK(count == 0);
    const Links in_check = count_links(parsed_position("4k3/8/8/8/8/8/8/4RK2 b - - 0 1"));
    CHECK(in_check.by(Color::white, Piece::black_king) == 0);
    CHECK(count_links(parsed_position("4k3/8/8/8/8/8/8/4RK2 b - - 0 1"), true)
              .by(Color::white, Piece::black_king) == 0);

    const Links with = count_links(parsed_position("8/8/3k4/3p4/3P4/3K4/8/8 w - - 0 1"), true);
    CHECK(with.by(Color::white, Piece::white_pawn) == 1);
    CHECK(with.by(Color::black, Piece::black_pawn) == 1);
    CHECK(with.by(Color::white, Piece::black_pawn) == 0);
    CHECK(count_links(parsed_position("k7/8/8/8/8/8/5q2/6K1 w - - 0 1"), true)
              .by(Color::white, Piece::black_queen) == 1);

    // At the start a side's defenders are worth 20 without its king and 35 with it.
    RatingSettings settings = defaults;
    CHECK(rating_parts(parsed_position(start), settings).defence.black == 20);
    settings.kings = true;
    CHECK(rating_parts(parsed_position(start), settings).defence.black == 35);
    CHECK(rating_parts(parsed_position(start), settings).defence.white == 35);
}

TEST_CASE("en passant is no attack") {
    const Position with = parsed_position("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2");
    REQUIRE_FALSE(with.en_passant().is_none());
    const Links links = count_links(with);
    CHECK(links.by(Color::white, Piece::black_pawn) == 0);
    CHECK(attack(links, defaults.attack).white == 0);
}

TEST_CASE("pinned pieces attack and defend all the same") {
    const Links links = count_links(parsed_position("4k3/4r3/8/3p4/8/4N3/8/4K3 w - - 0 1"));
    CHECK(links.by(Color::white, Piece::black_pawn) == 1);
}

TEST_CASE("check counts for the side giving it, checkmate instead of it") {
    const Position checked = parsed_position("4k3/8/8/8/8/8/8/4RK2 b - - 0 1");
    CHECK(check(checked, 1).difference() == 1);
    CHECK(checkmate(checked, 10'000).difference() == 0);
    const Position mated = parsed_position("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1");
    CHECK(is_checkmate(mated));
    CHECK(check(mated, 1).difference() == 0);
    CHECK(checkmate(mated, 10'000).difference() == 10'000);
    const Position by_black = parsed_position("4k3/8/8/8/8/8/5PPP/r5K1 w - - 0 1");
    CHECK(checkmate(by_black, 10'000).difference() == -10'000);
    const Position stalemate = parsed_position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    CHECK(check(stalemate, 1).difference() == 0);
    CHECK(checkmate(stalemate, 10'000).difference() == 0);
}

TEST_CASE("the total is the parts times their coefficients") {
    const Position some =
        parsed_position("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4");
    const Rating parts = rating_parts(some, defaults);
    CHECK(parts.total ==
          doctest::Approx(parts.intrinsic.difference() + 0.1 * parts.attack.difference() +
                          0.05 * parts.defence.difference()));
    CHECK(rate(some, defaults) == parts.total);
    CHECK(rate(parsed_position(start), defaults) == doctest::Approx(0));
}

TEST_CASE("a position seen from the other side has the opposite rating") {
    const char* pairs[][2] = {
        {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
         "r3k2r/pppbbppp/2n2q1P/1P2p3/3pn3/BN2PNP1/P1PPQPB1/R3K2R b KQkq - 0 1"},
        {"4k3/8/8/3r4/2P5/8/6B1/4K3 w - - 0 1", "4k3/6b1/8/2p5/3R4/8/8/4K3 b - - 0 1"}};
    for (const auto& [white, black] : pairs)
        CHECK(rate(parsed_position(white), defaults) ==
              doctest::Approx(-rate(parsed_position(black), defaults)));
}

TEST_CASE("the counts agree with asking every square who attacks it") {
    Position p = Position::initial();
    std::uint64_t state = 1;
    for (int ply = 0; ply < 120; ++ply) {
        const MoveList moves = legal_moves(p);
        if (moves.empty()) break;
        state = state * 6364136223846793005ull + 1442695040888963407ull;
        p.play(moves[static_cast<int>((state >> 33) % static_cast<std::uint64_t>(moves.size()))]);
        for (const bool kings : {false, true}) {
            Links slow;
            for (const Square square : p.occupied() & ~p.pieces(PieceType::king)) {
                Bitboard attackers = p.attackers_to(square);
                if (!kings) attackers = attackers & ~p.pieces(PieceType::king);
                const auto piece = static_cast<std::size_t>(index(p.piece_on(square)));
                slow.seen[0][piece] += (attackers & p.pieces(Color::white)).count();
                slow.seen[1][piece] += (attackers & p.pieces(Color::black)).count();
            }
            CHECK(count_links(p, kings).seen == slow.seen);
        }
    }
}
