#include "collection/segment.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "chess/fen.hpp"
#include "chess/movegen.hpp"
#include "collection/detail/position_trees.hpp"
#include "collection/invented_games.hpp"
#include "collection/move_code.hpp"
#include "collection/segment_maker.hpp"
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

// So many games that positions have trees, in few bytes.
std::string invented_starts() {
    std::string pgn;
    for (std::size_t i = 0; i < collection::detail::tree_least_games; ++i)
        pgn += "[Round \"" + std::to_string(i) + "\"]\n\n1. e4 *\n\n";
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

// The games that the index of positions does not rule out.
std::vector<std::size_t> candidates(const Segment& segment, const Position& position) {
    std::vector<bool> marks;
    segment.mark_games_with(position, marks);
    CHECK(marks.size() == segment.size());
    std::vector<std::size_t> games;
    for (std::size_t game = 0; game < marks.size(); ++game)
        if (marks[game]) games.push_back(game);
    return games;
}

}  // namespace

TEST_CASE("the bytes of a move are that move, and no others are") {
    test::Random random(11);
    std::vector<Position> starts;
    for (int i = 0; i < 30; ++i)
        starts.push_back(Position::chess960(static_cast<int>(random.below(960))));
    for (const char* fen :
         {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
          "8/PPPk4/8/8/8/8/4Kppp/8 w - - 0 1", "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
          "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3"})
        starts.push_back(parse_fen(fen, SetupRules::lenient).value());
    for (Position position : starts)
        for (int ply = 0; ply < 100 && has_legal_move(position); ++ply) {
            const MoveList moves = legal_moves(position);
            for (const Move move : moves) {
                std::string bytes;
                append_move(bytes, position, move);
                const auto first = static_cast<std::uint8_t>(bytes[0]);
                CHECK(first != null_move_code);
                CHECK(first != no_move_code);
                collection::detail::ByteReader rest(std::string_view(bytes).substr(1));
                CHECK(read_move(first, rest, position) == move);
                CHECK(rest.at_end());
            }
            for (int byte = 0; byte < 256; ++byte) {
                const auto last = static_cast<char>(random.below(256));
                const std::string bytes = {last, last};
                collection::detail::ByteReader rest(bytes);
                const auto move = read_move(static_cast<std::uint8_t>(byte), rest, position);
                CHECK((!move || std::ranges::find(moves, *move) != moves.end()));
            }
            position.play(test::invented_move(position, random));
        }
}

TEST_CASE("the bytes of moves stay as they are in files that exist") {
    const auto bytes_of = [](const char* fen, Move move) {
        std::string bytes;
        append_move(bytes, parse_fen(fen, SetupRules::lenient).value(), move);
        return bytes;
    };
    const char* const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    CHECK(bytes_of(start, Move(squares::b1, squares::a3)) == "\x21");
    CHECK(bytes_of(start, Move(squares::e2, squares::e4)) == "\xCF");
    CHECK(bytes_of(start, Move(squares::e2, squares::e3)) == "\xC5");
    const char* const open = "r3k2r/8/8/8/8/8/1Q6/R3K2R w KQkq - 0 1";
    CHECK(bytes_of(open, Move(squares::e1, squares::h1, MoveKind::castling)) == "\x09");
    CHECK(bytes_of(open, Move(squares::b2, squares::b8)) == "\x3F");
    CHECK(bytes_of(open, Move(squares::b2, squares::h8)) == "\x31\x3F");
    CHECK(bytes_of("8/P6k/8/8/8/8/8/K7 w - - 0 1",
                   Move::promotion(squares::a7, squares::a8, PieceType::queen)) == "\x19");
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

TEST_CASE("every position of a game is found, whoever is to move") {
    // Null moves and other starts, too.
    const std::string pgn =
        odd_games + invented_text(200) + "[Event \"none\"]\n\n*\n\n1. e4 e5 2. -- d5 *\n";
    const std::string bytes = segment_of(pgn);
    const Segment segment = open(bytes).value();
    std::vector<ReadGame> games;
    for (ReadGame& read : read_games(pgn)) games.push_back(std::move(read));
    std::size_t looked_at = 0, too_many = 0;
    for (std::size_t number = 0; number < games.size(); ++number)
        for (const NodeId node : games[number].game.main_line()) {
            const std::vector<std::size_t> found =
                candidates(segment, games[number].game.position(node));
            CHECK(std::ranges::binary_search(found, number));
            too_many += found.size() - 1;
            ++looked_at;
        }
    // It is an index: most games are ruled out.
    CHECK(too_many < looked_at * games.size() / 4);
}

TEST_CASE("a query finds the same in a segment as in the text") {
    const std::string pgn = invented_text(200);
    const std::vector<ReadGame> games = read_games(pgn);
    SegmentMaker without_index(Positions::not_indexed);
    const Query all;
    Finder adds(all, [&](const FoundGame& game) { without_index.add(game); });
    PgnReader adding(adds);
    adding.feed(pgn);
    adding.finish();
    for (const std::string& bytes : {segment_of(pgn), without_index.make()}) {
        const Segment segment = open(bytes).value();
        for (std::size_t ply = 0; ply < 12; ++ply) {
            const auto line = games[ply].game.main_line();
            if (line.empty()) continue;
            Query query;
            query.positions = {
                {games[ply].game.position(line[std::min(ply, line.size() - 1)]), false}};
            std::vector<std::uint64_t> in_text, in_segment;
            Finder reads(query, [&](const FoundGame& game) { in_text.push_back(game.number); });
            PgnReader reader(reads);
            reader.feed(pgn);
            reader.finish();
            Finder plays(query, [&](const FoundGame& game) { in_segment.push_back(game.number); });
            for (const std::size_t game : candidates(segment, query.positions[0].position)) {
                plays.skip_to(game + 1);
                segment.play(game, plays, &plays.has_enough());
            }
            CHECK_FALSE(in_text.empty());
            CHECK(in_segment == in_text);
        }
    }
    CHECK_FALSE(open(without_index.make())->has_positions());
}

TEST_CASE("games that a recorder was told of are the same as those that are played to it") {
    const std::string pgn = odd_games + invented_text(60) + odd_games;
    // Every third game is left out, which the recorder must forget.
    const auto made = [&](bool is_told) {
        SegmentMaker maker;
        const Query all;
        Finder finder(all, [&](const FoundGame& game) {
            if (game.number % 3 != 0) maker.add(game);
        });
        if (is_told) finder.leave_to(maker.recorder());
        PgnReader reader(finder);
        reader.feed(pgn);
        reader.finish();
        return maker.make();
    };
    CHECK(made(true) == made(false));
}

TEST_CASE("a maker that is cleared begins anew") {
    const Query all;
    SegmentMaker maker;
    Finder finder(all, [&](const FoundGame& game) { maker.add(game); });
    finder.leave_to(maker.recorder());
    PgnReader reader(finder);
    reader.feed(invented_text(20));
    reader.finish();
    maker.clear();
    CHECK(maker.size() == 0);
    reader.feed(odd_games);
    reader.finish();
    CHECK(maker.make().size() == segment_of(odd_games).size());
}

TEST_CASE("a segment knows the opening of each game by its moves") {
    const std::string pgn = odd_games + invented_text(300);
    const std::string bytes = segment_of(pgn);
    const Segment segment = open(bytes).value();
    const auto openings = segment.openings();
    REQUIRE(openings.has_value());
    REQUIRE(openings->size() == segment.size());
    std::size_t named = 0;
    const Query all;
    Finder finder(all, [&](const FoundGame& game) {
        const std::uint16_t number = (*openings)[game.number - 1];
        const auto expected = opening_by_moves(game);
        CHECK((number > 0) == expected.has_value());
        if (number > 0 && expected) CHECK(opening_marks()[number - 1].opening == *expected);
        named += number > 0;
    });
    for (std::size_t game = 0; game < segment.size(); ++game) segment.play(game, finder);
    CHECK(named > 100);
}

TEST_CASE("the tree of each position is what looking at its games gives") {
    const std::string pgn = odd_games + invented_text(1500);
    const std::string bytes = segment_of(pgn);
    const Segment segment = open(bytes).value();
    std::map<Key, Position> positions;
    std::map<Key, std::size_t> games_with;
    for (const ReadGame& read : read_games(pgn)) {
        std::set<Key> keys;
        for (const NodeId node : read.game.main_line()) {
            const Position position = read.game.position(node);
            positions.emplace(position.key(), position);
            keys.insert(position.key());
        }
        for (const Key key : keys) ++games_with[key];
    }
    std::size_t trees = 0, most_games_without = 0;
    for (const auto& [key, position] : positions) {
        const auto stored = segment.tree(key);
        if (!stored) {
            most_games_without = std::max(most_games_without, games_with[key]);
            continue;
        }
        ++trees;
        Query query;
        query.positions = {{position, false}};
        MoveTree added(position), looked_at(position);
        for (const CountedReply& reply : *stored) added.add(reply);
        Finder finder(query, [&](const FoundGame& game) { looked_at.add(game); });
        for (std::size_t game = 0; game < segment.size(); ++game) segment.play(game, finder);
        CHECK(added.total() == looked_at.total());
        const auto branches = added.branches(), expected = looked_at.branches();
        REQUIRE(branches.size() == expected.size());
        for (std::size_t i = 0; i < branches.size(); ++i) {
            CHECK(branches[i].move == expected[i].move);
            CHECK(branches[i].tally == expected[i].tally);
        }
    }
    CHECK(trees > 10);
    CHECK(most_games_without < collection::detail::tree_least_games);
    CHECK(segment.tree(Position::initial().key()).has_value());
}

TEST_CASE("a segment of an earlier version is read as the program read it that wrote it") {
    const auto read = [](const std::string& name) {
        std::ifstream file(test::source_dir() / "tests/data" / name, std::ios::binary);
        return std::string(std::istreambuf_iterator<char>(file), {});
    };
    std::string folder;
    SUBCASE("version 1") { folder = "games-1"; }
    SUBCASE("version 2") { folder = "games-2"; }
    SUBCASE("version 3") { folder = "games-3"; }
    const std::string bytes = read(folder + "/000001.games");
    const std::string pgn = read(folder + ".pgn");
    const Segment segment = open(bytes).value();
    const std::vector<ReadGame> expected = read_games(pgn);
    REQUIRE(segment.size() == expected.size());
    std::size_t number = 0;
    GameBuilder builder([&](const ReadGame& game) {
        CHECK(game.game == expected[number].game);
        CHECK(game.fate == expected[number].fate);
        ++number;
    });
    for (std::size_t i = 0; i < segment.size(); ++i) CHECK(segment.play(i, builder));
    CHECK(number == expected.size());
    for (std::size_t i = 0; i < segment_parts; ++i)
        CHECK(segment.is_whole(static_cast<SegmentPart>(i)));
    CHECK_FALSE(candidates(segment, Position::initial()).empty());
    CHECK(segment.tree(Position::initial().key()).has_value() == (folder != "games-1"));
    CHECK_FALSE(segment.openings().has_value());
    Query of_board;
    of_board.bishops = BishopPattern::same;
    CHECK(segment.board_fits(of_board).has_value() == (folder == "games-3"));
    // The identities are those of today, so that an import leaves these games out.
    KnownGames known;
    segment.add_identities(known);
    const Query all;
    int added = 0;
    Finder finder(all, [&](const FoundGame& game) { added += known.add(game); });
    PgnReader reader(finder);
    reader.feed(pgn);
    reader.finish();
    CHECK(added == 0);
}

TEST_CASE("a segment that is cut off or damaged is refused, or read without harm") {
    const std::string bytes = segment_of(odd_games + invented_text(5) + invented_starts());
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
            CHECK(candidates(*segment, Position::initial()).size() <= segment->size());
            if (const auto openings = segment->openings())
                CHECK(openings->size() == segment->size());
            Query of_board;
            of_board.material = MaterialPattern::parse("Q+vQ+").value();
            if (const auto fits = segment->board_fits(of_board))
                CHECK(fits->size() == segment->size());
            if (const auto tree = segment->tree(Position::initial().key()))
                CHECK(tree->size() <= bytes.size());
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
