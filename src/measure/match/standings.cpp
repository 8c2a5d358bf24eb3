#include "match/standings.hpp"

#include <algorithm>
#include <numeric>

namespace kibitz::match {

namespace {

Tally reversed(const Tally& tally) {
    Tally result = tally;
    std::swap(result.games.wins, result.games.losses);
    std::ranges::reverse(result.pairs.of);
    return result;
}

void add_to(Tally& sum, const Tally& tally) {
    sum.games.wins += tally.games.wins;
    sum.games.draws += tally.games.draws;
    sum.games.losses += tally.games.losses;
    for (std::size_t i = 0; i < sum.pairs.of.size(); ++i) sum.pairs.of[i] += tally.pairs.of[i];
}

}  // namespace

GameSummary summarize(const GameTask& task, const PlayedGame& game) {
    GameSummary summary{.task = task, .end = game.end};
    summary.plies = static_cast<int>(game.moves.size());
    const auto opening_plies = game.opening.moves.size();
    auto side =
        static_cast<std::size_t>(index(game.opening.start.side_to_move())) ^ (opening_plies % 2);
    for (const PlayedMove& move : game.moves) {
        summary.time[side] += move.time;
        summary.moves[side] += 1;
        summary.nodes[side] += move.nodes;
        summary.depths[side] += move.depth;
        side ^= 1;
    }
    for (const NotedFault& fault : game.faults)
        ++summary.faults[static_cast<std::size_t>(index(fault.by))]
                        [static_cast<std::size_t>(index(fault.kind))];
    summary.pondering = game.pondering;
    return summary;
}

std::int64_t PlayerAccount::fault_count() const {
    return std::accumulate(faults.begin(), faults.end(), std::int64_t{0});
}

PlayerAccount& Standings::note_faults(const GameSummary& game, Color side) {
    const auto at = static_cast<std::size_t>(index(side));
    const int player = side == Color::white ? game.task.white : game.task.black;
    PlayerAccount& account = accounts_[static_cast<std::size_t>(player)];
    for (std::size_t kind = 0; kind < account.faults.size(); ++kind)
        account.faults[kind] += game.faults[at][kind];
    ++account.finished;
    if (is_breakdown(game.end.ending) && game.end.winner == ~side) ++account.breakdowns;
    return account;
}

void Standings::leave_out(const GameSummary& game) {
    for (const Color side : {Color::white, Color::black}) note_faults(game, side);
    ++left_out_;
}

void Standings::add(const Encounter& encounter, const std::vector<GameSummary>& games) {
    Tally tally;  // of the encounter's first player
    int pair_half_points = 0;
    for (std::size_t i = 0; i < games.size(); ++i) {
        const GameSummary& game = games[i];
        for (const Color side : {Color::white, Color::black}) {
            const auto at = static_cast<std::size_t>(index(side));
            const int player = side == Color::white ? game.task.white : game.task.black;
            const int points = half_points(game.end.winner, side);
            PlayerAccount& account = note_faults(game, side);
            account.games.add(points);
            (side == Color::white ? account.as_white : account.as_black).add(points);
            account.time += game.time[at];
            account.longest_game = std::max(account.longest_game, game.time[at]);
            account.moves += game.moves[at];
            account.nodes += game.nodes[at];
            account.depths += game.depths[at];
            account.ponder_tries += game.pondering[at].tries;
            account.ponder_hits += game.pondering[at].hits;
            if (player == encounter.first) {
                tally.games.add(points);
                pair_half_points += points;
            }
        }
        ++endings_[static_cast<std::size_t>(index(game.end.ending))];
        ++games_;
        if (encounter.paired && i % 2 != 0) {
            tally.pairs.add(pair_half_points);
            pair_half_points = 0;
        }
    }
    if (encounter.first < encounter.second)
        add_to(tallies_[{encounter.first, encounter.second}], tally);
    else
        add_to(tallies_[{encounter.second, encounter.first}], reversed(tally));
}

Tally Standings::against(int first, int second) const {
    const auto found = tallies_.find(std::minmax(first, second));
    if (found == tallies_.end()) return {};
    return first < second ? found->second : reversed(found->second);
}

}  // namespace kibitz::match
