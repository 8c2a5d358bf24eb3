// Reading and writing files of games; shuffling and noticing duplicates.
#include <algorithm>
#include <filesystem>

#include "support/test.hpp"
#include "train/data_report.hpp"
#include "train/duplicate_games.hpp"
#include "train/game_input.hpp"
#include "train/game_output.hpp"
#include "train/game_shuffle.hpp"
#include "train/random_chains.hpp"

namespace kibitz::train {

namespace {

namespace fs = std::filesystem;

std::vector<Chain> some_games(unsigned seed, int count) {
    std::mt19937 random(seed);
    std::vector<Chain> games;
    for (int i = 0; i < count; ++i) games.push_back(random_game(random, 40));
    return games;
}

void write_games(const std::string& path, const std::vector<Chain>& games) {
    const auto output = open_output(path, 3.5);
    REQUIRE(output);
    for (const Chain& game : games) REQUIRE((*output)->add(game));
    REQUIRE((*output)->finish());
}

struct Reading {
    std::vector<Chain> games;
    std::vector<std::string> lines;
    InputTotals totals;
};

Reading read(const std::vector<std::string>& paths) {
    Reading reading;
    const auto files = list_files(paths);
    REQUIRE(files);
    const auto totals = read_games(
        *files, {}, [&](const std::string& line) { reading.lines.push_back(line); },
        [&](Chain game) {
            reading.games.push_back(std::move(game));
            return std::expected<void, std::string>();
        });
    REQUIRE(totals);
    reading.totals = *totals;
    return reading;
}

std::vector<std::vector<std::byte>> encoded(const std::vector<Chain>& games) {
    std::vector<std::vector<std::byte>> records;
    for (const Chain& game : games) append(game, records.emplace_back());
    return records;
}

}  // namespace

TEST_CASE("every format that is written is read again") {
    const TemporaryFolder folder;
    const std::vector<Chain> games = some_games(1, 12);
    for (const char* name : {"a.vf", "a.vf.zst", "a.epd"}) {
        CAPTURE(name);
        write_games(folder / name, games);
        const Reading reading = read({folder / name});
        CHECK(encoded(reading.games) == encoded(games));
        CHECK(reading.lines.empty());
    }
    write_games(folder / "a.pgn", games);
    CHECK(read({folder / "a.pgn"}).games.size() == games.size());
    // A folder is all its files, in the order of their names.
    CHECK(read({folder / ""}).games.size() == 4 * games.size());
}

TEST_CASE("an output that is not finished leaves nothing, one with another name is refused") {
    const TemporaryFolder folder;
    for (const char* name : {"a.vf", "a.vf.zst", "a.epd"}) {
        const auto output = open_output(folder / name, 3.5);
        REQUIRE(output);
        REQUIRE((*output)->add(some_games(1, 1)[0]));
    }
    CHECK(fs::is_empty(folder / ""));
    CHECK_FALSE(open_output(folder / "a.txt", 3.5));
    CHECK_FALSE(open_output(folder / "nowhere/a.vf", 3.5));
}

TEST_CASE("damaged files are named and the rest is read") {
    const TemporaryFolder folder;
    const std::vector<Chain> games = some_games(2, 8);
    write_games(folder / "good.vf", games);
    std::vector<std::byte> bytes = *read_file(folder / "good.vf");
    bytes[40] = std::byte{0xFF};  // a move of the first game
    bytes[41] = std::byte{0xFF};
    REQUIRE(write_file(folder / "bad.vf", {bytes}));
    write_games(folder / "c.vf.zst", games);
    std::vector<std::byte> packed = *read_file(folder / "c.vf.zst");
    packed.resize(packed.size() / 2);
    REQUIRE(write_file(folder / "cut.vf.zst", {packed}));

    const Reading bad = read({folder / "bad.vf"});
    CHECK(bad.games.size() == 7);
    CHECK(bad.totals.damaged == 1);
    REQUIRE(bad.lines.size() == 1);
    CHECK(bad.lines[0].find("bad.vf: record 0") != std::string::npos);

    const Reading mixed = read({folder / "cut.vf.zst", folder / "good.vf"});
    CHECK(mixed.games.size() >= games.size());
    CHECK(mixed.totals.unreadable == 1);
    CHECK(mixed.lines[0].find("cut.vf.zst") != std::string::npos);

    const std::vector<std::string> missing{folder / "missing.vf"};
    CHECK_FALSE(list_files(missing));
}

TEST_CASE("shuffling keeps every game, changes their order, and repeats for a seed") {
    const TemporaryFolder folder;
    const std::vector<Chain> games = some_games(3, 60);
    const auto shuffled = [&](std::uint64_t seed, const std::string& name) {
        auto shuffler = GameShuffler::create(folder / "", seed, 4);
        REQUIRE(shuffler);
        for (const Chain& game : games) REQUIRE(shuffler->add(game));
        const auto output = open_output(folder / name, 3.5);
        REQUIRE(output);
        REQUIRE(shuffler->write(**output));
        REQUIRE((*output)->finish());
        return encoded(read({folder / name}).games);
    };
    const auto original = encoded(games);
    const auto one = shuffled(1, "a.vf"), again = shuffled(1, "b.vf"), other = shuffled(2, "c.vf");
    CHECK(one == again);
    CHECK(one != other);
    CHECK(one != original);
    CHECK(std::ranges::is_permutation(one, original));
}

TEST_CASE("a game is known by its start and moves") {
    std::vector<Chain> games = some_games(4, 3);
    DuplicateGames duplicates;
    for (const Chain& game : games) CHECK_FALSE(duplicates.is_known(game));
    games[0].moves[3].score = 77;
    games[0].result = GameResult::black_won;
    CHECK(duplicates.is_known(games[0]));
    games[1].moves.pop_back();
    CHECK_FALSE(duplicates.is_known(games[1]));
}

TEST_CASE("the report counts games and positions") {
    DataReport report;
    std::size_t positions = 0;
    for (Chain game : some_games(5, 20)) {
        game.moves[0].score = no_score;
        game.moves[1].score = mate_score;
        positions += game.moves.size();
        report.add(game);
    }
    const std::string json = report.json();
    CHECK(json.find("\"games\":20,\"positions\":" + std::to_string(positions)) !=
          std::string::npos);
    CHECK(json.find("\"without_score\":20,\"sure_wins\":20") != std::string::npos);
    CHECK(report.text().find("20 games, " + std::to_string(positions)) != std::string::npos);
}

}  // namespace kibitz::train
