// Games played through from a list of moves.
#pragma once

#include <initializer_list>

#include "games/games.hpp"
#include "support/test.hpp"

namespace kibitz::games {

inline std::unique_ptr<State> start(std::string_view game, const Json& setup = Json::object()) {
    const Rules* rules = find(game);
    REQUIRE(rules);
    auto state = rules->start(setup);
    REQUIRE_MESSAGE(state, state.error());
    return *std::move(state);
}

inline void play(State& state, const Json& move) {
    REQUIRE(!state.outcome());
    const auto checked = state.check(move);
    REQUIRE_MESSAGE(checked, checked.error());
    state.play(*checked);
}

inline std::string error_of(const State& state, const Json& move) {
    const auto checked = state.check(move);
    return checked ? "" : checked.error();
}

// Things no game takes for a move.
inline const std::initializer_list<Json> garbage{nullptr,
                                                 5,
                                                 "e2e4",
                                                 Json::array(),
                                                 {{1}},
                                                 {{"uci", 4}},
                                                 {{"mark", "X"}},
                                                 {{"column", "1"}},
                                                 {{"column", -1}},
                                                 {{"column", 1e30}},
                                                 {{"uci", "e2e9"}},
                                                 {{"mark", "X"}, {"space", {1}}},
                                                 {{"mark", 1}, {"space", nullptr}},
                                                 {{"mark", "X"}, {"space", {-1, 0}}},
                                                 {{"mark", "X"}, {"space", {"0", "0"}}},
                                                 {{"mark", "X"}, {"space", {0.5, 0}}},
                                                 {{"mark", "X"}, {"space", {0, 3}}},
                                                 {{"mark", "X"}, {"space", {0, 1e300}}}};

}  // namespace kibitz::games
