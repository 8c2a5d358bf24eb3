// Sacrifices that a quiet move follows, out of the collection Win at Chess, which is kept outside
// the tree. The evaluation sees nothing in them: a search that trusts it everywhere finds none of
// them in twice the nodes.
#include <algorithm>
#include <array>
#include <fstream>
#include <string>

#include "chess/epd.hpp"
#include "platform/engine.hpp"
#include "support/test.hpp"

using namespace kibitz;

namespace {

constexpr std::uint64_t node_limit = 500'000;
constexpr std::array<std::string_view, 6> sacrifices{"WAC.049", "WAC.105", "WAC.131",
                                                     "WAC.141", "WAC.252", "WAC.293"};

bool is_solved(Engine& engine, const Epd& puzzle) {
    const auto solutions = puzzle.moves("bm");
    REQUIRE(solutions.has_value());
    engine.new_game();
    engine.set_position(puzzle.position, {});
    Limits limits;
    limits.nodes = node_limit;
    return std::ranges::count(*solutions, engine.think(limits).move) > 0;
}

}  // namespace

TEST_CASE("sacrifices that a quiet move follows are found") {
    const auto path = test::data_dir() / "epd" / "wac.epd";
    if (!std::filesystem::exists(path)) return test::skip("no " + path.string());
    Engine engine;
    std::size_t tried = 0, solved = 0;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        const auto puzzle = parse_epd(line);
        if (!puzzle || std::ranges::count(sacrifices, puzzle->text("id")) == 0) continue;
        ++tried;
        if (is_solved(engine, *puzzle))
            ++solved;
        else
            MESSAGE("not solved: ", puzzle->text("id"));
    }
    CHECK(tried == sacrifices.size());
    CHECK(solved + 1 >= sacrifices.size());  // any change of the search may lose one
}
