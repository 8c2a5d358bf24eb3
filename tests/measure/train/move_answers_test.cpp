// The move model in integers says what the network that it was made of says in floating point:
// tests/data/people/answers.txt has its answers (tools/people/answers.py).
#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "chess/movegen.hpp"
#include "platform/core_paths.hpp"
#include "players/people/move_model.hpp"
#include "support/test.hpp"
#include "train/people/human_moves.hpp"

using namespace kibitz;
using namespace kibitz::players;

namespace {

std::string data(const char* name) {
    return (test::source_dir() / "tests/data/people" / name).string();
}

// In the order of the move generator.
std::vector<double> probabilities_of(const train::HumanMove& move) {
    const auto all =
        move_probabilities(*built_in_move_model(), move.scene, move.mover(), default_core_path());
    std::vector<double> found;
    for (const Move legal : legal_moves(move.scene.position))
        found.push_back(std::ranges::find(all, legal, &MoveProbability::move)->probability);
    return found;
}

}  // namespace

TEST_CASE("the integers say what the network says") {
    constexpr double largest_difference = 0.02, largest_mean = 0.001;
    const auto games = train::read_human_games(data("games.pgn"));
    REQUIRE(games.has_value());
    std::ifstream answers(data("answers.txt"));
    std::string line;
    std::size_t compared = 0;
    double differences = 0;
    while (std::getline(answers, line)) {
        std::istringstream words(line);
        std::size_t game = 0, ply = 0;
        words >> game >> ply;
        CAPTURE(game);
        CAPTURE(ply);
        train::for_each_choice(games->at(game), [&](const train::HumanMove& move) {
            if (move.scene.earlier_keys.size() != ply) return;
            for (const double probability : probabilities_of(move)) {
                double wanted = -1;
                words >> wanted;
                CHECK(std::abs(probability - wanted) < largest_difference);
                differences += std::abs(probability - wanted);
                ++compared;
            }
        });
        std::string more;
        words >> more;
        CHECK(more.empty());
    }
    REQUIRE(compared > 500);
    CHECK(differences / static_cast<double>(compared) < largest_mean);
}
