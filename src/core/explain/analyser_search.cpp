#include "explain/analyser_search.hpp"

#include <memory>

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
        const Analysis analysis = analyser.analyse(position, limits);
        if (analysis.lines.empty()) return ScoredLine{};
        const SearchResult::Line& line = analysis.lines.front();
        const Score score = is_decisive(line.score)
                                ? line.score
                                : clamp_eval(displayed_centipawns(line.score, position));
        return ScoredLine{.moves = Moves(line.pv.begin(), line.pv.end()), .score = score};
    };
}

Search quick_search() {
    constexpr int table_mb = 4;
    const auto analyser = std::make_shared<Analyser>(AnalyserSettings{.table_mb = table_mb});
    return [analyser, search = search_with(*analyser, quick_nodes)](
               const Position& position, std::span<const Move> excluded) {
        return search(position, excluded);
    };
}

}  // namespace kibitz::explain
