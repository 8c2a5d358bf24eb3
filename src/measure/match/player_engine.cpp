#include "match/player_engine.hpp"

#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>
#include <utility>

#include "chess/uci_move.hpp"
#include "players/make_player.hpp"

namespace kibitz::match {

namespace {

using uci_client::Clock;
using uci_client::EngineScore;
using uci_client::ExitStatus;
using uci_client::Fault;
using uci_client::FaultKind;
using uci_client::SearchReply;

// Asks a thought to stop when its time is up, unless it is over before.
class Alarm {
   public:
    Alarm(std::optional<Clock::duration> time, std::stop_source& thought) {
        if (!time) return;
        thread_ =
            std::jthread([until = Clock::now() + *time, &thought](const std::stop_token& over) {
                std::mutex mutex;
                std::condition_variable_any changed;
                std::unique_lock lock(mutex);
                changed.wait_until(lock, over, until, [] { return false; });
                if (!over.stop_requested()) thought.request_stop();
            });
    }

   private:
    std::jthread thread_;
};

EngineScore engine_score(Score score) {
    if (!is_mate(score)) return {.is_mate = false, .value = raw(score)};
    return {.is_mate = true, .value = mate_moves(score)};
}

class PlayerEngine final : public uci_client::PlayingEngine {
   public:
    PlayerEngine(std::string name, std::unique_ptr<players::Player> player, bool counts_nodes,
                 bool at_human_pace)
        : name_(std::move(name)),
          player_(std::move(player)),
          counts_nodes_(counts_nodes),
          at_human_pace_(at_human_pace) {}

    [[nodiscard]] const std::string& name() const override { return name_; }
    [[nodiscard]] const std::vector<std::string>& warnings() const override { return warnings_; }
    [[nodiscard]] bool is_alive() const override { return true; }
    [[nodiscard]] bool can_limit_nodes() const override { return counts_nodes_; }
    [[nodiscard]] const std::string& error_output() const override { return no_output_; }

    bool set_if_known(std::string_view /*name*/, std::string_view /*value*/) override {
        return true;  // Chess960, which all of them know
    }
    std::expected<void, Fault> new_game(std::uint64_t number) override {
        if (const auto ready = player_->new_game(number); !ready)
            return std::unexpected(Fault{FaultKind::crash, ready.error().text});
        return {};
    }

    std::expected<SearchReply, Fault> search(const Line& game, const Limits& limits,
                                             std::optional<Clock::duration> time) override {
        const auto started = Clock::now();
        std::stop_source thought;
        const auto choice = [&] {
            const Alarm alarm(time, thought);
            return player_->choose({game, limits, at_human_pace_}, {}, thought.get_token());
        }();
        const auto elapsed = Clock::now() - started;
        if (!choice && choice.error().kind == players::PlayerError::Kind::cancelled)
            return std::unexpected(Fault{FaultKind::time_loss, "still thinking"});
        if (!choice) return std::unexpected(Fault{FaultKind::crash, choice.error().text});
        SearchReply reply;
        reply.best_move = choice->move;
        reply.move_text = to_uci(choice->move, game.start().needs_chess960_notation());
        if (choice->score) reply.info.score = engine_score(*choice->score);
        reply.info.depth = choice->depth;
        reply.info.nodes = choice->nodes;
        reply.elapsed = elapsed;
        reply.declaration.resigns = choice->resigns;
        reply.declaration.offers_draw = choice->offers_draw;
        return reply;
    }

    // It names no reply to ponder on, so nobody asks for this.
    std::expected<void, Fault> ponder(const Line& /*game*/, Move /*expected*/,
                                      const Limits& /*limits*/) override {
        return does_not_ponder();
    }
    std::expected<SearchReply, Fault> ponder_hit(std::optional<Clock::duration> /*time*/) override {
        return does_not_ponder();
    }
    std::expected<void, Fault> ponder_miss() override { return does_not_ponder(); }
    ExitStatus quit() override { return {}; }

   private:
    static std::unexpected<Fault> does_not_ponder() {
        return std::unexpected(Fault{FaultKind::garbage, "does not ponder"});
    }

    std::string name_;
    std::unique_ptr<players::Player> player_;
    bool counts_nodes_;
    bool at_human_pace_;
    std::vector<std::string> warnings_;
    std::string no_output_;
};

}  // namespace

std::expected<std::unique_ptr<uci_client::PlayingEngine>, Fault> make_player_engine(
    const players::PlayerSettings& player, bool at_human_pace) {
    auto made = players::make_player(player, players::default_resources());
    if (!made) return std::unexpected(Fault{FaultKind::failed_to_start, made.error()});
    const bool counts_nodes = std::holds_alternative<players::EngineSettings>(player.kind);
    return std::make_unique<PlayerEngine>(player.name, *std::move(made), counts_nodes,
                                          at_human_pace);
}

}  // namespace kibitz::match
