// What a player did over all the games of a file: accuracy by phase, and mistakes that recur.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cli/analyse/game_review.hpp"

namespace kibitz::cli {

enum class GamePhase : std::uint8_t { opening, middlegame, endgame };
inline constexpr int game_phase_count = 3;
const char* to_string(GamePhase phase);
// The first twelve moves are the opening; few pieces make an endgame.
GamePhase phase_of(const Position& position);

// A kind of mistake: what it is called, and what helps against it.
struct MistakeKind {
    std::string_view name, practice;
};
// The kind of a move with a mark is that of the first of its reasons.
const MistakeKind& kind_of_mistake(const ReviewedMove& move);

struct RecurringMistake {
    const MistakeKind* kind = nullptr;
    int count = 0;
    double cost = 0;  // of the chances, in percent points, all together
};

struct PlayerSummary {
    struct Phase {
        int moves = 0;
        double accuracy = 0;  // the mean
    };
    std::string name;
    int games = 0;
    std::array<Phase, game_phase_count> phases;
    std::vector<RecurringMistake> mistakes;  // the most expensive first
};

class PlayerSummaries {
   public:
    void add(const Game& game, const GameReview& review);
    [[nodiscard]] int games() const { return games_; }
    // Those with most games first; nobody without a name.
    [[nodiscard]] std::vector<PlayerSummary> players() const;

   private:
    void add_move(PlayerSummary& player, const ReviewedMove& move);

    int games_ = 0;
    std::vector<PlayerSummary> players_;
};

}  // namespace kibitz::cli
