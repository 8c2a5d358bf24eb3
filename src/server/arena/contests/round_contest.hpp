// A contest that goes by rounds: the next one begins when all games of the last are over.
#pragma once

#include <vector>

#include "arena/contests/contest.hpp"

namespace kibitz::arena {

class RoundContest : public Contest {
   public:
    using Contest::Contest;

    [[nodiscard]] bool is_between_rounds() const override;
    [[nodiscard]] std::optional<Pairing> next_round() const override = 0;
    void begin_round(const Pairing& pairing) override;
    // Everybody who is paired, whether they are here or not.
    [[nodiscard]] std::vector<Players> games_to_start(Time now,
                                                      const IsHere& is_here) const override;
    [[nodiscard]] int round() const override { return round_; }
    void serialise(Serialiser& s) override;

   protected:
    struct Pair {
        int first = 0, second = 0;
        enum class State : std::uint8_t { waiting, playing, done } state = State::waiting;
        int draws = 0;

        void serialise(Serialiser& s);
    };

    virtual void on_round(const Pairing&) {}
    // The pair's game is over; it may be made to wait for another one.
    virtual void on_pair_done(Pair&, const GameSummary&) {}
    // A game that is not played because a player has left.
    virtual void on_pair_dropped(const Pair&) {}
    // Its rounds stand in a table that no version changes.
    [[nodiscard]] virtual bool has_fixed_rounds() const { return false; }
    [[nodiscard]] const std::vector<int>& round_byes() const { return byes_; }

   private:
    void on_leave() override { drop_games_of_those_who_left(); }
    void on_game_started(int first, int second) override;
    void on_game_aborted(int first, int second) override;
    void on_game_ended(int first, int second, const GameSummary& game) override;

    Pair* unfinished_pair(int a, int b);
    void drop_games_of_those_who_left();
    Pair* pair_of_old_log(int first, int second);
    Pair& pair_as_played(int first, int second);

    int round_ = 0;
    std::vector<Pair> pairs_;  // of the round
    std::vector<int> byes_;    // of the round
};

}  // namespace kibitz::arena
