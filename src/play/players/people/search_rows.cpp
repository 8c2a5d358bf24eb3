#include "players/people/search_rows.hpp"

#include <algorithm>
#include <array>

#include "players/people/bins.hpp"
#include "players/people/model_shape.hpp"

namespace kibitz::players {

namespace {

// The upper bounds of bins, in centipawns; one more bin is above the last.
constexpr std::array worse_bounds{0,   8,   16,  25,  35,  50,  70,   95,
                                  130, 180, 250, 350, 500, 700, 1000, 1600};
constexpr std::array best_bounds{-300, -80, 80, 300};

constexpr int worse_bins = worse_bounds.size() + 1;
constexpr int best_bins = best_bounds.size() + 1;
constexpr int not_searched_row = worse_bins * best_bins;
static_assert(not_searched_row + 1 == model_shape::search_rows);

}  // namespace

std::vector<std::uint16_t> search_rows(std::span<const SearchScore> scores) {
    std::vector<std::uint16_t> rows;
    if (scores.empty()) return rows;
    const SearchScore best = *std::ranges::max_element(scores);
    for (const SearchScore score : scores) {
        const int row = score == not_searched
                            ? not_searched_row
                            : bin(best - score, worse_bounds) + worse_bins * bin(best, best_bounds);
        rows.push_back(static_cast<std::uint16_t>(row));
    }
    return rows;
}

}  // namespace kibitz::players
