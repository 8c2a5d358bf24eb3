#include "explain/played_motifs.hpp"

#include <algorithm>

#include "chess/movegen.hpp"
#include "chess/see.hpp"
#include "explain/mate_patterns.hpp"
#include "explain/material.hpp"
#include "explain/winnings.hpp"

namespace kibitz::explain {
namespace {

// What was taken has to stay won for a move of both sides, where the game has them.
constexpr std::size_t plies_to_last = 2;
// The answers that are tried: one, what it allows, and the answer to that.
constexpr int answering_plies = 3;

// The half-moves from the move with the motif to the one that takes what it is about: the next of
// the same side, or the one after that where a check or an exchange comes first.
struct Takings {
    std::size_t first = 2, last = 4;
};
constexpr Takings takings_of(MotifKind kind) {
    switch (kind) {
        case MotifKind::hanging: return {.first = 0, .last = 0};
        case MotifKind::removes_defender:
        case MotifKind::overloaded: return {.first = 2, .last = 2};
        case MotifKind::double_check:
        case MotifKind::discovered_check: return {.first = 0, .last = 2};
        // Takes what a pinned piece would defend, or the pinned piece.
        case MotifKind::pin: return {.first = 0, .last = 4};
        default: return {};
    }
}

// An exchange is a part of these.
bool begins_by_taking(MotifKind kind) {
    return kind == MotifKind::removes_defender || kind == MotifKind::overloaded;
}

// These may be the mating move's own; a line that ends in mate proves no other motif of its moves.
bool is_check(MotifKind kind) {
    return kind == MotifKind::double_check || kind == MotifKind::discovered_check;
}
bool is_of_mating_move(MotifKind kind) { return kind == MotifKind::back_rank || is_check(kind); }

bool& of(OfColors& colors, Color color) { return colors[static_cast<std::size_t>(index(color))]; }

// Whether the first move has the motif, as far as so few moves tell.
bool shows_threat(const Position& before, std::span<const Move> line, MotifKind kind) {
    return std::ranges::any_of(motifs_of(before, line),
                               [&](const Motif& motif) { return motif.kind == kind; });
}

// The last move is one of the piece that makes the first: what steps aside with check takes.
bool is_by_same_piece(std::span<const Move> line) {
    return line.size() == 1 || line.back().from() == arrival(line.front());
}

// The material of `us` once nothing hangs any more.
int settled_balance(const Position& position, Color us) {
    const int hanging = settle(position).centipawns;
    return balance(position, us) + (position.side_to_move() == us ? hanging : -hanging);
}

// A game with the material at each of its moves.
class MotifReader {
   public:
    MotifReader(const Position& start, std::span<const Move> moves) : moves_(moves) {
        positions_.reserve(moves.size() + 1);
        balances_.reserve(moves.size() + 1);
        add(start);
        for (const Move move : moves) add(positions_.back().after(move));
    }

    [[nodiscard]] OfColors sides(MotifKind kind) const {
        OfColors sides{};
        if (moves_.empty()) return sides;
        if (is_of_mating_move(kind) && is_checkmate(positions_.back()) &&
            shows_motif(positions_[moves_.size() - 1], moves_.last(1), kind))
            of(sides, ~positions_.back().side_to_move()) = true;
        if (kind == MotifKind::back_rank) return sides;
        for (std::size_t ply = 0; ply < moves_.size(); ++ply) {
            bool& of_mover = of(sides, positions_[ply].side_to_move());
            of_mover = of_mover || wins_by(kind, ply);
        }
        return sides;
    }

   private:
    void add(const Position& position) {
        positions_.push_back(position);
        balances_.push_back(balance(position, Color::white));
    }
    // Behind so many moves.
    [[nodiscard]] int balance_of(Color us, std::size_t ply) const {
        return us == Color::white ? balances_[ply] : -balances_[ply];
    }

    [[nodiscard]] bool wins_by(MotifKind kind, std::size_t ply) const {
        const auto [first, last] = takings_of(kind);
        for (std::size_t taking = first; taking <= last; taking += 2)
            if (ply + taking < moves_.size() && wins_at(kind, ply, taking)) return true;
        return last > 0 && ply + 2 >= moves_.size() && wins_if_played_on(kind, ply);
    }

    // The move `taking` half-moves behind that one takes what the motif is about.
    [[nodiscard]] bool wins_at(MotifKind kind, std::size_t ply, std::size_t taking) const {
        const Color us = positions_[ply].side_to_move();
        const std::size_t end = ply + taking;
        // The balances show of most moves that nothing is won; the exact questions cost more.
        if (!positions_[end].is_capture(moves_[end]) ||
            balance_of(us, end + 1) < balance_of(us, ply) + least_material)
            return false;
        if (taking > 0 && !see_at_least(positions_[end], moves_[end], least_material)) return false;
        if (!shows_motif(positions_[ply], evidence(kind, ply, taking), kind)) return false;
        // What the motif is about was taken before, and this is something else.
        if (taking == Takings().last &&
            shows_motif(positions_[ply], evidence(kind, ply, Takings().first), kind))
            return false;
        if (is_check(kind) && !is_by_same_piece(moves_.subspan(ply, taking + 1))) return false;
        if (taking > 0 && could_be_taken_before(ply, end)) return false;
        const int needed = needed_balance(kind, ply, taking);
        const std::size_t last = std::min(end + plies_to_last, moves_.size() - 1);
        for (std::size_t i = end; i <= last; ++i)
            if (settled_balance(positions_[i + 1], us) < needed) return false;
        return no_answer_saves(ply, needed);
    }

    // The moves that show the motif. Fewer than three would be taken to win what they threaten,
    // and mate to win anything.
    [[nodiscard]] std::span<const Move> evidence(MotifKind kind, std::size_t ply,
                                                 std::size_t taking) const {
        if (kind != MotifKind::pin || taking > 0) return moves_.subspan(ply, taking + 1);
        const bool is_known = ply + 3 < moves_.size();
        return is_known ? moves_.subspan(ply, 3) : std::span<const Move>();
    }

    // Whether what the move at `end` takes stood there, and could be won without the motif.
    [[nodiscard]] bool could_be_taken_before(std::size_t ply, std::size_t end) const {
        const Position& before = positions_[ply];
        const Square prey = moves_[end].to();
        return before.piece_on(prey) == positions_[end].piece_on(prey) &&
               std::ranges::any_of(legal_captures(before), [&](Move move) {
                   return move.to() == prey && see_at_least(before, move, least_material);
               });
    }

    // The game ends with the move or the answer: somebody resigned, and the best moves are looked
    // at instead of those that were played.
    [[nodiscard]] bool wins_if_played_on(MotifKind kind, std::size_t ply) const {
        const bool is_possible = !is_checkmate(positions_.back()) &&
                                 shows_threat(positions_[ply], moves_.subspan(ply), kind);
        if (!is_possible) return false;
        const auto rest = best_material(positions_.back(), answering_plies);
        if (!rest) return false;
        Moves line(moves_.begin() + static_cast<std::ptrdiff_t>(ply), moves_.end());
        line.insert(line.end(), rest->moves.begin(), rest->moves.end());
        const auto [first, last] = takings_of(kind);
        line.resize(std::min(line.size(), last + 1));
        if (line.size() <= 2 || is_checkmate(position_after(positions_[ply], line))) return false;
        if (is_check(kind) && !is_by_same_piece(line)) return false;
        return shows_motif(positions_[ply], line, kind) &&
               no_answer_saves(ply, needed_balance(kind, ply, last));
    }

    // What the mover's side must have in the end. Material that could be taken without the motif,
    // or that only evens out what the last move took, is not won by it.
    [[nodiscard]] int needed_balance(MotifKind kind, std::size_t ply, std::size_t taking) const {
        const Color us = positions_[ply].side_to_move();
        const int now = balance_of(us, ply);
        if (taking > 0 && !begins_by_taking(kind))
            return now + settle(positions_[ply]).centipawns + least_material;
        const int earlier = ply > 0 ? balance_of(us, ply - 1) : now;
        return std::max(now, earlier) + least_material;
    }

    [[nodiscard]] bool no_answer_saves(std::size_t ply, int needed) const {
        const auto answer = best_material(positions_[ply + 1], answering_plies);
        const Color us = positions_[ply].side_to_move();
        return answer && balance_of(us, ply + 1) - answer->centipawns >= needed;
    }

    std::span<const Move> moves_;
    std::vector<Position> positions_;
    std::vector<int> balances_;  // White's
};

// A null move ends what can be proved of a game.
std::span<const Move> before_null_move(std::span<const Move> moves) {
    const auto null = std::ranges::find_if(moves, &Move::is_none);
    return moves.first(static_cast<std::size_t>(null - moves.begin()));
}

OfColors sides_of_mate(const std::string& name, const Position& start,
                       std::span<const Move> moves) {
    OfColors sides{};
    const Position end = position_after(start, moves);
    if (!is_checkmate(end)) return sides;
    const std::vector<std::string> patterns = mate_patterns_of(end);
    of(sides, ~end.side_to_move()) = std::ranges::find(patterns, name) != patterns.end();
    return sides;
}

}  // namespace

std::string hyphenated_name(MotifKind kind) {
    std::string name = to_string(kind);
    std::ranges::replace(name, ' ', '-');
    return name;
}

std::vector<std::string> motif_names() {
    std::vector<std::string> names;
    for (int kind = 0; kind <= static_cast<int>(MotifKind::trapped); ++kind)
        names.push_back(hyphenated_name(static_cast<MotifKind>(kind)));
    return names;
}

std::expected<PlayedMotif, std::string> PlayedMotif::named(std::string_view name) {
    const std::vector<std::string> motifs = motif_names();
    PlayedMotif motif;
    motif.name_ = name;
    if (const auto found = std::ranges::find(motifs, name); found != motifs.end()) {
        motif.kind_ = static_cast<MotifKind>(found - motifs.begin());
        return motif;
    }
    if (std::ranges::find(mate_pattern_names, name) != mate_pattern_names.end()) return motif;
    std::string error = "\"" + std::string(name) + "\" is no motif; the motifs are";
    for (const std::string& known : motifs) error += ' ' + known;
    for (const std::string_view known : mate_pattern_names) error += ' ' + std::string(known);
    return std::unexpected(error);
}

OfColors PlayedMotif::sides(const Position& start, std::span<const Move> moves) const {
    const std::span<const Move> provable = before_null_move(moves);
    if (!kind_)
        return provable.size() == moves.size() ? sides_of_mate(name_, start, moves) : OfColors{};
    return MotifReader(start, provable).sides(*kind_);
}

}  // namespace kibitz::explain
