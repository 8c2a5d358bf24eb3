#include "cli/analyse/question.hpp"

#include <memory>

#include "chess/movegen.hpp"
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

// It does the same as explain::steady_search, with the core for this machine's processor.
explain::Search make_steady_search(std::uint64_t nodes) {
    struct Own {
        // An engine that is refused the memory keeps the table that it has.
        Own() { (void)engine.set_hash_mb(explain::steady_table_mb); }

        Engine engine;
        EngineRunner runner{engine};
    };
    const auto own = std::make_shared<std::unique_ptr<Own>>();
    Limits limits;
    limits.nodes = nodes;
    return [own, limits](const Position& position, std::span<const Move> excluded) {
        if (!*own) *own = std::make_unique<Own>();
        return make_search((*own)->runner, limits)(position, excluded);
    };
}

explain::Question ask_about(const Position& before, Move played, EngineRunner& runner,
                            const Limits& limits) {
    const explain::Search steady = make_steady_search();
    const bool is_shorter = limits.nodes > 0 && limits.nodes <= explain::steady_nodes;
    if (is_shorter) return explain::ask_about(before, played, steady, steady);
    Limits longer = limits;
    longer.nodes *= 2;
    explain::Question question = explain::ask_about(before, played, make_search(runner, limits),
                                                    make_search(runner, longer));
    question.steady = steady;
    question.umpire = make_steady_search(explain::umpire_nodes);
    return question;
}

}  // namespace kibitz::cli
