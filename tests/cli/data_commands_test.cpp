// kibitz datagen, data and tune as a person runs them.
#include <fstream>

#include "cli/command_child.hpp"

namespace kibitz::test {

namespace {

struct Ended {
    int code;
    std::string output;
};

Ended run(const TemporaryFolder& folder, std::vector<std::string> arguments) {
    CommandChild child(arguments, folder.path());
    child.close_input();
    const int code = child.finish();
    return {code, child.output()};
}

bool says(const Ended& ended, std::string_view text) {
    return ended.output.find(text) != std::string::npos;
}

}  // namespace

TEST_CASE("games are made, looked at and converted there and back") {
    const TemporaryFolder folder;
    const std::string data = folder.path() / "data", epd = folder.path() / "a.epd",
                      back = folder.path() / "b.vf.zst";
    const Ended made = run(folder, {"datagen", "--out", data, "--games", "3", "--nodes", "50",
                                    "--seed", "1", "--hash", "1"});
    CAPTURE(made.output);
    CHECK(made.code == 0);
    CHECK(says(made, "3 games of 3"));
    CHECK(says(made, "an hour and core"));

    const Ended looked = run(folder, {"data", "inspect", data});
    CHECK(looked.code == 0);
    CHECK(says(looked, "3 games, "));
    CHECK(run(folder, {"data", "convert", data, "--out", epd}).code == 0);
    CHECK(run(folder, {"data", "convert", epd, "--out", back}).code == 0);
    const Ended both = run(folder, {"data", "dedup", data, back, "--out", folder.path() / "c.vf"});
    CHECK(both.code == 0);
    CHECK(says(both, "3 games met before"));
}

TEST_CASE("a killed run keeps the games it has finished, and the next one goes on") {
    const TemporaryFolder folder;
    const std::string data = folder.path() / "data";
    CommandChild killed({"datagen", "--out", data, "--nodes", "20", "--seed", "1", "--hash", "1",
                         "--max-plies", "40"},
                        folder.path());
    REQUIRE(killed.wait_for(" positions, "));  // told after a second
    killed.signal(SIGKILL);
    CHECK(killed.finish() == -SIGKILL);
    const Ended next = run(folder, {"datagen", "--out", data, "--games", "2", "--seed", "1"});
    CAPTURE(next.output);
    CHECK(next.code == 0);
    CHECK(says(next, "recovered"));
    const Ended looked = run(folder, {"data", "inspect", data});
    CHECK(looked.code == 0);
    CHECK_FALSE(says(looked, "left out"));
}

TEST_CASE("wrong words and damaged files are answered in words") {
    const TemporaryFolder folder;
    const std::string rubbish = folder.path() / "rubbish.vf", out = folder.path() / "out.vf";
    std::ofstream(rubbish) << "this is no training data, though long enough for a header";
    const Ended damaged = run(folder, {"data", "merge", rubbish, "--out", out});
    CHECK(damaged.code == 1);
    CHECK(says(damaged, "rubbish.vf: record 0"));
    CHECK(says(damaged, "there is no game to write"));
    CHECK_FALSE(std::filesystem::exists(out));

    CHECK(says(run(folder, {"data", "boil"}), "no command \"boil\""));
    CHECK(says(run(folder, {"data", "merge", "nowhere", "--out", out}), "no such file"));
    CHECK(says(run(folder, {"data", "rescore", rubbish, "--out", out}), "--nodes N or --syzygy"));
    CHECK(says(run(folder, {"datagen", "--out", out, "--random-plies", "9-8"}), "--random-plies"));
    CHECK(run(folder, {"datagen"}).code == 2);
    CHECK(says(run(folder, {"tune", "--parameters", "luck"}), "no parameter \"luck\""));
    CHECK(says(run(folder, {"tune", "--list"}), "reduction_offset"));
}

}  // namespace kibitz::test
