#include "cli/analyse/question.hpp"

#include "chess/movegen.hpp"
#include "explain/ask.hpp"
#include "platform/core_paths.hpp"

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

void add_steady_searches(explain::Question& question) {
    const CorePath* const path = &default_core_path();
    question.steady = explain::steady_search(explain::steady_nodes, path);
    question.umpire = explain::steady_search(explain::umpire_nodes, path);
}

explain::Question ask_about(const Position& before, Move played, EngineRunner& runner,
                            const Limits& limits) {
    const bool is_shorter = limits.nodes > 0 && limits.nodes <= explain::steady_nodes;
    if (is_shorter) {
        const explain::Search steady =
            explain::steady_search(explain::steady_nodes, &default_core_path());
        return explain::ask_about(before, played, steady, steady);
    }
    Limits longer = limits;
    longer.nodes *= 2;
    explain::Question question = explain::ask_about(before, played, make_search(runner, limits),
                                                    make_search(runner, longer));
    add_steady_searches(question);
    return question;
}

}  // namespace kibitz::cli
