#include "players/classic/classic_player.hpp"

#include <algorithm>
#include <chrono>
#include <random>
#include <system_error>

#include "chess/movegen.hpp"
#include "classic/rating.hpp"
#include "players/classic/parallel.hpp"

namespace kibitz::players {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds between_progress_events{100};

std::int64_t ms_since(Clock::time_point start) {
    return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start).count();
}

// The settings as far as this machine can follow them.
ClassicSettings possible(ClassicSettings settings) {
    const auto threads = static_cast<int>(std::thread::hardware_concurrency());
    settings.workers = std::clamp(settings.workers, 1, std::max(threads, 1));
    return settings;
}

std::uint64_t new_seed() {
    std::random_device device;
    return std::uint64_t{device()} << 32 | device();
}

}  // namespace

const char* to_string(ClassicError error) {
    switch (error) {
        case ClassicError::not_begun: return "begin() was not called";
        case ClassicError::bad_settings: return "a setting is out of its range";
        case ClassicError::running: return "a run is under way";
        case ClassicError::called_by_listener: return "not to be called from a listener";
        case ClassicError::no_legal_move: return "no legal move";
        case ClassicError::no_thread: return "the system allows no more threads";
        case ClassicError::cancelled: return "cancelled";
    }
    return "";
}

ClassicPlayer::~ClassicPlayer() { end(); }

std::expected<void, ClassicError> ClassicPlayer::begin() {
    begun_ = true;
    return {};
}

std::expected<void, ClassicError> ClassicPlayer::config(const ClassicSettings& settings) {
    if (auto rest = check_at_rest(); !rest) return rest;
    if (!check(settings)) return std::unexpected(ClassicError::bad_settings);
    if (settings.rating != settings_.rating) tree_.clear();
    settings_ = settings;
    return {};
}

std::expected<void, ClassicError> ClassicPlayer::played(const Position& position) {
    if (auto rest = check_at_rest(); !rest) return rest;
    tree_.at(position, settings_.rating);
    return {};
}

std::expected<void, ClassicError> ClassicPlayer::run(const Position& position) {
    if (auto started = start(position); !started) return started;
    const std::lock_guard lock(thread_mutex_);
    try {
        thread_ = std::thread([this, position] {
            search_here();
            if (const auto move = think(position)) notify(*move);
            finish();
        });
    } catch (const std::system_error&) {
        finish();
        return std::unexpected(ClassicError::no_thread);
    }
    return {};
}

std::expected<ClassicMove, ClassicError> ClassicPlayer::run_and_wait(const Position& position) {
    if (auto started = start(position); !started) return std::unexpected(started.error());
    search_here();
    auto move = think(position);
    if (move) notify(*move);
    finish();
    if (!move) return std::unexpected(ClassicError::cancelled);
    return *std::move(move);
}

void ClassicPlayer::cancel() {
    {
        std::unique_lock lock(mutex_);
        if (running_) stop_.request_stop();
        if (running_ && searching_thread_ == std::this_thread::get_id()) return;
        came_to_rest_.wait(lock, [this] { return !running_; });
    }
    join();
}

void ClassicPlayer::wait() {
    {
        std::unique_lock lock(mutex_);
        if (running_ && searching_thread_ == std::this_thread::get_id()) return;
        came_to_rest_.wait(lock, [this] { return !running_; });
    }
    join();
}

void ClassicPlayer::end() {
    cancel();
    if (!check_at_rest()) return;
    tree_.clear();
    begun_ = false;
}

bool ClassicPlayer::is_running() const {
    const std::lock_guard lock(mutex_);
    return running_;
}

ClassicPlayer::ListenerId ClassicPlayer::add_listener(Listener listener) {
    const std::lock_guard lock(listeners_mutex_);
    const auto id = static_cast<ListenerId>(++last_listener_);
    listeners_.push_back({id, std::make_shared<const Listener>(std::move(listener))});
    return id;
}

void ClassicPlayer::remove_listener(ListenerId id) {
    const std::lock_guard lock(listeners_mutex_);
    std::erase_if(listeners_, [id](const Registered& listener) { return listener.id == id; });
}

std::uint64_t ClassicPlayer::tree_nodes() const { return tree_.node_count(); }

std::expected<void, ClassicError> ClassicPlayer::check_at_rest() const {
    const std::lock_guard lock(mutex_);
    if (running_ && searching_thread_ == std::this_thread::get_id())
        return std::unexpected(ClassicError::called_by_listener);
    if (running_) return std::unexpected(ClassicError::running);
    if (!begun_) return std::unexpected(ClassicError::not_begun);
    return {};
}

std::expected<void, ClassicError> ClassicPlayer::start(const Position& position) {
    if (auto rest = check_at_rest(); !rest) return rest;
    if (!has_legal_move(position)) return std::unexpected(ClassicError::no_legal_move);
    join();  // the thread of the last run, which has nothing left to do
    watch_ = std::make_unique<SearchWatch>();
    const std::lock_guard lock(mutex_);
    running_ = true;
    stop_ = std::stop_source();
    watch_->stop = [token = stop_.get_token()] { return token.stop_requested(); };
    return {};
}

void ClassicPlayer::search_here() {
    const std::lock_guard lock(mutex_);
    searching_thread_ = std::this_thread::get_id();
}

void ClassicPlayer::finish() {
    const std::lock_guard lock(mutex_);
    running_ = false;
    searching_thread_ = {};
    came_to_rest_.notify_all();
}

void ClassicPlayer::join() {
    const std::lock_guard lock(thread_mutex_);
    if (thread_.joinable()) thread_.join();
}

std::optional<ClassicMove> ClassicPlayer::think(const Position& position) {
    const TimePoint started = Clock::now();
    TimePoint last_report = started;
    watch_->tick = [&, this] { report_progress(started, last_report); };
    share_among_threads(*watch_, possible(settings_).workers);
    auto found = search_candidates(position);
    watch_->tick = nullptr;
    if (!found) return std::nullopt;
    found->move =
        draw(*found, position, settings_.band(), settings_.seed ? *settings_.seed : new_seed());
    found->nodes = watch_->nodes;
    found->time_ms = ms_since(started);
    if (settings_.search == ClassicSearch::tree)
        tree_.at(position.after(found->move), settings_.rating);
    // The move may have been found while somebody cancelled: then it is not reported.
    if (watch_->stopped()) return std::nullopt;
    return found;
}

std::optional<ClassicMove> ClassicPlayer::search_candidates(const Position& position) {
    if (settings_.search == ClassicSearch::alphabeta) {
        tree_.clear();
        return candidates_of_alphabeta(position, settings_, *watch_);
    }
    return candidates_of_tree(tree_.at(position, settings_.rating), settings_, *watch_);
}

void ClassicPlayer::report_progress(TimePoint started, TimePoint& last_report) {
    const TimePoint now = Clock::now();
    if (now - last_report < between_progress_events) return;
    last_report = now;
    constexpr std::uint64_t ms_per_second = 1000;
    const std::uint64_t nodes = watch_->nodes;
    const auto ms = static_cast<std::uint64_t>(std::max<std::int64_t>(ms_since(started), 1));
    notify(ClassicProgress{
        .nodes = nodes, .levels = watch_->levels, .nodes_per_second = nodes * ms_per_second / ms});
}

void ClassicPlayer::notify(const ClassicEvent& event) {
    std::vector<Registered> listeners;
    {
        const std::lock_guard lock(listeners_mutex_);
        listeners = listeners_;
    }
    for (const Registered& listener : listeners) (*listener.call)(event);
}

}  // namespace kibitz::players
