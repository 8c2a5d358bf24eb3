#include <algorithm>
#include <fstream>

#include "engine/analyser.hpp"
#include "puzzles/puzzle.hpp"
#include "puzzles/themes.hpp"
#include "support/test.hpp"

using namespace kibitz;
using namespace kibitz::puzzles;

namespace {

// The themes are those of the moves, and perhaps the one that only the game could show.
void check_themes(const Puzzle& puzzle) {
    std::vector<std::string> expected = themes_of(puzzle.start, puzzle.moves);
    const auto has_intermezzo = [](const std::vector<std::string>& themes) {
        return std::ranges::find(themes, intermezzo) != themes.end();
    };
    if (has_intermezzo(puzzle.themes) && !has_intermezzo(expected)) {
        expected.emplace_back(intermezzo);
        std::ranges::sort(expected);
    }
    CHECK(puzzle.themes == expected);
}

}  // namespace

TEST_CASE("the page's puzzles can be read, and a sample of them is solved by a search") {
    std::ifstream file(kibitz::test::source_dir() / "web/data/puzzles.txt");
    REQUIRE(file.good());
    Analyser analyser;
    // So that both take some seconds.
    constexpr int themes_of_one_in = 20;
    constexpr int searches_of_one_in = 300;
    constexpr std::uint64_t nodes = 100'000;
    const std::vector<std::string> themes = all_themes();
    int count = 0;
    for (std::string line; std::getline(file, line);) {
        if (is_remark(line)) continue;
        const auto puzzle = parse_line(line);
        CAPTURE(line);
        REQUIRE(puzzle.has_value());
        for (const std::string& theme : puzzle->themes)
            CHECK(std::ranges::binary_search(themes, theme));
        if (++count % themes_of_one_in == 0) check_themes(*puzzle);
        if (count % searches_of_one_in != 0) continue;
        analyser.clear();
        CHECK(analyser.analyse(puzzle->start, {.nodes = nodes}).best_move() ==
              puzzle->moves.front());
    }
    CHECK(count >= 1000);
}
