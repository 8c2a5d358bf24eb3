// kibitz datagen, data and tune as a person runs them.
#include <fstream>

#include "cli/command_child.hpp"

namespace kibitz::test {

TEST_CASE("games are made, looked at and converted there and back") {
    const TemporaryFolder folder;
    const std::string data = folder.path() / "data", epd = folder.path() / "a.epd",
                      back = folder.path() / "b.vf.zst";
    const Ended made = run_command(folder, {"datagen", "--out", data, "--games", "3", "--nodes",
                                            "50", "--seed", "1", "--hash", "1"});
    CAPTURE(made.output);
    CHECK(made.code == 0);
    CHECK(made.says("3 games of 3"));
    CHECK(made.says("an hour and core"));

    const Ended looked = run_command(folder, {"data", "inspect", data});
    CHECK(looked.code == 0);
    CHECK(looked.says("3 games, "));
    CHECK(run_command(folder, {"data", "convert", data, "--out", epd}).code == 0);
    CHECK(run_command(folder, {"data", "convert", epd, "--out", back}).code == 0);
    const Ended both =
        run_command(folder, {"data", "dedup", data, back, "--out", folder.path() / "c.vf"});
    CHECK(both.code == 0);
    CHECK(both.says("3 games met before"));
}

TEST_CASE("another engine scores the games, and one that fails is blamed") {
    const TemporaryFolder folder;
    const std::string data = folder.path() / "data", out = folder.path() / "out.vf";
    REQUIRE(run_command(folder, {"datagen", "--out", data, "--games", "2", "--nodes", "50",
                                 "--seed", "1", "--hash", "1"})
                .code == 0);
    const auto rescore = [&](const std::string& engine, const std::vector<std::string>& more) {
        std::vector<std::string> words{"data", "rescore", data, "--out", out, "--engine", engine};
        words.insert(words.end(), more.begin(), more.end());
        return run_command(folder, words);
    };
    const std::string engine = program("kibitz").string() + " uci";
    const Ended scored = rescore(
        engine, {"--nodes", "200", "--option", "Hash=1", "--sparse", "2", "--threads", "2"});
    CAPTURE(scored.output);
    CHECK(scored.code == 0);
    CHECK(scored.says("2 games from"));
    CHECK_FALSE(scored.says("changed by 0 units"));
    CHECK(run_command(folder, {"data", "inspect", out}).says("\n2 games, "));
    const Ended more = rescore(engine, {"--nodes", "200", "--alternatives", "1"});
    CAPTURE(more.output);
    CHECK(more.code == 0);
    CHECK_FALSE(run_command(folder, {"data", "inspect", out}).says("\n2 games, "));
    std::filesystem::remove(out);

    CHECK(rescore(engine, {}).says("give --nodes N"));
    CHECK(rescore("nowhere", {"--nodes", "9"}).code == 2);
    CHECK(rescore(engine, {"--nodes", "9", "--sparse", "0"}).says("--sparse"));
    const Ended died =
        rescore(program("fake_engine").string() + " exits after=5", {"--nodes", "9"});
    CAPTURE(died.output);
    CHECK(died.code == 1);
    CHECK(died.says("exit code 3"));
    CHECK_FALSE(std::filesystem::exists(out));
}

TEST_CASE("a killed run keeps the games it has finished, and the next one continues") {
    const TemporaryFolder folder;
    const std::string data = folder.path() / "data";
    CommandChild killed({"datagen", "--out", data, "--nodes", "20", "--seed", "1", "--hash", "1",
                         "--max-plies", "40"},
                        folder.path());
    REQUIRE(killed.wait_for(" positions, "));  // told after a second
    killed.signal(SIGKILL);
    CHECK(killed.finish() == -SIGKILL);
    const Ended next =
        run_command(folder, {"datagen", "--out", data, "--games", "2", "--seed", "1"});
    CAPTURE(next.output);
    CHECK(next.code == 0);
    CHECK(next.says("recovered"));
    const Ended looked = run_command(folder, {"data", "inspect", data});
    CHECK(looked.code == 0);
    CHECK_FALSE(looked.says("left out"));
}

TEST_CASE("wrong words and damaged files are answered in words") {
    const TemporaryFolder folder;
    const std::string rubbish = folder.path() / "rubbish.vf", out = folder.path() / "out.vf";
    std::ofstream(rubbish) << "this is no training data, though long enough for a header";
    const Ended damaged = run_command(folder, {"data", "merge", rubbish, "--out", out});
    CHECK(damaged.code == 1);
    CHECK(damaged.says("rubbish.vf: record 0"));
    CHECK(damaged.says("there is no game to write"));
    CHECK_FALSE(std::filesystem::exists(out));

    CHECK(run_command(folder, {"data", "boil"}).says("no command \"boil\""));
    CHECK(run_command(folder, {"data", "merge", "nowhere", "--out", out}).says("no such file"));
    CHECK(run_command(folder, {"data", "rescore", rubbish, "--out", out})
              .says("give --nodes N, --stockfish-network FILE or --syzygy PATH"));
    CHECK(run_command(folder,
                      {"data", "rescore", rubbish, "--out", out, "--stockfish-network", rubbish})
              .says("--stockfish-network: it is no network of Stockfish"));
    CHECK(run_command(folder, {"data", "rescore", rubbish, "--out", out, "--stockfish-network",
                               rubbish, "--nodes", "9"})
              .says("excludes"));
    CHECK(run_command(folder, {"data", "rescore", rubbish, "--out", out, "--syzygy", folder.path(),
                               "--alternatives", "0.5"})
              .says("--alternatives needs"));
    CHECK(run_command(folder, {"datagen", "--out", out, "--random-plies", "9-8"})
              .says("--random-plies"));
    CHECK(run_command(folder, {"datagen"}).code == 2);
    CHECK(run_command(folder, {"tune", "--parameters", "luck"}).says("no parameter \"luck\""));
    CHECK(run_command(folder, {"tune", "--list"}).says("reduction_offset"));
}

}  // namespace kibitz::test
