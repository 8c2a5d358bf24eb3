#include "explain/analyser_search.hpp"

#include <functional>
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

namespace {

// An analyser that begins when it is asked for the first time.
using LazyAnalyser = std::function<Analyser&()>;

LazyAnalyser lazy_analyser(const CorePath* path) {
    return [analyser = std::make_shared<std::unique_ptr<Analyser>>(), path]() -> Analyser& {
        // All have the network of the first.
        static const std::shared_ptr<const nnue::Network> network =
            Analyser({.table_mb = 0}).network();
        if (!*analyser)
            *analyser = std::make_unique<Analyser>(
                AnalyserSettings{.table_mb = steady_table_mb, .network = network, .path = path});
        return **analyser;
    };
}

Search lazy_search(LazyAnalyser analyser, std::uint64_t nodes) {
    return [analyser = std::move(analyser), nodes](const Position& position,
                                                   std::span<const Move> excluded) {
        return search_with(analyser(), nodes)(position, excluded);
    };
}

}  // namespace

void add_steady_searches(Question& question, const CorePath* path) {
    const LazyAnalyser steady = lazy_analyser(path);
    question.steady = lazy_search(steady, steady_nodes);
    question.steady_proofs = lazy_search(steady, proof_nodes);
    question.umpire = lazy_search(lazy_analyser(path), umpire_nodes);
}

}  // namespace kibitz::explain
