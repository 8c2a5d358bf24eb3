#include "serve/arena/arena_service.hpp"

#include <algorithm>
#include <chrono>
#include <future>
#include <utility>

#include "arena/fields.hpp"
#include "arena/operator/commands.hpp"
#include "net/http_status.hpp"
#include "serve/arena/data_folder.hpp"
#include "serve/arena/fact_log.hpp"
#include "serve/arena/log_backup.hpp"
#include "serve/arena/lost_log.hpp"
#include "serve/arena/timed_store.hpp"
#include "serve/http/bearer_token.hpp"
#include "serve/log/server_log.hpp"

namespace kibitz::serve {

namespace {

using arena::ConnectionId;
using arena::Effects;
using arena::Json;
using std::chrono::steady_clock;

net::Response text_response(std::string text, const char* type) {
    return {.headers = {{"Content-Type", type},
                        {"Cache-Control", "no-store"},
                        {"X-Content-Type-Options", "nosniff"}},
            .body = std::move(text)};
}

net::Response response_of(const arena::HttpAnswer& answer) {
    if (answer.pgn) return text_response(*answer.pgn, "application/vnd.chess-pgn; charset=utf-8");
    if (answer.lines) return text_response(*answer.lines, "application/jsonl");
    net::Response response = net::json_response(answer.body.dump(), answer.status);
    if (answer.status == net::status_unauthorised)
        response.headers.emplace_back("WWW-Authenticate", "Bearer");
    return response;
}

arena::Refusal going_down() {
    return {arena::ErrorCode::server_closing, "the server is going down"};
}

// The operator is told once in a while; nobody else can be, since nothing listens yet.
void report_waiting(const std::string& why) {
    log_event(LogLevel::warning, "waitingForStore", {{"why", why}});
}

struct OpenedLog {
    std::unique_ptr<store::EventStore> store;
    std::unique_ptr<RebuiltArena> rebuilt{};  // of a standby, which has followed the log
};

std::unique_ptr<RebuiltArena> rebuild(store::EventStore& log, const ArenaSettings& settings) {
    return std::make_unique<RebuiltArena>(log, snapshot_file(settings.folder),
                                          settings.snapshot_interval);
}

// Waits until no other server has the log, and follows it.
std::expected<OpenedLog, std::string> stand_by(const ArenaSettings& settings) {
    auto log = store::make_postgres_standby(settings.store_address);
    if (!log) return std::unexpected(log.error());
    std::unique_ptr<RebuiltArena> rebuilt;
    bool is_ready = false;
    const auto follow = [&]() -> std::expected<void, std::string> {
        if (!rebuilt) {
            if (auto checked = check_arena_key(settings.folder, **log); !checked) return checked;
            rebuilt = rebuild(**log, settings);
        }
        const auto taken = rebuilt->catch_up();
        if (!taken) return std::unexpected(taken.error());
        if (!std::exchange(is_ready, true))
            log_event(LogLevel::warning, "standingBy", {{"entries", *taken}});
        return {};
    };
    if (auto taken = (*log)->take_over(follow, report_waiting); !taken)
        return std::unexpected(taken.error());
    if (rebuilt) log_event(LogLevel::warning, "takingOver");
    if (rebuilt && !rebuilt->fits_log()) rebuilt.reset();
    return OpenedLog{*std::move(log), std::move(rebuilt)};
}

store::OpenedStore open_store(const ArenaSettings& settings) {
    if (!settings.store_address.empty())
        return store::open_postgres_store(settings.store_address, store::usual_patience,
                                          report_waiting);
    if (auto there = check_log_file_is_there(settings.folder); !there)
        return std::unexpected(there.error());
    return store::open_sqlite_store(store_file(settings.folder));
}

std::expected<OpenedLog, std::string> open_log(const ArenaSettings& settings) {
    if (settings.is_standby) return stand_by(settings);
    auto store = open_store(settings);
    if (!store) return std::unexpected(store.error());
    return OpenedLog{*std::move(store)};
}

}  // namespace

std::expected<std::unique_ptr<ArenaService>, std::string> ArenaService::open(
    const ArenaSettings& settings, const std::function<void(std::string)>& fail) {
    if (auto made = make_data_folder(settings.folder); !made) return std::unexpected(made.error());
    auto log = open_log(settings);
    if (!log) return std::unexpected(log.error());
    if (auto whole = check_log_is_not_lost(settings.folder, *log->store); !whole)
        return std::unexpected(whole.error());
    const auto key = open_arena_key(settings.folder, *log->store, settings.new_key);
    if (!key) return std::unexpected(key.error());
    if (!log->rebuilt) log->rebuilt = rebuild(*log->store, settings);
    log->rebuilt->use_key(*key);
    auto service = std::unique_ptr<ArenaService>(
        new ArenaService(std::move(log->store), std::move(log->rebuilt), settings, fail));
    if (auto restored = service->restore(); !restored) return std::unexpected(restored.error());
    return service;
}

ArenaService::ArenaService(std::unique_ptr<store::EventStore> store,
                           std::unique_ptr<RebuiltArena> rebuilt, const ArenaSettings& settings,
                           const std::function<void(std::string)>& fail)
    : wall_clock_(settings.wall_clock),
      store_(std::make_unique<TimedStore>(std::move(store), shared_.metrics.commit_times)),
      rebuilt_(std::move(rebuilt)),
      arena_(&rebuilt_->arena()),
      commit_(*store_, [this, fail](const std::string& why) { on_store_failure(why, fail); }),
      probe_(
          *store_, [this] { return goes_on(); },
          [this, fail](const std::string& why) { on_store_failure(why, fail); }),
      has_points_(settings.has_points),
      has_predictions_(settings.has_predictions),
      has_battlebot_hosts_(settings.has_battlebot_hosts),
      registrations_an_hour_(settings.registrations_an_hour) {}

ArenaService::~ArenaService() { stop(); }

void ArenaService::on_store_failure(const std::string& why,
                                    const std::function<void(std::string)>& fail) {
    {
        const std::lock_guard lock(failure_mutex_);
        failure_ = why;
    }
    has_failed_ = true;
    log_event(LogLevel::error, "storeFailed", {{"why", why}});
    fail(why);
}

std::expected<void, std::string> ArenaService::restore() {
    const auto taken = rebuilt_->catch_up();
    if (!taken) return std::unexpected(taken.error());
    log_event(LogLevel::info, "logReplayed", {{"entries", *taken}, {"last", rebuilt_->last()}});
    arena_->switch_points(has_points_);
    arena_->switch_predictions(has_predictions_);
    arena_->let_hosts_play(has_battlebot_hosts_);
    arena_->limit_registrations(registrations_an_hour_);
    Outcome outcome;
    time_ = time_at(steady_clock::now());
    arena_->resume(time_, outcome.effects);
    submit(std::move(outcome));
    commit_.flush();
    if (has_failed_) {
        const std::lock_guard lock(failure_mutex_);
        return std::unexpected(failure_);
    }
    thread_ = std::thread([this] { run(); });
    is_running_ = true;
    return {};
}

// By a clock that nobody sets while it runs.
arena::Time ArenaService::time_at(steady_clock::time_point time) const {
    return std::chrono::floor<arena::Milliseconds>(began_at_ + (time - began_));
}

// A machine may start its servers before it knows what time it is. The clock is followed forwards
// only, and only while no game is under way: a game's time is by a clock that nobody sets, and what
// has happened stays before what happens. Otherwise the operator is told, once.
void ArenaService::follow_wall_clock() {
    constexpr std::chrono::seconds tolerance{2};
    const auto difference = wall_clock_() - (began_at_ + (steady_clock::now() - began_));
    if (difference < tolerance && difference > -tolerance) {
        has_told_of_clock_ = false;
        return;
    }
    const auto seconds = std::chrono::floor<std::chrono::seconds>(difference).count();
    if (difference > tolerance && arena_->hall().games_under_way() == 0) {
        began_at_ += std::chrono::floor<std::chrono::milliseconds>(difference);
        log_event(LogLevel::warning, "clockFollowed", {{"seconds", seconds}});
    } else if (!std::exchange(has_told_of_clock_, true)) {
        log_event(LogLevel::warning, "clockDiffers", {{"seconds", seconds}});
    }
}

std::unique_ptr<net::SocketHandler> ArenaService::open_socket(arena::Protocol protocol,
                                                              std::string address) {
    return std::make_unique<ArenaSession>(shared_, protocol, std::move(address));
}

void ArenaService::attach(FrontDelivery* delivery) {
    const std::lock_guard lock(fronts_mutex_);
    fronts_ = delivery;
}

bool ArenaService::has_path(std::string_view path) {
    return path.starts_with("/bots/") || path.starts_with("/games/") ||
           path.starts_with(arena::protocol::Http::prefix);
}

void ArenaService::request(net::Request request, net::Reply reply) {
    shared_.events.post({.content = RequestReceived{std::move(request), std::move(reply)}});
}

template <class Answer>
void ArenaService::ask(Question<Answer> question, std::function<void(const Answer&)> reply) {
    shared_.events.post(
        {.content =
             Asked{[question = std::move(question), reply = std::move(reply)](
                       arena::Arena& arena, arena::Time now, Effects& effects) -> Completion {
                 return [reply, answer = question(arena, now, effects)] { reply(answer); };
             }}});
}

template <class Answer>
std::optional<Answer> ArenaService::answer_of(Question<Answer> question) {
    auto promise = std::make_shared<std::promise<Answer>>();
    auto future = promise->get_future();
    ask<Answer>(std::move(question), [promise = std::move(promise)](const Answer& answer) {
        promise->set_value(answer);
    });
    try {
        return std::optional<Answer>(std::in_place, future.get());
    } catch (const std::future_error&) {  // the promise went with the question
        return std::nullopt;
    }
}

void ArenaService::command(Json command, std::function<void(Json)> reply) {
    ask<Json>(
        [command = std::move(command)](arena::Arena& arena, arena::Time now, Effects& effects) {
            return arena::run_command(arena, command, now, effects);
        },
        std::move(reply));
}

arena::Json ArenaService::answer_to(Json command) {
    const auto answer = answer_of<Json>(
        [command = std::move(command)](arena::Arena& arena, arena::Time now, Effects& effects) {
            return arena::run_command(arena, command, now, effects);
        });
    return answer ? *answer : arena::error_json(going_down());
}

std::vector<arena::LetterName> ArenaService::letter_names(const std::string& letter_key) {
    using Names = std::vector<arena::LetterName>;
    return answer_of<Names>([&letter_key](const arena::Arena& arena, arena::Time, Effects&) {
               return arena::letter_names(arena, letter_key);
           })
        .value_or(Names());
}

bool ArenaService::have_played(const std::string& letter_key, const std::string& other_key) {
    return answer_of<bool>([&](const arena::Arena& arena, arena::Time, Effects&) {
               return arena::have_played(arena, letter_key, other_key);
           })
        .value_or(false);
}

std::expected<std::string, arena::Refusal> ArenaService::recover_name(const std::string& letter_key,
                                                                      const std::string& name) {
    using Token = std::expected<std::string, arena::Refusal>;
    return answer_of<Token>([&](arena::Arena& arena, arena::Time now, Effects& effects) {
               return arena.recover_name(letter_key, name, now, effects);
           })
        .value_or(Token(std::unexpected(going_down())));
}

void ArenaService::find_first_name(std::string token_hash,
                                   std::function<void(const FirstName&)> reply) {
    ask<FirstName>(
        [token_hash = std::move(token_hash)](const arena::Arena& arena, arena::Time, Effects&) {
            return arena::first_name_by_token(arena, token_hash);
        },
        std::move(reply));
}

std::expected<std::size_t, arena::Refusal> ArenaService::back_up(const std::string& path) {
    return serve::back_up(*store_, path);
}

std::expected<std::size_t, arena::Refusal> ArenaService::archive(const GameSelection& selection,
                                                                 const std::string& path) {
    return archive_games(*store_, selection, path);
}

void ArenaService::watch(ArenaWatcher& watcher) {
    shared_.events.post({.content = WatchRequested{&watcher}});
}

bool ArenaService::drain() {
    if (!is_draining_.exchange(true)) shared_.events.post({.content = DrainRequested{}});
    return !has_failed_ && !is_drained_;
}

std::optional<std::string> ArenaService::why_not_ready() const {
    if (has_failed_) return "the log cannot be written";
    if (is_draining_) return "going down";
    if (!probe_.is_reachable()) return "the log cannot be reached";
    return std::nullopt;
}

bool ArenaService::goes_on() {
    if (!is_running_) return true;
    const auto now = steady_clock::now();
    // The answer comes from the store's thread.
    if (pulse_.ask(now))
        ask<bool>([](arena::Arena&, arena::Time, Effects&) { return true; },
                  [this](bool) { pulse_.answer(); });
    return pulse_.is_felt(now);
}

void ArenaService::stop() {
    shared_.events.close();
    if (thread_.joinable()) thread_.join();
    commit_.flush();
}

// --- On the arena's thread ---

void ArenaService::run() {
    for (;;) {
        ArenaEvents::Batch batch = next_batch();
        follow_wall_clock();
        Outcome outcome;
        std::vector<steady_clock::time_point> arrivals;
        for (auto& [time, event] : batch.events) {
            tick_until(time, outcome);
            if (std::holds_alternative<MessageReceived>(event.content)) arrivals.push_back(time);
            handle(event, outcome);
        }
        tick_until(batch.until, outcome);
        count(outcome);
        if (!arrivals.empty())
            outcome.completions.emplace_back([this, arrivals = std::move(arrivals)] {
                const auto sent = steady_clock::now();
                for (const auto arrival : arrivals)
                    shared_.metrics.answer_times.add(
                        std::chrono::floor<arena::Milliseconds>(sent - arrival));
            });
        submit(std::move(outcome));
        if (batch.is_last) return;
    }
}

ArenaEvents::Batch ArenaService::next_batch() {
    const auto deadline = arena_->deadline();
    if (!deadline) return shared_.events.wait_until(std::nullopt);
    const auto left = *deadline - time_at(steady_clock::now());
    return shared_.events.wait_until(steady_clock::now() + left);
}

// Never further than to the events that still wait: however busy the arena is, a move counts from
// when it arrived.
void ArenaService::tick_until(steady_clock::time_point time, Outcome& outcome) {
    time_ = std::max(time_, time_at(time));
    if (const auto deadline = arena_->deadline(); deadline && *deadline <= time_)
        arena_->tick(time_, outcome.effects);
}

void ArenaService::handle(ArenaEvent& event, Outcome& outcome) {
    const ConnectionId id = event.connection;
    Effects& effects = outcome.effects;
    ++shared_.metrics.events;
    if (const auto* connected = std::get_if<Connected>(&event.content)) {
        handle_connected(id, *connected, outcome);
    } else if (const auto* message = std::get_if<MessageReceived>(&event.content)) {
        if (message->unread) --*message->unread;
        arena_->receive(id, message->text, time_, effects, message->delay);
        if (!message->unread) outcome.at_fronts.handled.emplace_back(id, 1);
    } else if (std::holds_alternative<Disconnected>(event.content)) {
        arena_->lose(id, time_, effects);
    } else if (const auto* backlog = std::get_if<BacklogChanged>(&event.content)) {
        arena_->slow(id, backlog->is_slow, time_, effects);
    } else if (const auto* measured = std::get_if<RoundTripMeasured>(&event.content)) {
        arena_->measured(id, measured->time);
    } else if (auto* request = std::get_if<RequestReceived>(&event.content)) {
        handle_request(*request, outcome);
    } else if (const auto* asked = std::get_if<Asked>(&event.content)) {
        outcome.completions.push_back(asked->question(*arena_, time_, effects));
        is_draining_ = arena_->is_draining();
    } else if (const auto* wanted = std::get_if<WatchRequested>(&event.content)) {
        watcher_ = wanted->watcher;
        outcome.news = games_under_way(*arena_);
    } else {
        arena_->drain(true, time_, effects);
    }
}

void ArenaService::handle_connected(ConnectionId id, const Connected& connected, Outcome& outcome) {
    const std::string origin = net::network_of(connected.address);
    const auto& resumption = connected.resumption;
    if (!resumption || connected.protocol == arena::Protocol::battlebot)
        return arena_->open(id, connected.protocol, time_, outcome.effects, origin);
    arena_->reopen(id, *resumption, time_, outcome.effects, origin);
    if (const auto count = static_cast<std::uint32_t>(resumption->unanswered.size()); count > 0)
        outcome.at_fronts.handled.emplace_back(id, count);
}

void ArenaService::handle_request(RequestReceived& received, Outcome& outcome) {
    const net::Request& request = received.request;
    std::string_view method = request.method;
    if (method == "HEAD") method = "GET";
    arena::HttpAnswer answer =
        arena_
            ->request(method, request.path, request.body, time_, outcome.effects,
                      net::network_of(request.address), bearer_token(request))
            .value_or(arena::HttpAnswer{net::status_not_found,
                                        arena::error_json({arena::ErrorCode::not_found,
                                                           "There is nothing at this address"})});
    shared_.metrics.count_answer(answer.status);
    log_event(LogLevel::info, "request",
              {{"method", request.method},
               {"path", request.path},
               {"status", answer.status},
               {"address", request.address}});
    if (!answer.finish) {
        outcome.completions.emplace_back([reply = std::move(received.reply),
                                          response = response_of(answer)] { reply(response); });
        return;
    }
    (void)slow_answers_.submit([this, reply = std::move(received.reply),
                                answer = std::move(answer)]() mutable {
        answer.finish(answer);
        commit_.submit(
            {}, [reply = std::move(reply), response = response_of(answer)] { reply(response); });
    });
}

void ArenaService::count(Outcome& outcome) {
    ArenaMetrics& metrics = shared_.metrics;
    for (const arena::Effect& effect : outcome.effects)
        if (const auto* entry = std::get_if<arena::LogEntry>(&effect)) {
            metrics.count(*entry);
            log_fact(*entry);
            if (watcher_ == nullptr) continue;
            if (auto news = news_of(*entry, *arena_)) outcome.news.push_back(*std::move(news));
        }
    metrics.refused_messages = arena_->refusals();
    metrics.connections = arena_->connections();
    metrics.games = arena_->hall().games_under_way();
    metrics.open_reports = arena_->moderation().open_reports().size();
    is_drained_ = arena_->is_draining() && arena_->games_to_finish() == 0;
}

void ArenaService::submit(Outcome outcome) {
    outcome.at_fronts.notes = arena_->changed_sessions();
    if (outcome.effects.empty() && outcome.completions.empty() && outcome.news.empty() &&
        outcome.at_fronts.handled.empty() && outcome.at_fronts.notes.empty())
        return;
    std::vector<arena::LogEntry> entries;
    Effects to_clients;
    for (arena::Effect& effect : outcome.effects) {
        if (auto* entry = std::get_if<arena::LogEntry>(&effect))
            entries.push_back(std::move(*entry));
        else
            to_clients.push_back(std::move(effect));
    }
    rebuilt_->snapshots().count(entries.size());
    commit_.submit(std::move(entries), [this, to_clients = std::move(to_clients),
                                        completions = std::move(outcome.completions),
                                        at_fronts = std::move(outcome.at_fronts),
                                        watcher = watcher_, news = std::move(outcome.news)] {
        for (const ArenaNews& one : news) tell(*watcher, one);
        deliver(to_clients);
        deliver_to_fronts(to_clients, at_fronts);
        for (const Completion& completed : completions) completed();
    });
}

// --- On the store's thread ---

void ArenaService::deliver(const Effects& effects) {
    for (const arena::Effect& effect : effects) {
        if (const auto* send = std::get_if<arena::Send>(&effect)) {
            if (const auto outbox = shared_.outboxes.find(send->connection))
                outbox->send(send->text, [&](bool is_slow) {
                    shared_.events.post({send->connection, BacklogChanged{is_slow}});
                });
        } else if (const auto* close = std::get_if<arena::Close>(&effect)) {
            if (const auto outbox = shared_.outboxes.find(close->connection))
                outbox->close(static_cast<net::CloseCode>(close->code), close->reason);
        }
    }
}

void ArenaService::deliver_to_fronts(const Effects& effects, const FrontDelivery::Done& done) {
    const std::lock_guard lock(fronts_mutex_);
    if (fronts_ != nullptr) fronts_->deliver(effects, done);
}

}  // namespace kibitz::serve
