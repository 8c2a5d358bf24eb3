#include "serve/house/house.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <optional>
#include <variant>

#include "bot/bot.hpp"
#include "games/chess.hpp"
#include "platform/event_queue.hpp"
#include "platform/files.hpp"
#include "serve/house/player_pool.hpp"
#include "serve/log/server_log.hpp"

namespace kibitz::serve {

namespace {

using namespace std::chrono_literals;
using arena::GameId;
using arena::Json;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds turn{50};  // of looking at alarms and seeks
constexpr std::chrono::milliseconds between_tries{1'000};
constexpr const char* owner = "Kibitz";
constexpr const char* where_a_name_is_taken = " of the house";

// What happens to the players of the house, each by its number; the lobby has the number after the
// last.
struct MessageForPlayer {
    std::size_t player;
    std::shared_ptr<const std::string> text;
};
struct PlayerDisconnected {
    std::size_t player;
};
struct MoveChosen {
    std::size_t player;
    GameId game;
    Move move;
    std::optional<Score> score;
};
using Event = std::variant<MessageForPlayer, PlayerDisconnected, MoveChosen>;

using Events = platform::EventQueue<Event>;

// A connection to the arena without a socket.
class DirectConnection {
   public:
    DirectConnection(ArenaService& arena, std::shared_ptr<Events> events, std::size_t player)
        : handler_(arena.open_socket(arena::Protocol::kibitz)) {
        handler_->on_open(std::make_shared<EventSocket>(std::move(events), player));
    }
    ~DirectConnection() { handler_->on_close(); }
    DirectConnection(const DirectConnection&) = delete;
    DirectConnection& operator=(const DirectConnection&) = delete;

    void send(const Json& message) { handler_->on_message(message.dump(), true); }

   private:
    // The arena's end: what it sends becomes events.
    class EventSocket final : public net::Socket {
       public:
        EventSocket(std::shared_ptr<Events> events, std::size_t player)
            : events_(std::move(events)), player_(player) {}
        void send(net::SharedText text) override {
            events_->post(MessageForPlayer{player_, std::move(text)});
        }
        void close(net::CloseCode, std::string) override {
            events_->post(PlayerDisconnected{player_});
        }
        [[nodiscard]] std::size_t queued_bytes() const override { return 0; }

       private:
        std::shared_ptr<Events> events_;
        std::size_t player_;
    };

    std::unique_ptr<net::SocketHandler> handler_;
};

// --- Tokens ---

using Tokens = std::map<std::string, std::string>;  // by name

std::expected<Tokens, std::string> read_tokens(const std::string& path) {
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored)) return Tokens();
    const auto bytes = read_file(path);
    if (!bytes) return std::unexpected(bytes.error());
    const Json json =
        Json::parse(reinterpret_cast<const char*>(bytes->data()),
                    reinterpret_cast<const char*>(bytes->data()) + bytes->size(), nullptr, false);
    Tokens tokens;
    if (!json.is_object())
        return std::unexpected(path +
                               " is not what a server wrote there: the tokens of its players");
    for (const auto& [name, token] : json.items())
        if (token.is_string()) tokens[name] = token.get<std::string>();
    return tokens;
}

void write_tokens(const std::string& path, const Tokens& tokens) {
    constexpr int indent = 1;
    const std::string text = Json(tokens).dump(indent) + "\n";
    if (const auto written = write_file(path, text, FileAccess::owner_only); !written)
        log_event(LogLevel::error, "houseTokensNotKept", {{"why", written.error()}});
}

// A seek of somebody else's.
struct Seek {
    std::string id;
    double rating = 0;
    std::size_t tries = 0;
    Clock::time_point next_try{};
};

}  // namespace

class House::Impl {
   public:
    Impl(HouseSettings settings, ArenaService& arena, std::string token_file, Tokens tokens);
    ~Impl();
    [[nodiscard]] const HouseSettings& settings() const { return settings_; }

   private:
    class HousePlayer;

    void run(const std::stop_token& end);
    void handle(const Event& event);
    void handle_lobby_message(const Json& message);
    void note_seek(const Json& offer);
    void take_seeks();
    void keep(const bot::Identity& identity);

    const HouseSettings settings_;
    ArenaService& arena_;
    const std::string token_file_;
    Tokens tokens_;
    std::shared_ptr<Events> events_ = std::make_shared<Events>();
    PlayerPool pool_;
    std::vector<PlayerPool::Settings> players_;  // in the order of the settings
    std::vector<std::unique_ptr<HousePlayer>> house_players_;
    std::unique_ptr<DirectConnection> lobby_;
    std::vector<Seek> seeks_;
    std::jthread thread_;  // the last: it uses the others
};

// A player in the arena.
class House::Impl::HousePlayer final : public bot::Environment {
   public:
    HousePlayer(Impl& house, std::size_t number, const std::string& name)
        : house_(house), number_(number), name_(name) {
        const std::string other = name + where_a_name_is_taken;
        const bool has_other = house.tokens_.contains(other) && !house.tokens_.contains(name);
        open(has_other ? other : name);
    }

    // A new connection, under that name.
    void open(const std::string& name) {
        const auto token = house_.tokens_.find(name);
        if (ExperimentService* const experiments = house_.settings_.experiments)
            experiments->set_account(name_, name);
        bot::Preferences preferences;
        preferences.seeks = false;
        preferences.at_once = house_.settings_.games_of_one;
        bot_ = std::make_unique<bot::Bot>(
            preferences,
            bot::Identity{name, owner, token == house_.tokens_.end() ? "" : token->second}, *this);
        connect();
    }
    void connect() {
        connection_.reset();
        connection_ = std::make_unique<DirectConnection>(house_.arena_, house_.events_, number_);
        bot_->connected();
    }
    bot::Bot& bot() { return *bot_; }

    void send(const Json& message) override { connection_->send(message); }
    void think(const GameId& game, const Line& line, const Limits& limits) override {
        const auto side = static_cast<std::size_t>(index(line.position().side_to_move()));
        const std::chrono::milliseconds left(limits.clock[side].remaining);
        auto& under_way = games_.try_emplace(game).first->second;
        if (!under_way.player) under_way.player = player_in(game);
        under_way.ticket =
            house_.pool_.submit({.player = under_way.player,
                                 .game_number = std::hash<GameId>()(game),
                                 .line = line,
                                 .limits = limits,
                                 .due = Clock::now() + left,
                                 .done = [events = house_.events_, number = number_, game](
                                             Move move, std::optional<Score> score) {
                                     events->post(MoveChosen{number, game, move, score});
                                 }});
    }
    void forget(const GameId& game) override {
        if (auto under_way = games_.extract(game)) under_way.mapped().ticket.request_stop();
    }
    void keep(const bot::Identity& identity) override { house_.keep(identity); }
    void refused(const std::string& why) override { refusal_ = why; }
    void report(const std::string& /*text*/) override {}

    // After a message: somebody may have its name. Once more is tried, under another.
    void retry_after_refusal() {
        const auto why = std::exchange(refusal_, std::nullopt);
        if (!why) return;
        // A backup restored without that file, for example.
        const char* const hint =
            bot_->identity().token.empty()
                ? "; if it had this name before, its token is missing in the file"
                : "";
        log_event(
            LogLevel::warning, "houseRefused",
            {{"name", bot_->identity().name}, {"why", *why + hint}, {"file", house_.token_file_}});
        if (bot_->identity().name == name_) open(name_ + where_a_name_is_taken);
    }

   private:
    struct GameUnderWay {
        PlayerPool::Settings player{};  // the same from the first move to the last
        PlayerPool::Ticket ticket{};
    };

    [[nodiscard]] PlayerPool::Settings player_in(const GameId& game) const {
        if (ExperimentService* const experiments = house_.settings_.experiments)
            if (auto variant = experiments->variant_in(game, name_)) return variant;
        return house_.players_[number_];
    }

    Impl& house_;
    const std::size_t number_;
    const std::string name_;
    std::optional<std::string> refusal_;
    std::map<GameId, GameUnderWay> games_;
    std::unique_ptr<bot::Bot> bot_;
    std::unique_ptr<DirectConnection> connection_;
};

House::Impl::Impl(HouseSettings settings, ArenaService& arena, std::string token_file,
                  Tokens tokens)
    : settings_(std::move(settings)),
      arena_(arena),
      token_file_(std::move(token_file)),
      tokens_(std::move(tokens)),
      pool_(settings_.threads, settings_.longest_move_time) {
    for (const players::PlayerSettings& player : settings_.players)
        players_.push_back(std::make_shared<const players::PlayerSettings>(player));
    for (std::size_t n = 0; n < settings_.players.size(); ++n)
        house_players_.push_back(
            std::make_unique<HousePlayer>(*this, n, settings_.players[n].name));
    lobby_ = std::make_unique<DirectConnection>(arena_, events_, house_players_.size());
    lobby_->send({{"type", "watchLobby"}});
    thread_ = std::jthread([this](const std::stop_token& end) { run(end); });
}

House::Impl::~Impl() {
    thread_.request_stop();
    thread_.join();
}

void House::Impl::run(const std::stop_token& end) {
    while (!end.stop_requested()) {
        for (const auto& [time, event] : events_->wait_for(turn).events) handle(event);
        pool_.tidy_up();
        take_seeks();
    }
}

void House::Impl::handle(const Event& event) {
    const std::size_t lobby = house_players_.size();
    if (const auto* chosen = std::get_if<MoveChosen>(&event)) {
        house_players_[chosen->player]->bot().chosen(chosen->game, chosen->move, chosen->score);
    } else if (const auto* closed = std::get_if<PlayerDisconnected>(&event)) {
        if (closed->player == lobby) return lobby_.reset();
        house_players_[closed->player]->bot().lost();
        house_players_[closed->player]->connect();
    } else {
        const auto& received = std::get<MessageForPlayer>(event);
        if (received.player == lobby)
            return handle_lobby_message(Json::parse(*received.text, nullptr, false));
        HousePlayer& player = *house_players_[received.player];
        player.bot().receive(*received.text);
        player.retry_after_refusal();
    }
}

void House::Impl::keep(const bot::Identity& identity) {
    tokens_[identity.name] = identity.token;
    write_tokens(token_file_, tokens_);
}

// --- Seeks ---

void House::Impl::handle_lobby_message(const Json& message) {
    const std::string type = message.value("type", "");
    if (type == "lobby")
        for (const Json& offer : message["offers"]) note_seek(offer);
    else if (type == "offer")
        note_seek(message["offer"]);
    else if (type == "offerGone")
        std::erase_if(
            seeks_, [id = message.value("offer", "")](const Seek& seek) { return seek.id == id; });
}

void House::Impl::note_seek(const Json& offer) {
    if (!games::is_chess(offer.value("game", ""))) return;
    seeks_.push_back({.id = offer.value("id", ""),
                      .rating = offer.value("rating", 0.0),
                      .next_try = Clock::now() + settings_.seek_patience});
}

// The nearest player first; if it may not, for its rating in the arena, the next.
void House::Impl::take_seeks() {
    const auto now = Clock::now();
    for (Seek& seek : seeks_) {
        if (now < seek.next_try) continue;
        std::vector<std::size_t> order;
        for (std::size_t n = 0; n < house_players_.size(); ++n)
            if (settings_.players[n].rating) order.push_back(n);
        if (order.empty()) continue;
        std::ranges::sort(order, {}, [&](std::size_t n) {
            return std::abs(*settings_.players[n].rating - seek.rating);
        });
        house_players_[order[seek.tries++ % order.size()]]->bot().take(seek.id);
        seek.next_try = now + between_tries;
    }
}

std::expected<std::unique_ptr<House>, std::string> House::open(HouseSettings settings,
                                                               ArenaService& arena,
                                                               const std::string& token_file) {
    auto tokens = read_tokens(token_file);
    if (!tokens) return std::unexpected(tokens.error());
    return std::unique_ptr<House>(new House(
        std::make_unique<Impl>(std::move(settings), arena, token_file, *std::move(tokens))));
}

House::House(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
House::~House() = default;

net::Response House::describe() const {
    Json list = Json::array();
    for (const players::PlayerSettings& player : impl_->settings().players)
        list.push_back({{"name", player.name},
                        {"description", player.description},
                        {"rating", player.rating ? Json(*player.rating) : Json()}});
    return net::json_response(list.dump());
}

}  // namespace kibitz::serve
