#include "serve/engine/engine_session.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <map>
#include <thread>
#include <utility>

#include "chess/movegen.hpp"
#include "page_protocol/json_writer.hpp"
#include "page_protocol/line_text.hpp"
#include "page_protocol/thinking/classic_text.hpp"
#include "page_protocol/thinking/human_text.hpp"
#include "page_protocol/thinking/search_text.hpp"
#include "platform/clock.hpp"
#include "platform/core_paths.hpp"
#include "players/human/decision.hpp"

namespace kibitz::serve {

namespace {

using Clock = std::chrono::steady_clock;

// Lines may be found much faster than anyone can read them.
constexpr std::chrono::milliseconds between_infos{50};

std::string event(std::string_view name, std::int64_t run, std::string_view member,
                  std::string_view value) {
    return "{\"event\":\"" + std::string(name) + "\",\"run\":" + std::to_string(run) + ",\"" +
           std::string(member) + "\":" + std::string(value) + "}";
}

// Calls the function after some time, unless it is destroyed before.
class Deadline {
   public:
    Deadline(std::chrono::milliseconds time, std::function<void()> call)
        : thread_([time, call = std::move(call)](const std::stop_token& stop) {
              std::mutex mutex;
              std::unique_lock lock(mutex);
              std::condition_variable_any never;
              never.wait_for(lock, stop, time, [] { return false; });
              if (!stop.stop_requested()) call();
          }) {}

   private:
    std::jthread thread_;
};

// Sends the newest of each line, now and then.
class InfoSender final : public EngineListener {
   public:
    InfoSender(std::int64_t run, const Line& line, const EngineSession::Send& send)
        : run_(run), line_(line), send_(send) {}

    void on_info(const SearchInfo& info) override {
        if (info.bound == Bound::upper) return;
        held_[info.line] = page_protocol::info_text(info, line_);
        if (Clock::now() - last_ >= between_infos) flush();
    }
    void flush() {
        for (const auto& [number, info] : held_) send_(event("info", run_, "info", info));
        held_.clear();
        last_ = Clock::now();
    }

   private:
    const std::int64_t run_;
    const Line& line_;
    const EngineSession::Send& send_;
    std::map<int, std::string> held_;
    Clock::time_point last_;
};

}  // namespace

EngineSession::EngineSession(const EngineAllowance& allowance, platform::TaskQueue& searches,
                             Send send)
    : allowance_(allowance),
      searches_(searches),
      send_(std::move(send)),
      hash_mb_(std::min(Engine::default_hash_mb, allowance.hash_mb)) {}

void EngineSession::receive(std::string_view message, bool is_text) {
    if (!is_text)
        return send_error(0, {EngineErrorCode::invalid_message,
                              "a message is a text frame, this is a binary one"});
    auto parsed = parse_engine_message(message);
    if (!parsed) return send_error(0, parsed.error());
    std::visit([this](auto& content) { execute(std::move(content)); }, *parsed);
}

void EngineSession::leave() {
    const std::lock_guard lock(mutex_);
    waiting_.reset();
    halt_thinking();
}

void EngineSession::execute(const ConfigMessage& config) {
    threads_ = std::min(config.threads.value_or(threads_), allowance_.threads);
    hash_mb_ = std::min(config.hash_mb.value_or(hash_mb_), allowance_.hash_mb);
    send_("{\"event\":\"config\",\"threads\":" + std::to_string(threads_) +
          ",\"hashMb\":" + std::to_string(hash_mb_) + "}");
}

void EngineSession::execute(PositionMessage&& position) { position_ = std::move(position); }

// Not more than a position may have.
void EngineSession::execute(const PlayedMessage& played) {
    if (position_.moves.size() + played.move.size() >= most_engine_message_bytes)
        return send_error(0, {EngineErrorCode::game_too_long, "the game is too long"});
    if (!position_.moves.empty()) position_.moves += ' ';
    position_.moves += played.move;
}

void EngineSession::execute(const NewGameMessage&) { is_new_game_ = true; }

void EngineSession::execute(GoMessage&& go) {
    const std::lock_guard lock(mutex_);
    drop_waiting();
    halt_thinking();
    waiting_ = Task{.run = go.run,
                    .position = position_,
                    .limits = std::move(go.limits),
                    .player = std::move(go.player),
                    .threads = threads_,
                    .hash_mb = hash_mb_,
                    .is_new_game = std::exchange(is_new_game_, false)};
    if (!job_is_queued_)
        job_is_queued_ = searches_.submit([self = shared_from_this()] { self->work(); });
    if (job_is_queued_) return;
    waiting_.reset();
    send_error(go.run, {EngineErrorCode::busy,
                        "too many searches wait for this server; please try again soon"});
}

// What is over already needs no stop.
void EngineSession::execute(const StopMessage& stop) {
    const std::lock_guard lock(mutex_);
    if (waiting_ && waiting_->run == stop.run) drop_waiting();
    if (thinking_ == stop.run) halt_thinking();
}

void EngineSession::drop_waiting() {
    if (waiting_) send_move(waiting_->run, "null");
    waiting_.reset();
}

void EngineSession::halt_thinking() {
    is_halted_ = true;
    if (halt_) halt_();
}

// --- On a thread of the pool ---

void EngineSession::work() {
    const std::lock_guard has_engine(engine_mutex_);
    std::optional<Task> task;
    {
        const std::lock_guard lock(mutex_);
        job_is_queued_ = false;
        if (!waiting_) return;
        task = std::exchange(waiting_, std::nullopt);
        thinking_ = task->run;
        is_halted_ = false;
    }
    think(*task);
    finish_thinking();
}

void EngineSession::finish_thinking() {
    const std::lock_guard lock(mutex_);
    thinking_.reset();
    halt_ = nullptr;
}

void EngineSession::think(const Task& task) {
    const auto line = page_protocol::parse_line(task.position.start, task.position.moves);
    if (!line) return send_error(task.run, {EngineErrorCode::invalid_position, line.error().words});
    if (!has_legal_move(line->position()))
        return send_error(task.run, {EngineErrorCode::game_over, "there is no legal move"});
    if (task.player)
        choose(task, *line);
    else
        search(task, *line);
}

// Under the lock, so that a stop finds either nothing begun or something to halt. False if it was
// stopped before.
bool EngineSession::begin(const std::function<void()>& begin_it, std::function<void()> halt) {
    const std::lock_guard lock(mutex_);
    if (is_halted_) return false;
    begin_it();
    halt_ = std::move(halt);
    return true;
}

void EngineSession::search(const Task& task, const Line& line) {
    const auto question = page_protocol::parse_question(task.limits);
    if (!question) return send_error(task.run, {EngineErrorCode::invalid_limits, question.error()});
    if (!prepare_engine(task)) return;
    engine_->set_position(line.start(), line.moves());
    engine_->options().multi_pv = question->multi_pv;
    InfoSender sender(task.run, line, send_);
    engine_->set_listener(&sender);
    const auto halt = [this] { engine_->stop(); };
    if (!begin([&] { engine_->go(question->limits); }, halt)) return send_move(task.run, "null");
    {
        const Deadline deadline(allowance_.time, halt);
        engine_->wait();
    }
    engine_->set_listener(nullptr);
    sender.flush();
    send_move(task.run, page_protocol::answer_text(engine_->result(), line, engine_->nodes()));
}

// As the task wants it. False if the system refuses, which was sent as an error.
bool EngineSession::prepare_engine(const Task& task) {
    if (!engine_) engine_ = std::make_unique<Engine>();
    const auto is_set = [&](const std::expected<void, std::string>& set) {
        if (!set) send_error(task.run, {EngineErrorCode::out_of_resources, set.error()});
        return set.has_value();
    };
    if (engine_->threads() != task.threads && !is_set(engine_->set_threads(task.threads)))
        return false;
    if (engine_->hash_mb() != task.hash_mb && !is_set(engine_->set_hash_mb(task.hash_mb)))
        return false;
    if (task.is_new_game) engine_->new_game();
    return true;
}

void EngineSession::choose(const Task& task, const Line& line) {
    if (page_protocol::is_classic_player(task.player->settings))
        choose_classic(task, line);
    else
        choose_human(task, line);
}

void EngineSession::choose_classic(const Task& task, const Line& line) {
    const auto settings = page_protocol::parse_classic_settings(
        task.player->settings, static_cast<std::uint64_t>(task.player->seed), allowance_.hash_mb);
    if (!settings) return send_error(task.run, {EngineErrorCode::invalid_player, settings.error()});
    std::atomic<bool> is_stopped = false;
    players::SearchWatch watch;
    watch.stop = [&is_stopped] { return is_stopped.load(); };
    const auto halt = [&is_stopped] { is_stopped = true; };
    if (!begin([] {}, halt)) return send_move(task.run, "null");
    std::optional<players::ClassicMove> found;
    {
        const Deadline deadline(allowance_.time, halt);
        found = players::classic_move(line.position(), *settings, watch);
    }
    {
        // The flag goes.
        const std::lock_guard lock(mutex_);
        halt_ = nullptr;
    }
    send_move(task.run,
              found ? page_protocol::classic_text(*found, line, settings->band()) : "null");
}

void EngineSession::choose_human(const Task& task, const Line& line) {
    const auto settings = page_protocol::parse_human_settings(task.player->settings);
    if (!settings) return send_error(task.run, {EngineErrorCode::invalid_player, settings.error()});
    players::Analyst analyst(default_core_path(), now_ms);
    const auto halt = [&analyst] { analyst.stop(); };
    if (!begin([] {}, halt)) return send_move(task.run, "null");
    std::optional<players::Decision> decision;
    {
        const Deadline deadline(allowance_.time, halt);
        const auto scene = players::scene_of(line, static_cast<std::uint64_t>(task.player->seed));
        const Limits limits = page_protocol::parse_human_clock(task.player->clock);
        decision = players::decide(scene, *settings, limits, analyst);
    }
    {
        // The analyst goes.
        const std::lock_guard lock(mutex_);
        halt_ = nullptr;
    }
    send_move(task.run, decision ? page_protocol::decision_text(*decision, line) : "null");
}

void EngineSession::send_move(std::int64_t run, std::string_view answer) {
    send_(event("move", run, "answer", answer));
}

void EngineSession::send_error(std::int64_t run, const EngineError& error) {
    page_protocol::JsonWriter json;
    json.begin_object()
        .member("event", "error")
        .member("run", run)
        .member("code", code_text(error.code))
        .member("words", error.text)
        .end_object();
    send_(json.take());
}

}  // namespace kibitz::serve
