#include "train/chain.hpp"

#include <random>

#include "chess/movegen.hpp"
#include "support/test.hpp"
#include "train/zstd_stream.hpp"

namespace kibitz::train {

namespace {

// A random game of at most `plies` plies.
Chain random_chain(std::mt19937& random, int plies) {
    Chain chain;
    chain.start = Position::chess960(static_cast<int>(random() % 960));
    chain.result = static_cast<GameResult>(random() % 3);
    chain.origin = {.chess960 = true,
                    .source = static_cast<ChainSource>(random() % 4),
                    .is_line = random() % 2 == 0};
    Position position = chain.start;
    for (int ply = 0; ply < plies; ++ply) {
        const MoveList moves = legal_moves(position);
        if (moves.empty()) break;
        const Move move = moves[static_cast<int>(random() % static_cast<unsigned>(moves.size()))];
        chain.moves.push_back({move, static_cast<ChainScore>(random())});
        position.play(move);
    }
    return chain;
}

void check_equal(const Chain& a, const Chain& b) {
    CHECK(a.start == b.start);
    CHECK(a.result == b.result);
    CHECK(a.origin == b.origin);
    CHECK(a.moves == b.moves);
}

std::vector<std::byte> three_records(std::vector<Chain>& chains) {
    std::mt19937 random(7);
    std::vector<std::byte> bytes;
    for (int i = 0; i < 3; ++i) {
        chains.push_back(random_chain(random, 40));
        append(chains.back(), bytes);
    }
    return bytes;
}

}  // namespace

TEST_CASE("positions along random games survive packing") {
    std::mt19937 random(1);
    for (int game = 0; game < 50; ++game) {
        const Chain chain = random_chain(random, 150);
        Position position = chain.start;
        for (const auto& [move, score] : chain.moves) {
            const PackedHeader packed = pack({position, chain.result, chain.origin});
            const auto header = unpack(packed);
            REQUIRE(header);
            CHECK(header->start == position);
            CHECK(header->result == chain.result);
            CHECK(header->origin == chain.origin);
            CHECK(pack(*header) == packed);
            position.play(move);
        }
    }
}

TEST_CASE("the start position has the bytes the format says") {
    const PackedHeader packed = pack({Position::initial(), GameResult::white_won, {}});
    CHECK(packed[0] == std::byte{0xFF});
    CHECK(packed[2] == std::byte{0x00});
    CHECK(packed[8] == std::byte{0x16});   // a1 a rook that may castle, b1 a knight
    CHECK(packed[16] == std::byte{0x88});  // two black pawns
    CHECK(packed[24] == std::byte{64});    // White to move, no en passant
    CHECK(packed[26] == std::byte{1});
    CHECK(packed[30] == std::byte{2});
}

TEST_CASE("records are read back as they were written") {
    std::vector<Chain> chains;
    const std::vector<std::byte> bytes = three_records(chains);
    MemorySource source(bytes);
    ChainReader reader(source);
    for (const Chain& expected : chains) {
        const auto chain = reader.next();
        REQUIRE(chain);
        REQUIRE(*chain);
        check_equal(**chain, expected);
    }
    CHECK(!reader.next());
    CHECK(reader.record() == 3);
    CHECK(reader.byte() == bytes.size());
}

TEST_CASE("a damaged header costs its record alone") {
    std::vector<Chain> chains;
    std::vector<std::byte> bytes = three_records(chains);
    const std::size_t second = 36 + 4 * chains[0].moves.size();
    bytes[second + 30] = std::byte{9};
    MemorySource source(bytes);
    ChainReader reader(source);
    check_equal(**reader.next(), chains[0]);
    const auto damaged = reader.next();
    REQUIRE(damaged);
    REQUIRE(!*damaged);
    CHECK(damaged->error().fault == ChainFault::result_code);
    CHECK(damaged->error().record == 1);
    CHECK(damaged->error().byte == second + 30);
    const auto third = reader.next();
    REQUIRE(third);
    REQUIRE(*third);
    check_equal(**third, chains[2]);
    CHECK(!reader.next());
}

TEST_CASE("an illegal move costs its record alone") {
    std::vector<Chain> chains;
    std::vector<std::byte> bytes = three_records(chains);
    const std::size_t move = 32 + 4 * 5;
    bytes[move] = bytes[move + 1] = std::byte{0xFF};
    MemorySource source(bytes);
    ChainReader reader(source);
    const auto damaged = reader.next();
    REQUIRE(damaged);
    REQUIRE(!*damaged);
    CHECK(damaged->error().fault == ChainFault::illegal_move);
    CHECK(damaged->error().byte == move);
    check_equal(**reader.next(), chains[1]);
    check_equal(**reader.next(), chains[2]);
    CHECK(!reader.next());
}

TEST_CASE("cut-off data give an error, then the end") {
    std::vector<Chain> chains;
    std::vector<std::byte> bytes = three_records(chains);
    bytes.resize(bytes.size() - 6);
    MemorySource source(bytes);
    ChainReader reader(source);
    CHECK(*reader.next());
    CHECK(*reader.next());
    const auto cut = reader.next();
    REQUIRE(cut);
    REQUIRE(!*cut);
    CHECK(cut->error().fault == ChainFault::cut_off);
    CHECK(!reader.next());
}

TEST_CASE("random bytes are refused without harm") {
    std::mt19937 random(3);
    std::vector<std::byte> bytes(1 << 16);
    for (std::byte& byte : bytes) byte = static_cast<std::byte>(random() % 7 == 0 ? random() : 0);
    MemorySource source(bytes);
    ChainReader reader(source);
    int records = 0;
    while (reader.next()) ++records;
    CHECK(records > 0);
    CHECK(reader.byte() == bytes.size());
}

TEST_CASE("a missing file is an error in words") {
    const auto source = open_data_file("no/such/file.vf");
    REQUIRE(!source);
    CHECK(source.error().find("no/such/file.vf") == 0);
}

}  // namespace kibitz::train
