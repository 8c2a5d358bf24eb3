#include "endgames/play.hpp"

#include <algorithm>
#include <limits>

#include "chess/movegen.hpp"
#include "chess/outcome.hpp"

namespace kibitz::endgames {
namespace {

// How many answers hold the draw that a move leads to: the fewer, the harder it is for the other
// side. A move that ends the game is the easiest.
int answers_that_hold(const Position& position, const Tables& tables) {
    constexpr int easiest = std::numeric_limits<int>::max();
    if (is_dead_position(position)) return easiest;
    const auto answers = rated_moves(position, tables);
    if (answers.empty()) return easiest;
    return static_cast<int>(std::ranges::count_if(
        answers, [](const RatedMove& one) { return one.verdict.result != Result::loss; }));
}

}  // namespace

std::vector<RatedMove> rated_moves(const Position& position, const Tables& tables) {
    std::vector<RatedMove> rated;
    for (const Move move : legal_moves(position)) {
        const auto after = tables.verdict(position.after(move));
        if (!after) return {};
        switch (after->result) {
            case Result::draw: rated.push_back({move, {}}); break;
            case Result::loss: rated.push_back({move, {Result::win, after->plies + 1}}); break;
            case Result::win: rated.push_back({move, {Result::loss, after->plies + 1}}); break;
        }
    }
    return rated;
}

bool is_better(const Verdict& one, const Verdict& other) {
    if (one.result != other.result) return one.result > other.result;
    return one.result == Result::win ? one.plies < other.plies : one.plies > other.plies;
}

std::optional<Move> best_move(const Position& position, const Tables& tables, SplitMix& random) {
    std::vector<RatedMove> rated = rated_moves(position, tables);
    if (rated.empty()) return std::nullopt;
    const Verdict best =
        std::ranges::max_element(rated, [](const RatedMove& one, const RatedMove& other) {
            return is_better(other.verdict, one.verdict);
        })->verdict;
    std::erase_if(rated, [best](const RatedMove& one) { return one.verdict != best; });
    std::vector<Move> equal;
    int fewest = std::numeric_limits<int>::max();
    for (const RatedMove& one : rated) {
        const int answers = best.result == Result::draw
                                ? answers_that_hold(position.after(one.move), tables)
                                : fewest;
        if (answers < fewest) equal.clear();
        if (answers > fewest) continue;
        fewest = answers;
        equal.push_back(one.move);
    }
    return equal[static_cast<std::size_t>(random.uniform() * static_cast<double>(equal.size()))];
}

std::vector<Move> best_line(Position position, const Tables& tables, int most, SplitMix& random) {
    std::vector<Move> line;
    while (static_cast<int>(line.size()) < most && !is_dead_position(position)) {
        const auto move = best_move(position, tables, random);
        if (!move) break;
        line.push_back(*move);
        position.play(*move);
    }
    return line;
}

}  // namespace kibitz::endgames
