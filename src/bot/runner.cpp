#include "bot/runner.hpp"

#include <algorithm>
#include <random>
#include <variant>
#include <vector>

#include "bot/event_queue.hpp"

namespace kibitz::bot {

namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr Milliseconds shortest_pause = 500ms, longest_pause = 30s;
constexpr Milliseconds turn = 100ms;  // of looking at what else there is to do
constexpr Milliseconds between_looks = 10s;
constexpr Milliseconds farewell = 2s;  // for the server to hear that games are given up
constexpr int most_failures = 3;       // of the player, in a row

struct Heard {
    std::string text;
};
struct Closed {
    std::string why;
};
struct Chosen {
    GameId game;
    std::expected<players::Choice, std::string> choice;
};
using Event = std::variant<Heard, Closed, Chosen>;

using Events = EventQueue<Event>;

}  // namespace

class Runner::Impl final : public Host {
   public:
    explicit Impl(RunnerSettings settings)
        : settings_(std::move(settings)), bot_(settings_.wishes, settings_.identity, *this) {}

    std::expected<Results, std::string> run();
    [[nodiscard]] bool is_thinking() const;

    void say(const Json& message) override {
        if (client_) client_->send(message.dump());
    }
    void think(const GameId& game, const Line& line, const Limits& limits) override;
    void forget(const GameId& game) override;
    void keep(const Identity& identity) override {
        if (settings_.keep) settings_.keep(identity);
    }
    void refused(const std::string& why) override { error_ = why; }
    void tell(const std::string& news) override { settings_.tell(news); }

   private:
    std::expected<void, std::string> connect();
    void connect_again();
    void hear(Event& event);
    void hear_choice(const Chosen& chosen);
    void obey();
    Thinker& seat_for(const GameId& game);

    const RunnerSettings settings_;
    Events events_;
    Bot bot_;
    std::optional<std::string> error_;
    Milliseconds pause_ = shortest_pause;
    Clock::time_point next_attempt_{}, next_look_ = Clock::now() + between_looks;
    std::optional<Clock::time_point> end_;  // at the latest
    int failures_ = 0;
    std::map<GameId, std::unique_ptr<Thinker>> seats_;
    std::vector<std::unique_ptr<Thinker>> free_;  // some still with an old thought
    std::unique_ptr<net::Client> client_;         // the last: its thread uses the others
};

std::expected<Results, std::string> Runner::Impl::run() {
    if (auto connected = connect(); !connected) return std::unexpected(connected.error());
    while (!error_ && !bot_.is_done()) {
        for (Event& event : events_.wait(turn)) hear(event);
        obey();
        const auto now = Clock::now();
        if (end_ && now >= *end_) break;
        if (!client_ && now >= next_attempt_) connect_again();
        if (now >= next_look_) {
            next_look_ = now + between_looks;
            bot_.look_around();
        }
    }
    client_.reset();
    if (error_) return std::unexpected(*error_);
    return bot_.results();
}

std::expected<void, std::string> Runner::Impl::connect() {
    auto client = net::Client::connect(
        settings_.address, settings_.client,
        {.message = [this](std::string_view text) { events_.add(Heard{std::string(text)}); },
         .closed = [this](std::string why) { events_.add(Closed{std::move(why)}); }});
    if (!client) return std::unexpected(client.error());
    client_ = *std::move(client);
    bot_.connected();
    return {};
}

// Not all at the same time, when a server comes back to many bots.
void Runner::Impl::connect_again() {
    if (const auto connected = connect()) return;
    std::minstd_rand random{std::random_device{}()};
    const auto wait = pause_ / 2 + Milliseconds(random() % pause_.count()) / 2;
    next_attempt_ = Clock::now() + wait;
    pause_ = std::min(pause_ * 2, longest_pause);
}

void Runner::Impl::hear(Event& event) {
    if (const auto* heard = std::get_if<Heard>(&event)) {
        bot_.receive(heard->text);
        if (bot_.is_ready()) pause_ = shortest_pause;
    } else if (const auto* closed = std::get_if<Closed>(&event)) {
        client_.reset();
        bot_.lost();
        tell("the connection is lost (" + closed->why + "); it is made again as soon as possible");
        next_attempt_ = Clock::now() + pause_;
    } else {
        hear_choice(std::get<Chosen>(event));
    }
}

void Runner::Impl::hear_choice(const Chosen& chosen) {
    if (!seats_.contains(chosen.game)) return;
    if (chosen.choice) {
        failures_ = 0;
        return bot_.chosen(chosen.game, chosen.choice->move, chosen.choice->score);
    }
    bot_.failed(chosen.game, chosen.choice.error());
    if (++failures_ < most_failures) return;
    bot_.leave();
    error_ = "the player fails again and again: " + chosen.choice.error();
}

void Runner::Impl::obey() {
    const int wishes = settings_.wishes_to_end();
    if (wishes == 0) return;
    bot_.finish();
    if (wishes == 1 || end_) {
        if (wishes > 2) end_ = Clock::now();
        return;
    }
    bot_.leave();
    end_ = Clock::now() + (client_ ? farewell : 0ms);
}

void Runner::Impl::think(const GameId& game, const Line& line, const Limits& limits) {
    seat_for(game).think(line, limits,
                         [this, game](const std::expected<players::Choice, std::string>& choice) {
                             events_.add(Chosen{game, choice});
                         });
}

Thinker& Runner::Impl::seat_for(const GameId& game) {
    std::unique_ptr<Thinker>& seat = seats_[game];
    if (seat) return *seat;
    const auto free = std::ranges::find_if(free_, [](const auto& one) { return !one->is_busy(); });
    if (free == free_.end()) {
        seat = std::make_unique<Thinker>(settings_.make_player);
    } else {
        seat = std::move(*free);
        free_.erase(free);
    }
    seat->new_game(std::hash<GameId>()(game));
    return *seat;
}

void Runner::Impl::forget(const GameId& game) {
    auto seat = seats_.extract(game);
    if (!seat) return;
    seat.mapped()->give_up();
    free_.push_back(std::move(seat.mapped()));
}

bool Runner::Impl::is_thinking() const {
    const auto is_busy = [](const auto& thinker) { return thinker->is_busy(); };
    return std::ranges::any_of(free_, is_busy) ||
           std::ranges::any_of(seats_, [&](const auto& seat) { return is_busy(seat.second); });
}

Runner::Runner(RunnerSettings settings) : impl_(std::make_unique<Impl>(std::move(settings))) {}
Runner::~Runner() = default;
std::expected<Results, std::string> Runner::run() { return impl_->run(); }
bool Runner::is_thinking() const { return impl_->is_thinking(); }

}  // namespace kibitz::bot
