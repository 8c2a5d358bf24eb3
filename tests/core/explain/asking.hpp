// Questions to the explainer that the engine itself answers, with few nodes.
#pragma once

#include "engine/analyser.hpp"
#include "engine/score_model.hpp"
#include "explain/ask.hpp"
#include "explain/questions.hpp"

namespace kibitz::explain::test {

class Asker {
   public:
    explicit Asker(std::uint64_t nodes) : nodes_(nodes) {}

    Question ask(const Position& before, Move played) {
        analyser_.clear();
        return ask_about(before, played, search_with(nodes_), search_with(2 * nodes_));
    }
    Question ask(std::string_view fen, std::string_view uci) {
        const Position before = parse_fen(fen, SetupRules::lenient).value();
        return ask(before, parse_moves(before, uci).front());
    }

    Search search_with(std::uint64_t nodes) {
        return [this, nodes](const Position& position, std::span<const Move> excluded) {
            Limits limits;
            limits.nodes = nodes;
            const Moves first = moves_without(position, excluded);
            if (first.empty()) return ScoredLine{};
            if (!excluded.empty())
                for (const Move move : first) limits.search_moves.push_back(move);
            const Analysis analysis = analyser_.analyse(position, limits);
            if (analysis.lines.empty()) return ScoredLine{};
            const SearchResult::Line& line = analysis.lines.front();
            const Score score = is_decisive(line.score)
                                    ? line.score
                                    : clamp_eval(displayed_centipawns(line.score, position));
            return ScoredLine{.moves = Moves(line.pv.begin(), line.pv.end()), .score = score};
        };
    }

   private:
    Analyser analyser_;
    std::uint64_t nodes_;
};

}  // namespace kibitz::explain::test
