// `kibitz train` as a person starts it.
#include "command_child.hpp"
#include "train/random_chains.hpp"

namespace kibitz {

TEST_CASE("train --only-store makes the store and no run") {
    const test::TemporaryFolder folder;
    const std::string games = folder.path() / "games.vf", run = folder.path() / "run";
    REQUIRE(write_file(games, {train::random_games(1, 20, 60)}));
    test::CommandChild child({"train", "--data", games, "--out", run, "--only-store"},
                             folder.path());
    CHECK(child.finish() == 0);
    CAPTURE(child.output());
    CHECK(child.output().contains("run/store: "));
    CHECK(child.output().contains(" positions to train on, "));
    CHECK(std::filesystem::exists(run + "/store/store.txt"));
    CHECK(!std::filesystem::exists(run + "/checkpoint.bin"));

    test::CommandChild without_data({"train", "--data", "missing.vf", "--out", run, "--only-store"},
                                    folder.path());
    CHECK(without_data.finish() == 1);
    CHECK(without_data.output().contains("missing.vf"));
}

}  // namespace kibitz
