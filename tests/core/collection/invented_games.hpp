// Games made by rule, with all that queries ask for: players, ratings, dates, comments, variations.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "chess/game.hpp"
#include "chess/movegen.hpp"
#include "support/random.hpp"

namespace kibitz::test {

inline constexpr std::array<const char*, 6> invented_players = {
    "Carlsen, Magnus", "Carlsen, Henrik", "Adams, Michael", "Polgar, Judit", "Short, Nigel", "?"};
inline constexpr std::array<const char*, 5> invented_controls = {"60", "180+2", "600", "5400+30",
                                                                 "-"};

// The moves that lie together in the list of legal moves are often the same ones, so that games
// share positions.
inline Move invented_move(const Position& position, Random& random) {
    const MoveList moves = legal_moves(position);
    constexpr std::uint64_t usual = 3, one_in = 4;
    const auto count = static_cast<std::uint64_t>(moves.size());
    const std::uint64_t choices =
        position.game_ply() < 8 || random.below(one_in) > 0 ? std::min(usual, count) : count;
    return moves[static_cast<int>(random.below(choices))];
}

// Now and then a mate or more than ten pawns, else about even.
inline GivenEvaluation invented_evaluation(Random& random) {
    const auto number = [&](std::uint64_t most) {
        return static_cast<int>(random.below(2 * most + 1)) - static_cast<int>(most);
    };
    GivenEvaluation evaluation;
    evaluation.is_mate = random.below(30) == 0;
    constexpr std::uint64_t most_moves = 9, usual = 300, most = 1500;
    evaluation.value =
        evaluation.is_mate ? number(most_moves) : number(random.below(8) == 0 ? most : usual);
    if (evaluation.is_mate && evaluation.value == 0) evaluation.value = 1;
    return evaluation;
}

inline Game invented_game(Random& random, int longest = 120) {
    Game game;
    const auto player = [&] { return invented_players[random.below(invented_players.size())]; };
    const auto number = [&](std::uint64_t from, std::uint64_t to) {
        return std::to_string(from + random.below(to - from));
    };
    game.set_tag("White", player());
    game.set_tag("Black", player());
    game.set_tag("Event", random.below(2) == 0 ? "Club Championship" : "Open of \"Nowhere\"");
    if (random.below(4) > 0) game.set_tag("WhiteElo", number(1200, 2800));
    if (random.below(4) > 0) game.set_tag("BlackElo", number(1200, 2800));
    game.set_tag(
        "Date", number(2018, 2026) +
                    (random.below(3) > 0 ? ".0" + number(1, 10) + ".1" + number(0, 10) : ".??.??"));
    game.set_tag("TimeControl", invented_controls[random.below(invented_controls.size())]);
    Position position = game.start();
    NodeId last = NodeId::root;
    const bool is_evaluated = random.below(4) == 0;
    const auto plies = static_cast<int>(random.below(static_cast<std::uint64_t>(longest)));
    for (int ply = 0; ply < plies && has_legal_move(position); ++ply) {
        const NodeId before = last;
        const Move move = invented_move(position, random);
        last = game.add(last, move);
        Annotations words;
        if (random.below(20) == 0)
            words.text = random.below(2) == 0 ? "a novelty" : "Zeitnot (both)";
        if (is_evaluated && random.below(6) > 0) words.evaluation = invented_evaluation(random);
        if (!words.empty()) game.set_comment(last, words);
        if (random.below(20) == 0) game.add(before, invented_move(position, random));
        position.play(move);
    }
    constexpr std::array results = {PgnResult::white_wins, PgnResult::black_wins, PgnResult::draw,
                                    PgnResult::unknown};
    game.set_result(results[random.below(results.size())]);
    return game;
}

}  // namespace kibitz::test
