#include "explain/analyser_search.hpp"

#include <memory>
#include <utility>

#include "engine/score_model.hpp"
#include "explain/ask.hpp"

namespace kibitz::explain {

Search search_with(Analyser& analyser, std::uint64_t nodes) {
    return [&analyser, nodes](const Position& position, std::span<const Move> excluded) {
        const Moves first = moves_without(position, excluded);
        if (first.empty()) return ScoredLine{};
        Limits limits;
        limits.nodes = nodes;
        if (!excluded.empty())
            for (const Move move : first) limits.search_moves.push_back(move);
        Moves moves;
        const auto keep = [&](const Analysis& now) {
            if (!now.lines.empty()) keep_longer(moves, now.lines.front().pv);
        };
        const Analysis analysis = analyser.analyse(position, limits, {.on_depth = keep});
        if (analysis.lines.empty()) return ScoredLine{};
        const SearchResult::Line& line = analysis.lines.front();
        keep_longer(moves, line.pv);
        const Score score = is_decisive(line.score)
                                ? line.score
                                : clamp_eval(displayed_centipawns(line.score, position));
        return ScoredLine{.moves = std::move(moves), .score = score};
    };
}

Search steady_search(std::uint64_t nodes, const CorePath* path) {
    const auto analyser = std::make_shared<std::unique_ptr<Analyser>>();
    return [analyser, nodes, path](const Position& position, std::span<const Move> excluded) {
        // All have the network of the first.
        static const std::shared_ptr<const nnue::Network> network =
            Analyser({.table_mb = 0}).network();
        if (!*analyser)
            *analyser = std::make_unique<Analyser>(
                AnalyserSettings{.table_mb = steady_table_mb, .network = network, .path = path});
        return search_with(**analyser, nodes)(position, excluded);
    };
}

}  // namespace kibitz::explain
