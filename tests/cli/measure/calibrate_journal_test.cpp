// `kibitz calibrate`: plays, rates, goes on, and does not mix the games of different players.
#include <fstream>
#include <string>
#include <vector>

#include "cli/command_child.hpp"
#include "support/test.hpp"

namespace kibitz::cli {
namespace {

using test::TemporaryFolder;

bool has(const std::string& text, std::string_view part) { return text.contains(part); }

// Two players that play anything at once.
class Calibration {
   public:
    Calibration() {
        write_player("anchor.toml", "anchor = true\nrating = 500", 1);
        write_player("other.toml", "rating = 400", 2);
    }
    void write_player(const std::string& file, const std::string& lines, int seed) const {
        std::ofstream(folder_.path() / file) << "name = \"" << file << "\"\nkind = \"random\"\n"
                                             << lines << "\n[random]\nseed = " << seed << "\n";
    }
    [[nodiscard]] std::string path(const std::string& file) const { return folder_.path() / file; }

    // With these players' files; the exit status and what was said.
    std::pair<int, std::string> run(const std::vector<std::string>& files,
                                    const std::vector<std::string>& options) const {
        std::vector<std::string> arguments{"calibrate", "--journal", path("journal")};
        for (const std::string& file : files) arguments.push_back(path(file));
        arguments.insert(arguments.end(), options.begin(), options.end());
        const test::Ended ended = test::run_command(folder_, arguments);
        return {ended.code, ended.output};
    }
    [[nodiscard]] int games() const {
        std::ifstream journal(path("journal"));
        int lines = 0;
        for (std::string line; std::getline(journal, line);) ++lines;
        return lines - 1;
    }

   private:
    TemporaryFolder folder_;
};

TEST_CASE("a calibration continues with the games of its journal") {
    const Calibration calibration;
    const std::vector<std::string> both{"anchor.toml", "other.toml"};
    const auto [status, said] = calibration.run(both, {"--rounds", "2", "--write"});
    CHECK(status == 0);
    CHECK(has(said, "| anchor.toml |"));
    CHECK(calibration.games() == 4);
    SUBCASE("also when the ratings it wrote are in the files") {
        CHECK(calibration.run(both, {"--rounds", "3"}).first == 0);
        CHECK(calibration.games() == 6);
        CHECK(calibration.run({}, {"--rounds", "4"}).first == 0);
        CHECK(calibration.games() == 8);
    }
    SUBCASE("but not with other players") {
        calibration.write_player("third.toml", "rating = 600", 3);
        const auto [code, words] = calibration.run({"anchor.toml", "third.toml"}, {});
        CHECK(code == 1);
        CHECK(has(words, "is of other players (see "));
        CHECK(calibration.games() == 4);
    }
    SUBCASE("and not with players that have changed") {
        calibration.write_player("other.toml", "rating = 400", 7);
        const auto [code, words] = calibration.run(both, {"--rounds", "3"});
        CHECK(code != 0);
        CHECK(has(words, "other.toml\" has changed since these games were played: random.seed"));
        CHECK(calibration.games() == 4);
    }
}

}  // namespace
}  // namespace kibitz::cli
