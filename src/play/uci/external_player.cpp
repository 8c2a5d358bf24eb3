#include "uci/external_player.hpp"

#include <algorithm>
#include <chrono>
#include <optional>

#include "chess/movegen.hpp"
#include "players/player_errors.hpp"
#include "uci/client/playing_engine.hpp"

namespace kibitz {

namespace {

using players::Choice;
using players::ExternalSettings;
using players::OnProgress;
using players::PlayerError;
using players::Turn;
using uci_client::Milliseconds;
using uci_client::PlayingEngine;

// The engine's own limits define its strength; without any, those of the game apply.
Limits limits_for(const ExternalSettings& settings, const Limits& of_game) {
    Limits own;
    own.nodes = static_cast<std::uint64_t>(settings.nodes);
    own.depth = settings.depth;
    own.move_time = settings.move_time;
    if (own.nodes > 0 || own.depth > 0 || own.move_time > 0) return own;
    Limits limits = of_game;
    constexpr std::int64_t without_any_limit = 1000;
    const bool limited =
        limits.has_clock || limits.nodes > 0 || limits.depth > 0 || limits.move_time > 0;
    if (!limited) limits.move_time = without_any_limit;
    return limits;
}

class ExternalPlayer final : public players::Player {
   public:
    ExternalPlayer(ExternalSettings settings, std::unique_ptr<PlayingEngine> engine)
        : settings_(std::move(settings)), engine_(std::move(engine)) {}
    ~ExternalPlayer() override { engine_->quit(); }

    std::expected<void, PlayerError> new_game(std::uint64_t game_number) override {
        if (!engine_->is_alive() || (has_played_ && !engine_->is_reusable())) {
            engine_->quit();
            auto again = uci_client::start_engine(settings_);
            if (!again) return players::failed(to_string(again.error()));
            engine_ = *std::move(again);
            knows_chess960_.reset();
            has_played_ = false;
        }
        if (const auto ready = engine_->new_game(game_number); !ready)
            return players::failed(to_string(ready.error()));
        return {};
    }

    std::expected<Choice, PlayerError> choose(const Turn& turn, const OnProgress& on_progress,
                                              std::stop_token stop) override {
        const Position& position = turn.game.position();
        if (!has_legal_move(position)) return players::game_over();
        if (!engine_->is_alive()) return players::failed("the engine is not running");
        set_chess960(turn.game.start().needs_chess960_notation());

        has_played_ = true;
        const Limits limits = limits_for(settings_, turn.limits);
        const auto reply = engine_->search(turn.game, limits, time_for(limits, position));
        if (!reply) return players::failed(to_string(reply.error()));
        if (stop.stop_requested()) return players::cancelled();
        if (reply->declaration.resigns) return players::failed("the engine resigns");
        if (reply->best_move.is_none())
            return players::failed("illegal move: \"" + reply->move_text + "\"");
        Choice choice = choice_of(*reply);
        if (on_progress)
            on_progress({.score = choice.score,
                         .depth = choice.depth,
                         .nodes = choice.nodes,
                         .nodes_per_second = reply->info.nodes_per_second.value_or(0)});
        return choice;
    }

   private:
    void set_chess960(bool wanted) {
        if (knows_chess960_ == wanted) return;
        engine_->set_if_known("UCI_Chess960", wanted ? "true" : "false");
        knows_chess960_ = wanted;
    }

    static std::optional<uci_client::Clock::duration> time_for(const Limits& limits,
                                                               const Position& position) {
        constexpr Milliseconds slack{1000};
        if (limits.move_time > 0) return Milliseconds(limits.move_time) + slack;
        if (!limits.has_clock) return std::nullopt;
        const auto mover = static_cast<std::size_t>(index(position.side_to_move()));
        return std::max(Milliseconds(limits.clock[mover].remaining), Milliseconds(0)) + slack;
    }

    static Choice choice_of(const uci_client::SearchReply& reply) {
        const auto elapsed = std::chrono::duration_cast<Milliseconds>(reply.elapsed);
        return {.move = reply.best_move,
                .score = reply.info.score.transform(uci_client::to_score),
                .depth = reply.info.depth.value_or(0),
                .nodes = reply.info.nodes.value_or(0),
                .time_ms = elapsed.count(),
                .thoughts = reply.info.pv};
    }

    ExternalSettings settings_;
    std::unique_ptr<PlayingEngine> engine_;
    bool has_played_ = false;  // since it was started
    std::optional<bool> knows_chess960_;
};

}  // namespace

std::expected<std::unique_ptr<players::Player>, std::string> make_external_player(
    const ExternalSettings& settings) {
    auto engine = uci_client::start_engine(settings);
    if (!engine) return std::unexpected(to_string(engine.error()));
    return std::make_unique<ExternalPlayer>(settings, *std::move(engine));
}

}  // namespace kibitz
