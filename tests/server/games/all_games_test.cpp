// What holds for every game.
#include <set>

#include "games/support.hpp"

using namespace kibitz::games;

namespace {

// The same numbers on every machine.
class Dice {
   public:
    std::size_t below(std::size_t bound) {
        state_ = state_ * 6364136223846793005u + 1442695040888963407u;
        return static_cast<std::size_t>(state_ >> 33) % bound;
    }

   private:
    std::uint64_t state_ = 1;
};

}  // namespace

TEST_CASE("games have names of their own and are found by them") {
    std::set<std::string_view> names;
    for (const Rules* rules : all()) {
        CHECK(names.insert(rules->name()).second);
        CHECK(find(rules->name()) == rules);
        CHECK(!rules->title().empty());
        CHECK(rules->side_name(Side::first) != rules->side_name(Side::second));
    }
    CHECK(names.size() == 4);
    CHECK(!find("go"));
    CHECK(!find(""));
}

TEST_CASE("random games end, and what is legal is what check() takes") {
    Dice dice;
    for (const Rules* rules : all())
        for (int game = 0; game < 20; ++game) {
            auto state = *rules->start(rules->draw_setup(dice.below(5000)));
            while (!state->outcome()) {
                for (const Json& wrong : garbage)
                    if (const auto checked = state->check(wrong))
                        FAIL(rules->name(), " takes ", wrong.dump());
                const auto moves = state->legal_moves();
                REQUIRE(!moves.empty());
                const Json move = moves[dice.below(moves.size())];
                CHECK(state->check(move) == move);
                const Side side = state->side_to_move();
                state->play(move);
                CHECK(state->side_to_move() == ~side);
            }
            CHECK(state->legal_moves().empty());
            CHECK(!state->outcome()->reason.empty());
        }
}

TEST_CASE("a setup that a game does not know is refused in words") {
    for (const Rules* rules : all())
        for (const Json& setup : {Json(5), Json::array(), Json{{"size", 4}}, Json(nullptr)}) {
            const auto state = rules->start(setup);
            REQUIRE(!state);
            CHECK(state.error().find("setup") != std::string::npos);
        }
}
