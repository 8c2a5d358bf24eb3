#include "serve/house/player_pool.hpp"

#include <algorithm>
#include <utility>

#include "chess/movegen.hpp"
#include "players/make_player.hpp"
#include "serve/log/server_log.hpp"

namespace kibitz::serve {

namespace {

using namespace std::chrono_literals;
using Milliseconds = PlayerPool::Milliseconds;

constexpr int share_of_clock = 20;  // one part of so many for a move
constexpr Milliseconds shortest{10};
// Players keep to their time; those that do not are stopped after this many times it.
constexpr int patience = 3;

// What a busy server can give: one thread, and not much memory.
players::PlayerSettings modest(players::PlayerSettings settings) {
    if (auto* engine = std::get_if<players::EngineSettings>(&settings.kind)) {
        constexpr int enough_mb = 16;
        engine->threads = 1;
        engine->hash_mb = std::min(engine->hash_mb, enough_mb);
    }
    if (auto* classic = std::get_if<players::ClassicSettings>(&settings.kind)) classic->workers = 1;
    return settings;
}

Milliseconds left_of(PlayerPool::Clock::time_point due) {
    return std::chrono::duration_cast<Milliseconds>(due - PlayerPool::Clock::now());
}

Move any_move(const Line& line, std::uint64_t number) {
    const MoveList moves = legal_moves(line.position());
    return moves[static_cast<int>(number % static_cast<std::uint64_t>(moves.size()))];
}

}  // namespace

PlayerPool::PlayerPool(int threads, Milliseconds longest) : longest_(longest) {
    for (int n = 0; n < threads; ++n)
        threads_.emplace_back([this](const std::stop_token& end) { work(end); });
}

PlayerPool::~PlayerPool() {
    for (std::jthread& thread : threads_) thread.request_stop();
    const std::lock_guard lock(mutex_);
    waiting_.clear();
    for (Job& job : running_) job.alarm.request_stop();
}

PlayerPool::Ticket PlayerPool::submit(Request request) {
    Job job{.request = std::move(request)};
    Ticket ticket = job.ticket;
    {
        const std::lock_guard lock(mutex_);
        job.number = ++last_number_;
        waiting_.insert(std::move(job));
    }
    job_added_.notify_one();
    return ticket;
}

void PlayerPool::tidy_up() {
    const std::lock_guard lock(mutex_);
    std::erase_if(free_players_, [](const auto& one) { return one.first.use_count() == 1; });
    for (Job& job : running_)
        if (Clock::now() >= job.latest || job.ticket.stop_requested()) job.alarm.request_stop();
}

Milliseconds PlayerPool::time_for(const Job& job) const {
    const auto queue = static_cast<int>(1 + waiting_.size() / threads_.size());
    return std::clamp(left_of(job.request.due) / share_of_clock, shortest, longest_) / queue;
}

void PlayerPool::work(const std::stop_token& end) {
    for (;;) {
        std::list<Job>::iterator job;
        Milliseconds time{};
        {
            std::unique_lock lock(mutex_);
            if (!job_added_.wait(lock, end, [this] { return !waiting_.empty(); })) return;
            if (end.stop_requested()) return;
            running_.push_front(std::move(waiting_.extract(waiting_.begin()).value()));
            job = running_.begin();
            time = time_for(*job);
            job->latest = Clock::now() + std::max(patience * time, shortest);
        }
        if (!job->ticket.stop_requested()) answer(*job, time);
        const std::lock_guard lock(mutex_);
        running_.erase(job);
    }
}

void PlayerPool::answer(Job& job, Milliseconds time) {
    const auto choice = choose(job, time);
    if (job.ticket.stop_requested()) return;
    const Request& request = job.request;
    request.done(choice ? choice->move : any_move(request.line, job.number),
                 choice ? choice->score : std::nullopt);
}

std::optional<players::Choice> PlayerPool::choose(Job& job, Milliseconds time) {
    Request& request = job.request;
    auto player = take_player(request.player);
    if (!player || !player->new_game(request.game_number)) return std::nullopt;
    const auto side = static_cast<std::size_t>(index(request.line.position().side_to_move()));
    request.limits.clock[side].remaining = std::max<std::int64_t>(left_of(request.due).count(), 1);
    request.limits.move_time = std::max<std::int64_t>(time.count(), 1);
    auto choice = player->choose({request.line, request.limits}, {}, job.alarm.get_token());
    const std::lock_guard lock(mutex_);
    free_players_[request.player].push_back(std::move(player));
    if (!choice) return std::nullopt;
    return *std::move(choice);
}

std::unique_ptr<players::Player> PlayerPool::take_player(const Settings& player) {
    {
        const std::lock_guard lock(mutex_);
        auto& free = free_players_[player];
        if (!free.empty()) {
            auto taken = std::move(free.back());
            free.pop_back();
            return taken;
        }
    }
    auto made = players::make_player(modest(*player), players::default_resources());
    if (made) return *std::move(made);
    log_event(LogLevel::warning, "houseCannotPlay",
              {{"name", player->name}, {"why", made.error()}});
    return nullptr;
}

}  // namespace kibitz::serve
