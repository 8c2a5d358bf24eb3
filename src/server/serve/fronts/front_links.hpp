// FrontLinks: the deciding server's links to its fronts (kibitz front), over a broker of NATS. What
// clients do at fronts reaches the arena like what they do here, and what the arena wants to be
// sent to them goes to their fronts. What the links do is decided by fronts/decider_side.hpp.
#pragma once

#include <expected>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

#include "fronts/decider_side.hpp"
#include "serve/arena/arena_service.hpp"
#include "serve/arena/bot_api.hpp"
#include "serve/fronts/front_broker.hpp"
#include "serve/games/games_service.hpp"
#include "serve/house/house.hpp"
#include "serve/puzzles/puzzle_service.hpp"

namespace kibitz::serve {

// What answers the clients at fronts. It outlives the links.
struct BehindFronts {
    ArenaService& arena;
    BotApi& bot_api;
    GamesService& games;
    PuzzleService& puzzles;
    const House* house;  // may be null
};

class FrontLinks final : public FrontDelivery, public std::enable_shared_from_this<FrontLinks> {
   public:
    // `fail` is called once, on another thread, when another server decides: then this process has
    // to end.
    static std::expected<std::shared_ptr<FrontLinks>, std::string> open(
        const FrontBrokerSettings& settings, BehindFronts behind,
        std::function<void(const std::string&)> fail);
    ~FrontLinks() override { stop(); }
    FrontLinks(const FrontLinks&) = delete;
    FrontLinks& operator=(const FrontLinks&) = delete;
    // Before the arena stops for good: the fronts are told nothing any more.
    void stop();

    void deliver(const arena::Effects& effects, const Done& done) override;
    [[nodiscard]] std::string metrics_text() const;

   private:
    class StreamSocket;

    FrontLinks(FrontBrokerSettings settings, std::unique_ptr<nats_client::Bus> bus,
               BehindFronts behind, std::function<void(const std::string&)> fail);
    std::expected<void, std::string> start();
    void on_message(std::string_view bytes);
    void on_tick();

    // The mutex must be held.
    void carry_out();
    void carry_out(fronts::OpenConnection& action);
    void carry_out(fronts::HandleMessage& action);
    void carry_out(fronts::LoseConnection& action);
    void carry_out(fronts::ChangeBacklog& action);
    void carry_out(fronts::MeasureConnection& action);
    void carry_out(fronts::AnswerRequest& action);
    void carry_out(fronts::PublishToFront& action);
    void carry_out(fronts::Announce& action);
    void carry_out(fronts::Superseded& action);
    void begin_stream(const fronts::LinkName& link, fronts::Answered beginning,
                      std::shared_ptr<net::SocketHandler> handler);
    // With the mutex free, in this order. Never, once the arena stops.
    void later(std::function<void()> call);
    // And without it held.
    void answer(const fronts::LinkName& link, fronts::RequestId request, net::Response response);
    void act(const auto& call);

    const FrontBrokerSettings settings_;
    const BehindFronts behind_;
    const std::function<void(const std::string&)> fail_;
    const fronts::Epoch epoch_;
    mutable std::mutex mutex_;  // guards the next three
    fronts::DeciderSide side_;
    std::unordered_map<arena::ConnectionId, std::shared_ptr<net::SocketHandler>> streams_;
    bool is_over_ = false;
    BrokerWatch watch_;  // of the ticker alone
    std::unique_ptr<nats_client::Bus> bus_;
    std::optional<Ticker> ticker_;
};

}  // namespace kibitz::serve
