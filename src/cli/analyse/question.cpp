#include "cli/analyse/question.hpp"

#include "chess/movegen.hpp"
#include "explain/analyser_search.hpp"
#include "explain/ask.hpp"

namespace kibitz::cli {
namespace {

explain::ScoredLine scored(const ReportedLine& line) {
    return {.moves = line.moves, .score = line.score};
}

}  // namespace

explain::Search make_search(EngineRunner& runner, const Limits& limits) {
    return [&runner, limits](const Position& position,
                             std::span<const Move> excluded) -> explain::ScoredLine {
        Limits restricted = limits;
        if (!excluded.empty())
            for (const Move move : explain::moves_without(position, excluded))
                restricted.search_moves.push_back(move);
        const bool has_moves =
            excluded.empty() ? has_legal_move(position) : !restricted.search_moves.empty();
        if (!has_moves) return {};
        return best_line(runner.think(position, {}, restricted));
    };
}

explain::ScoredLine best_line(const SearchReport& search) {
    return search.lines.empty() ? explain::ScoredLine{} : scored(search.lines.front());
}

explain::Question ask_about(const Position& before, Move played, EngineRunner& runner,
                            const Limits& limits) {
    Limits longer = limits;
    longer.nodes *= 2;
    explain::Question question = explain::ask_about(before, played, make_search(runner, limits),
                                                    make_search(runner, longer));
    question.quick = explain::quick_search();
    return question;
}

}  // namespace kibitz::cli
