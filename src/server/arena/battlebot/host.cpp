#include "arena/battlebot/host.hpp"

#include <memory>
#include <vector>

namespace kibitz::arena::battlebot {

namespace {

using games::Json;
using games::Side;
using games::State;

// A game as it stands after moves that were played in it.
class Replay {
   public:
    Replay(const games::Rules& rules, const Json& setup, std::span<const Json> played)
        : rules_(rules), setup_(setup), played_(played.begin(), played.end()) {}

    [[nodiscard]] std::unique_ptr<State> state() const {
        auto started = rules_.start(setup_);
        if (!started) return nullptr;
        for (const Json& move : played_) (*started)->play(move);
        return *std::move(started);
    }
    [[nodiscard]] Replay with(const Json& move) const {
        Replay next = *this;
        next.played_.push_back(move);
        return next;
    }

   private:
    const games::Rules& rules_;
    const Json& setup_;
    std::vector<Json> played_;
};

bool is_won_by(const Replay& game, Side side) {
    const auto outcome = game.state()->outcome();
    return outcome && outcome->winner == side;
}

bool can_win_at_once(const Replay& game, Side side) {
    for (const Json& move : game.state()->legal_moves())
        if (is_won_by(game.with(move), side)) return true;
    return false;
}

std::vector<Json> careful_moves(const Replay& game) {
    const auto state = game.state();
    const Side own = state->side_to_move();
    std::vector<Json> moves = state->legal_moves(), safe;
    for (const Json& move : moves) {
        const Replay next = game.with(move);
        if (is_won_by(next, own)) return {move};
        if (!can_win_at_once(next, ~own)) safe.push_back(move);
    }
    return safe.empty() ? moves : safe;
}

}  // namespace

Json choose_host_move(HostSkill skill, const games::Rules& rules, const Json& setup,
                      std::span<const Json> played, std::uint64_t draw) {
    const Replay game(rules, setup, played);
    const std::vector<Json> moves =
        skill == HostSkill::careful ? careful_moves(game) : game.state()->legal_moves();
    return moves[draw % moves.size()];
}

}  // namespace kibitz::arena::battlebot
