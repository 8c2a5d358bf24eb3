// Load for the gate of a laboratory: so many workers that answer with recorded games, and how long
// it takes until a worker has a unit, and until its result is stored. The gate is a process of its
// own, over loopback.
//
//     build/release/bench_lab_load KIBITZ FOLDER WORKERS PAIRS_A_SECOND SECONDS
//
// KIBITZ is the program that plays the games that are recorded; the gate keeps its journal in
// FOLDER. With 0 pairs a second, every worker asks as soon as it has been answered. At the end the
// gate has to have counted every game whose storing it has confirmed: else the program ends with 1.
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "lab/assigned_unit.hpp"
#include "lab_net/gate.hpp"
#include "lab_net/gate_client.hpp"
#include "lab_net/unit_player.hpp"
#include "match/game_json.hpp"

namespace {

using namespace kibitz;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
using nlohmann::json;

constexpr int recorded_units = 16;  // and as many openings
constexpr int rounds = 10'000'000;  // more than anybody plays

[[noreturn]] void fail(const std::string& why) {
    std::fprintf(stderr, "lab_load: %s\n", why.c_str());
    std::exit(1);
}

template <typename Value>
Value need(std::expected<Value, std::string> value) {
    if (!value) fail(value.error());
    return *std::move(value);
}

json need(lab_net::GateClient::Answer answer) {
    if (!answer) fail(answer.error().text);
    return *std::move(answer);
}

// The gate's process: runs a gate until it is ended; writes its port and the keys into the pipe.
[[noreturn]] void run_gate(const std::string& folder, int workers, int pipe) {
    const auto begun = Clock::now();
    const auto gate = need(
        lab_net::Gate::open(need(lab_net::open_journal_file(folder + "/lab.jsonl")), "seal", {}));
    const std::chrono::duration<double> opening = Clock::now() - begun;
    json said{{"opened", opening.count()}, {"keys", json::object()}};
    const auto add_key = [&](const std::string& name, lab::Role role) {
        if (!gate->has_key(name))
            said["keys"][name] = need(gate->add_key(name, role, lab::Trust::volunteer));
    };
    add_key("operator", lab::Role::operator_of_lab);
    for (int worker = 0; worker < workers; ++worker)
        add_key("w" + std::to_string(worker), lab::Role::worker);
    const auto server = need(net::Server::listen({.most_message_bytes = lab_net::most_message_bytes,
                                                  .most_queued_bytes = lab_net::most_message_bytes,
                                                  .most_connections_per_address = workers + 10,
                                                  .handle_signals = true},
                                                 gate->handlers()));
    said["port"] = server->port();
    const std::string line = said.dump() + "\n";
    if (::write(pipe, line.data(), line.size()) < 0) fail("no pipe");
    ::close(pipe);
    server->run();
    std::exit(0);
}

struct GateProcess {
    pid_t process = 0;
    json said;

    [[nodiscard]] lab_net::JoinToken token(const std::string& name) const {
        return {"ws://127.0.0.1:" + std::to_string(said.at("port").get<int>()), name,
                said.at("keys").at(name), ""};
    }
    void end() const {
        ::kill(process, SIGTERM);
        ::waitpid(process, nullptr, 0);
    }
};

// Before this process has threads.
GateProcess start_gate(const std::string& folder, int workers) {
    int ends[2];
    if (::pipe(ends) != 0) fail("no pipe");
    std::fflush(stdout);  // else the child prints it again
    GateProcess gate{.process = ::fork(), .said = {}};
    if (gate.process == 0) {
        ::close(ends[0]);
        run_gate(folder, workers, ends[1]);
    }
    ::close(ends[1]);
    std::string text;
    char part[4096];
    for (ssize_t got = 0; (got = ::read(ends[0], part, sizeof part)) > 0;)
        text.append(part, static_cast<std::size_t>(got));
    ::close(ends[0]);
    gate.said = json::parse(text, nullptr, /*allow_exceptions=*/false);
    if (!gate.said.is_object()) fail("the gate did not start");
    return gate;
}

// "VmRSS" or another line of the process's status, in MB.
double memory(pid_t process, const std::string& line) {
    std::ifstream status("/proc/" + std::to_string(process) + "/status");
    for (std::string text; std::getline(status, text);)
        if (text.starts_with(line + ":")) return std::atof(text.c_str() + line.size() + 1) / 1024;
    return 0;
}

double processor_seconds(pid_t process) {
    std::ifstream stat("/proc/" + std::to_string(process) + "/stat");
    std::string word;
    constexpr int fields_before = 13;
    for (int field = 0; field < fields_before; ++field) stat >> word;
    double user = 0, system = 0;
    stat >> user >> system;
    return (user + system) / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

json take_request() {
    return {{"type", "take"}, {"cores", 1}, {"free_cores", 1}, {"free_memory", 1'000'000'000}};
}

json deliver_request(const json& granted, json games) {
    const json& unit = granted.at("unit");
    return {{"type", "deliver"},
            {"test", unit.at("test")},
            {"unit", unit.at("unit")},
            {"attempt", unit.at("attempt")},
            {"token", granted.at("token")},
            {"games", std::move(games)}};
}

using Games = std::vector<match::ReplayedGame>;

Games read_games(const json& list) {
    Games games;
    for (const json& one : list) games.push_back(need(match::game_from_json(one)));
    return games;
}

// The first units, played in truth: one for each opening.
std::vector<Games> record(const lab_net::JoinToken& token, const std::string& kibitz) {
    lab_net::GateClient gate(token);
    lab_net::UnitPlayer player({.folder = {.path = {}, .kibitz = kibitz}});
    std::vector<Games> recorded;
    while (recorded.size() < recorded_units) {
        const json granted = need(gate.ask(take_request()));
        auto unit = need(lab::assigned_unit_from_json(granted.at("unit")));
        player.begin(std::move(unit));
        auto result = player.take_result();
        for (; !result; result = player.take_result()) std::this_thread::sleep_for(1ms);
        if (!*result) fail(result->error());
        recorded.push_back(read_games(**result));
        need(gate.ask(deliver_request(granted, **std::move(result))));
    }
    return recorded;
}

// The games of another unit with the same opening.
json games_for(const lab::AssignedUnit& unit, const std::vector<Games>& recorded) {
    const Games& games = recorded[static_cast<std::size_t>(unit.attempt.unit) % recorded.size()];
    json list = json::array();
    for (int game = 0; game < unit.encounter.games; ++game)
        list.push_back(match::to_json(match::task_of(unit.encounter, game),
                                      games[static_cast<std::size_t>(game)].game));
    return list;
}

struct Measured {
    std::vector<double> taking, storing;  // milliseconds
    int stored = 0, without_unit = 0;

    void add(const Measured& other) {
        taking.insert(taking.end(), other.taking.begin(), other.taking.end());
        storing.insert(storing.end(), other.storing.begin(), other.storing.end());
        stored += other.stored;
        without_unit += other.without_unit;
    }
};

double milliseconds_since(Clock::time_point begin) {
    return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

// One worker: a unit in each interval, its result as long after it as a game would take.
Measured work(const lab_net::JoinToken& token, const std::vector<Games>& recorded,
              Clock::time_point first, Clock::duration interval, Clock::time_point end) {
    lab_net::GateClient gate(token);
    Measured measured;
    for (auto due = first; due < end && Clock::now() < end; due += interval) {
        std::this_thread::sleep_until(due);
        auto asked = Clock::now();
        const json granted = need(gate.ask(take_request()));
        measured.taking.push_back(milliseconds_since(asked));
        if (!granted.contains("unit")) {
            ++measured.without_unit;
            std::this_thread::sleep_for(1ms);
            continue;
        }
        const auto unit = need(lab::assigned_unit_from_json(granted.at("unit")));
        json request = deliver_request(granted, games_for(unit, recorded));
        std::this_thread::sleep_until(due + interval / 2);
        asked = Clock::now();
        const json answer = need(gate.ask(std::move(request)));
        measured.storing.push_back(milliseconds_since(asked));
        if (!answer.contains("stored")) fail("refused: " + answer.dump());
        ++measured.stored;
    }
    return measured;
}

void print(const char* name, std::vector<double>& times) {
    if (times.empty()) return;
    std::ranges::sort(times);
    const auto at = [&](double share) {
        return times[std::min(times.size() - 1,
                              static_cast<std::size_t>(share * static_cast<double>(times.size())))];
    };
    std::printf("%s: median %.2f ms, p99 %.2f ms, longest %.2f ms\n", name, at(0.5), at(0.99),
                times.back());
}

json begin_test(const lab_net::JoinToken& token) {
    std::string book;
    for (const char* placement : {"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -",
                                  "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq -",
                                  "rnbqkbnr/pppppppp/8/8/2P5/8/PP1PPPPP/RNBQKBNR b KQkq -",
                                  "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq -"})
        book += std::string(placement) + "\n";
    lab_net::GateClient gate(token);
    json arguments = json::parse(R"([["-engine", ["name=a", "cmd=kibitz", "nodes=2000"]],
        ["-engine", ["name=b", "cmd=kibitz", "nodes=1500"]],
        ["-openings", ["file=book.epd", "format=epd", "order=sequential"]]])");
    arguments.push_back(json::array({"-rounds", json::array({std::to_string(rounds)})}));
    return need(gate.ask(
        {{"type", "test"},
         {"plan", {{"priority", 0}, {"book", book}, {"arguments", std::move(arguments)}}}}));
}

}  // namespace

int main(int count, char** words) {
    constexpr int expected_words = 6;
    if (count != expected_words) fail("KIBITZ FOLDER WORKERS PAIRS_A_SECOND SECONDS");
    const std::string kibitz = words[1], folder = words[2];
    const int workers = std::atoi(words[3]), rate = std::atoi(words[4]);
    const auto duration = std::chrono::seconds(std::atoi(words[5]));
    if (workers < 1 || rate < 0) fail("WORKERS is at least 1, PAIRS_A_SECOND at least 0");

    const GateProcess gate = start_gate(folder, workers);
    begin_test(gate.token("operator"));
    const std::vector<Games> recorded = record(gate.token("w0"), kibitz);
    std::size_t plies = 0;
    for (const Games& games : recorded)
        for (const match::ReplayedGame& game : games) plies += game.game.moves.size();
    std::printf("recorded %d pairs, %.0f plies a game\n", recorded_units,
                static_cast<double>(plies) / (2.0 * recorded_units));

    const Clock::duration interval =
        rate == 0 ? Clock::duration(1)
                  : std::chrono::duration_cast<Clock::duration>(
                        std::chrono::duration<double>(static_cast<double>(workers) / rate));
    constexpr auto time_to_connect = 3s;
    const auto begin = Clock::now() + time_to_connect, end = begin + duration;
    const double processor_before = processor_seconds(gate.process);
    std::mutex mutex;
    Measured all;
    std::vector<std::jthread> threads;
    for (int worker = 0; worker < workers; ++worker)
        threads.emplace_back([&, worker] {
            const Measured measured = work(gate.token("w" + std::to_string(worker)), recorded,
                                           begin + interval * worker / workers, interval, end);
            const std::lock_guard lock(mutex);
            all.add(measured);
        });
    for (std::jthread& thread : threads) thread.join();
    const std::chrono::duration<double> took = Clock::now() - begin;

    std::printf("%d workers, %.1f s: %d pairs stored, %.1f pairs/s; %d requests found no unit\n",
                workers, took.count(), all.stored, all.stored / took.count(), all.without_unit);
    print("a unit taken", all.taking);
    print("a result stored", all.storing);
    std::printf("gate: %.0f MB now, %.0f MB at most, %.0f %% of a core\n",
                memory(gate.process, "VmRSS"), memory(gate.process, "VmHWM"),
                100 * (processor_seconds(gate.process) - processor_before) / took.count());

    const json status = need(lab_net::GateClient(gate.token("operator")).ask({{"type", "status"}}));
    const int counted = status.at("tests").at(0).at("games");
    gate.end();
    const auto again = Clock::now();
    const GateProcess second = start_gate(folder, workers);
    const std::chrono::duration<double> restart = Clock::now() - again;
    second.end();
    std::printf("the gate started again in %.2f s\n", restart.count());
    const int stored = 2 * (all.stored + recorded_units);
    std::printf("%d games confirmed, %d counted\n", stored, counted);
    return counted == stored ? 0 : 1;
}
