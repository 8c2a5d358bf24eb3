// What the arena's state machine can do on one core, without sockets and disk: games of chess at
// once, two connections each, moves in turn. In processor time, which other work on the machine
// changes little.
//     bench_arena_core [games] [moves]
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

#include "arena/arena.hpp"
#include "players/random.hpp"
#include "secrets/sodium_secrets.hpp"

using namespace kibitz;
using namespace kibitz::arena;

namespace {

double processor_microseconds() { return 1e6 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

struct Table {
    GameId id;
    ConnectionId connections[2];
};

std::string player(int number) { return "Player" + std::to_string(number); }

std::vector<Table> seat(arena::Arena& arena, int games, Effects& effects) {
    std::vector<Table> tables;
    for (int game = 0; game < games; ++game) {
        const ConnectionId first = 1 + 2 * static_cast<ConnectionId>(game), second = first + 1;
        for (const ConnectionId id : {first, second}) {
            arena.open(id, Protocol::kibitz, Time{}, effects);
            const Json hello{{"type", "register"}, {"name", player(static_cast<int>(id))}};
            arena.receive(id, hello.dump(), Time{}, effects);
        }
        const Json challenge{{"type", "challenge"}, {"to", player(static_cast<int>(second))},
                             {"game", "chess"},     {"base", 10'000'000},
                             {"increment", 0},      {"side", 0}};
        effects.clear();
        arena.receive(first, challenge.dump(), Time{}, effects);
        const Json answer = Json::parse(*std::get<Send>(effects.back()).text);
        effects.clear();
        arena.receive(second, Json{{"type", "accept"}, {"offer", answer["offer"]}}.dump(), Time{},
                      effects);
        const Json accepted = Json::parse(*std::get<Send>(effects.back()).text);
        tables.push_back({accepted["game"], {first, second}});
    }
    return tables;
}

}  // namespace

int main(int argc, char** argv) {
    const int games = argc > 1 ? std::atoi(argv[1]) : 5'000;
    const int moves = argc > 2 ? std::atoi(argv[2]) : 50'000;
    if (games < 1 || moves < 1) {
        std::fprintf(stderr, "usage: bench_arena_core [games] [moves]\n");
        return 1;
    }
    secrets::SodiumSecrets secrets("key");
    arena::Arena arena(secrets, [](const arena::StreamPart&) { return std::vector<LogEntry>(); });
    Effects effects;
    const auto tables = seat(arena, games, effects);

    players::Random random(1);
    std::vector<double> microseconds;
    for (int number = 0; number < moves; ++number) {
        const Table& table = tables[static_cast<std::size_t>(number % games)];
        const LiveGame* game = arena.hall().find(table.id);
        if (!game || game->end()) continue;
        const auto legal = game->state().legal_moves();
        const Json message{
            {"type", "move"}, {"game", table.id}, {"move", legal[random.below(legal.size())]}};
        const std::string text = message.dump();
        effects.clear();
        const auto side = index(game->state().side_to_move());
        const double began = processor_microseconds();
        arena.receive(table.connections[side], text, Time{}, effects);
        microseconds.push_back(processor_microseconds() - began);
    }
    std::ranges::sort(microseconds);
    double sum = 0;
    for (const double time : microseconds) sum += time;
    const auto at = [&](double share) {
        return microseconds[static_cast<std::size_t>(share *
                                                     static_cast<double>(microseconds.size() - 1))];
    };
    std::printf("%d games, %zu moves: %.0f moves/s; a move takes %.1f us, p99 %.1f us\n", games,
                microseconds.size(), 1e6 * static_cast<double>(microseconds.size()) / sum, at(0.5),
                at(0.99));
}
