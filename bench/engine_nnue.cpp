// How fast the network evaluates, with the board's changes followed as in a search.
#include <benchmark/benchmark.h>

#include <memory>
#include <random>
#include <vector>

#include "chess/movegen.hpp"
#include "engine/eval/nnue/embedded_network.hpp"
#include "engine/eval/nnue/evaluator.hpp"
#include "engine/eval/nnue/reference.hpp"

namespace {

using namespace kibitz;

// A random game, as positions and the moves between them.
struct Game {
    std::vector<Position> positions = {Position::initial()};
    std::vector<Move> moves;
};

Game random_game(unsigned seed) {
    constexpr std::size_t plies = 120;
    std::mt19937 random(seed);
    Game game;
    while (game.moves.size() < plies) {
        const MoveList moves = legal_moves(game.positions.back());
        if (moves.empty()) break;
        const Move move = moves[static_cast<int>(random() % static_cast<unsigned>(moves.size()))];
        game.moves.push_back(move);
        game.positions.push_back(game.positions.back().after(move));
    }
    return game;
}

std::unique_ptr<const nnue::Network> network() {
    return std::move(*nnue::Network::load(nnue::embedded_network()));
}

// Each position of a game once, the sums brought up to date by one move.
void evaluate_along_a_game(benchmark::State& state) {
    const auto net = network();
    const auto evaluator = std::make_unique<nnue::Evaluator>(*net);
    const Game game = random_game(1);
    for (auto _ : state) {
        evaluator->reset(game.positions[0]);
        for (std::size_t ply = 0; ply < game.moves.size(); ++ply) {
            const int at = static_cast<int>(ply);
            evaluator->play(at, game.positions[ply], game.moves[ply]);
            benchmark::DoNotOptimize(evaluator->evaluate(at + 1, game.positions[ply + 1]));
        }
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(game.moves.size()));
}
BENCHMARK(evaluate_along_a_game);

// The same position again: the output layer alone.
void evaluate_again(benchmark::State& state) {
    const auto net = network();
    const auto evaluator = std::make_unique<nnue::Evaluator>(*net);
    const Position& position = Position::initial();
    evaluator->reset(position);
    for (auto _ : state) benchmark::DoNotOptimize(evaluator->evaluate(0, position));
    state.SetItemsProcessed(state.iterations());
}
BENCHMARK(evaluate_again);

void evaluate_in_plain_loops(benchmark::State& state) {
    const auto net = network();
    const Game game = random_game(1);
    std::size_t at = 0;
    for (auto _ : state)
        benchmark::DoNotOptimize(
            nnue::evaluate_plainly(*net, game.positions[at++ % game.positions.size()]));
    state.SetItemsProcessed(state.iterations());
}
BENCHMARK(evaluate_in_plain_loops);

}  // namespace
