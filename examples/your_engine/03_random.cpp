// Step 3: an engine that plays any legal move.
#include <kibitz/uci/serve.hpp>

#include <random>

using namespace kibitz;

std::mt19937 dice(2026);

uci::Answer best_move(const Line&, uci::Search& search) {
    return search.moves()[static_cast<int>(dice() % search.moves().size())];
}

int main() { return uci::serve({.name = "03 random"}, best_move); }
