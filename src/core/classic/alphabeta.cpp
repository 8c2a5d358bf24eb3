#include "classic/alphabeta.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <limits>

#include "chess/movegen.hpp"
#include "chess/see.hpp"
#include "classic/rating.hpp"

namespace kibitz::players {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
// Captures after the last level are followed no further than this.
constexpr int max_capture_plies = 12;
// What a ply of delay costs a checkmate, in pawns: the quicker one is better.
constexpr double mate_delay = 1;

// The highest value first: best captures, then the rest in the order of generation.
void sort_captures_first(const Position& position, MoveList& moves) {
    const auto gain = [&](Move move) {
        const Piece taken = position.captured_by(move);
        const int victim = taken == Piece::none ? 0 : exchange_value(type_of(taken));
        const int promotion = move.is_promotion() ? exchange_value(move.promoted_to()) : 0;
        if (victim + promotion == 0) return 0;
        // The cheapest attacker first; a king, worth nothing in exchange, is cheapest of all.
        const int attacker = exchange_value(type_of(position.piece_on(move.from())));
        constexpr int victims_first = 16;
        return victims_first * (victim + promotion) - attacker + exchange_value(PieceType::queen);
    };
    struct Ranked {
        int gain, order;
        Move move;
    };
    std::array<Ranked, max_moves> ranked;  // NOLINT: filled as far as it is used
    const int n = moves.size();
    for (int i = 0; i < n; ++i) ranked[static_cast<std::size_t>(i)] = {gain(moves[i]), i, moves[i]};
    std::sort(ranked.begin(), ranked.begin() + n, [](const Ranked& a, const Ranked& b) {
        return a.gain != b.gain ? a.gain > b.gain : a.order < b.order;
    });
    for (int i = 0; i < n; ++i) moves.begin()[i] = ranked[static_cast<std::size_t>(i)].move;
}

// Values here are from the side to move's view.
class AlphaBeta {
   public:
    AlphaBeta(const RatingSettings& settings, SearchWatch& watch, bool reports_progress)
        : settings_(settings), watch_(watch), reports_progress_(reports_progress) {}
    ~AlphaBeta() { watch_.nodes.fetch_add(uncounted_nodes_, std::memory_order_relaxed); }
    AlphaBeta(const AlphaBeta&) = delete;
    AlphaBeta& operator=(const AlphaBeta&) = delete;

    double search(const Position& position, double alpha, double beta, int plies, int ply) {
        if (plies == 0) return play_out(position, alpha, beta, ply, max_capture_plies);
        if (is_stopped()) return 0;
        MoveList moves = legal_moves(position);
        if (moves.empty()) return ended(position, ply);
        sort_captures_first(position, moves);
        double best = -infinite;
        for (const Move move : moves) {
            const double value =
                -search(position.after(move), -beta, -std::max(alpha, best), plies - 1, ply + 1);
            best = std::max(best, value);
            if (best >= beta) break;
        }
        return best;
    }

   private:
    double play_out(const Position& position, double alpha, double beta, int ply, int plies_left) {
        if (is_stopped()) return 0;
        if (!has_legal_move(position)) return ended(position, ply);
        const bool in_check = position.in_check();
        double best = in_check && plies_left > 0 ? -infinite : rating_for_mover(position);
        if (plies_left == 0 || best >= beta) return best;
        MoveList moves = in_check ? legal_moves(position) : legal_captures(position);
        sort_captures_first(position, moves);
        for (const Move move : moves) {
            if (!in_check && !see_at_least(position, move, 0)) continue;
            const double value = -play_out(position.after(move), -beta, -std::max(alpha, best),
                                           ply + 1, plies_left - 1);
            best = std::max(best, value);
            if (best >= beta) break;
        }
        return best;
    }

    double rating_for_mover(const Position& position) {
        const double white = rate(position, settings_);
        return position.side_to_move() == Color::white ? white : -white;
    }
    // Checkmate or stalemate.
    double ended(const Position& position, int ply) {
        const double rating = rating_for_mover(position);
        return position.in_check() ? rating + mate_delay * ply : rating;
    }
    bool is_stopped() {
        if (++uncounted_nodes_ == nodes_between_ticks) {
            watch_.nodes.fetch_add(nodes_between_ticks, std::memory_order_relaxed);
            uncounted_nodes_ = 0;
            if (reports_progress_ && watch_.tick) watch_.tick();
        }
        return watch_.stopped();
    }

    static constexpr std::uint64_t nodes_between_ticks = 512;

    const RatingSettings& settings_;
    SearchWatch& watch_;
    const bool reports_progress_;  // only the thread that called the search may
    std::uint64_t uncounted_nodes_ = 0;
};

// The root's moves, given out to threads one by one, the best of the last iteration first.
class RootSearch {
   public:
    RootSearch(const Position& root, const ClassicSettings& settings, SearchWatch& watch)
        : root_(root), settings_(settings), watch_(watch) {
        const double sign = root.side_to_move() == Color::white ? 1 : -1;
        MoveList moves = legal_moves(root);
        sort_captures_first(root, moves);
        for (const Move move : moves) {
            const Position after = root.after(move);
            const double rating = sign * rate(after, settings.rating);
            moves_.push_back({move, rating, rating, is_checkmate(after)});
        }
    }

    // False if stopped.
    bool iterate(int plies) {
        best_ = -infinite;
        const auto search_move = [&](std::size_t begin, std::size_t /*end*/, bool is_caller) {
            AlphaBeta search(settings_.rating, watch_, is_caller);
            RatedMove& move = moves_[begin];
            // A move below this cannot be chosen any more, however the others turn out.
            const double alpha = below(lowest_choosable());
            move.adjusted = -search.search(root_.after(move.move), -infinite, -alpha, plies - 1, 1);
            if (!watch_.stopped()) note(move.adjusted);
        };
        if (!for_batches(watch_, moves_.size(), 1, search_move)) return false;
        std::ranges::sort(moves_, std::ranges::greater{}, &RatedMove::adjusted);
        return true;
    }

    // White-positive, in the order of generation, which no iteration has a hand in.
    [[nodiscard]] std::vector<RatedMove> result() const {
        std::vector<RatedMove> result;
        const double sign = root_.side_to_move() == Color::white ? 1 : -1;
        for (const Move move : legal_moves(root_)) {
            RatedMove found = *std::ranges::find(moves_, move, &RatedMove::move);
            found.rating *= sign;
            found.adjusted *= sign;
            result.push_back(found);
        }
        return result;
    }

   private:
    double lowest_choosable() {
        const double best = best_;
        return best == -infinite ? best : least_choosable(best, settings_.band());
    }
    void note(double value) {
        double best = best_;
        while (best < value && !best_.compare_exchange_weak(best, value)) {
        }
    }
    static double below(double value) { return std::nextafter(value, -infinite); }

    const Position& root_;
    const ClassicSettings& settings_;
    SearchWatch& watch_;
    std::vector<RatedMove> moves_;          // the mover's view
    std::atomic<double> best_ = -infinite;  // of this iteration
};

}  // namespace

std::optional<std::vector<RatedMove>> search_alphabeta(const Position& root,
                                                       const ClassicSettings& settings,
                                                       SearchWatch& watch) {
    RootSearch search(root, settings, watch);
    for (int plies = 1; plies <= settings.level; ++plies) {
        if (!search.iterate(plies)) return std::nullopt;
        watch.levels = plies;
    }
    return search.result();
}

}  // namespace kibitz::players
