#include "tournament/swiss.hpp"

#include <algorithm>

namespace kibitz::tournament {

namespace {

// Backtracking is quick where a solution is near, which is the rule; the steps are limited for
// the rest.
constexpr int most_steps = 20'000;

using Met = std::set<std::pair<int, int>>;

class Pairer {
   public:
    Pairer(std::span<const SwissPlayer> order, const Met& met, bool keeps_colours)
        : order_(order), met_(met), keeps_colours_(keeps_colours), taken_(order.size()) {}

    std::optional<std::vector<std::pair<int, int>>> run() {
        if (!pair_from(0)) return std::nullopt;
        return pairings_;
    }

   private:
    bool pair_from(std::size_t at) {
        while (at < order_.size() && taken_[at]) ++at;
        if (at == order_.size()) return true;
        if (--steps_left_ < 0) return false;
        taken_[at] = true;
        for (std::size_t begin = at + 1, end = begin; begin < order_.size(); begin = end) {
            end = end_of_group(begin);
            if (pair_with_one_of(at, begin, end)) return true;
        }
        taken_[at] = false;
        return false;
    }

    bool pair_with_one_of(std::size_t at, std::size_t begin, std::size_t end) {
        for (const bool are_same : {false, true})
            for (std::size_t other = begin; other < end; ++other)
                if (are_due_the_same(at, other) == are_same && pair(at, other)) return true;
        return false;
    }

    bool pair(std::size_t at, std::size_t other) {
        if (taken_[other] || !may_meet(order_[at], order_[other])) return false;
        taken_[other] = true;
        pairings_.emplace_back(order_[at].number, order_[other].number);
        if (pair_from(at + 1)) return true;
        pairings_.pop_back();
        taken_[other] = false;
        return false;
    }

    [[nodiscard]] bool may_meet(const SwissPlayer& a, const SwissPlayer& b) const {
        if (met_.contains(std::minmax(a.number, b.number))) return false;
        return !keeps_colours_ || !Colours::must_have_the_same(a.colours, b.colours);
    }
    [[nodiscard]] bool are_due_the_same(std::size_t a, std::size_t b) const {
        return Colours::are_due_the_same(order_[a].colours, order_[b].colours);
    }
    // Those with the same points.
    [[nodiscard]] std::size_t end_of_group(std::size_t at) const {
        std::size_t end = at;
        while (end < order_.size() && order_[end].points == order_[at].points) ++end;
        return end;
    }

    std::span<const SwissPlayer> order_;
    const Met& met_;
    bool keeps_colours_;
    int steps_left_ = most_steps;
    std::vector<bool> taken_;
    std::vector<std::pair<int, int>> pairings_;
};

}  // namespace

SwissRound pair_swiss(std::span<const SwissPlayer> players,
                      const std::set<std::pair<int, int>>& met) {
    std::vector<SwissPlayer> table(players.begin(), players.end());
    std::ranges::sort(table, [](const SwissPlayer& a, const SwissPlayer& b) {
        return a.points != b.points ? a.points > b.points : a.number < b.number;
    });
    SwissRound round;
    if (table.size() % 2 != 0) {
        auto lowest = std::ranges::find_if(table.rbegin(), table.rend(),
                                           [](const SwissPlayer& p) { return !p.had_bye; });
        if (lowest == table.rend()) lowest = table.rbegin();
        round.bye = lowest->number;
        table.erase(std::next(lowest).base());
    }
    std::optional<std::vector<std::pair<int, int>>> pairings;
    for (const bool keeps_colours : {true, false})
        if (!pairings) pairings = Pairer(table, met, keeps_colours).run();
    for (const bool keeps_colours : {true, false})
        if (!pairings) pairings = Pairer(table, {}, keeps_colours).run();
    round.pairings = *std::move(pairings);
    return round;
}

}  // namespace kibitz::tournament
