#include "players/people/look_rows.hpp"

#include <algorithm>

#include "players/people/bins.hpp"

namespace kibitz::players {

namespace {

// The upper bounds of bins, in centipawns; one more bin is above the last.
constexpr std::array behind_bounds{0, 60, 110, 220, 330, 520, 720, 950, 1500};
constexpr std::array outcome_bounds{-3999, -550, -330, -210, -60, 0, 60, 110, 350, 600, 3999};
constexpr std::array threat_bounds{0, 110, 350, 600};
constexpr std::array standing_bounds{0, 10, 20, 35, 50, 75, 110, 160, 250, 400, 700};

constexpr int most_replies = 4;  // to a check are told apart
constexpr int check_kinds = most_replies + 1, special_kinds = 5;

constexpr int behind_rows = behind_bounds.size() + 1;
constexpr int outcome_rows = outcome_bounds.size() + 1;
constexpr int threat_bins = threat_bounds.size() + 1;
constexpr int standing_bins = standing_bounds.size() + 1;
constexpr int first_outcome = behind_rows;
constexpr int first_threat = first_outcome + outcome_rows;
constexpr int first_standing = first_threat + threat_bins * check_kinds;
static_assert(first_standing + standing_bins * special_kinds == model_shape::look_rows);

int special_kind(const LookedAt& look) {
    if (look.mates) return 1;
    if (look.is_mated) return 2;
    if (look.stalemates) return 3;
    return look.repeats ? 4 : 0;
}

}  // namespace

std::vector<LookRows> look_rows(std::span<const LookedAt> looks) {
    std::vector<LookRows> rows;
    if (looks.empty()) return rows;
    const int best = std::ranges::max_element(looks, {}, &LookedAt::outcome)->outcome;
    const int stands = std::ranges::max_element(looks, {}, &LookedAt::standing)->standing;
    for (const LookedAt& look : looks) {
        const int check = std::min(look.check_replies, most_replies);
        const int threat = bin(look.threat, threat_bounds) + threat_bins * check;
        const int standing =
            bin(stands - look.standing, standing_bounds) + standing_bins * special_kind(look);
        const auto row = [](int number) { return static_cast<std::uint16_t>(number); };
        rows.push_back({row(bin(best - look.outcome, behind_bounds)),
                        row(first_outcome + bin(look.outcome, outcome_bounds)),
                        row(first_threat + threat), row(first_standing + standing)});
    }
    return rows;
}

}  // namespace kibitz::players
