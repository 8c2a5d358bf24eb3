#include "tournament/swiss.hpp"

#include <algorithm>

namespace kibitz::tournament {

namespace {

// Backtracking is quick where a solution is near, which is the rule; the steps are limited for
// the rest.
constexpr int most_steps = 200'000;

class Pairer {
   public:
    Pairer(std::span<const int> order, const std::set<std::pair<int, int>>& met)
        : order_(order), met_(met), taken_(order.size()) {}

    std::optional<std::vector<std::pair<int, int>>> run() {
        if (!pair_from(0)) return std::nullopt;
        return pairings_;
    }

   private:
    bool pair_from(std::size_t at) {
        while (at < order_.size() && taken_[at]) ++at;
        if (at == order_.size()) return true;
        if (++steps_ > most_steps) return false;
        taken_[at] = true;
        for (std::size_t other = at + 1; other < order_.size(); ++other) {
            if (taken_[other] || met_.contains(std::minmax(order_[at], order_[other]))) continue;
            taken_[other] = true;
            pairings_.emplace_back(order_[at], order_[other]);
            if (pair_from(at + 1)) return true;
            pairings_.pop_back();
            taken_[other] = false;
        }
        taken_[at] = false;
        return false;
    }

    std::span<const int> order_;
    const std::set<std::pair<int, int>>& met_;
    std::vector<bool> taken_;
    std::vector<std::pair<int, int>> pairings_;
    int steps_ = 0;
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
    std::vector<int> order;
    for (const SwissPlayer& player : table) order.push_back(player.number);
    auto pairings = Pairer(order, met).run();
    if (!pairings) pairings = Pairer(order, {}).run();
    round.pairings = *std::move(pairings);
    return round;
}

}  // namespace kibitz::tournament
