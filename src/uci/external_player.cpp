#include "uci/external_player.hpp"

#include <algorithm>
#include <chrono>
#include <optional>

#include "chess/fen.hpp"
#include "chess/movegen.hpp"
#include "chess/uci_move.hpp"
#include "players/player_errors.hpp"

namespace kibitz {

namespace {

using players::Choice;
using players::ExternalSettings;
using players::OnNews;
using players::PlayerError;
using players::Turn;
using uci_client::GoLimits;
using uci_client::Milliseconds;
using uci_client::PlayingEngine;

std::string position_command(const Line& game, bool chess960) {
    std::string text = "position fen " + to_fen(game.start());
    if (!game.moves().empty()) text += " moves";
    for (const Move move : game.moves()) text += ' ' + to_uci(move, chess960);
    return text;
}

uci_client::ClockLimit clock_of(const Limits& limits) {
    const ClockTime& white = limits.clock[0];
    const ClockTime& black = limits.clock[1];
    return {Milliseconds(white.remaining), Milliseconds(black.remaining),
            Milliseconds(white.increment), Milliseconds(black.increment), limits.moves_to_go};
}

GoLimits go_limits(const Limits& limits, const ExternalSettings& settings) {
    GoLimits go;
    if (settings.nodes > 0) go.nodes = static_cast<std::uint64_t>(settings.nodes);
    if (settings.depth > 0) go.depth = settings.depth;
    if (settings.move_time > 0) go.move_time = Milliseconds(settings.move_time);
    // The engine's own limits make it what it is; without any, the game's are for it.
    if (go.nodes || go.depth || go.move_time) return go;
    if (limits.has_clock) go.clock = clock_of(limits);
    if (limits.move_time > 0) go.move_time = Milliseconds(limits.move_time);
    if (limits.nodes > 0) go.nodes = limits.nodes;
    if (limits.depth > 0) go.depth = limits.depth;
    constexpr Milliseconds without_any_limit{1000};
    if (!go.clock && !go.nodes && !go.depth && !go.move_time) go.move_time = without_any_limit;
    return go;
}

class ExternalPlayer final : public players::Player {
   public:
    ExternalPlayer(ExternalSettings settings, std::unique_ptr<PlayingEngine> engine)
        : settings_(std::move(settings)), engine_(std::move(engine)) {}
    ~ExternalPlayer() override { engine_->quit(); }

    std::expected<void, PlayerError> new_game(std::uint64_t /*game_number*/) override {
        if (!engine_->is_alive() || (has_played_ && !engine_->is_reusable())) {
            engine_->quit();
            auto again = start_engine(settings_);
            if (!again) return players::failed(to_string(again.error()));
            engine_ = *std::move(again);
            knows_chess960_.reset();
            has_played_ = false;
        }
        if (const auto ready = engine_->new_game(); !ready)
            return players::failed(to_string(ready.error()));
        return {};
    }

    std::expected<Choice, PlayerError> choose(const Turn& turn, const OnNews& news,
                                              std::stop_token stop) override {
        const Position& position = turn.game.position();
        if (!has_legal_move(position)) return players::game_over();
        if (!engine_->is_alive()) return players::failed("the engine is not running");
        const bool chess960 = turn.game.start().needs_chess960_notation();
        set_chess960(chess960);

        has_played_ = true;
        const GoLimits limits = go_limits(turn.limits, settings_);
        const auto reply = engine_->search(position_command(turn.game, chess960), limits,
                                           time_for(limits, position));
        if (!reply) return players::failed(to_string(reply.error()));
        if (stop.stop_requested()) return players::cancelled();
        if (reply->gesture.resigns) return players::failed("the engine resigns");
        const auto move = parse_uci(position, reply->best_move);
        if (!move) return players::failed("illegal move: " + to_string(move.error()));
        Choice choice = choice_of(*move, *reply);
        if (news)
            news({.score = choice.score,
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

    static std::optional<uci_client::Clock::duration> time_for(const GoLimits& limits,
                                                               const Position& position) {
        constexpr Milliseconds slack{1000};
        if (limits.move_time) return *limits.move_time + slack;
        if (!limits.clock) return std::nullopt;
        const bool white = position.side_to_move() == Color::white;
        return std::max(white ? limits.clock->white : limits.clock->black, Milliseconds(0)) + slack;
    }

    static Choice choice_of(Move move, const uci_client::SearchReply& reply) {
        const auto elapsed = std::chrono::duration_cast<Milliseconds>(reply.elapsed);
        return {.move = move,
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

std::expected<std::unique_ptr<PlayingEngine>, uci_client::Fault> start_engine(
    const ExternalSettings& settings) {
    const bool uci = settings.protocol == players::Protocol::uci;
    return uci_client::start_engine(
        {.command = {.program = settings.command,
                     .arguments = settings.arguments,
                     .directory = settings.directory,
                     .cpu = {}},
         .options = settings.options,
         .protocol = uci ? uci_client::Protocol::uci : uci_client::Protocol::xboard});
}

std::expected<std::unique_ptr<players::Player>, std::string> make_external_player(
    const ExternalSettings& settings) {
    auto engine = start_engine(settings);
    if (!engine) return std::unexpected(to_string(engine.error()));
    return std::make_unique<ExternalPlayer>(settings, *std::move(engine));
}

}  // namespace kibitz
