#include "puzzles/finder.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "chess/movegen.hpp"
#include "explain/material.hpp"
#include "puzzles/themes.hpp"

namespace kibitz::puzzles {
namespace {

using explain::ScoredLine;

// A first, cheaper look at a candidate takes so small a part of the nodes.
constexpr std::uint64_t first_look = 20;
constexpr int longest_mate = 4;  // moves
// What is enough to win, and how much better the only winning move has to be.
constexpr int winning = 200;  // centipawns
constexpr double clearly_better = 0.3;
// What the last move must have given away for a position to be looked at.
constexpr double least_gift = 0.12;
// Of a side that had won before, many moves win.
constexpr int most_before = 300;             // centipawns
constexpr int most_before_mate = 600;        // the task is to mate, not to win
constexpr std::size_t most_from_a_game = 2;  // so that no game fills the collection
// What is likely stays so for some moves, and so does the answer to it.
constexpr std::size_t least_plies_between_slips = 10;

// The points expected of a score: https://lichess.org/page/accuracy
double expected_points(Score score) {
    if (is_win(score)) return 1;
    if (is_loss(score)) return 0;
    constexpr double steepness = 0.00368208;
    return 1 / (1 + std::exp(-steepness * raw(score)));
}

bool is_quick_mate(Score score) {
    return is_mate(score) && is_win(score) && mate_moves(score) <= longest_mate;
}

bool is_clearly_worse(Score second, Score best) {
    return expected_points(best) - expected_points(second) >= clearly_better;
}

bool mates_at_once(const Position& position, Move move) {
    return explain::is_checkmate(position.after(move));
}

bool can_mate(const Position& position, int moves);

// True if the move mates in so many moves whatever the other side plays, found by trying all of its
// replies.
bool forces_mate(const Position& position, Move move, int moves) {
    if (mates_at_once(position, move)) return true;
    if (moves == 1) return false;
    const Position after = position.after(move);
    const MoveList replies = legal_moves(after);
    return !replies.empty() && std::ranges::all_of(replies, [&](Move reply) {
        return can_mate(after.after(reply), moves - 1);
    });
}

bool can_mate(const Position& position, int moves) {
    return std::ranges::any_of(legal_moves(position),
                               [&](Move move) { return forces_mate(position, move, moves); });
}

bool has_another_mate(const Position& position, Move best, int moves) {
    return std::ranges::any_of(legal_moves(position), [&](Move move) {
        return move != best && forces_mate(position, move, moves);
    });
}

// Up to here all moves are tried; a longer mate is left to the search.
constexpr int longest_tried_mate = 2;

bool is_only_mate(const Position& position, std::span<const ScoredLine> lines) {
    const Score best = lines.front().score;
    const int moves = mate_moves(best);
    if (lines.size() > 1 && is_mate(lines[1].score) && is_win(lines[1].score) &&
        mate_moves(lines[1].score) <= moves)
        return false;
    return moves > longest_tried_mate ||
           !has_another_mate(position, lines.front().moves.front(), moves);
}

bool is_only_win(std::span<const ScoredLine> lines) {
    const Score best = lines.front().score;
    return raw(best) >= winning && (lines.size() < 2 || is_clearly_worse(lines[1].score, best));
}

bool is_unique(const Position& position, std::span<const ScoredLine> lines, bool mates) {
    if (lines.empty() || lines.front().moves.empty()) return false;
    if (mates) return is_quick_mate(lines.front().score) && is_only_mate(position, lines);
    return is_only_win(lines);
}

// True if all that the line does is to take back where something was just taken.
bool only_retakes(std::span<const Move> line, const Position& start, Square taken_on) {
    return line.size() == 1 && start.is_capture(line.front()) && line.front().to() == taken_on;
}

bool has_choice(const Position& position) { return count_legal_moves(position) > 1; }

bool wins_material(const Position& start, std::span<const Move> line) {
    return explain::tally(start, line, start.side_to_move()).centipawns >= explain::least_material;
}

// The solver's moves are every other one of a solution.
bool is_long_enough(std::span<const Move> solution, const FinderSettings& settings) {
    return !solution.empty() && (solution.size() + 1) / 2 >= settings.least_moves;
}

// What is won by the best moves as searches with that many nodes see them, as long as each is the
// only one.
std::vector<Move> solution_of(const Position& start, const Search& search, int most_moves,
                              std::uint64_t nodes) {
    std::vector<Move> moves;
    std::vector<Move> expected;  // the solution and what follows
    bool mates = false;
    Position position = start;
    for (int number = 0; number < most_moves; ++number) {
        const auto lines = search(position, 2, nodes);
        if (number == 0) mates = !lines.empty() && is_quick_mate(lines.front().score);
        if (!is_unique(position, lines, mates)) break;
        const std::vector<Move>& line = lines.front().moves;
        expected = moves;
        expected.insert(expected.end(), line.begin(), line.end());
        moves.push_back(line[0]);
        position.play(line[0]);
        if (line.size() < 2 || !has_legal_move(position)) break;
        moves.push_back(line[1]);
        position.play(line[1]);
    }
    if (moves.size() % 2 == 0 && !moves.empty()) moves.pop_back();
    if (moves.empty()) return {};
    if (mates)
        return explain::is_checkmate(explain::position_after(start, moves)) ? moves
                                                                            : std::vector<Move>{};
    // A last move without a choice teaches nothing.
    while (moves.size() > 1) {
        const std::span<const Move> before_last(moves.data(), moves.size() - 1);
        if (has_choice(explain::position_after(start, before_last))) break;
        moves.resize(moves.size() - 2);
    }
    return wins_material(start, expected) ? moves : std::vector<Move>{};
}

bool has_wanted_theme(const Position& start, std::span<const Move> moves, Square taken_on,
                      const FinderSettings& settings) {
    return settings.themes.names().empty() ||
           settings.themes.include_one_of(themes_of(start, moves, taken_on));
}

// True if a cheaper search finds a solution of so many moves, too. Most candidates fail here, and
// the long searches are left to the others.
bool promises_solution(const Position& position, const Search& search, Square taken_on,
                       const FinderSettings& settings) {
    const auto moves =
        solution_of(position, search, settings.most_moves, settings.deep_nodes / first_look);
    return is_long_enough(moves, settings) && has_wanted_theme(position, moves, taken_on, settings);
}

// Looks at the positions of a game in turn, no longer than it must.
class Scan {
   public:
    Scan(const Search& search, const FinderSettings& settings)
        : search_(search), settings_(settings) {}

    // Whether the move that led here gave away enough for a longer look, or a theme is in sight;
    // call it for every position of the game in turn.
    bool invites(const Position& position) {
        std::optional<Look> before = std::exchange(last_, Look{.position = position});
        if (!settings_.themes.may_begin_at(position)) return false;
        if (settings_.themes.are_visible()) return has_choice(position);
        if (!before) return false;
        const std::optional<Score> had = score_of(*before);
        return is_given_away(had, score_of(*last_)) && has_choice(position);
    }

    // Whether some move of the last position may lead to a puzzle that is wanted.
    bool has_moves_to_try() const {
        const auto leads_on = [&](Move move) {
            return settings_.themes.may_begin_at(last_->position.after(move));
        };
        return last_ && std::ranges::any_of(legal_moves(last_->position), leads_on);
    }

    // As invites(), for a move that could be played in the last position.
    bool would_invite(const Position& after) {
        if (!settings_.themes.may_begin_at(after) || !has_choice(after)) return false;
        return settings_.themes.are_visible() || is_given_away(score_of(*last_), look_at(after));
    }

    // Whether there is still something to give away, or need not be.
    bool is_open() {
        if (settings_.themes.are_visible()) return true;
        const std::optional<Score> score = score_of(*last_);
        return score && raw(-*score) <= most_before;
    }

   private:
    struct Look {
        Position position;
        bool is_taken = false;
        std::optional<Score> score{};  // of the side to move
    };

    std::optional<Score> score_of(Look& look) const {
        if (!look.is_taken) look.score = look_at(look.position);
        look.is_taken = true;
        return look.score;
    }

    std::optional<Score> look_at(const Position& position) const {
        const auto lines = search_(position, 1, settings_.quick_nodes);
        return lines.empty() ? std::nullopt : std::optional(lines.front().score);
    }

    // `now` is what the side to move has; before the last move it had the opposite of what the
    // other side had then.
    [[nodiscard]] bool is_given_away(std::optional<Score> other_had,
                                     std::optional<Score> now) const {
        if (!other_had || !now) return false;
        const Score before = -*other_had;
        if (is_quick_mate(*now)) return raw(before) <= most_before_mate;
        return !settings_.themes.are_all_mates() && raw(*now) >= winning / 2 &&
               raw(before) <= most_before &&
               expected_points(*now) - expected_points(before) >= least_gift;
    }

    const Search& search_;
    const FinderSettings& settings_;
    std::optional<Look> last_;
};

// Goes through a game and collects its puzzles.
class Finder {
   public:
    Finder(const Search& search, const FinderSettings& settings, const LikelyMoves& likely)
        : search_(search), settings_(settings), likely_(likely), scan_(search, settings) {}

    std::vector<Finding> in_game(const Position& start, std::span<const Move> game) {
        Position position = start;
        Square taken_on = Square::none();
        for (std::size_t ply = 0; ply <= game.size(); ++ply) {
            look_for_played(position, ply, taken_on);
            if (ply == game.size() || (has_enough_played() && !likely_)) break;
            if (likely_ && ply >= next_slip_ply_ && scan_.has_moves_to_try() && scan_.is_open())
                look_for_slip(position, ply, game[ply]);
            taken_on = square_taken_on(position, game[ply]);
            position.play(game[ply]);
        }
        return std::move(findings_);
    }

   private:
    [[nodiscard]] bool has_enough_played() const { return played_ == most_from_a_game; }

    static Square square_taken_on(const Position& position, Move move) {
        return position.is_capture(move) ? move.to() : Square::none();
    }

    // The solution where the last move took on that square, or none.
    [[nodiscard]] std::vector<Move> solution(const Position& position, Square taken_on) const {
        if (!promises_solution(position, search_, taken_on, settings_)) return {};
        std::vector<Move> moves = only_solution(position, search_, settings_);
        const bool is_wanted = !moves.empty() &&
                               has_wanted_theme(position, moves, taken_on, settings_) &&
                               !only_retakes(moves, position, taken_on);
        return is_wanted ? moves : std::vector<Move>{};
    }

    void look_for_played(const Position& position, std::size_t ply, Square taken_on) {
        if (!scan_.invites(position) || has_enough_played()) return;
        std::vector<Move> moves = solution(position, taken_on);
        if (moves.empty()) return;
        findings_.push_back(
            {.ply = ply, .slip = {}, .moves = std::move(moves), .taken_on = taken_on});
        ++played_;
    }

    void look_for_slip(const Position& position, std::size_t ply, Move played) {
        for (const Move move : likely_(ply)) {
            const Position after = position.after(move);
            if (move == played || !scan_.would_invite(after)) continue;
            const Square taken_on = square_taken_on(position, move);
            std::vector<Move> moves = solution(after, taken_on);
            if (moves.empty()) continue;
            findings_.push_back(
                {.ply = ply, .slip = move, .moves = std::move(moves), .taken_on = taken_on});
            next_slip_ply_ = ply + least_plies_between_slips;
            return;
        }
    }

    const Search& search_;
    const FinderSettings& settings_;
    const LikelyMoves& likely_;
    Scan scan_;
    std::vector<Finding> findings_;
    std::size_t played_ = 0;         // findings that moves of the game led to
    std::size_t next_slip_ply_ = 0;  // no slip is looked for before
};

}  // namespace

std::vector<Move> only_solution(const Position& start, const Search& search,
                                const FinderSettings& settings) {
    std::vector<Move> moves = solution_of(start, search, settings.most_moves, settings.deep_nodes);
    return is_long_enough(moves, settings) ? moves : std::vector<Move>{};
}

std::vector<Finding> find_puzzles(const Position& start, std::span<const Move> game,
                                  const Search& search, const FinderSettings& settings,
                                  const LikelyMoves& likely) {
    return Finder(search, settings, likely).in_game(start, game);
}

}  // namespace kibitz::puzzles
