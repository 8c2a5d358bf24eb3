#include "train/data_factory.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>

#include "kibitz_version.hpp"
#include "platform/files.hpp"
#include "train/self_play_json.hpp"
#include "train/shard.hpp"

namespace kibitz::train {

namespace {

namespace fs = std::filesystem;
using Failure = std::unexpected<std::string>;
using Clock = std::chrono::steady_clock;

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

// The games that earlier runs have left in the folder.
std::uint64_t count_games(const std::string& folder) {
    std::uint64_t games = 0;
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(folder, ignored))
        if (const auto summary = read_shard_summary(entry.path().string())) games += summary->games;
    return games;
}

std::string run_name(std::uint64_t seed, std::uint64_t number) {
    return std::to_string(seed) + "-" + std::to_string(number);
}

std::string run_file(const FactoryOptions& options, std::uint64_t number) {
    return (fs::path(options.folder) / ("run-" + run_name(options.seed, number) + ".json"))
        .string();
}

// Claims the first free number for a run with the seed.
std::expected<std::uint64_t, std::string> claim_number(const FactoryOptions& options) {
    for (std::uint64_t number = 0;; ++number) {
        const std::string path = run_file(options, number);
        constexpr int rights = 0666;
        const int descriptor = ::open(path.c_str(), O_CREAT | O_EXCL | O_WRONLY, rights);
        if (descriptor >= 0) {
            ::close(descriptor);
            return number;
        }
        if (errno != EEXIST) return Failure(path + ": " + std::strerror(errno));
    }
}

std::expected<void, std::string> write_run_file(const FactoryOptions& options, std::uint64_t number,
                                                const FactoryProgress& progress) {
    const nlohmann::ordered_json run{{"program", std::string("Kibitz ") + version},
                                     {"evaluation", options.evaluation},
                                     {"tablebases", options.search.tablebase != nullptr},
                                     {"hash_mb", options.search.hash_mb},
                                     {"threads", options.threads},
                                     {"settings", to_json(options.play)},
                                     {"games", progress.games},
                                     {"positions", progress.positions},
                                     {"nodes", progress.nodes},
                                     {"discarded_starts", progress.discarded_starts},
                                     {"results_black_draw_white", progress.results},
                                     {"seconds", progress.seconds},
                                     {"cpu_seconds", progress.cpu_seconds}};
    constexpr int indent = 2;
    const std::string text = run.dump(indent) + "\n";
    return write_file(run_file(options, number), text);
}

class Factory {
   public:
    Factory(const FactoryOptions& options, const FactoryObserver& observer,
            const std::atomic<bool>& stop)
        : options_(options), observer_(observer), stop_requested_(stop) {}

    std::expected<FactoryProgress, std::string> run() {
        if (const auto ready = prepare(); !ready) return Failure(ready.error());
        begin_ = Clock::now();
        cpu_before_ = cpu_seconds();
        std::vector<std::thread> threads;
        for (int i = 0; i < options_.threads; ++i) threads.emplace_back([this, i] { work(i); });
        watch();
        for (std::thread& thread : threads) thread.join();
        const FactoryProgress done = progress();
        if (const auto written = write_run_file(options_, number_, done); !written && !error_)
            error_ = written.error();
        if (error_) return Failure(*error_);
        return done;
    }

   private:
    std::expected<void, std::string> prepare() {
        std::error_code error;
        fs::create_directories(options_.folder, error);
        if (error) return Failure(options_.folder + ": " + error.message());
        if (auto done = recover_shards(options_.folder, observer_.report); !done) return done;
        progress_.earlier_games = count_games(options_.folder);
        stop_ = has_enough();
        const auto number = claim_number(options_);
        if (!number) return Failure(number.error());
        number_ = *number;
        return write_run_file(options_, number_, {});
    }

    // Reports progress until all threads are done, and decides when to stop.
    void watch() {
        constexpr auto interval = std::chrono::milliseconds(200);
        constexpr int intervals_per_report = 5;
        std::unique_lock lock(mutex_);
        for (int i = 1; threads_done_ < options_.threads; ++i) {
            thread_done_.wait_for(lock, interval);
            if (stop_requested_ || time_is_over()) stop_ = true;
            if (i % intervals_per_report != 0) continue;
            lock.unlock();
            observer_.progress(progress());
            lock.lock();
        }
    }

    [[nodiscard]] double seconds() const {
        return std::chrono::duration<double>(Clock::now() - begin_).count();
    }

    [[nodiscard]] bool time_is_over() const {
        constexpr double seconds_per_minute = 60;
        return options_.minutes > 0 && seconds() >= options_.minutes * seconds_per_minute;
    }

    FactoryProgress progress() {
        const std::lock_guard lock(mutex_);
        FactoryProgress now = progress_;
        now.seconds = seconds();
        now.cpu_seconds = cpu_seconds() - cpu_before_;
        return now;
    }

    void work(int thread) {
        const auto done = play_games(thread);
        const std::lock_guard lock(mutex_);
        if (!done) {
            if (!error_) error_ = done.error();
            stop_ = true;
        }
        ++threads_done_;
        thread_done_.notify_all();
    }

    // One thread's games, shard after shard.
    std::expected<void, std::string> play_games(int thread) {
        const auto search = SmallSearch::make(options_.search);
        if (!search) return Failure(search.error());
        SelfPlayer player(options_.play, **search);
        const std::uint64_t stream =
            mix_seed(mix_seed(options_.seed, number_), static_cast<std::uint64_t>(thread));
        std::optional<GrowingShard> shard;
        std::uint64_t shards = 0;
        for (std::uint64_t game_number = 0; !stop_; ++game_number) {
            Random random(mix_seed(stream, game_number));
            const std::uint64_t nodes_before = (*search)->nodes();
            const auto game = player.play(random, stop_);
            const std::uint64_t nodes = (*search)->nodes() - nodes_before;
            if (!game) {
                count_missing(game.error(), nodes);
                continue;
            }
            if (!count(*game, nodes)) break;
            if (!shard) {
                auto created = GrowingShard::create(shard_name(thread, shards++));
                if (!created) return Failure(created.error());
                shard.emplace(*std::move(created));
            }
            if (auto added = shard->add(*game); !added) return added;
            if (shard->games() < options_.shard_games) continue;
            if (auto finished = shard->finish(); !finished) return finished;
            shard.reset();
        }
        return shard ? shard->finish() : std::expected<void, std::string>();
    }

    [[nodiscard]] std::string shard_name(int thread, std::uint64_t shard) const {
        const std::string name = "games-" + run_name(options_.seed, number_) + "-" +
                                 std::to_string(thread) + "-" + std::to_string(shard);
        return (fs::path(options_.folder) / name).string();
    }

    void count_missing(NoGame reason, std::uint64_t nodes) {
        const std::lock_guard lock(mutex_);
        progress_.nodes += nodes;
        if (reason != NoGame::stopped) ++progress_.discarded_starts;
    }

    // False if enough games were played without this one.
    bool count(const Chain& game, std::uint64_t nodes) {
        const std::lock_guard lock(mutex_);
        if (has_enough()) return false;
        progress_.nodes += nodes;
        ++progress_.games;
        progress_.positions += game.moves.size();
        ++progress_.results[static_cast<std::size_t>(game.result)];
        stop_ = stop_ || has_enough();
        return true;
    }

    [[nodiscard]] bool has_enough() const {
        return options_.games > 0 && progress_.earlier_games + progress_.games >= options_.games;
    }

    const FactoryOptions& options_;
    const FactoryObserver& observer_;
    const std::atomic<bool>& stop_requested_;
    std::uint64_t number_ = 0;
    Clock::time_point begin_;
    double cpu_before_ = 0;
    std::atomic<bool> stop_ = false;

    std::mutex mutex_;  // guards the rest
    std::condition_variable thread_done_;
    int threads_done_ = 0;
    FactoryProgress progress_;
    std::optional<std::string> error_;
};

}  // namespace

double FactoryProgress::positions_per_core_hour() const {
    constexpr double seconds_per_hour = 3600;
    return cpu_seconds > 0 ? static_cast<double>(positions) / cpu_seconds * seconds_per_hour : 0;
}

double FactoryProgress::nodes_per_core_second() const {
    return cpu_seconds > 0 ? static_cast<double>(nodes) / cpu_seconds : 0;
}

std::expected<FactoryProgress, std::string> run_factory(const FactoryOptions& options,
                                                        const FactoryObserver& observer,
                                                        const std::atomic<bool>& stop) {
    return Factory(options, observer, stop).run();
}

}  // namespace kibitz::train
