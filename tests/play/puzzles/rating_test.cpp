#include "puzzles/rating.hpp"

#include <array>

#include "chess/fen.hpp"
#include "chess/uci_move.hpp"
#include "platform/core_paths.hpp"
#include "support/test.hpp"

using namespace kibitz;
using namespace kibitz::puzzles;

namespace {

int rating(const char* fen, std::initializer_list<const char*> words) {
    const Position start = parse_fen(fen).value();
    Position position = start;
    std::vector<Move> moves;
    for (const char* word : words) {
        moves.push_back(parse_uci(position, word).value());
        position.play(moves.back());
    }
    REQUIRE(players::built_in_move_model() != nullptr);
    return rating_of(players::scene_of(Line(start), 0), moves, *players::built_in_move_model(),
                     default_core_path());
}

}  // namespace

TEST_CASE("the rating is where the curve through the probabilities reaches one half") {
    constexpr std::array ratings{1000, 1500, 2000};
    CHECK(rating_at_one_half(ratings, std::array{0.2, 0.5, 0.8}) == 1500);
    // The same odds everywhere: far above or below all that were asked about.
    CHECK(rating_at_one_half(ratings, std::array{0.9, 0.9, 0.9}) < 1000);
    CHECK(rating_at_one_half(ratings, std::array{0.1, 0.1, 0.1}) > 2000);
    CHECK(rating_at_one_half(ratings, std::array{0.0, 0.0, 0.0}) == highest_rating);
    CHECK(rating_at_one_half(ratings, std::array{1.0, 1.0, 1.0}) == lowest_rating);
}

TEST_CASE("taking a free queen is easier than a quiet mate in two") {
    const int easy = rating("4k3/8/8/3q4/8/2N5/5PPP/6K1 w - - 0 1", {"c3d5"});
    const int hard = rating("7k/8/5K2/8/8/8/8/6R1 w - - 0 1", {"f6f7", "h8h7", "g1h1"});
    CHECK(easy < 1200);
    CHECK(hard > easy + 300);
}
