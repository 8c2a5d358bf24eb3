#include "cli/analyse/question.hpp"

#include <utility>

#include "chess/movegen.hpp"
#include "explain/ask.hpp"
#include "platform/core_paths.hpp"

namespace kibitz::cli {
namespace {

explain::ScoredLine scored(const ReportedLine& line) {
    return {.moves = line.moves, .score = line.score};
}

}  // namespace

explain::Search noted(explain::Search search, const SearchNote& note) {
    if (!note) return search;
    return [search = std::move(search), note](const Position& position,
                                              std::span<const Move> excluded) {
        note();
        return search(position, excluded);
    };
}

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
                            const Limits& limits, const SearchNote& note) {
    const bool is_shorter = limits.nodes > 0 && limits.nodes <= explain::steady_nodes;
    if (is_shorter) {
        explain::Question steady{.before = before, .played = played};
        explain::add_steady_searches(steady, &default_core_path());
        return explain::ask_about(before, played, noted(steady.steady, note),
                                  noted(steady.steady_proofs, note));
    }
    Limits longer = limits;
    longer.nodes *= 2;
    explain::Question question =
        explain::ask_about(before, played, noted(make_search(runner, limits), note),
                           noted(make_search(runner, longer), note));
    explain::add_steady_searches(question, &default_core_path());
    question.steady = noted(std::move(question.steady), note);
    question.steady_proofs = noted(std::move(question.steady_proofs), note);
    question.umpire = noted(std::move(question.umpire), note);
    return question;
}

}  // namespace kibitz::cli
