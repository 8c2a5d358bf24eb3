// kibitz calibrate as a person runs it.
#include <fstream>

#include "cli/command_child.hpp"

namespace kibitz::test {

namespace {

Ended calibrate(const TemporaryFolder& folder, std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "calibrate");
    return run_command(folder, arguments);
}

std::string random_mover(const TemporaryFolder& folder, const std::string& name, int rating) {
    const std::string file = folder.path() / (name + ".toml");
    std::ofstream(file) << "name = \"" << name << "\"\nkind = \"random\"\nrating = " << rating
                        << '\n';
    return file;
}

// "| Anna | 12 | ± 200 | +3 | 16 | ..." in the table: the fifth column.
std::string games_of(const std::string& output, const std::string& name) {
    const auto row = output.rfind("| " + name + " |");
    if (row == std::string::npos) return "no row";
    auto at = row;
    for (int column = 0; column < 4; ++column) at = output.find('|', at + 1);
    return output.substr(at + 2, output.find(' ', at + 2) - at - 2);
}

}  // namespace

TEST_CASE("games of several calibrations are counted together") {
    const TemporaryFolder folder;
    const std::string anna = random_mover(folder, "Anna", 0),
                      bert = random_mover(folder, "Bert", 1),
                      carl = random_mover(folder, "Carl", 2), all = folder.path() / "all.journal",
                      more = folder.path() / "more.journal";
    const Ended first = calibrate(folder, {anna, bert, carl, "--journal", all, "--rounds", "2"});
    CAPTURE(first.output);
    REQUIRE(first.code == 0);
    CHECK(games_of(first.output, "Anna") == "8");
    // The players stand in another order here.
    REQUIRE(
        calibrate(folder, {carl, bert, "--journal", more, "--rounds", "3", "--seed", "2"}).code ==
        0);

    const Ended both = calibrate(folder, {"--journal", all, "--more-games", more, "--fit-only"});
    CAPTURE(both.output);
    CHECK(both.code == 0);
    CHECK(games_of(both.output, "Anna") == "8");
    CHECK(games_of(both.output, "Bert") == "14");
    CHECK(games_of(both.output, "Carl") == "14");

    const std::string table = folder.path() / "earlier.md";
    REQUIRE(calibrate(folder, {"--journal", more, "--fit-only", "--table", table}).code == 0);
    const Ended averaged = calibrate(folder, {"--journal", all, "--earlier", table, "--fit-only"});
    CAPTURE(averaged.output);
    CHECK(averaged.code == 0);
    CHECK(games_of(averaged.output, "Anna") == "8");
    CHECK(games_of(averaged.output, "Bert") == "14");
    const Ended no_table = calibrate(folder, {"--journal", all, "--earlier", all, "--fit-only"});
    CHECK(no_table.code == 1);
    CHECK(no_table.output.find("there is no table of ratings") != std::string::npos);

    // Anna is only among the players of the second journal.
    const Ended joined = calibrate(folder, {"--journal", more, "--more-games", all, "--fit-only"});
    CAPTURE(joined.output);
    CHECK(joined.code == 0);
    CHECK(games_of(joined.output, "Anna") == "8");
    CHECK(games_of(joined.output, "Bert") == "14");
}

}  // namespace kibitz::test
