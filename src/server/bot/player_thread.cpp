#include "bot/player_thread.hpp"

#include <condition_variable>
#include <mutex>
#include <utility>

namespace kibitz::bot {

namespace {

// Of a player that fails in one move.
constexpr int most_attempts = 2;

}  // namespace

struct PlayerThread::Shared {
    struct Job {
        Line line;
        Limits limits;
        OnChoice done;
        std::stop_source stop{};
    };

    explicit Shared(MakePlayer make_player) : make(std::move(make_player)) {}

    void run(const std::stop_token& end);
    std::expected<players::Choice, std::string> choose(const Job& job);
    std::expected<players::Choice, std::string> attempt(const Job& job);

    const MakePlayer make;
    std::mutex mutex;
    std::condition_variable_any changed;
    std::optional<Job> next;  // these four under the mutex
    std::optional<std::stop_source> current{};
    std::uint64_t game_number = 0;
    bool is_new_game = true;

    std::unique_ptr<players::Player> player;  // of the thread
};

void PlayerThread::Shared::run(const std::stop_token& end) {
    for (;;) {
        std::optional<Job> job;
        {
            std::unique_lock lock(mutex);
            if (!changed.wait(lock, end, [this] { return next.has_value(); })) break;
            job = std::exchange(next, std::nullopt);
            current = job->stop;
        }
        const auto choice = choose(*job);
        bool is_wanted = false;
        {
            const std::lock_guard lock(mutex);
            current.reset();
            is_wanted = !job->stop.stop_requested();
        }
        if (is_wanted) job->done(choice);
    }
    player.reset();
}

std::expected<players::Choice, std::string> PlayerThread::Shared::choose(const Job& job) {
    for (int n = 1;; ++n) {
        auto choice = attempt(job);
        if (choice || n == most_attempts || job.stop.stop_requested()) return choice;
        player.reset();
    }
}

std::expected<players::Choice, std::string> PlayerThread::Shared::attempt(const Job& job) {
    bool begins = false;
    std::uint64_t number = 0;
    {
        const std::lock_guard lock(mutex);
        begins = std::exchange(is_new_game, false);
        number = game_number;
    }
    if (!player) {
        auto made = make();
        if (!made) return std::unexpected(made.error());
        player = *std::move(made);
        begins = true;
    }
    if (begins)
        if (const auto ready = player->new_game(number); !ready)
            return std::unexpected(ready.error().text);
    auto choice = player->choose({job.line, job.limits}, {}, job.stop.get_token());
    if (!choice) return std::unexpected(choice.error().text);
    return *std::move(choice);
}

PlayerThread::PlayerThread(MakePlayer make)
    : shared_(std::make_shared<Shared>(std::move(make))),
      thread_([shared = shared_](const std::stop_token& end) { shared->run(end); }) {}

PlayerThread::~PlayerThread() { give_up(); }

void PlayerThread::new_game(std::uint64_t number) {
    const std::lock_guard lock(shared_->mutex);
    shared_->game_number = number;
    shared_->is_new_game = true;
}

void PlayerThread::think(Line line, const Limits& limits, OnChoice done) {
    {
        const std::lock_guard lock(shared_->mutex);
        shared_->next.emplace(std::move(line), limits, std::move(done));
    }
    shared_->changed.notify_one();
}

void PlayerThread::give_up() {
    const std::lock_guard lock(shared_->mutex);
    shared_->next.reset();
    if (shared_->current) shared_->current->request_stop();
}

bool PlayerThread::is_busy() const {
    const std::lock_guard lock(shared_->mutex);
    return shared_->next || shared_->current;
}

}  // namespace kibitz::bot
