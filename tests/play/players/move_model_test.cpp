// What the move model says of positions, and which bytes are one.
#include "players/people/move_model.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <span>
#include <utility>

#include "chess/fen.hpp"
#include "chess/movegen.hpp"
#include "chess/uci_move.hpp"
#include "platform/core_paths.hpp"
#include "players/people/embedded_files.hpp"
#include "players/people/look_rows.hpp"
#include "players/people/quick_look.hpp"
#include "support/test.hpp"

using namespace kibitz;
using namespace kibitz::players;

namespace {

const StaticEvaluation evaluation = default_core_path().evaluate;

Line line_from(const char* fen, std::initializer_list<const char*> moves = {}) {
    const auto parsed = parse_fen(fen);
    REQUIRE(parsed.has_value());
    Line line(*parsed);
    for (const char* text : moves) line.play(parse_uci(line.position(), text).value());
    return line;
}

LookedAt look_at(const Line& line, const char* move) {
    const Scene scene = scene_of(line, 1);
    const auto looks = quick_look(scene.position, scene.earlier_keys, evaluation);
    return *std::ranges::find(looks, parse_uci(scene.position, move).value(), &LookedAt::move);
}

std::vector<MoveProbability> asked(const Line& line, const Mover& mover = {}) {
    return move_probabilities(*built_in_move_model(), scene_of(line, 1), mover,
                              default_core_path());
}

double probability_of(const Line& line, const char* move, const Mover& mover = {}) {
    const auto all = asked(line, mover);
    return std::ranges::find(all, parse_uci(line.position(), move).value(), &MoveProbability::move)
        ->probability;
}

// The same game with the colours exchanged.
Position mirrored(const Position& position) {
    PositionSetup setup = position.setup(), other = setup;
    for (int i = 0; i < square_count; ++i) {
        const Piece piece = setup.board[static_cast<std::size_t>(i)];
        other.board[static_cast<std::size_t>(Square(i).flip_rank().index())] =
            piece == Piece::none ? piece : make_piece(~color_of(piece), type_of(piece));
    }
    other.castling_rooks = {};
    for (const Square rook : setup.castling_rooks) other.castling_rooks |= rook.flip_rank();
    other.side_to_move = ~setup.side_to_move;
    if (!setup.en_passant.is_none()) other.en_passant = setup.en_passant.flip_rank();
    return Position::make(other).value();
}

constexpr const char* some_positions[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 12",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 40",
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "6k1/5ppp/8/8/8/8/1r3PPP/4R1K1 w - - 0 30",
    "4k3/P7/8/8/8/8/8/4K3 w - - 0 50",
    "4k3/8/8/8/7b/8/8/4K2R w K - 0 50",
};

}  // namespace

TEST_CASE("A look finds mates of both sides, and stalemate") {
    const Line mate = line_from("6k1/5ppp/8/8/8/8/1r3PPP/4R1K1 w - - 0 30");
    CHECK(look_at(mate, "e1e8").mates);
    CHECK(look_at(mate, "e1e8").outcome == look_mate);
    CHECK(look_at(mate, "e1d1").is_mated == false);
    CHECK(look_at(mate, "e1a1").is_mated == false);  // the king has air: f1
    const Line open = line_from("6k1/5ppp/8/8/8/8/1r3PPP/R5K1 w - - 0 30");
    CHECK(look_at(open, "a1a7").is_mated);     // Rb1
    CHECK_FALSE(look_at(open, "a1a8").mates);  // Rb8
    const Line stale = line_from("7k/8/6K1/8/8/8/5Q2/8 w - - 0 60");
    CHECK(look_at(stale, "f2f7").stalemates);
}

TEST_CASE("A look finds what a move loses, wins and threatens") {
    // The knight on f3 is attacked by nothing, the queen can be put where a pawn takes it.
    const Line line = line_from("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
    CHECK(look_at(line, "f3e5").outcome == 100 - 320);
    CHECK(look_at(line, "a2a3").outcome == 0);
    CHECK(look_at(line, "f1a6").outcome <= -200);
    // A pawn's fork is answered by one knight's move; the other is lost for the pawn at most.
    const Line fork = line_from("4k3/8/8/2n1n3/8/3P4/8/7K w - - 0 30");
    CHECK(look_at(fork, "d3d4").threat == 320);
    CHECK(look_at(fork, "d3d4").outcome > 0);
    CHECK(look_at(fork, "h1g1").outcome <= 0);
}

TEST_CASE("Worse than the floor is as bad as the floor") {
    const Line line = line_from("3qk3/8/8/8/8/8/8/3QK3 w - - 0 30");
    const Scene scene = scene_of(line, 1);
    const auto looks = quick_look(scene.position, {}, evaluation);
    const int best = std::ranges::max_element(looks, {}, &LookedAt::outcome)->outcome;
    for (const LookedAt& look : looks) CHECK(look.outcome >= best - look_floor);
}

TEST_CASE("The rows of a move are one of each group") {
    for (const char* fen : some_positions) {
        CAPTURE(fen);
        const Scene scene = scene_of(line_from(fen), 1);
        const auto looks = quick_look(scene.position, scene.earlier_keys, evaluation);
        const auto rows = look_rows(looks);
        REQUIRE(rows.size() == looks.size());
        for (const LookRows& of_move : rows) {
            CHECK(of_move[0] < 10);
            CHECK((of_move[1] >= 10 && of_move[1] < 22));
            CHECK((of_move[2] >= 22 && of_move[2] < 47));
            CHECK((of_move[3] >= 47 && of_move[3] < model_shape::look_rows));
        }
    }
    // A mate, and a knight that a pawn takes for nothing.
    const std::array looks{
        LookedAt{.move = {}, .outcome = look_mate, .standing = 50, .mates = true},
        LookedAt{.move = {}, .outcome = -320, .threat = 100, .standing = 0}};
    const auto rows = look_rows(looks);
    CHECK(rows[0] == LookRows{0, 21, 22, 47 + 12});
    CHECK(rows[1] == LookRows{9, 13, 23, 47 + 4});
}

TEST_CASE("Every legal move has a kind, and moves that share a square have different ones") {
    for (const char* fen : some_positions) {
        CAPTURE(fen);
        const Position position = line_from(fen).position();
        const Color us = position.side_to_move();
        const NetInput input = net_input(scene_of(line_from(fen), 1), {});
        std::map<std::pair<int, int>, std::uint16_t> seen;  // start and kind
        for (const Move move : legal_moves(position)) {
            const std::uint16_t asked = net_move(move, us);
            const int kind = move_kind(asked, input.planes[0]);
            CHECK(kind >= 0);
            CHECK(kind < model_shape::kinds);
            CHECK(seen.emplace(std::pair(asked & 63, kind), asked).second);
        }
    }
    // Straight on by one, a leap, and to the right by three; promotions to all but a knight.
    const auto from_to = [](const char* from, const char* to) {
        return static_cast<std::uint16_t>(Square::parse(from)->index() | Square::parse(to)->index()
                                                                             << 6);
    };
    const std::uint64_t pawns = Bitboard(Square::parse("b7").value()).bits();
    CHECK(move_kind(from_to("e2", "e3"), pawns) == 0);
    CHECK(move_kind(from_to("g1", "h3"), pawns) == 56);
    CHECK(move_kind(from_to("e1", "h1"), pawns) == 2 * 7 + 2);
    CHECK(move_kind(from_to("b7", "a8"), pawns) == 66);
    CHECK(move_kind(static_cast<std::uint16_t>(from_to("b7", "b8") | 3 << 12), pawns) == 67);
    CHECK(move_kind(static_cast<std::uint16_t>(from_to("b7", "c8") | 2 << 12), pawns) == 71);
    CHECK(move_kind(static_cast<std::uint16_t>(from_to("b7", "b8") | 1 << 12), pawns) == 0);
}

TEST_CASE("The model says the same when the colours are exchanged") {
    // The evaluation rounds towards White's zero, so a move may be in the next bin of looks.
    constexpr double one_bin = 0.002;
    for (const char* fen : some_positions) {
        CAPTURE(fen);
        const Line line = line_from(fen);
        const auto all = asked(line), others = asked(Line(mirrored(line.position())));
        REQUIRE(all.size() == others.size());
        for (const MoveProbability& one : all) {
            const auto same = std::ranges::find_if(others, [&](const MoveProbability& other) {
                return other.move.from() == one.move.from().flip_rank() &&
                       other.move.to() == one.move.to().flip_rank() &&
                       other.move.promoted_to() == one.move.promoted_to();
            });
            REQUIRE(same != others.end());
            CHECK(std::abs(same->probability - one.probability) < one_bin);
        }
    }
}

TEST_CASE("Probabilities add up to 1, the likeliest first") {
    for (const char* fen : some_positions) {
        CAPTURE(fen);
        const auto all = asked(line_from(fen));
        double sum = 0;
        for (const MoveProbability& one : all) sum += one.probability;
        CHECK(sum == doctest::Approx(1));
        CHECK(std::ranges::is_sorted(all, std::ranges::greater{}, &MoveProbability::probability));
    }
    CHECK(asked(line_from("7k/5Q2/6K1/8/8/8/8/8 b - - 0 60")).empty());
}

TEST_CASE("The model has learned how people move") {
    const Line start;
    CHECK(asked(start)[0].move == parse_uci(start.position(), "e2e4").value());
    // Of the first moves it learns from half; players have the table of openings for them.
    CHECK(probability_of(start, "e2e4") > 0.3);
    CHECK(probability_of(start, "b1a3") < 0.02);
    // Taking back.
    const Line ruy =
        line_from("r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4", {"b5c6"});
    CHECK(probability_of(ruy, "d7c6") + probability_of(ruy, "b7c6") > 0.9);
    // A mate in one is found the more often, the better the player.
    const Line mate =
        line_from("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4");
    const double weak = probability_of(mate, "h5f7", {.rating = 800});
    const double strong = probability_of(mate, "h5f7", {.rating = 1900});
    CHECK(weak > 0.3);
    CHECK(strong > weak);
}

TEST_CASE("Models of versions before are refused by name") {
    for (const char* mark : {"kbz-move", "kbz-mov2"}) {
        std::vector<std::byte> file(572'444);
        std::ranges::copy(std::as_bytes(std::span(mark, 8)), file.begin());
        const auto read = MoveModel::read(file);
        REQUIRE_FALSE(read.has_value());
        CHECK(read.error().find("an earlier version of Kibitz") != std::string::npos);
        CHECK(read.error().find("people-5.moves") != std::string::npos);
    }
}

TEST_CASE("The two sites' ratings are brought to one scale") {
    CHECK(comparable_rating(1500, RatingSystem::lichess) == 1500);
    CHECK(comparable_rating(1000, RatingSystem::chess_com) == 1350);
    int before = 0;
    for (int rating = 400; rating < 2800; rating += 10) {
        const int comparable = comparable_rating(rating, RatingSystem::chess_com);
        CHECK(comparable > before);
        CHECK(comparable >= rating);
        before = comparable;
    }
}

TEST_CASE("A game's tags say whose ratings it has") {
    CHECK(rating_system_in_tag("RatingSystem", "chess.com") == RatingSystem::chess_com);
    CHECK(rating_system_in_tag("RatingSystem", "lichess") == RatingSystem::lichess);
    CHECK(rating_system_in_tag("Site", "Chess.com") == RatingSystem::chess_com);
    CHECK(rating_system_in_tag("Site", "https://lichess.org/abcdefgh") == RatingSystem::lichess);
    CHECK(rating_system_in_tag("Site", "Hastings") == std::nullopt);
    CHECK(rating_system_in_tag("Event", "A chess.com event at home") == std::nullopt);
}

TEST_CASE("The built-in model can be read and is small; other bytes are refused") {
    const auto file = embedded_move_model();
    constexpr std::size_t most_bytes = 1'000'000;
    CHECK(file.size() <= most_bytes);
    REQUIRE(MoveModel::read(file).has_value());

    CHECK(MoveModel::read({}).error() == "it is too short");
    CHECK(MoveModel::read(file.first(file.size() - 1)).error() == "it has not the right length");
    std::vector<std::byte> bytes(file.begin(), file.end());
    bytes.push_back(std::byte{0});
    CHECK(MoveModel::read(bytes).error() == "it has not the right length");
    bytes[8] ^= std::byte{1};
    CHECK(MoveModel::read(bytes).error() == "it is a model of another shape than this program's");
    bytes[0] ^= std::byte{1};
    CHECK(MoveModel::read(bytes).error() == "it is no move model");
}

TEST_CASE("A foolish model answers with probabilities all the same") {
    const auto file = embedded_move_model();
    constexpr std::size_t header = 32;
    std::uint64_t random = 1;
    for (int round = 0; round < 4; ++round) {
        std::vector<std::byte> bytes(file.begin(), file.end());
        // All weights as large as can be, of one sign or another, or anything.
        for (std::size_t i = header; i < bytes.size(); ++i) {
            random = random * 6364136223846793005U + 1442695040888963407U;
            bytes[i] = round == 0   ? std::byte{0x7f}
                       : round == 1 ? std::byte{0x80}
                                    : static_cast<std::byte>(random >> 56);
        }
        const auto model = MoveModel::read(bytes);
        REQUIRE(model.has_value());
        double sum = 0;
        for (const MoveProbability& one :
             move_probabilities(*model, scene_of(Line(), 1), {}, default_core_path())) {
            CHECK(std::isfinite(one.probability));
            sum += one.probability;
        }
        CHECK(sum == doctest::Approx(1));
    }
    // As many blocks as nobody has.
    std::vector<std::byte> bytes(file.begin(), file.end());
    for (const std::int32_t blocks : {-1, 0, 17, 1 << 30}) {
        std::memcpy(bytes.data() + header - sizeof blocks, &blocks, sizeof blocks);
        CHECK(MoveModel::read(bytes).error() ==
              "it is a model of another shape than this program's");
    }
}

TEST_CASE("What is asked about a rating beyond the last is asked about the last") {
    const Line line =
        line_from("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3");
    CHECK(asked(line, {.rating = 100})[0].probability ==
          asked(line, {.rating = 600})[0].probability);
    CHECK(asked(line, {.rating = 5000})[0].probability ==
          asked(line, {.rating = 2599})[0].probability);
    CHECK(asked(line, {.rating = 900})[0].probability !=
          asked(line, {.rating = 1900})[0].probability);
}
