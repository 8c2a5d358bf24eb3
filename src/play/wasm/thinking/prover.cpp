#include "wasm/thinking/prover.hpp"

#include <utility>

#include "engine/score_model.hpp"
#include "explain/ask.hpp"
#include "wasm/thinking/only_engine.hpp"

namespace kibitz::wasm {
namespace {

class BestLine final : public SearchListener {
   public:
    void on_info(const SearchInfo& info) override {
        if (info.line == 1 && info.bound != Bound::upper) explain::keep_longer(moves, info.pv);
    }
    void on_current_move(Depth, Move, int) override {}

    explain::Moves moves;
};

}  // namespace

explain::ScoredLine Prover::search(const Position& position, std::span<const Move> excluded) {
    const explain::Moves first = explain::moves_without(position, excluded);
    if (first.empty()) return {};
    Limits limits = limits_;
    if (!excluded.empty())
        for (const Move move : first) limits.search_moves.push_back(move);
    engine()->set_line(Line(position));
    BestLine best;
    const SearchResult& result = engine()->think(run_, limits, 1, &best);
    nodes_ += engine()->nodes();
    if (result.lines.empty()) return {};
    const SearchResult::Line& line = result.lines.front();
    explain::keep_longer(best.moves, line.pv);
    const Score score = is_decisive(line.score)
                            ? line.score
                            : clamp_eval(displayed_centipawns(line.score, position));
    return {.moves = std::move(best.moves), .score = score};
}

}  // namespace kibitz::wasm
