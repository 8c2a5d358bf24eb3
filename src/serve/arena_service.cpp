#include "serve/arena_service.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <filesystem>
#include <utility>

#include "arena/fields.hpp"
#include "arena/operator/commands.hpp"
#include "log/event_log.hpp"
#include "serve/data_folder.hpp"

namespace kibitz::serve {

namespace {

using arena::ConnectionId;
using arena::Effects;
using arena::Json;

constexpr int status_not_found = 404;

// Of a client that does not read; a spectator is then spared what is not the newest.
constexpr std::size_t slow_bytes = 64 * 1024;
// Of measuring how far away a client is; while it says nothing there is no need.
constexpr std::chrono::seconds measuring_interval{15};

net::Response pgn_response(const std::string& text) {
    return {.headers = {{"Content-Type", "application/vnd.chess-pgn; charset=utf-8"},
                        {"Cache-Control", "no-store"},
                        {"X-Content-Type-Options", "nosniff"}},
            .body = text};
}

// Writes down how long commits take.
class TimedStore final : public store::EventStore {
   public:
    TimedStore(std::unique_ptr<store::EventStore> store, Histogram& times)
        : store_(std::move(store)), times_(times) {}

    std::expected<void, std::string> append(std::span<const arena::LogEntry> entries) override {
        const auto began = std::chrono::steady_clock::now();
        auto done = store_->append(entries);
        times_.add(
            std::chrono::ceil<std::chrono::milliseconds>(std::chrono::steady_clock::now() - began));
        return done;
    }
    std::expected<std::vector<arena::LogEntry>, std::string> stream(
        std::string_view name) override {
        return store_->stream(name);
    }
    std::expected<Page, std::string> page(std::int64_t after, std::size_t most) override {
        return store_->page(after, most);
    }

   private:
    const std::unique_ptr<store::EventStore> store_;
    Histogram& times_;
};

// What is worth a line in the server's log, without secrets.
void log_fact(const arena::LogEntry& entry) {
    static const std::map<std::string, std::string, std::less<>> games{{"start", "gameStarted"},
                                                                       {"end", "gameEnded"}},
        accounts{{"account", "registered"}, {"banned", "banned"}, {"renamed", "renamed"}},
        contests{{"created", "contestCreated"},
                 {"started", "contestStarted"},
                 {"closed", "contestClosed"}};
    const bool is_account = entry.stream == arena::Accounts::stream;
    const bool is_contest = arena::Contests::has_stream(entry.stream);
    const auto& events = is_account ? accounts : is_contest ? contests : games;
    const auto event = events.find(arena::text_field(entry.fact, "type").value_or(""));
    if (event == events.end()) return;
    Json fields = is_account ? Json::object() : Json{{"stream", entry.stream}};
    for (const char* name : {"name", "bot", "banned", "to", "game", "players", "contest", "kind",
                             "ending", "winner", "reason"})
        if (const Json* value = arena::field(entry.fact, name)) fields[name] = *value;
    log::log_event(log::LogLevel::info, event->second, fields);
}

}  // namespace

struct ArenaService::Line {
    explicit Line(std::shared_ptr<net::Socket> the_socket) : socket(std::move(the_socket)) {}

    const std::shared_ptr<net::Socket> socket;
    std::mutex mutex;  // from looking whether it is slow until that is told
    bool is_slow = false;
};

class ArenaService::Client final : public net::SocketHandler {
   public:
    Client(ArenaService& service, arena::Protocol protocol, std::string address)
        : service_(service),
          protocol_(protocol),
          address_(std::move(address)),
          id_(++service.last_id_) {}

    void on_open(std::shared_ptr<net::Socket> socket) override {
        line_ = std::make_shared<Line>(std::move(socket));
        {
            const std::lock_guard lock(service_.lines_mutex_);
            service_.lines_.emplace(id_, line_);
        }
        log::log_event(
            log::LogLevel::info, "connected",
            {{"connection", id_},
             {"address", address_},
             {"protocol", protocol_ == arena::Protocol::kibitz ? "kibitz" : "battlebot"}});
        service_.tell(id_, Opened{protocol_, address_});
        measure();
    }
    void on_message(std::string_view message, bool /*is_text*/) override {
        if (++*unread_ > most_unread_messages) {
            if (std::exchange(is_flooding_, true)) return;
            ++service_.counters_.flooded;
            log::log_event(log::LogLevel::warning, "flooded", {{"connection", id_}});
            return line_->socket->close(net::CloseCode::policy, "too many messages at once");
        }
        service_.tell(id_, Received{std::string(message), unread_});
        measure();
    }
    void on_drained() override {
        const std::lock_guard lock(line_->mutex);
        if (std::exchange(line_->is_slow, false)) service_.tell(id_, Slow{false});
    }
    void on_cut_off() override { ++service_.counters_.does_not_read; }
    void on_round_trip(std::chrono::milliseconds time) override {
        service_.tell(id_, Measured{time});
    }
    void on_close() override {
        {
            const std::lock_guard lock(service_.lines_mutex_);
            service_.lines_.erase(id_);
        }
        log::log_event(log::LogLevel::info, "disconnected", {{"connection", id_}});
        service_.tell(id_, Lost{});
    }

   private:
    // The clocks of the battlebot protocol know of no lag.
    void measure() {
        const auto now = std::chrono::steady_clock::now();
        if (protocol_ != arena::Protocol::kibitz || now < next_measuring_) return;
        next_measuring_ = now + measuring_interval;
        line_->socket->measure();
    }

    ArenaService& service_;
    const arena::Protocol protocol_;
    const std::string address_;
    const ConnectionId id_;
    std::shared_ptr<Line> line_;
    bool is_flooding_ = false;
    std::chrono::steady_clock::time_point next_measuring_;
    std::shared_ptr<std::atomic<int>> unread_ = std::make_shared<std::atomic<int>>(0);
};

std::expected<std::unique_ptr<ArenaService>, std::string> ArenaService::open(
    const ArenaSettings& settings, std::function<void(std::string)> fail) {
    const auto data = open_data_folder(settings.folder);
    if (!data) return std::unexpected(data.error());
    auto store = settings.store_address.empty()
                     ? store::open_sqlite_store(data->store_file)
                     : store::open_postgres_store(settings.store_address);
    if (!store) return std::unexpected(store.error());
    auto service = std::unique_ptr<ArenaService>(
        new ArenaService(*std::move(store), data->key, std::move(fail)));
    if (auto restored = service->restore(); !restored) return std::unexpected(restored.error());
    return service;
}

ArenaService::ArenaService(std::unique_ptr<store::EventStore> store, std::string_view key,
                           std::function<void(std::string)> fail)
    : store_(std::make_unique<TimedStore>(std::move(store), counters_.commit_times)),
      secrets_(key),
      arena_(secrets_,
             [this](const std::string& name) { return store::stored_stream(*store_, name); }),
      commit_(
          *store_, [this](Effects effects) { deliver(std::move(effects)); },
          [this, fail = std::move(fail)](const std::string& why) {
              has_failed_ = true;
              log::log_event(log::LogLevel::error, "storeFailed", {{"why", why}});
              fail(why);
          }) {}

ArenaService::~ArenaService() { stop(); }

std::expected<void, std::string> ArenaService::restore() {
    std::size_t misfits = 0;
    const auto replayed = store::replay(*store_, [&](const arena::LogEntry& entry) {
        if (!arena_.replay(entry)) ++misfits;
    });
    if (!replayed) return std::unexpected(replayed.error());
    if (misfits > 0) log::log_event(log::LogLevel::warning, "misfits", {{"entries", misfits}});
    Effects effects;
    time_ = now();
    arena_.resume(time_, effects);
    commit_.submit(std::move(effects));
    thread_ = std::thread([this] { run(); });
    return {};
}

// By a clock that nobody sets while it runs.
arena::Time ArenaService::now() const {
    const auto time = began_at_ + (std::chrono::steady_clock::now() - began_);
    return std::chrono::floor<arena::Milliseconds>(time);
}

std::unique_ptr<net::SocketHandler> ArenaService::open_socket(arena::Protocol protocol,
                                                              std::string address) {
    return std::make_unique<Client>(*this, protocol, std::move(address));
}

bool ArenaService::has_path(std::string_view path) {
    return path.starts_with("/bots/") || path.starts_with("/games/") ||
           path.starts_with(arena::protocol::Http::prefix);
}

void ArenaService::request(net::Request request, net::Reply reply) {
    tell(++last_id_, Asked{std::move(request), std::move(reply)});
}

void ArenaService::command(Json command, std::function<void(Json)> reply) {
    tell(++last_id_, Commanded{std::move(command), std::move(reply)});
}

std::expected<std::size_t, std::string> ArenaService::back_up(const std::string& file) {
    if (!file.starts_with('/')) return std::unexpected("a backup needs the whole path of a file");
    if (std::filesystem::exists(file)) return std::unexpected(file + " is there already");
    const auto copy = store::open_sqlite_store(file);
    if (!copy) return std::unexpected(copy.error());
    return store::copy_log(*store_, **copy);
}

bool ArenaService::is_busy() {
    if (!is_draining_.exchange(true)) tell(0, Draining{});
    return !has_failed_ && !is_drained_;
}

void ArenaService::tell(ConnectionId id, What what) {
    {
        const std::lock_guard lock(mutex_);
        if (is_stopping_) return;
        happenings_.push_back({id, now(), std::move(what)});
    }
    happened_.notify_one();
}

void ArenaService::stop() {
    {
        const std::lock_guard lock(mutex_);
        is_stopping_ = true;
    }
    happened_.notify_one();
    if (thread_.joinable()) thread_.join();
    commit_.flush();
    // What was asked and never answered: the server waits for nobody.
    const std::lock_guard lock(lines_mutex_);
    replies_.clear();
}

// --- On the arena's thread ---

void ArenaService::run() {
    for (;;) {
        News news = wait_for_news();
        Effects effects;
        std::vector<arena::Time> arrivals;
        for (Happening& happening : news.happenings) {
            tick_until(happening.time, effects);
            if (std::holds_alternative<Received>(happening.what))
                arrivals.push_back(happening.time);
            hear(happening, effects);
        }
        tick_until(news.until, effects);
        keep_count(effects);
        if (!arrivals.empty()) time_answers(std::move(arrivals), effects);
        commit_.submit(std::move(effects));
        const std::lock_guard lock(mutex_);
        if (is_stopping_ && happenings_.empty()) return;
    }
}

// Never further than to what still waits to be heard: however busy the arena is, a move counts from
// when it was here.
void ArenaService::tick_until(arena::Time time, Effects& effects) {
    time_ = std::max(time_, time);
    if (const auto deadline = arena_.deadline(); deadline && *deadline <= time_)
        arena_.tick(time_, effects);
}

ArenaService::News ArenaService::wait_for_news() {
    const auto deadline = arena_.deadline();
    const auto has_news = [this] { return is_stopping_ || !happenings_.empty(); };
    std::unique_lock lock(mutex_);
    if (deadline) {
        const auto left = std::max(*deadline - now(), arena::Milliseconds(0));
        happened_.wait_for(lock, left, has_news);
    } else {
        happened_.wait(lock, has_news);
    }
    return {std::exchange(happenings_, {}), now()};
}

void ArenaService::hear(Happening& happening, Effects& effects) {
    const ConnectionId id = happening.id;
    ++counters_.happenings;
    if (const auto* opened = std::get_if<Opened>(&happening.what)) {
        arena_.open(id, opened->protocol, time_, effects, net::network_of(opened->address));
    } else if (const auto* received = std::get_if<Received>(&happening.what)) {
        --*received->unread;
        arena_.receive(id, received->text, time_, effects);
    } else if (std::holds_alternative<Lost>(happening.what)) {
        arena_.lose(id, time_, effects);
    } else if (const auto* slow = std::get_if<Slow>(&happening.what)) {
        arena_.slow(id, slow->is_slow, time_, effects);
    } else if (const auto* measured = std::get_if<Measured>(&happening.what)) {
        arena_.measured(id, measured->round_trip);
    } else if (auto* commanded = std::get_if<Commanded>(&happening.what)) {
        obey(id, *commanded, effects);
    } else if (std::holds_alternative<Draining>(happening.what)) {
        arena_.drain(true, time_, effects);
    } else {
        answer(id, std::get<Asked>(happening.what), effects);
    }
}

// The answer goes the way of all effects, after what is to be in the log before it.
void ArenaService::answer(ConnectionId id, Asked& asked, Effects& effects) {
    const net::Request& request = asked.request;
    std::string_view method = request.method;
    if (method == "HEAD") method = "GET";
    arena::HttpAnswer answer =
        arena_
            .request(method, request.path, request.body, time_, effects,
                     net::network_of(request.address))
            .value_or(arena::HttpAnswer{status_not_found,
                                        {{"error", "There is nothing at this address"}}});
    counters_.count_answer(answer.status);
    log::log_event(log::LogLevel::info, "request",
                   {{"method", request.method},
                    {"path", request.path},
                    {"status", answer.status},
                    {"address", request.address}});
    {
        const std::lock_guard lock(lines_mutex_);
        replies_.emplace(id, [reply = std::move(asked.reply), status = answer.status,
                              is_pgn = answer.pgn.has_value()](const std::string& text) {
            reply(is_pgn ? pgn_response(text) : net::json_response(text, status));
        });
    }
    const auto send = [](ConnectionId to, const arena::HttpAnswer& done, Effects& into) {
        auto text = done.pgn ? *done.pgn : done.body.dump();
        into.emplace_back(arena::Send{to, std::make_shared<const std::string>(std::move(text))});
    };
    if (!answer.finish) return send(id, answer, effects);
    (void)slow_answers_.submit([this, id, send, answer = std::move(answer)]() mutable {
        answer.finish(answer);
        Effects late;
        send(id, answer, late);
        commit_.submit(std::move(late));
    });
}

void ArenaService::obey(ConnectionId id, Commanded& commanded, Effects& effects) {
    Json answer = arena::run_command(arena_, commanded.command, time_, effects);
    is_draining_ = arena_.is_draining();
    {
        const std::lock_guard lock(lines_mutex_);
        replies_.emplace(id, [reply = std::move(commanded.reply)](const std::string& text) {
            reply(Json::parse(text));
        });
    }
    arena::send(effects, id, answer);
}

void ArenaService::keep_count(const Effects& effects) {
    for (const arena::Effect& effect : effects)
        if (const auto* entry = std::get_if<arena::LogEntry>(&effect)) {
            counters_.count(*entry);
            log_fact(*entry);
        }
    counters_.refused_messages = arena_.refusals();
    is_drained_ = arena_.is_draining() && arena_.games_to_finish() == 0;
    connections_ = arena_.connections();
    games_ = arena_.hall().games_under_way();
}

void ArenaService::time_answers(std::vector<arena::Time> arrivals, Effects& effects) {
    const ConnectionId nobody = ++last_id_;
    {
        const std::lock_guard lock(lines_mutex_);
        replies_.emplace(nobody, [this, arrivals = std::move(arrivals)](const std::string&) {
            const arena::Time sent = now();
            for (const arena::Time arrival : arrivals) counters_.answer_times.add(sent - arrival);
        });
    }
    effects.emplace_back(arena::Send{nobody, std::make_shared<const std::string>()});
}

// --- On the store's thread ---

void ArenaService::deliver(Effects effects) {
    for (const arena::Effect& effect : effects) {
        if (const auto* send = std::get_if<arena::Send>(&effect))
            deliver(*send);
        else if (const auto* close = std::get_if<arena::Close>(&effect))
            deliver(*close);
    }
}

void ArenaService::deliver(const arena::Send& send) {
    std::shared_ptr<Line> line;
    Take take;
    {
        const std::lock_guard lock(lines_mutex_);
        if (const auto found = lines_.find(send.connection); found != lines_.end()) {
            line = found->second;
        } else if (auto reply = replies_.extract(send.connection)) {
            take = std::move(reply.mapped());
        }
    }
    if (take) take(*send.text);
    if (!line) return;
    line->socket->send(send.text);
    const std::lock_guard lock(line->mutex);
    if (line->is_slow || line->socket->queued_bytes() < slow_bytes) return;
    line->is_slow = true;
    tell(send.connection, Slow{true});
}

void ArenaService::deliver(const arena::Close& close) {
    std::shared_ptr<Line> line;
    {
        const std::lock_guard lock(lines_mutex_);
        if (const auto found = lines_.find(close.connection); found != lines_.end())
            line = found->second;
    }
    if (line) line->socket->close(static_cast<net::CloseCode>(close.code), close.reason);
}

std::string ArenaService::metrics() const {
    const auto gauge = [](const char* name, const char* help, std::uint64_t value) {
        const std::string full = std::string("kibitz_arena_") + name;
        return metric_head(full, help, "gauge") + full + " " + std::to_string(value) + "\n";
    };
    return gauge("connections", "Connections to the arena.", connections_) +
           gauge("games", "Games being played.", games_) + counters_.text();
}

}  // namespace kibitz::serve
