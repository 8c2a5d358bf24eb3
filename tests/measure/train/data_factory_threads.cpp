#include <filesystem>
#include <set>

#include "support/test.hpp"
#include "train/check_shard.hpp"
#include "train/data_factory.hpp"
#include "train/random_chains.hpp"
#include "train/shard.hpp"

namespace kibitz::train {

namespace {

namespace fs = std::filesystem;

FactoryOptions quick_options(const std::string& folder) {
    FactoryOptions options;
    options.folder = folder;
    options.threads = 2;
    options.seed = 7;
    options.games = 6;
    options.shard_games = 2;
    options.search.hash_mb = 1;
    options.play.soft_nodes = 30;
    options.play.hard_nodes = 60;
    options.play.verification_nodes = 30;
    options.play.max_plies = 60;
    return options;
}

FactoryProgress run(const FactoryOptions& options) {
    const std::atomic<bool> never = false;
    const FactoryObserver observer{.report = [](const std::string&) {},
                                   .progress = [](const FactoryProgress&) {}};
    const auto done = run_factory(options, observer, never);
    REQUIRE(done);
    return *done;
}

// The games of all shards, which are checked; each game once.
std::multiset<std::vector<std::byte>> games_in(const std::string& folder) {
    std::multiset<std::vector<std::byte>> games;
    for (const auto& entry : fs::directory_iterator(folder)) {
        const std::string path = entry.path().string();
        CHECK_FALSE(path.ends_with(".part"));
        if (!path.ends_with(".zst")) continue;
        const auto summary = check_shard(path);
        REQUIRE(summary);
        const auto source = open_data_file(path);
        ChainReader reader(**source);
        while (const auto game = reader.next()) {
            REQUIRE(*game);
            std::vector<std::byte> bytes;
            append(**game, bytes);
            games.insert(bytes);
        }
    }
    return games;
}

}  // namespace

TEST_CASE("the factory plays the games asked for, and the same command continues") {
    const TemporaryFolder folder;
    FactoryOptions options = quick_options(folder / "data");
    const FactoryProgress done = run(options);
    CHECK(done.games == 6);
    CHECK(done.results[0] + done.results[1] + done.results[2] == 6);
    CHECK(games_in(options.folder).size() == 6);

    options.games = 9;
    const FactoryProgress more = run(options);
    CHECK(more.earlier_games == 6);
    CHECK(more.games == 3);
    const auto all = games_in(options.folder);
    CHECK(all.size() == 9);
    // No game was played twice.
    CHECK(std::set(all.begin(), all.end()).size() == 9);
    CHECK(run(options).games == 0);
}

TEST_CASE("a run that is stopped keeps the games it has finished") {
    const TemporaryFolder folder;
    FactoryOptions options = quick_options(folder / "data");
    options.games = 0;
    std::atomic<bool> stop = false;
    const FactoryObserver observer{.report = [](const std::string&) {},
                                   .progress =
                                       [&](const FactoryProgress& now) {
                                           if (now.games >= 1) stop = true;
                                       }};
    const auto done = run_factory(options, observer, stop);
    REQUIRE(done);
    CHECK(done->games >= 1);
    CHECK(games_in(options.folder).size() == done->games);
}

TEST_CASE("a folder that cannot be written is named") {
    const TemporaryFolder folder;
    REQUIRE(write_file(folder / "file", {}));
    const std::atomic<bool> never = false;
    const FactoryObserver observer{.report = [](const std::string&) {},
                                   .progress = [](const FactoryProgress&) {}};
    const auto done = run_factory(quick_options(folder / "file"), observer, never);
    REQUIRE_FALSE(done);
    CHECK(done.error().find("file") != std::string::npos);
}

}  // namespace kibitz::train
