// The server's own opponents for bots that find nobody: moves, whatever the game.
#include "arena/battlebot/host.hpp"

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "games/games.hpp"
#include "support/test.hpp"

using namespace kibitz;
using namespace kibitz::arena::battlebot;
using games::Json;
using games::Side;

namespace {

struct Played {
    std::unique_ptr<games::State> state;
    std::vector<Json> moves{};
};

Played begin(const games::Rules& rules, const std::vector<Json>& moves = {}) {
    Played game{*rules.start(Json::object())};
    for (const Json& move : moves) {
        const auto checked = game.state->check(move);
        REQUIRE(checked.has_value());
        game.state->play(*checked);
        game.moves.push_back(*checked);
    }
    return game;
}

Json space(int row, int column, const char* mark) {
    return {{"mark", mark}, {"space", {row, column}}};
}

}  // namespace

TEST_CASE("the careful host wins at once, and else blocks a line; the random one plays anything") {
    const games::Rules& rules = *games::find("noughtsandcrosses");
    // X has two in the first row and O two in the second; X is to move, then O.
    const std::vector<Json> before{space(0, 0, "X"), space(1, 0, "O"), space(0, 1, "X"),
                                   space(1, 1, "O")};
    const Played to_win = begin(rules, before);
    std::vector<Json> one_more = before;
    one_more.push_back(space(2, 2, "X"));
    const Played to_win_too = begin(rules, one_more);
    const Played to_block = begin(rules, {space(0, 0, "X"), space(2, 1, "O"), space(0, 1, "X")});
    std::set<std::string> drawn;
    for (std::uint64_t draw = 0; draw < 32; ++draw) {
        const auto careful = [&](const Played& game) {
            return choose_host_move(HostSkill::careful, rules, Json::object(), game.moves, draw);
        };
        CHECK(careful(to_win)["space"] == Json{0, 2});
        CHECK(careful(to_win_too)["space"] == Json{1, 2});
        CHECK(careful(to_block)["space"] == Json{0, 2});
        drawn.insert(
            choose_host_move(HostSkill::random, rules, Json::object(), to_win.moves, draw).dump());
    }
    CHECK(drawn.size() == to_win.state->legal_moves().size());
}

TEST_CASE("hosts play whole games by the rules, and the careful one loses few to the random one") {
    for (const games::Rules* rules :
         {games::find("noughtsandcrosses"), games::find("connectfour")}) {
        REQUIRE(rules != nullptr);
        int won = 0, lost = 0;
        std::uint64_t draw = 1;
        for (int number = 0; number < 40; ++number) {
            Played game = begin(*rules);
            const Side careful = number % 2 == 0 ? Side::first : Side::second;
            while (!game.state->outcome()) {
                const bool is_careful = game.state->side_to_move() == careful;
                draw = draw * 6364136223846793005ULL + 1442695040888963407ULL;
                const Json move =
                    choose_host_move(is_careful ? HostSkill::careful : HostSkill::random, *rules,
                                     Json::object(), game.moves, draw >> 33);
                const auto checked = game.state->check(move);
                REQUIRE(checked.has_value());
                CHECK(*checked == move);
                game.state->play(*checked);
                game.moves.push_back(*checked);
            }
            if (const auto winner = game.state->outcome()->winner)
                ++(*winner == careful ? won : lost);
        }
        CHECK(won >= 25);
        CHECK(lost <= 4);
    }
}
