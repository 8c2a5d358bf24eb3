// How long a server takes to come back to a long log, with a snapshot and without one. Makes a log
// in SQLite of games like those of bench_arena_core, writes the snapshot that a server would have,
// adds as many entries as can follow a snapshot, and times a start. With "replay" it also replays
// the whole log and compares the states. Short games give the state of a longer log in less time:
// what a snapshot holds grows with games and players, not with moves.
//     bench_arena_start FILE [millions of entries] [players] [plies of a game] [replay]
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "arena/arena.hpp"
#include "games/games.hpp"
#include "secrets/sodium_secrets.hpp"
#include "serve/arena/log_follower.hpp"
#include "serve/arena/snapshot_keeper.hpp"
#include "store/event_store.hpp"

using namespace kibitz;
using arena::Json;
using arena::LogEntry;

namespace {

using Clock = std::chrono::steady_clock;

constexpr int longest_game = 200;  // plies
constexpr std::size_t entries_of_commit = 50'000;

// By the clock on the wall, and of the processor's time: other programs may be busy, too.
class Stopwatch {
   public:
    [[nodiscard]] std::string text() const {
        const double wall = std::chrono::duration<double>(Clock::now() - began_).count();
        const double processor = static_cast<double>(std::clock() - processor_) / CLOCKS_PER_SEC;
        char line[64];
        std::snprintf(line, sizeof line, "%.2f s (%.2f s of processor)", wall, processor);
        return line;
    }

   private:
    Clock::time_point began_ = Clock::now();
    std::clock_t processor_ = std::clock();
};

// Games of random moves that are not over; the log has them again and again.
std::vector<std::vector<Json>> sample_games(std::size_t plies) {
    constexpr std::size_t enough = 200;
    std::vector<std::vector<Json>> games;
    std::mt19937_64 random{1};
    while (games.size() < enough) {
        const auto state = *games::find("chess")->start(Json::object());
        std::vector<Json> moves;
        while (moves.size() < plies && !state->outcome()) {
            const auto legal = state->legal_moves();
            moves.push_back(legal[random() % legal.size()]);
            state->play(moves.back());
        }
        if (!state->outcome()) games.push_back(std::move(moves));
    }
    return games;
}

class LogMaker {
   public:
    LogMaker(store::EventStore& store, int plies)
        : store_(store), plies_(plies), games_(sample_games(static_cast<std::size_t>(plies))) {}

    void add_accounts(int players) {
        players_ = players;
        for (int i = 0; i < players; ++i)
            add({"accounts",
                 i + 1,
                 {{"type", "account"},
                  {"name", name(i)},
                  {"owner", ""},
                  {"registered", time_},
                  {"bot", true},
                  {"classicGame", ""},
                  {"sealedPassHash", ""},
                  {"tokenHash", std::string(64, 'a') + std::to_string(i)}}});
    }
    void add_game() {
        char id[17];
        std::snprintf(id, sizeof id, "%016llx", static_cast<unsigned long long>(random_()));
        const int first = any_player();
        const int second = (first + 1 + any_player() % (players_ - 1)) % players_;
        int number = 0;
        const auto add_event = [&](Json fact) {
            fact["number"] = ++number;
            fact["time"] = time_ += 10;
            add({id, number, std::move(fact)});
        };
        const auto& moves = games_[random_() % games_.size()];
        add_event({{"type", "start"},
                   {"game", "chess"},
                   {"setup", Json::object()},
                   {"players", {name(first), name(second)}},
                   {"base", 180'000},
                   {"increment", 2'000},
                   {"perMove", false},
                   {"lagCredit", 100},
                   {"awayLimit", 60'000},
                   {"mostFaults", 0},
                   {"rated", true},
                   {"classic", false},
                   {"contest", ""}});
        for (int ply = 0; ply < plies_; ++ply)
            add_event({{"type", "move"},
                       {"side", ply % 2},
                       {"move", moves[static_cast<std::size_t>(ply)]},
                       {"used", 10}});
        add_event({{"type", "end"},
                   {"ending", "resignation"},
                   {"winner", random_() % 2},
                   {"reason", "resignation"}});
    }
    void flush() {
        if (const auto appended = store_.append(entries_); !appended) {
            std::fprintf(stderr, "%s\n", appended.error().c_str());
            std::exit(1);
        }
        entries_.clear();
    }

   private:
    static std::string name(int player) { return "Player" + std::to_string(player); }
    int any_player() { return static_cast<int>(random_() % static_cast<unsigned>(players_)); }
    void add(LogEntry entry) {
        entries_.push_back(std::move(entry));
        if (entries_.size() >= entries_of_commit) flush();
    }

    store::EventStore& store_;
    std::vector<LogEntry> entries_;
    const int plies_;
    const std::vector<std::vector<Json>> games_;
    std::mt19937_64 random_{2};
    std::int64_t time_ = 1'500'000'000'000;
    int players_ = 0;
};

serve::Snapshot followed(store::EventStore& store, const std::string& snapshot, const char* what) {
    const Stopwatch whole;
    secrets::SodiumSecrets secrets("");
    serve::LogFollower follower(store, secrets);
    if (!snapshot.empty()) follower.begin_with_file(snapshot);
    const std::string loaded = whole.text();
    if (const auto done = follower.catch_up(); !done) {
        std::fprintf(stderr, "%s\n", done.error().c_str());
        std::exit(1);
    }
    std::printf("%s: %s, of which the snapshot %s; %zu entries replayed\n", what,
                whole.text().c_str(), loaded.c_str(), follower.entries());
    const Stopwatch saving;
    serve::Snapshot state = follower.snapshot();
    std::printf("  its state has %.1f MB, written out in %s\n",
                static_cast<double>(state.state.size()) / 1e6, saving.text().c_str());
    std::fflush(stdout);
    return state;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        std::fprintf(stderr,
                     "usage: bench_arena_start FILE [millions of entries] [players] "
                     "[plies of a game] [replay]\n");
        return 1;
    }
    const std::string file = argv[1], snapshot = file + ".snapshot";
    const double entries = 1e6 * (argc > 2 ? std::atof(argv[2]) : 30.0);
    const int players = argc > 3 ? std::atoi(argv[3]) : 20'000;
    const int plies = argc > 4 ? std::clamp(std::atoi(argv[4]), 1, longest_game) : 70;
    const int entries_of_game = plies + 2;
    auto store = store::open_sqlite_store(file);
    if (!store) {
        std::fprintf(stderr, "%s\n", store.error().c_str());
        return 1;
    }
    if ((*store)->page(0, 1)->entries.empty()) {
        const Stopwatch making;
        LogMaker maker(**store, plies);
        maker.add_accounts(players);
        const int games = static_cast<int>(entries) / entries_of_game;
        const int games_after =
            static_cast<int>(serve::SnapshotKeeper::usual_interval) / entries_of_game;
        for (int game = 0; game < games - games_after; ++game) maker.add_game();
        maker.flush();
        std::printf("%d games made in %s\n", games, making.text().c_str());
        const auto written = write_snapshot(snapshot, followed(**store, "", "without a snapshot"));
        if (!written) std::fprintf(stderr, "%s\n", written.error().c_str());
        for (int game = 0; game < games_after; ++game) maker.add_game();
        maker.flush();
        store->reset();
        store = store::open_sqlite_store(file);
    }
    const auto quick = followed(**store, snapshot, "with a snapshot");
    if (argc > 5) {
        const auto whole = followed(**store, "", "without a snapshot");
        const bool is_same = whole.state == quick.state && whole.place == quick.place;
        std::puts(is_same ? "the states are the same" : "THE STATES DIFFER");
        return is_same ? 0 : 1;
    }
}
