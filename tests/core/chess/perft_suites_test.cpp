// Whole collections of perft counts, standard and Chess960, kept outside the tree.
#include <cstdint>
#include <fstream>
#include <sstream>
#include <string>

#include "chess/fen.hpp"
#include "chess/movegen.hpp"
#include "support/test.hpp"

using namespace kibitz;

namespace {

#if defined(NDEBUG) && !defined(KIBITZ_SANITIZED)
constexpr std::uint64_t most_nodes = 3'000'000;
#else
constexpr std::uint64_t most_nodes = 20'000;
#endif

// Lines are "FEN ;D1 20 ;D2 400 ...". Every depth of at most `most_nodes` leaves is checked.
int check_suite(const std::filesystem::path& path) {
    std::ifstream file(path);
    int checked = 0;
    for (std::string line; std::getline(file, line);) {
        std::istringstream fields(line);
        std::string fen;
        std::getline(fields, fen, ';');
        const auto position = parse_fen(fen, SetupRules::lenient);
        REQUIRE_MESSAGE(position.has_value(), fen);
        for (std::string field; std::getline(fields, field, ';');) {
            int depth = 0;
            std::uint64_t nodes = 0;
            std::istringstream numbers(field);
            char letter = 0;
            numbers >> letter >> depth >> nodes;
            REQUIRE_FALSE(numbers.fail());
            if (nodes > most_nodes) break;
            ++checked;
            CHECK_MESSAGE(perft(*position, depth) == nodes, fen, " depth ", depth);
        }
    }
    return checked;
}

}  // namespace

TEST_CASE("perft suites") {
    const auto folder = test::data_dir() / "perft";
    if (!std::filesystem::exists(folder))
        return test::skip("no perft suites in " + folder.string());
    CHECK(check_suite(folder / "standard.epd") > 300);
    CHECK(check_suite(folder / "chess960.epd") > 2000);
}
