#include "train/shard.hpp"

#include <sys/resource.h>

#include <csignal>
#include <filesystem>

#include "support/test.hpp"
#include "train/check_shard.hpp"
#include "train/random_chains.hpp"

namespace kibitz::train {

namespace {

namespace fs = std::filesystem;

std::vector<Chain> some_games(unsigned seed, int count) {
    std::mt19937 random(seed);
    std::vector<Chain> games;
    for (int i = 0; i < count; ++i) games.push_back(random_game(random, 60));
    return games;
}

std::vector<Chain> read_games(const std::string& path) {
    const auto source = open_data_file(path);
    REQUIRE(source);
    ChainReader reader(**source);
    std::vector<Chain> games;
    while (auto game = reader.next()) {
        REQUIRE(*game);
        games.push_back(**game);
    }
    return games;
}

void check_same(const std::vector<Chain>& a, const std::vector<Chain>& b) {
    REQUIRE(a.size() == b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
        CHECK(a[i].start == b[i].start);
        CHECK(a[i].moves == b[i].moves);
        CHECK(a[i].result == b[i].result);
    }
}

void write(const std::string& path, std::span<const std::byte> bytes) {
    REQUIRE(write_file(path, {bytes}));
}

std::vector<std::string> recover(const std::string& folder) {
    std::vector<std::string> lines;
    REQUIRE(recover_shards(folder, [&](const std::string& line) { lines.push_back(line); }));
    return lines;
}

// No file can grow beyond so many bytes: as if the disk were full.
class FileSizeLimit {
   public:
    explicit FileSizeLimit(rlim_t bytes) {
        std::signal(SIGXFSZ, SIG_IGN);
        ::getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit limit{.rlim_cur = bytes, .rlim_max = before_.rlim_max};
        REQUIRE(::setrlimit(RLIMIT_FSIZE, &limit) == 0);
    }
    ~FileSizeLimit() { ::setrlimit(RLIMIT_FSIZE, &before_); }
    FileSizeLimit(const FileSizeLimit&) = delete;
    FileSizeLimit& operator=(const FileSizeLimit&) = delete;

   private:
    rlimit before_{};
};

}  // namespace

TEST_CASE("a shard holds the games that were added, and says how many") {
    const TemporaryFolder folder;
    const std::vector<Chain> games = some_games(1, 20);
    auto shard = GrowingShard::create(folder / "a");
    REQUIRE(shard);
    std::uint64_t moves = 0;
    for (const Chain& game : games) {
        REQUIRE(shard->add(game));
        moves += game.moves.size();
    }
    CHECK(fs::exists(folder / "a.vf.part"));
    CHECK_FALSE(fs::exists(folder / "a.vf.zst"));
    REQUIRE(shard->finish());
    CHECK_FALSE(fs::exists(folder / "a.vf.part"));
    check_same(read_games(folder / "a.vf.zst"), games);
    const auto summary = check_shard(folder / "a.vf.zst");
    REQUIRE(summary);
    CHECK(summary->games == 20);
    CHECK(summary->moves == moves);
    CHECK(read_shard_summary(folder / "a.vf.zst") == *summary);
}

TEST_CASE("a shard without games leaves nothing behind") {
    const TemporaryFolder folder;
    auto shard = GrowingShard::create(folder / "a");
    REQUIRE(shard);
    REQUIRE(shard->finish());
    CHECK(fs::is_empty(folder / ""));
}

TEST_CASE("two writers cannot have the same shard") {
    const TemporaryFolder folder;
    const auto first = GrowingShard::create(folder / "a");
    REQUIRE(first);
    const auto second = GrowingShard::create(folder / "a");
    REQUIRE_FALSE(second);
    CHECK(second.error().find("a.vf.part") != std::string::npos);
}

TEST_CASE("every damaged byte of a shard and every cut is noticed") {
    const TemporaryFolder folder;
    auto writer = ShardWriter::create(folder / "a.vf.zst");
    REQUIRE(writer);
    for (const Chain& game : some_games(2, 3)) REQUIRE(writer->add(game));
    REQUIRE(writer->finish());
    const auto whole = read_file(folder / "a.vf.zst");
    REQUIRE(whole);
    for (std::size_t at = 0; at < whole->size(); at += 7) {
        CAPTURE(at);
        std::vector<std::byte> damaged = *whole;
        damaged[at] ^= std::byte{0x10};
        write(folder / "b.vf.zst", damaged);
        CHECK_FALSE(check_shard(folder / "b.vf.zst"));
        write(folder / "b.vf.zst", std::span(*whole).first(at));
        CHECK_FALSE(read_shard_summary(folder / "b.vf.zst"));
    }
}

TEST_CASE("a shard that is not finished leaves nothing behind") {
    const TemporaryFolder folder;
    {
        auto writer = ShardWriter::create(folder / "a.vf.zst");
        REQUIRE(writer);
        REQUIRE(writer->add(some_games(1, 1)[0]));
    }
    CHECK(fs::is_empty(folder / ""));
}

TEST_CASE("a full disk costs the game it has no room for and nothing else") {
    const TemporaryFolder folder;
    const std::vector<Chain> games = some_games(6, 12);
    auto shard = GrowingShard::create(folder / "a");
    REQUIRE(shard);
    std::size_t written = 0;
    {
        const FileSizeLimit limit(1'000);
        while (written < games.size() && shard->add(games[written])) ++written;
        const auto again = shard->add(games[written]);
        REQUIRE_FALSE(again);
        CHECK(again.error().find("a.vf.part") != std::string::npos);
    }
    CHECK(written > 1);
    CHECK(written < games.size());
    // Room again: the shard goes on where it was.
    REQUIRE(shard->add(games[written]));
    REQUIRE(shard->finish());
    check_same(read_games(folder / "a.vf.zst"),
               {games.begin(), games.begin() + static_cast<std::ptrdiff_t>(written) + 1});
}

TEST_CASE("what a killed process left is recovered up to the torn game") {
    const TemporaryFolder folder;
    const std::vector<Chain> games = some_games(3, 5);
    std::vector<std::byte> records;
    for (const Chain& game : games) append(game, records);
    write(folder / "torn.vf.part", std::span(records).first(records.size() - 10));
    write(folder / "whole.vf.part", records);
    write(folder / "hopeless.vf.part", std::span(records).first(50));
    CHECK(recover(folder / "").size() == 3);
    check_same(read_games(folder / "whole.vf.zst"), games);
    check_same(read_games(folder / "torn.vf.zst"), {games.begin(), games.end() - 1});
    CHECK(check_shard(folder / "torn.vf.zst"));
    CHECK_FALSE(fs::exists(folder / "hopeless.vf.zst"));
    CHECK_FALSE(fs::exists(folder / "hopeless.vf.part"));
    CHECK(recover(folder / "").empty());
}

TEST_CASE("a shard that is being written is not recovered") {
    const TemporaryFolder folder;
    const std::vector<Chain> games = some_games(4, 2);
    auto shard = GrowingShard::create(folder / "a");
    REQUIRE(shard);
    REQUIRE(shard->add(games[0]));
    CHECK(recover(folder / "").empty());
    REQUIRE(shard->add(games[1]));
    REQUIRE(shard->finish());
    check_same(read_games(folder / "a.vf.zst"), games);
}

}  // namespace kibitz::train
