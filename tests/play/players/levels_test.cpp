#include "players/levels.hpp"

#include <algorithm>

#include "players/level_files.hpp"
#include "support/test.hpp"

using namespace kibitz;
using namespace kibitz::players;

namespace {

const HumanSettings& human(std::size_t level) {
    return std::get<HumanSettings>(levels()[level].kind);
}

bool lies_between(double value, double a, double b) {
    return value >= std::min(a, b) && value <= std::max(a, b);
}

}  // namespace

TEST_CASE("the levels in the program are those in characters/") {
    const std::vector<PlayerSettings> files = test::levels();
    REQUIRE(files.size() >= 2);
    REQUIRE(levels().size() == files.size());
    for (std::size_t i = 0; i < files.size(); ++i) CHECK(levels()[i] == files[i]);
}

TEST_CASE("a level's rating gives the level itself, and the ends hold beyond") {
    for (std::size_t i = 0; i < levels().size(); ++i) {
        CAPTURE(i);
        CHECK(human_of_rating(rating_of_level(i)) == human(i));
    }
    CHECK(human_of_rating(lowest_rating - 1000) == human(0));
    CHECK(human_of_rating(highest_rating + 1000) == human(levels().size() - 1));
}

TEST_CASE("between two levels the numbers are between theirs") {
    for (std::size_t i = 0; i + 1 < levels().size(); ++i) {
        CAPTURE(i);
        const HumanSettings &low = human(i), &high = human(i + 1);
        const int from = rating_of_level(i), to = rating_of_level(i + 1);
        for (const int rating : {from + (to - from) / 4, from + (to - from) * 3 / 4}) {
            const HumanSettings between = human_of_rating(rating);
            CHECK(lies_between(between.vision.depth, low.vision.depth, high.vision.depth));
            CHECK(lies_between(between.vision.width, low.vision.width, high.vision.width));
            CHECK(lies_between(between.overlook.chance, low.overlook.chance, high.overlook.chance));
            CHECK(lies_between(between.judgement.noise, low.judgement.noise, high.judgement.noise));
            CHECK(between != low);
            CHECK(between != high);
            // A search of half the nodes would be another kind of player.
            const bool near_low = rating - from < to - rating;
            const double drawn = between.people.sharpness;
            if (low.people.sharpness > 0 && high.people.sharpness > 0)
                CHECK(lies_between(drawn, low.people.sharpness, high.people.sharpness));
            else
                CHECK(drawn == (near_low ? low : high).people.sharpness);
            CHECK(between.calculation == (near_low ? low : high).calculation);
            CHECK(between.technique.mate_in_one == (near_low ? low : high).technique.mate_in_one);
        }
    }
}
