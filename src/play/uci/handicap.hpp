// Handicap: a human-like player moves in place of the engine. What UCI_LimitStrength, UCI_Elo and
// Skill Level set.
#pragma once

#include <atomic>
#include <optional>

#include "players/human/decision.hpp"
#include "players/levels.hpp"

namespace kibitz::uci {

// The strength that the options set.
struct Strength {
    static constexpr int usual_elo = 1500;
    static constexpr int full_skill = 20;

    bool limited = false;    // to `elo`
    int elo = usual_elo;     // players::lowest_rating to players::highest_rating
    int skill = full_skill;  // 0 to full_skill; counts where `limited` is false

    // Nothing means full strength.
    [[nodiscard]] std::optional<int> rating() const;
};

// A move to be chosen by a player of that rating.
class Handicap {
   public:
    // `seed` is the game's: blind spots and moods stay the same all along a game. `limits` only
    // bound how long the choice takes.
    Handicap(const CorePath& path, int rating, const Line& game, const Limits& limits,
             MoveOverhead move_overhead, std::uint64_t seed);

    // Nothing without a legal move.
    [[nodiscard]] std::optional<players::Decision> decide();
    // A choice that is being made, or is still to be made, becomes one at first glance. May be
    // called from any thread.
    void hurry() {
        if (!hurried_.exchange(true)) analyst_.stop();
    }

   private:
    players::Analyst analyst_;
    players::HumanSettings settings_;
    players::Scene scene_;
    Limits limits_;
    std::atomic<bool> hurried_ = false;
};

}  // namespace kibitz::uci
