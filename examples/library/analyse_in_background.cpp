// Analyses on a thread of its own until the user has seen enough; Enter stops it.
#include <kibitz/chess/san.hpp>
#include <kibitz/engine/analyser.hpp>

#include <iostream>
#include <latch>
#include <thread>

int main() {
    const kibitz::Position& position = kibitz::Position::initial();
    kibitz::Analyser analyser;
    kibitz::Analysis result;
    std::latch begun(1);
    const auto show = [&](const kibitz::Analysis& analysis) {
        std::cout << "depth " << analysis.depth << ": "
                  << kibitz::to_san(position, analysis.best_move()) << std::endl;
        if (analysis.depth == 1) begun.count_down();
    };
    // Without a limit it goes on until stop() is called.
    std::jthread thinking([&] { result = analyser.analyse(position, {}, {.on_depth = show}); });
    begun.wait();  // stop() has no effect on an analysis that has not begun
    std::cin.get();
    analyser.stop();
    thinking.join();
    std::cout << "after " << result.nodes
              << " positions: " << kibitz::to_san(position, result.best_move()) << '\n';
}
