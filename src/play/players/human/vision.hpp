// VisionSearch: looking ahead as people do: a few moves, a few answers, captures to their end, and
// only what is seen.
//
// An alpha-beta search in which every position has only the moves that Perception finds in it and
// every last position the value that Judge gives it.
#pragma once

#include <algorithm>
#include <vector>

#include "players/human/judge.hpp"
#include "players/human/perception.hpp"

namespace kibitz::players {

struct WeighedMove {
    Move move;
    double naturalness = 0;
    int score = 0;  // centipawns (or a mate, as in engine/score.hpp), for the player
    // This decided: the score with habits, likes and moods.
    double utility = 0;
};

// Ends the same way whatever the order before.
template <class Measure>
void sort_best_first(std::vector<WeighedMove>& moves, Measure measure) {
    std::ranges::sort(moves, [measure](const WeighedMove& a, const WeighedMove& b) {
        if (a.*measure != b.*measure) return a.*measure > b.*measure;
        return a.move.bits() < b.move.bits();
    });
}

class VisionSearch {
   public:
    VisionSearch(const Scene& scene, const HumanSettings& settings, const Perception& perception,
                 const Judge& judge, const Analyst& analyst)
        : scene_(scene),
          settings_(settings),
          perception_(perception),
          judge_(judge),
          analyst_(analyst) {}

    // The score of each move after looking that many plies ahead (1: the move itself), or fewer if
    // that takes too many nodes. Scores are exact down to `margin` below the best.
    std::vector<WeighedMove> weigh(const std::vector<SeenMove>& moves, int plies, int margin);
    [[nodiscard]] int nodes() const { return nodes_; }
    // Ahead that the last weighing got.
    [[nodiscard]] int plies() const { return plies_; }

    // What could be taken from the opponent after its answer to the move, in centipawns: the mean
    // over the answers that people give, or that come to mind first, each counting `most` at most.
    [[nodiscard]] double expected_gift(Move move, double most) const;

   private:
    struct Reply {
        Move move;
        double weight;  // as likely as this, beside the others
    };
    // Where an imagined line has led, and what drew the eye on the way.
    struct ImaginedPosition {
        Position position;
        Trace last;
        Focus focus;
        int ply;
    };

    [[nodiscard]] ImaginedPosition root() const;
    [[nodiscard]] static ImaginedPosition after(const ImaginedPosition& imagined, Move move);
    [[nodiscard]] std::vector<Reply> likely_replies(Move move, const ImaginedPosition& next) const;
    bool weigh_at(std::vector<WeighedMove>& moves, int plies, int margin);
    int score_of(const ImaginedPosition& root, Move move, int alpha, int plies);
    int search(const ImaginedPosition& imagined, int alpha, int beta, int plies);
    int exchanges(const ImaginedPosition& imagined, int alpha, int beta, int plies_left);
    [[nodiscard]] bool exhausted() const {
        return nodes_ >= settings_.vision.nodes || analyst_.stopped() || analyst_.out_of_time();
    }
    [[nodiscard]] bool was_there_before(const Position& position) const;

    const Scene& scene_;
    const HumanSettings& settings_;
    const Perception& perception_;
    const Judge& judge_;
    const Analyst& analyst_;
    int nodes_ = 0;
    int plies_ = 0;
};

}  // namespace kibitz::players
