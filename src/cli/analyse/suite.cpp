#include "cli/analyse/suite.hpp"

#include <algorithm>

namespace kibitz::cli {

std::expected<std::optional<bool>, MoveTextError> solves(const Epd& epd,
                                                         const SearchReport& search) {
    const auto best = epd.moves("bm");
    if (!best) return std::unexpected(best.error());
    const auto avoid = epd.moves("am");
    if (!avoid) return std::unexpected(avoid.error());
    const auto mate = epd.mate();
    if (best->empty() && avoid->empty() && !mate) return std::nullopt;

    const auto has = [&](const std::vector<Move>& moves) {
        return std::ranges::find(moves, search.move) != moves.end();
    };
    bool solved = (best->empty() || has(*best)) && !has(*avoid);
    // Where moves are given, finding them is enough: the mate is the reason, not the question.
    if (mate && best->empty()) {
        const Score score = search.score();
        const bool finds_mate = is_mate(score) && (mate_moves(score) > 0) == (*mate > 0) &&
                                std::abs(mate_moves(score)) <= std::abs(*mate);
        solved = solved && finds_mate;
    }
    return solved;
}

}  // namespace kibitz::cli
