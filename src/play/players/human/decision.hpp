// How a human-like player comes to its move. A pure function: the same scene, settings and limits
// give the same decision, on every machine and in the browser.
//
//   1. the only move; a mate in one; a learned endgame      technique.hpp
//      what people of its rating open with                  ../people/opening_habits.hpp
//      or a move drawn from what people of its rating play, and 6
//   2. the moves that come to mind                          perception.hpp
//   3. what each leads to, as far as it sees                vision.hpp, or the engine's search
//   4. taking back, taking a queen, unless something is much better
//   5. the choice: score, habit, likes and a little mood
//   6. resigning instead, or offering a draw with the move  manners.hpp
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/limits.hpp"
#include "players/human/analyst.hpp"
#include "players/human/pace.hpp"
#include "players/human/scene.hpp"
#include "players/human/settings.hpp"
#include "players/human/vision.hpp"

namespace kibitz::players {

enum class Reason : std::uint8_t {
    only_move,
    mate_in_one,
    learned_endgame,
    opening,
    drawn,  // from what people of its rating play
    reflex,
    weighed,
};
const char* to_string(Reason reason);

struct Decision {
    Move move;
    Reason reason = Reason::weighed;
    std::optional<int> score;             // as the player sees it; centipawns or a mate
    std::vector<WeighedMove> candidates;  // the best for it first; empty if it did not weigh
    std::vector<Move> overlooked;         // legal moves that did not come to its mind
    int plies = 0;                        // looked ahead
    std::uint64_t nodes = 0;
    std::int64_t time_ms = 0;  // to take for it
    bool resigns = false;      // instead of the move
    bool offers_draw = false;  // with the move
};

// Nothing without a legal move, or if the analyst was stopped.
std::optional<Decision> decide(const Scene& scene, const HumanSettings& settings,
                               const Limits& limits, Analyst& analyst);

// Tells people what it thought: the candidates with score and naturalness, and what it overlooked.
std::string explain(const Scene& scene, const Decision& decision);

}  // namespace kibitz::players
