#include "match/adjudication.hpp"

#include <cstdlib>

namespace kibitz::match {

std::optional<GameEnd> end_by(const TablebaseRule& rule, Wdl result, Color mover) {
    const bool cursed = result == Wdl::cursed_win || result == Wdl::blessed_loss;
    if (result == Wdl::draw || (cursed && rule.fifty_move_rule)) {
        if (!rule.draws) return std::nullopt;
        return GameEnd{Ending::tablebase, std::nullopt, {}};
    }
    if (!rule.wins) return std::nullopt;
    const bool mover_wins = result == Wdl::win || result == Wdl::cursed_win;
    return GameEnd{Ending::tablebase, mover_wins ? mover : ~mover, {}};
}

std::optional<GameEnd> Adjudicator::observe(const ObservedMove& move) {
    const auto mover = static_cast<std::size_t>(index(move.mover));
    const auto other = static_cast<std::size_t>(index(~move.mover));
    const auto count = [](int& counter, bool goes_on) { counter = goes_on ? counter + 1 : 0; };

    if (const auto& rule = rules_.resign) {
        count(hopeless_[mover], move.centipawns && *move.centipawns <= -rule->score);
        count(triumphant_[mover], move.centipawns && *move.centipawns >= rule->score);
        const auto lost = [&](std::size_t loser, std::size_t winner) {
            return hopeless_[loser] >= rule->move_count &&
                   (!rule->two_sided || triumphant_[winner] >= rule->move_count);
        };
        if (lost(mover, other)) return GameEnd{Ending::resigned, ~move.mover, {}};
        if (lost(other, mover)) return GameEnd{Ending::resigned, move.mover, {}};
    }
    if (const auto& rule = rules_.draw) {
        if (move.irreversible) level_plies_ = 0;
        count(level_plies_, move.centipawns && std::abs(*move.centipawns) <= rule->score);
        if (move.full_move >= rule->move_number && level_plies_ >= 2 * rule->move_count)
            return GameEnd{Ending::draw_agreed, std::nullopt, {}};
    }
    if (rules_.max_moves > 0 && move.plies_played >= 2 * rules_.max_moves)
        return GameEnd{Ending::move_limit, std::nullopt, {}};
    return std::nullopt;
}

}  // namespace kibitz::match
