// Searches for the best move, on this thread and with the network that comes with the library.
#include <kibitz/chess/fen.hpp>
#include <kibitz/chess/san.hpp>
#include <kibitz/engine/eval/nnue/embedded_network.hpp>
#include <kibitz/engine/eval/nnue/network.hpp>
#include <kibitz/engine/search.hpp>
#include <kibitz/engine/search/worker.hpp>

#include <chrono>
#include <iostream>
#include <vector>

namespace {

std::int64_t now_ms() {
    using namespace std::chrono;
    return duration_cast<milliseconds>(steady_clock::now().time_since_epoch()).count();
}

}  // namespace

int main(int argc, char** argv) {
    const char* fen = argc > 1 ? argv[1] : "7k/6pp/8/8/8/8/5PPP/R5K1 w - - 0 1";
    const auto position = kibitz::parse_fen(fen, kibitz::SetupRules::lenient);
    const auto network = kibitz::nnue::Network::load(kibitz::nnue::embedded_network());
    if (!position || !network) {
        std::cerr << (position ? "the network cannot be read" : to_string(position.error()))
                  << '\n';
        return 1;
    }
    // A table of 16 MB: what the search remembers of positions.
    std::vector<kibitz::TranspositionTable::Cluster> memory((16 << 20) / sizeof(memory.front()));
    kibitz::SearchContext context;
    context.root = *position;
    context.limits.depth = 12;
    context.table = kibitz::TranspositionTable(memory);
    context.network = network->get();
    context.now_ms = now_ms;
    context.start_ms = now_ms();
    // The search starts no threads. A program that wants several runs a worker on each.
    kibitz::search::Worker worker(context, 0);
    context.searchers = {&worker};
    kibitz::prepare(context);
    worker.run();
    if (worker.result().lines.empty()) {
        std::cout << "there is no legal move\n";
        return 0;
    }
    const auto& best = worker.result().lines.front();
    std::cout << kibitz::to_san(*position, best.pv.front()) << ", depth " << worker.result().depth
              << ", " << worker.nodes() << " nodes\n";
}
