#include "collection/segment.hpp"

#include <string>
#include <vector>

#include "chess/fen.hpp"
#include "chess/movegen.hpp"
#include "collection/invented_games.hpp"
#include "collection/move_code.hpp"
#include "support/test.hpp"

using namespace kibitz;
using namespace kibitz::collection;

namespace {

// Every kind of event that a reader has.
constexpr const char* odd_games =
    "; before\n[Event \"a\"]\n[White \"x\"] {between tags}\n[White \"y\"]\n[Foo \"bar\"]\n\n"
    "{start} 1. e4 $1 {good} (1. d4 d5 (1... Nf6 2. c4) 2. c4) (1. c4) e5!? TN 2. -- Nf6 "
    "3. Kh9 rest 1-0\n\n[Event \"b\"]\n[FEN \"8/8 w\"]\n\n1. e4 *\n\n"
    "[Variant \"Atomic\"]\n\n1. e4 *\n\n[Event \"960\"]\n"
    "[FEN \"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9\"]\n\n"
    "9. Nc3 O-O *\n\n1. e4 ; again\n";

std::string invented_text(int games) {
    test::Random random(7);
    std::string pgn;
    for (int i = 0; i < games; ++i) pgn += to_pgn(test::invented_game(random)) + '\n';
    return pgn;
}

std::string segment_of(const std::string& pgn) {
    SegmentMaker maker;
    const Query all;
    Finder finder(all, [&](const FoundGame& game) { maker.add(game); });
    PgnReader reader(finder);
    reader.feed(pgn);
    reader.finish();
    return maker.make();
}

std::expected<Segment, SegmentFault> open(const std::string& bytes) {
    return Segment::open(std::as_bytes(std::span(bytes)));
}

}  // namespace

TEST_CASE("a move is a byte, and the byte is that move") {
    test::Random random(11);
    for (int i = 0; i < 30; ++i) {
        Position position = Position::chess960(static_cast<int>(random.below(960)));
        for (int ply = 0; ply < 100 && has_legal_move(position); ++ply) {
            const MoveList moves = legal_moves(position);
            for (const Move move : moves)
                CHECK(decode_move(position, encode_move(position, move)) == move);
            CHECK_FALSE(decode_move(position, static_cast<std::uint8_t>(moves.size())).has_value());
            position.play(test::invented_move(position, random));
        }
    }
    // The numbers are those of files that exist: a1b1 and so on, in the order of a move's bits.
    CHECK(encode_move(Position::initial(), Move(squares::b1, squares::a3)) == 0);
    CHECK(encode_move(Position::initial(), Move(squares::e2, squares::e4)) == 16);
}

TEST_CASE("a segment gives back all that was read of a game") {
    const std::string pgn = odd_games + invented_text(50);
    const std::vector<ReadGame> expected = read_games(pgn);
    const std::string bytes = segment_of(pgn);
    const Segment segment = open(bytes).value();
    REQUIRE(segment.size() == expected.size());
    std::size_t number = 0;
    GameBuilder builder([&](const ReadGame& read) {
        CHECK(to_pgn(read.game) == to_pgn(expected[number].game));
        CHECK(read.game == expected[number].game);
        CHECK(read.fate == expected[number].fate);
        ++number;
    });
    for (std::size_t i = 0; i < segment.size(); ++i) CHECK(segment.play(i, builder));
    CHECK(number == expected.size());
    for (std::size_t i = 0; i < segment_parts; ++i)
        CHECK(segment.is_whole(static_cast<SegmentPart>(i)));
}

TEST_CASE("a query finds the same in a segment as in the text") {
    const std::string pgn = invented_text(200);
    const std::string bytes = segment_of(pgn);
    const Segment segment = open(bytes).value();
    const std::vector<ReadGame> games = read_games(pgn);
    for (std::size_t ply = 0; ply < 12; ++ply) {
        const auto line = games[ply].game.main_line();
        if (line.empty()) continue;
        Query query;
        query.positions = {{games[ply].game.position(line[std::min(ply, line.size() - 1)]), false}};
        std::vector<std::uint64_t> in_text, in_segment;
        Finder reads(query, [&](const FoundGame& game) { in_text.push_back(game.number); });
        PgnReader reader(reads);
        reader.feed(pgn);
        reader.finish();
        Finder plays(query, [&](const FoundGame& game) { in_segment.push_back(game.number); });
        for (const std::size_t game : segment.candidates(query.positions[0].position.key())) {
            plays.skip_to(game + 1);
            segment.play(game, plays);
        }
        CHECK_FALSE(in_text.empty());
        CHECK(in_segment == in_text);
    }
    CHECK(segment.candidates(parse_fen("8/8/8/8/8/4k3/8/4K2R w - - 0 1")->key()).empty());
}

TEST_CASE("a segment that is cut off or damaged is refused, or read without harm") {
    const std::string bytes = segment_of(odd_games + invented_text(5));
    for (std::size_t size = 0; size < bytes.size(); size += 7)
        CHECK_FALSE(open(bytes.substr(0, size)).has_value());
    CHECK_FALSE(open(bytes + "x").has_value());
    test::Random random(3);
    PgnVisitor nobody;
    int found = 0;
    for (int i = 0; i < 2000; ++i) {
        std::string damaged = bytes;
        damaged[random.below(damaged.size())] = static_cast<char>(random.below(256));
        if (damaged == bytes) continue;
        const auto segment = open(damaged);
        bool is_good = segment.has_value();
        if (segment) {
            for (std::size_t game = 0; game < segment->size(); ++game) segment->play(game, nobody);
            CHECK(segment->candidates(Position::initial().key()).size() <= segment->size());
            for (std::size_t part = 0; part < segment_parts; ++part)
                is_good &= segment->is_whole(static_cast<SegmentPart>(part));
        }
        found += !is_good;
        CHECK_FALSE(is_good);
    }
    CHECK(found > 1900);
}

TEST_CASE("a segment of a later version is not read") {
    std::string bytes = segment_of("1. e4 *\n");
    bytes[8] = static_cast<char>(segment_version + 1);
    const auto segment = open(bytes);
    REQUIRE_FALSE(segment.has_value());
    CHECK(segment.error() == SegmentFault::later_version);
}
