#include "players/engine_player.hpp"

#include <algorithm>

#include "chess/movegen.hpp"
#include "platform/clock.hpp"
#include "platform/engine.hpp"
#include "players/player_errors.hpp"

namespace kibitz::players {

namespace {

// The lower of two limits of which 0 means none.
template <class Number>
Number tighter(Number a, Number b) {
    if (a == 0 || b == 0) return std::max(a, b);
    return std::min(a, b);
}

// Passes on what the engine reports; one search at a time.
class ProgressForwarder : public EngineListener {
   public:
    explicit ProgressForwarder(const OnProgress& on_progress) : on_progress_(on_progress) {}
    void on_info(const SearchInfo& info) override {
        if (info.line != 1 || !on_progress_) return;
        on_progress_({.score = info.score,
                      .depth = info.depth,
                      .nodes = info.nodes,
                      .nodes_per_second = per_second(info.nodes, info.time_ms)});
    }

   private:
    const OnProgress& on_progress_;
};

class EnginePlayer final : public Player {
   public:
    EnginePlayer(const EngineSettings& settings, const CorePath& path)
        : settings_(settings), engine_(path) {}

    std::expected<void, std::string> prepare(Tablebase* tablebase) {
        if (auto threads = engine_.set_threads(settings_.threads); !threads) return threads;
        if (auto hash = engine_.set_hash_mb(settings_.hash_mb); !hash) return hash;
        engine_.set_tablebase(tablebase);
        return {};
    }

    std::expected<void, PlayerError> new_game(std::uint64_t /*game_number*/) override {
        engine_.new_game();
        return {};
    }

    std::expected<Choice, PlayerError> choose(const Turn& turn, const OnProgress& on_progress,
                                              std::stop_token stop) override {
        if (!has_legal_move(turn.game.position())) return game_over();
        const std::int64_t start = now_ms();
        ProgressForwarder forwarder(on_progress);
        engine_.set_listener(&forwarder);
        engine_.set_position(turn.game.start(), turn.game.moves());
        engine_.go(limits_for(turn.limits));
        {
            // Registered after go(), so that a wish to stop is not lost at the start.
            const std::stop_callback on_stop(stop, [this] { engine_.stop(); });
            engine_.wait();
        }
        engine_.set_listener(nullptr);
        if (stop.stop_requested()) return cancelled();
        return choice(now_ms() - start);
    }

   private:
    [[nodiscard]] Limits limits_for(Limits limits) const {
        limits.nodes = tighter(limits.nodes, static_cast<std::uint64_t>(settings_.nodes));
        limits.depth = tighter(limits.depth, settings_.depth);
        limits.move_time = tighter(limits.move_time, settings_.move_time);
        limits.infinite = limits.ponder = false;
        // A player has to move some time.
        constexpr std::int64_t without_any_limit = 1000;
        const bool limited = limits.has_clock || limits.nodes > 0 || limits.soft_nodes > 0 ||
                             limits.depth > 0 || limits.move_time > 0 || limits.mate > 0;
        if (!limited) limits.move_time = without_any_limit;
        return limits;
    }

    [[nodiscard]] Choice choice(std::int64_t time_ms) const {
        Choice choice{.move = engine_.best_move().move,
                      .depth = engine_.result().depth,
                      .nodes = engine_.nodes(),
                      .time_ms = time_ms};
        if (!engine_.result().lines.empty()) choice.score = engine_.result().lines[0].score;
        return choice;
    }

    EngineSettings settings_;
    Engine engine_;
};

}  // namespace

std::expected<std::unique_ptr<Player>, std::string> make_engine_player(
    const EngineSettings& settings, const CorePath& path, Tablebase* tablebase) {
    auto player = std::make_unique<EnginePlayer>(settings, path);
    if (auto prepared = player->prepare(tablebase); !prepared)
        return std::unexpected(prepared.error());
    return player;
}

}  // namespace kibitz::players
