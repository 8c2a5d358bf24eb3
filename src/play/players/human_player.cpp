#include "players/human_player.hpp"

#include <chrono>
#include <condition_variable>
#include <mutex>

#include "chess/movegen.hpp"
#include "platform/clock.hpp"
#include "players/human/decision.hpp"
#include "players/player_errors.hpp"

namespace kibitz::players {

namespace {

using Clock = std::chrono::steady_clock;

// Waits until then; false if asked to stop before.
bool wait_until(Clock::time_point time, const std::stop_token& stop) {
    std::mutex mutex;
    std::condition_variable_any never;
    std::unique_lock lock(mutex);
    never.wait_until(lock, stop, time, [] { return false; });
    return !stop.stop_requested();
}

class HumanPlayer final : public Player {
   public:
    HumanPlayer(const HumanSettings& settings, const CorePath& path)
        : settings_(settings), analyst_(path, now_ms) {}

    std::expected<void, PlayerError> new_game(std::uint64_t game_number) override {
        seed_ = game_number;
        return {};
    }

    std::expected<Choice, PlayerError> choose(const Turn& turn, const OnProgress& on_progress,
                                              std::stop_token stop) override {
        if (!has_legal_move(turn.game.position())) return game_over();
        const auto start = Clock::now();
        const Scene scene = scene_of(turn.game, seed_);
        analyst_.allow();
        std::optional<Decision> decision;
        {
            const std::stop_callback on_stop(stop, [this] { analyst_.stop(); });
            decision = decide(scene, settings_, turn.limits, analyst_);
        }
        if (stop.stop_requested()) return cancelled();
        if (!decision) return failed("its search gave no move");
        Choice choice = choice_of(scene, *decision);
        if (on_progress)
            on_progress({.score = choice.score, .depth = choice.depth, .nodes = choice.nodes});
        const auto takes = std::chrono::milliseconds(decision->time_ms);
        if (turn.at_human_pace && !wait_until(start + takes, stop)) return cancelled();
        return choice;
    }

   private:
    static Choice choice_of(const Scene& scene, const Decision& decision) {
        Choice choice{.move = decision.move,
                      .depth = decision.plies,
                      .nodes = decision.nodes,
                      .time_ms = decision.time_ms,
                      .resigns = decision.resigns,
                      .offers_draw = decision.offers_draw,
                      .thoughts = explain(scene, decision)};
        if (decision.score) choice.score = Score{*decision.score};
        return choice;
    }

    HumanSettings settings_;
    Analyst analyst_;
    std::uint64_t seed_ = 0;
};

}  // namespace

std::unique_ptr<Player> make_human_player(const HumanSettings& settings, const CorePath& path) {
    return std::make_unique<HumanPlayer>(settings, path);
}

}  // namespace kibitz::players
