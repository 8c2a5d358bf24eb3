// The work from whose profile the core is compiled (cmake/Profile.cmake): the searches of
// `kibitz bench`, with the built-in network. Prints the same count of nodes.
#include <cstdio>

#include "chess/fen.hpp"
#include "engine/analyser.hpp"
#include "engine/bench_positions.hpp"

int main() {
    kibitz::Analyser analyser;
    std::uint64_t nodes = 0;
    for (const char* fen : kibitz::bench_positions()) {
        const auto position = kibitz::parse_fen(fen, kibitz::SetupRules::lenient);
        if (!position) return 1;
        analyser.clear();
        nodes += analyser.analyse(*position, {.depth = kibitz::default_bench_depth}).nodes;
    }
    std::printf("%llu nodes\n", static_cast<unsigned long long>(nodes));
    return 0;
}
