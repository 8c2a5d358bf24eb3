// A contest of the battlebot protocol, which pairs its bots itself: here its games are only
// counted. It is over whenever nobody plays in it; bots may always meet again.
#pragma once

#include "arena/contests/contest.hpp"

namespace kibitz::arena {

class MeetingContest final : public Contest {
   public:
    static constexpr ContestFormat format{"meetings", false, nullptr};

    using Contest::Contest;

    [[nodiscard]] std::vector<Players> games_to_start(Time, const IsHere&) const override {
        return {};
    }
    // Its players join by it.
    void game_started(const Players& players) override {
        for (const std::string& player : players) join(player);
        set_stage(Stage::running);
        Contest::game_started(players);
    }

   private:
    void on_game_aborted(int, int) override { rest(); }
    void on_game_ended(int, int, const GameSummary&) override { rest(); }
    void rest() {
        if (!is_anybody_playing()) set_stage(Stage::over);
    }
    [[nodiscard]] tournament::TieBreaks tie_breaks() const override {
        return tournament::TieBreaks::direct_first;
    }
};

}  // namespace kibitz::arena
