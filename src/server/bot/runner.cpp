#include "bot/runner.hpp"

#include <algorithm>
#include <random>
#include <variant>

#include "bot/player_pool.hpp"
#include "platform/event_queue.hpp"

namespace kibitz::bot {

namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr Milliseconds shortest_pause = 500ms, longest_pause = 30s;
constexpr Milliseconds turn = 100ms;  // of looking at what else there is to do
constexpr Milliseconds between_looks = 10s;
constexpr Milliseconds farewell = 2s;  // for the server to receive the resignations
constexpr std::string_view arena_path = "/arena";
constexpr int most_failures = 3;  // of the player, in a row

struct MessageReceived {
    std::string text;
};
struct ConnectionClosed {
    std::string why;
};
struct MoveChosen {
    GameId game;
    std::expected<players::Choice, std::string> choice;
};
using Event = std::variant<MessageReceived, ConnectionClosed, MoveChosen>;

using Events = platform::EventQueue<Event>;

}  // namespace

class Runner::Impl final : public Environment {
   public:
    explicit Impl(RunnerSettings settings)
        : settings_(std::move(settings)),
          bot_(settings_.preferences, settings_.identity, *this),
          players_(settings_.make_player) {}

    std::expected<Results, std::string> run();
    [[nodiscard]] bool is_thinking() const { return players_.is_thinking(); }

    void send(const Json& message) override {
        if (client_) client_->send(message.dump());
    }
    void think(const GameId& game, const Line& line, const Limits& limits) override;
    void forget(const GameId& game) override { players_.forget(game); }
    void keep(const Identity& identity) override {
        if (settings_.keep) settings_.keep(identity);
    }
    void refused(const std::string& why) override { error_ = why; }
    void report(const std::string& text) override { settings_.report(text); }

   private:
    std::expected<void, std::string> connect();
    void connect_again();
    void wait_before_next_attempt();
    void handle(Event& event);
    void handle_choice(const MoveChosen& chosen);
    void handle_end_requests();

    const RunnerSettings settings_;
    Events events_;
    Bot bot_;
    std::optional<std::string> error_;
    Milliseconds pause_ = shortest_pause;
    Clock::time_point next_attempt_{}, next_look_ = Clock::now() + between_looks;
    std::optional<Clock::time_point> end_;  // at the latest
    int failures_ = 0;
    bool was_ready_ = false;  // once on any connection
    PlayerPool players_;
    std::unique_ptr<net::Client> client_;  // the last: its thread uses the others
};

std::expected<Results, std::string> Runner::Impl::run() {
    if (const auto connected = connect(); !connected) {
        report("the server cannot be reached (" + connected.error() +
               "); it is tried again until it can, and Ctrl-C ends that");
        wait_before_next_attempt();
    }
    while (!error_ && !bot_.is_done()) {
        for (auto& [time, event] : events_.wait_for(turn).events) handle(event);
        handle_end_requests();
        const auto now = Clock::now();
        if (end_ && now >= *end_) break;
        if (!client_ && now >= next_attempt_) connect_again();
        if (now >= next_look_) {
            next_look_ = now + between_looks;
            bot_.retry();
        }
    }
    client_.reset();
    if (error_) return std::unexpected(*error_);
    return bot_.results();
}

std::expected<void, std::string> Runner::Impl::connect() {
    auto client = net::Client::connect(
        settings_.address, settings_.client,
        {.message =
             [this](std::string_view text) { events_.post(MessageReceived{std::string(text)}); },
         .closed = [this](std::string why) { events_.post(ConnectionClosed{std::move(why)}); }});
    if (!client) return std::unexpected(client.error());
    client_ = *std::move(client);
    bot_.connected();
    return {};
}

void Runner::Impl::connect_again() {
    if (!connect()) return wait_before_next_attempt();
    if (!was_ready_) report("the server is there");
}

// Not all at the same time, when a server comes back to many bots.
void Runner::Impl::wait_before_next_attempt() {
    std::minstd_rand random{std::random_device{}()};
    const auto wait = pause_ / 2 + Milliseconds(random() % pause_.count()) / 2;
    next_attempt_ = Clock::now() + wait;
    pause_ = std::min(pause_ * 2, longest_pause);
}

void Runner::Impl::handle(Event& event) {
    if (const auto* message = std::get_if<MessageReceived>(&event)) {
        bot_.receive(message->text);
        if (bot_.is_ready()) {
            pause_ = shortest_pause;
            was_ready_ = true;
        }
    } else if (const auto* closed = std::get_if<ConnectionClosed>(&event)) {
        client_.reset();
        bot_.lost();
        report("the connection is lost (" + closed->why +
               "); it is made again as soon as possible");
        // Whatever answers there speaks another protocol.
        if (!was_ready_ && settings_.address.path != arena_path)
            report("is the address right? \"" + settings_.address.path +
                   "\" is asked for, and an arena is at " + std::string(arena_path));
        next_attempt_ = Clock::now() + pause_;
    } else {
        handle_choice(std::get<MoveChosen>(event));
    }
}

void Runner::Impl::handle_choice(const MoveChosen& chosen) {
    if (!players_.has(chosen.game)) return;
    if (chosen.choice) {
        failures_ = 0;
        if (chosen.choice->resigns) return bot_.resigned(chosen.game);
        return bot_.chosen(chosen.game, chosen.choice->move, chosen.choice->score);
    }
    bot_.failed(chosen.game, chosen.choice.error());
    if (++failures_ < most_failures) return;
    bot_.leave();
    error_ = "the player fails again and again: " + chosen.choice.error();
}

void Runner::Impl::handle_end_requests() {
    const int requests = settings_.end_requests();
    if (requests == 0) return;
    bot_.finish();
    if (requests == 1 || end_) {
        if (requests > 2) end_ = Clock::now();
        return;
    }
    bot_.leave();
    end_ = Clock::now() + (client_ ? farewell : 0ms);
}

void Runner::Impl::think(const GameId& game, const Line& line, const Limits& limits) {
    players_.player_for(game).think(
        line, limits, [this, game](const std::expected<players::Choice, std::string>& choice) {
            events_.post(MoveChosen{game, choice});
        });
}

Runner::Runner(RunnerSettings settings) : impl_(std::make_unique<Impl>(std::move(settings))) {}
Runner::~Runner() = default;
std::expected<Results, std::string> Runner::run() { return impl_->run(); }
bool Runner::is_thinking() const { return impl_->is_thinking(); }

}  // namespace kibitz::bot
