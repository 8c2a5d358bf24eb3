// `kibitz train` as a person starts it.
#include <fstream>

#include "cli/command_child.hpp"
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

TEST_CASE("train --data takes a folder, as datagen writes it") {
    const test::TemporaryFolder folder;
    const std::string data = folder.path() / "data", run = folder.path() / "run";
    std::filesystem::create_directory(data);
    REQUIRE(write_file(data + "/a.vf", {train::random_games(1, 20, 60)}));
    REQUIRE(write_file(data + "/b.vf", {train::random_games(2, 20, 60)}));
    std::ofstream(data + "/notes.txt") << "no games\n";
    const auto store = [&](const std::string& of) {
        test::CommandChild child({"train", "--data", of, "--out", run, "--only-store"},
                                 folder.path());
        const int code = child.finish();
        return std::pair(code, child.output());
    };
    const auto [code, output] = store(data);
    CAPTURE(output);
    CHECK(code == 0);
    CHECK(output.contains(" positions to train on, "));
    // The files alone make the same store, so that it is not made again.
    test::CommandChild files(
        {"train", "--data", data + "/a.vf", "--data", data + "/b.vf", "--out", run, "--only-store"},
        folder.path());
    CHECK(files.finish() == 0);
    CHECK(output.ends_with(files.output()));

    const std::string empty = folder.path() / "empty";
    std::filesystem::create_directory(empty);
    CHECK(store(empty).first == 2);
    CHECK(store(empty).second.contains("no file in it ends in .vf"));
    std::ofstream(empty + "/scores.epd") << "8/8/8/8/8/5k2/6p1/6K1 w - - ce 0;\n";
    CHECK(store(empty).second.contains("there is no chain file"));
    CHECK(store(data + "@100").second.contains("for a file, not for a folder"));
}

}  // namespace kibitz
