#include "players/people/move_features.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "chess/attacks.hpp"
#include "chess/see.hpp"

namespace kibitz::players {

namespace {

// Parts of the tables: each begins where the one before it ends.
struct Block {
    int first;
    int size;
    [[nodiscard]] constexpr int end() const { return first + size; }
    [[nodiscard]] constexpr int row(int i) const { return first + i; }
    [[nodiscard]] constexpr int row(int i, int j, int columns) const {
        return first + i * columns + j;
    }
};
constexpr Block after(Block block, int size) { return {block.end(), size}; }

constexpr int types = piece_type_count;
constexpr int squares = square_count;
constexpr int far_step = 7;   // from one edge to the other
constexpr int near_step = 5;  // farther is as far
constexpr int steps(int most) { return 2 * most + 1; }
constexpr int far_displacements = steps(far_step) * steps(far_step);
constexpr int displacements = steps(near_step) * steps(near_step);
constexpr int neighbours = 8;
constexpr int contents = 14;        // a piece of either side, nothing, off the board
constexpr int attacker_kinds = 7;   // the cheapest attacker's type, or none
constexpr int defender_counts = 3;  // none, one, more
constexpr int kinds_of_move = 3;    // quiet, capture, check

// Each bound is the least value of the next bin.
template <std::size_t n>
constexpr int bin(int value, const std::array<int, n>& bounds) {
    int found = 0;
    while (found < static_cast<int>(n) && value >= bounds[static_cast<std::size_t>(found)]) ++found;
    return found;
}
template <std::size_t n>
constexpr int bins(const std::array<int, n>&) {
    return static_cast<int>(n) + 1;
}

constexpr std::array gap_bounds = {1, 15, 30, 60, 90, 130, 200, 280, 360, 480, 640, 900};
constexpr std::array standing_gap_bounds = {1, 6, 12, 20, 30, 42, 56, 75, 100, 140, 200, 300};
constexpr std::array gain_bounds = {-900, -450, -250, -150, -50, 1, 50, 150, 250, 350, 600, 900};
constexpr std::array threat_bounds = {1, 90, 150, 250, 350, 450, 700, 1000};
constexpr std::array rank_bounds = {1, 2, 3, 4, 6, 9, 14, 20};
constexpr std::array exchange_bounds = {-450, -250, -90, 0, 1, 90, 250, 450};
constexpr std::array mobility_bounds = {-6, -3, -1, 0, 1, 2, 4, 7};
constexpr std::array move_number_bounds = {2, 3, 4, 5, 6, 8, 10, 13, 17, 22, 28, 35, 45};
constexpr std::array piece_count_bounds = {5, 7, 9, 12, 16, 20, 24, 28, 31};
constexpr std::array balance_bounds = {-900, -500, -250, -80, 81, 251, 501, 901};
constexpr std::array choice_bounds = {3, 6, 12, 20, 28, 36, 44};
constexpr std::array check_reply_bounds = {1, 2, 3, 5};

constexpr int first_knot = 700, knot_distance = 200, knots = 9;

// What belongs to the position.
namespace in_position {
constexpr Block piece_square{0, 2 * types* squares};
constexpr Block their_last = after(piece_square, types* squares);
constexpr Block own_last = after(their_last, types* squares);
constexpr Block their_last_from = after(own_last, squares);
constexpr Block own_last_from = after(their_last_from, squares);
constexpr Block last_captured = after(own_last_from, types + 1);
constexpr Block in_check = after(last_captured, 1);
constexpr Block castling = after(in_check, 4);
constexpr Block rating = after(castling, knots);
constexpr Block system = after(rating, 2);
constexpr Block time_class = after(system, 4);
constexpr Block move_number = after(time_class, bins(move_number_bounds));
constexpr Block piece_count = after(move_number, bins(piece_count_bounds));
constexpr Block threatened = after(piece_count, types);
constexpr Block hanging = after(threatened, types);
constexpr Block best_gain = after(hanging, bins(gain_bounds));
constexpr Block danger = after(best_gain, bins(threat_bounds));
constexpr Block balance = after(danger, bins(balance_bounds));
constexpr Block standing = after(balance, bins(balance_bounds));
constexpr Block choice = after(standing, bins(choice_bounds));
constexpr int count = choice.end();
}  // namespace in_position

// What belongs to a move.
namespace in_move {
constexpr Block piece_from{0, types* squares};
constexpr Block piece_to = after(piece_from, types* squares);
constexpr Block displacement = after(piece_to, far_displacements);
constexpr Block captured = after(displacement, types*(types + 1));
constexpr Block promotion = after(captured, types);
constexpr Block castling = after(promotion, 2);
constexpr Block en_passant = after(castling, 1);
constexpr Block double_step = after(en_passant, 1);
constexpr Block check = after(double_step, types);  // by the piece moved
constexpr Block discovered_check = after(check, 1);
constexpr Block mates = after(discovered_check, 1);
constexpr Block is_mated = after(mates, 1);
constexpr Block stalemates = after(is_mated, 1);
constexpr Block repeats = after(stalemates, 1);
constexpr Block undoes = after(repeats, 1);
constexpr Block recapture = after(undoes, 2 * types);  // worth it or not
constexpr Block takes_last_mover = after(recapture, types);
constexpr Block exchange = after(takes_last_mover, types* bins(exchange_bounds));
constexpr Block quiet_exchange = after(exchange, types* bins(exchange_bounds));
constexpr Block from_status = after(quiet_exchange, types* attacker_kinds* defender_counts);
constexpr Block to_status = after(from_status, types* attacker_kinds* defender_counts);
constexpr Block to_their_last = after(to_status, 2 * displacements);
constexpr Block from_their_last = after(to_their_last, displacements);
constexpr Block to_own_last = after(from_their_last, displacements);
constexpr Block from_own_last = after(to_own_last, displacements);
constexpr Block to_their_king = after(from_own_last, types* displacements);
constexpr Block to_own_king = after(to_their_king, types* displacements);
constexpr Block attacks = after(to_own_king, types* types * 2);
constexpr Block leaves_attack = after(attacks, types* types);
constexpr Block covers = after(leaves_attack, types* types);
constexpr Block uncovers = after(covers, types* types);
constexpr Block near_to = after(uncovers, types* neighbours* contents);
constexpr Block near_from = after(near_to, types* neighbours* contents);
constexpr Block mobility = after(near_from, types* bins(mobility_bounds));
constexpr Block passed_pawn = after(mobility, rank_count);
constexpr Block files = after(passed_pawn, types * 3);
constexpr Block sight = after(files, types * 3);
constexpr Block outcome_gap = after(sight, kinds_of_move* bins(gap_bounds));
constexpr Block outcome_gain = after(outcome_gap, kinds_of_move* bins(gain_bounds));
constexpr Block outcome_rank = after(outcome_gain, kinds_of_move* bins(rank_bounds));
constexpr Block threat = after(outcome_rank, kinds_of_move* bins(threat_bounds));
constexpr Block standing_gap = after(threat, types* bins(standing_gap_bounds));
constexpr Block standing_rank = after(standing_gap, kinds_of_move* bins(rank_bounds));
constexpr Block escapes = after(standing_rank, types);
constexpr Block blocks_or_takes = after(escapes, 3);  // out of check: king, block, take
constexpr Block gap_of_type = after(blocks_or_takes, types* bins(gap_bounds));
constexpr Block leaves_hanging = after(gap_of_type, 2 * types);  // as before, or by this move
constexpr Block threatens = after(leaves_hanging, types);
constexpr Block x_ray = after(threatens, types* types);
constexpr Block leaves_pin = after(x_ray, types);
constexpr Block attacked_by_last = after(leaves_pin, types* types);
constexpr Block attacks_last = after(attacked_by_last, types* types);
constexpr Block guards_from_last = after(attacks_last, types);
constexpr Block before_last = after(guards_from_last, types);   // onto a square that it attacks
constexpr Block loses_castling = after(before_last, 2);         // by the king, by a rook
constexpr Block pawn_guard = after(loses_castling, 2 * types);  // of the square left, reached
constexpr Block check_replies = after(pawn_guard, bins(check_reply_bounds));
constexpr int count = check_replies.end();
}  // namespace in_move

class RowSink {
   public:
    explicit RowSink(Rows& rows) : rows_(rows) {}
    void add(int row) { rows_.push_back(static_cast<std::uint16_t>(row)); }

   private:
    Rows& rows_;
};

class Extractor {
   public:
    Extractor(const Scene& scene, const Mover& mover, std::span<const LookedAt> looks)
        : scene_(scene),
          position_(scene.position),
          us_(position_.side_to_move()),
          mover_(mover),
          looks_(looks),
          checks_(position_.check_info()),
          ours_(position_.pieces(us_)),
          theirs_(position_.pieces(~us_)),
          danger_(position_.in_check() ? 0 : danger()) {
        defended_ = position_.attacks_by(us_);
        attacked_ = position_.attacks_by(~us_);
        own_pawns_attack_ = position_.attacks_by(us_, PieceType::pawn);
        if (!scene_.last.is_none()) {
            last_square_ = arrival(scene_.last.move);
            last_type_ = type_of(position_.piece_on(last_square_));
            last_attacks_ = attacks_from(last_type_, ~us_, last_square_, position_.occupied());
        }
        for (const LookedAt& look : looks_) {
            best_outcome_ = std::max(best_outcome_, std::min(look.outcome, look_floor));
            best_standing_ = std::max(best_standing_, look.standing);
        }
        threatened_ = threatened(position_, us_);
        their_threatened_ = threatened(position_, ~us_);
    }

    PositionFeatures extract() {
        PositionFeatures features;
        add_position(features);
        constexpr std::size_t usual_rows = 48;
        features.moves.reserve(looks_.size());
        features.move_end.reserve(looks_.size());
        features.move_rows.reserve(looks_.size() * usual_rows);
        RowSink rows(features.move_rows);
        for (const LookedAt& look : looks_) {
            features.moves.push_back(look.move);
            add_move(rows, look);
            features.move_end.push_back(static_cast<std::uint32_t>(features.move_rows.size()));
        }
        return features;
    }

   private:
    // What the opponent would win by captures if it were to move.
    [[nodiscard]] int danger() const {
        Position passed = position_;
        passed.play_null();
        return capture_gain(passed);
    }

    // Pieces of a side attacked by something cheaper, or attacked and not defended.
    static Bitboard threatened(const Position& position, Color side) {
        const Bitboard defended = position.attacks_by(side);
        Bitboard cheaper, attacked, found;
        std::array<Bitboard, types> by;
        for (int type = 0; type < types; ++type) {
            by[static_cast<std::size_t>(type)] =
                position.attacks_by(~side, static_cast<PieceType>(type));
            attacked |= by[static_cast<std::size_t>(type)];
        }
        for (int type = 0; type < types - 1; ++type) {
            const Bitboard pieces = position.pieces(side, static_cast<PieceType>(type));
            found |= pieces & (cheaper | (attacked & ~defended));
            cheaper |= by[static_cast<std::size_t>(type)];
        }
        return found;
    }

    [[nodiscard]] int seen(Square square) const { return square.relative(us_).index(); }
    [[nodiscard]] int seen_rank(Square square) const { return index(relative(square.rank(), us_)); }
    template <int most = near_step>
    [[nodiscard]] int displacement(Square from, Square to) const {
        const int files = std::clamp(index(to.file()) - index(from.file()), -most, most);
        const int ranks = std::clamp(seen_rank(to) - seen_rank(from), -most, most);
        return (ranks + most) * steps(most) + files + most;
    }
    // Of the piece on a square as the mover sees it: its own first.
    [[nodiscard]] int content(Square square) const {
        const Piece piece = position_.piece_on(square);
        if (piece == Piece::none) return 2 * types;
        return (color_of(piece) == us_ ? 0 : types) + index(type_of(piece));
    }

    void add_position(PositionFeatures& features) const {
        using namespace in_position;
        RowSink rows(features.rows);
        for (const Square square : position_.occupied())
            rows.add(piece_square.row(content(square), seen(square), squares));
        if (!scene_.last.is_none()) {
            rows.add(their_last.row(index(last_type_), seen(last_square_), squares));
            rows.add(their_last_from.row(seen(scene_.last.move.from())));
            const Piece taken = scene_.last.captured;
            rows.add(last_captured.row(taken == Piece::none ? types : index(type_of(taken))));
        }
        if (!scene_.own.is_none()) {
            const Square to = arrival(scene_.own.move);
            const Piece piece = position_.piece_on(to);
            if (piece != Piece::none && color_of(piece) == us_)
                rows.add(own_last.row(index(type_of(piece)), seen(to), squares));
            rows.add(own_last_from.row(seen(scene_.own.move.from())));
        }
        if (position_.in_check()) rows.add(in_check.row(0));
        for (int side = 0; side < 2; ++side) {
            const auto castling_side = static_cast<CastlingSide>(side);
            if (!position_.castling_rook(us_, castling_side).is_none())
                rows.add(castling.row(side));
            if (!position_.castling_rook(~us_, castling_side).is_none())
                rows.add(castling.row(2 + side));
        }
        features.rating = rows_of_rating(comparable_rating(mover_.rating, mover_.system));
        rows.add(system_row(mover_.system));
        rows.add(time_class.row(static_cast<int>(mover_.time_class)));
        rows.add(move_number.row(bin(position_.fullmove_number(), move_number_bounds)));
        rows.add(piece_count.row(bin(position_.occupied().count(), piece_count_bounds)));
        for (int type = 0; type < types; ++type) {
            const auto piece = static_cast<PieceType>(type);
            if ((threatened_ & position_.pieces(piece)).any()) rows.add(threatened_row(type));
            if ((position_.pieces(~us_, piece) & defended_ & ~attacked_).any())
                rows.add(hanging.row(type));
        }
        rows.add(best_gain.row(bin(best_outcome_, gain_bounds)));
        rows.add(danger_row());
        rows.add(balance.row(bin(material(), balance_bounds)));
        rows.add(standing.row(bin(best_standing_, balance_bounds)));
        rows.add(choice.row(bin(static_cast<int>(looks_.size()), choice_bounds)));
    }
    static int threatened_row(int type) { return in_position::threatened.row(type); }
    [[nodiscard]] int danger_row() const {
        return in_position::danger.row(bin(danger_, threat_bounds));
    }

    [[nodiscard]] int material() const {
        int sum = 0;
        for (int type = 0; type < types; ++type) {
            const auto piece = static_cast<PieceType>(type);
            sum += exchange_value(piece) * (position_.count(make_piece(us_, piece)) -
                                            position_.count(make_piece(~us_, piece)));
        }
        return sum;
    }

    // The cheapest attacker of the other side, and how many of the own defend, before (or, with
    // the occupancy that a move leaves, after) it.
    [[nodiscard]] int status(PieceType type, Square square, Bitboard occupied,
                             Bitboard absent) const {
        const Bitboard attackers = position_.attackers_to(square, occupied) & occupied & ~absent;
        const Bitboard enemies = attackers & theirs_;
        int cheapest = 0;
        while (cheapest < types &&
               (enemies & position_.pieces(static_cast<PieceType>(cheapest))).empty())
            ++cheapest;
        const int defenders = std::min((attackers & ours_).count(), defender_counts - 1);
        return (index(type) * attacker_kinds + cheapest) * defender_counts + defenders;
    }

    static Bitboard attacks_from(PieceType type, Color side, Square square, Bitboard occupied) {
        return type == PieceType::pawn ? pawn_attacks(side, square)
                                       : piece_attacks(type, square, occupied);
    }

    // A larger gain is a gain, too.
    static int exchange_bin(const Position& position, Move move) {
        const auto reached = [&](int bound) { return see_at_least(position, move, bound); };
        return static_cast<int>(std::ranges::partition_point(exchange_bounds, reached) -
                                exchange_bounds.begin());
    }

    void add_neighbours(RowSink& rows, Block block, int type, Square centre, Square left) const {
        constexpr std::array<std::array<int, 2>, neighbours> around = {
            {{-1, -1}, {0, -1}, {1, -1}, {-1, 0}, {1, 0}, {-1, 1}, {0, 1}, {1, 1}}};
        constexpr int off_board = contents - 1, empty = 2 * types;
        const int forward = us_ == Color::white ? 1 : -1;
        for (int i = 0; i < neighbours; ++i) {
            const auto& step = around[static_cast<std::size_t>(i)];
            const int file = index(centre.file()) + step[0];
            const int rank = index(centre.rank()) + forward * step[1];
            int what = off_board;
            if (file >= 0 && file < file_count && rank >= 0 && rank < rank_count) {
                const Square square(static_cast<File>(file), static_cast<Rank>(rank));
                what = square == left ? empty : content(square);
            }
            if (what == empty) continue;  // the bias knows
            rows.add(block.row((type * neighbours + i) * contents + what));
        }
    }

    void add_move(RowSink& rows, const LookedAt& look) const {
        using namespace in_move;
        const Move move = look.move;
        const Square from = move.from(), to = arrival(move);
        const PieceType piece = type_of(position_.piece_on(from));
        const int type = index(piece);
        const Piece taken = position_.captured_by(move);
        const bool gives_check = look.mates || position_.gives_check(move, checks_);
        const int kind = taken != Piece::none ? 1 : gives_check ? 2 : 0;

        rows.add(piece_from.row(type, seen(from), squares));
        rows.add(piece_to.row(type, seen(to), squares));
        rows.add(in_move::displacement.row(displacement<far_step>(from, to)));
        rows.add(
            captured.row(type, taken == Piece::none ? types : index(type_of(taken)), types + 1));
        if (move.is_promotion()) rows.add(promotion.row(index(move.promoted_to())));
        if (move.is_castling()) rows.add(in_move::castling.row(castles_kingside(move) ? 0 : 1));
        if (move.is_en_passant()) rows.add(en_passant.row(0));
        if (piece == PieceType::pawn && std::abs(seen_rank(to) - seen_rank(from)) == 2)
            rows.add(double_step.row(0));
        add_exchange(rows, move, type, taken);
        add_history(rows, move, type, taken);
        add_checks(rows, look, gives_check, piece);
        add_surroundings(rows, move, piece);
        add_look(rows, look, kind, type);
        add_left_behind(rows, move, type);
        if (threatened_.contains(from)) rows.add(escapes.row(type));
        if (position_.in_check())
            rows.add(blocks_or_takes.row(piece == PieceType::king ? 0
                                         : taken == Piece::none   ? 1
                                                                  : 2));
    }

    void add_exchange(RowSink& rows, Move move, int type, Piece taken) const {
        const int columns = bins(exchange_bounds);
        const Block block = taken == Piece::none ? in_move::quiet_exchange : in_move::exchange;
        rows.add(block.row(type, exchange_bin(position_, move), columns));
    }

    // Where the last moves were.
    void add_history(RowSink& rows, Move move, int type, Piece taken) const {
        using namespace in_move;
        const Square from = move.from(), to = arrival(move);
        const int is_pawn = type == index(PieceType::pawn) ? 0 : 1;
        if (!scene_.last.is_none()) {
            const Square last = arrival(scene_.last.move);
            rows.add(to_their_last.row(is_pawn, displacement(last, to), displacements));
            rows.add(from_their_last.row(displacement(last, from)));
            if (taken != Piece::none && move.to() == last) {
                const bool worth_it = see_at_least(position_, move, 0);
                if (scene_.last.captured != Piece::none)
                    rows.add(recapture.row(worth_it ? 1 : 0, type, types));
                else
                    rows.add(takes_last_mover.row(index(type_of(taken))));
            }
        }
        if (!scene_.own.is_none()) {
            const Square last = arrival(scene_.own.move);
            rows.add(to_own_last.row(displacement(last, to)));
            rows.add(from_own_last.row(displacement(last, from)));
            if (from == last && move.to() == scene_.own.move.from()) rows.add(undoes.row(0));
        }
    }

    void add_checks(RowSink& rows, const LookedAt& look, bool gives_check, PieceType piece) const {
        using namespace in_move;
        if (gives_check) {
            const bool direct =
                checks_.squares[static_cast<std::size_t>(index(piece))].contains(look.move.to());
            rows.add(direct ? check.row(index(piece)) : discovered_check.row(0));
        }
        if (gives_check) rows.add(check_replies.row(bin(look.check_replies, check_reply_bounds)));
        if (look.mates) rows.add(mates.row(0));
        if (look.is_mated) rows.add(is_mated.row(0));
        if (look.stalemates) rows.add(stalemates.row(0));
        if (look.repeats) rows.add(repeats.row(0));
    }

    // The square left and the square reached, and what is attacked and covered from there.
    void add_surroundings(RowSink& rows, Move move, PieceType piece) const {
        using namespace in_move;
        const Square from = move.from(), to = arrival(move);
        const int type = index(piece);
        const Bitboard all = position_.occupied();
        const Bitboard occupied = (all ^ from) | to;
        rows.add(from_status.row(status(piece, from, all, Bitboard())));
        rows.add(to_status.row(status(piece, to, occupied, Bitboard(to) | from)));
        rows.add(to_their_king.row(type, displacement(position_.king(~us_), to), displacements));
        if (piece != PieceType::king)
            rows.add(to_own_king.row(type, displacement(position_.king(us_), to), displacements));
        add_neighbours(rows, near_to, type, to, from);
        add_neighbours(rows, near_from, type, from, from);

        const Bitboard before = attacks_from(piece, us_, from, all);
        const Bitboard now = attacks_from(piece, us_, to, occupied);
        for (int target = 0; target < types; ++target) {
            const Bitboard victims = position_.pieces(~us_, static_cast<PieceType>(target));
            const Bitboard found = now & victims & ~before & ~Bitboard(to);
            if (found.any())
                rows.add(attacks.row(type * types + target, (found & ~attacked_).any() ? 1 : 0, 2));
            if ((before & victims & ~now & ~Bitboard(to)).any())
                rows.add(leaves_attack.row(type, target, types));
            const Bitboard friends = position_.pieces(us_, static_cast<PieceType>(target));
            if ((now & friends & attacked_ & ~Bitboard(from)).any())
                rows.add(covers.row(type, target, types));
            if ((before & friends & attacked_ & ~now).any())
                rows.add(uncovers.row(type, target, types));
        }
        add_last_mover(rows, type, from, to, before, now);
        if (own_pawns_attack_.contains(from)) rows.add(pawn_guard.row(type));
        if ((pawn_attacks(~us_, to) & position_.pieces(us_, PieceType::pawn) & ~Bitboard(from))
                .any())
            rows.add(pawn_guard.row(1, type, types));
        if (piece == PieceType::pawn) {
            add_pawn(rows, to);
        } else {
            add_castling_lost(rows, move, piece);
            const int change = (now & ~ours_).count() - (before & ~ours_).count();
            rows.add(mobility.row(type, bin(change, mobility_bounds), bins(mobility_bounds)));
            add_lines(rows, type, piece, to);
            if (is_slider(piece)) add_x_rays(rows, type, piece, to, occupied, now);
        }
    }

    // What the piece does about the one that moved last.
    void add_last_mover(RowSink& rows, int type, Square from, Square to, Bitboard before,
                        Bitboard now) const {
        using namespace in_move;
        if (scene_.last.is_none()) return;
        const int last = index(last_type_);
        if (last_attacks_.contains(from)) rows.add(attacked_by_last.row(last, type, types));
        if (now.contains(last_square_) && !before.contains(last_square_))
            rows.add(attacks_last.row(last, type, types));
        if (last_attacks_.contains(to)) rows.add(before_last.row(type));
        const Bitboard guarded = now & ~before & last_attacks_ & ours_ & ~defended_;
        for (int target = 0; target < types; ++target)
            if ((guarded & position_.pieces(static_cast<PieceType>(target))).any())
                rows.add(guards_from_last.row(target));
    }

    void add_castling_lost(RowSink& rows, Move move, PieceType piece) const {
        if (move.is_castling()) return;
        if (piece == PieceType::king && position_.castling_rooks(us_).any())
            rows.add(in_move::loses_castling.row(0));
        if (piece == PieceType::rook && position_.castling_rooks(us_).contains(move.from()))
            rows.add(in_move::loses_castling.row(1));
    }

    // What it attacks behind an enemy piece.
    void add_x_rays(RowSink& rows, int type, PieceType piece, Square to, Bitboard occupied,
                    Bitboard now) const {
        const Bitboard through =
            piece_attacks(piece, to, occupied & ~(now & theirs_)) & ~now & theirs_;
        for (int target = 0; target < types; ++target)
            if ((through & position_.pieces(static_cast<PieceType>(target))).any())
                rows.add(in_move::x_ray.row(type, target, types));
    }

    // What hangs after the move but for the piece moved, on both sides.
    void add_left_behind(RowSink& rows, Move move, int type) const {
        using namespace in_move;
        if (position_.pinned().contains(move.from())) rows.add(leaves_pin.row(type));
        const Position next = position_.after(move);
        const Bitboard hanging = threatened(next, us_) & ~Bitboard(arrival(move));
        const Bitboard attacked = threatened(next, ~us_) & ~their_threatened_;
        for (int target = 0; target < types; ++target) {
            const Bitboard own = hanging & next.pieces(static_cast<PieceType>(target));
            if ((own & threatened_).any()) rows.add(leaves_hanging.row(target));
            if ((own & ~threatened_).any()) rows.add(leaves_hanging.row(1, target, types));
            if ((attacked & next.pieces(static_cast<PieceType>(target))).any())
                rows.add(threatens.row(target));
        }
    }

    void add_pawn(RowSink& rows, Square to) const {
        Bitboard ahead;
        const int file = index(to.file());
        for (int near = std::max(0, file - 1); near <= std::min(7, file + 1); ++near)
            ahead |= Bitboard(static_cast<File>(near));
        bool passed = true;
        for (const Square pawn : position_.pieces(~us_, PieceType::pawn) & ahead)
            passed = passed && seen_rank(pawn) <= seen_rank(to);
        if (passed) rows.add(in_move::passed_pawn.row(seen_rank(to)));
    }

    void add_lines(RowSink& rows, int type, PieceType piece, Square to) const {
        using namespace in_move;
        if (!is_slider(piece)) return;
        if (piece != PieceType::bishop) {
            const Bitboard pawns = position_.pieces(PieceType::pawn) & Bitboard(to.file());
            const int kind = pawns.empty() ? 2 : (pawns & ours_).empty() ? 1 : 0;
            rows.add(files.row(type, kind, 3));
        }
        const Bitboard rays = piece_attacks(piece, to, Bitboard());
        if (rays.contains(position_.king(~us_))) rows.add(sight.row(type, 0, 3));
        if ((rays & position_.pieces(~us_, PieceType::queen)).any())
            rows.add(sight.row(type, 1, 3));
        if ((rays & position_.pieces(~us_, PieceType::rook)).any()) rows.add(sight.row(type, 2, 3));
    }

    void add_look(RowSink& rows, const LookedAt& look, int kind, int type) const {
        using namespace in_move;
        const int outcome = std::min(look.outcome, look_floor);
        int better = 0, stand_better = 0;
        for (const LookedAt& other : looks_) {
            if (other.outcome > look.outcome) ++better;
            if (other.standing > look.standing) ++stand_better;
        }
        rows.add(outcome_gap.row(kind, bin(best_outcome_ - outcome, gap_bounds), bins(gap_bounds)));
        rows.add(gap_of_type.row(type, bin(best_outcome_ - outcome, gap_bounds), bins(gap_bounds)));
        rows.add(outcome_gain.row(kind, bin(outcome, gain_bounds), bins(gain_bounds)));
        rows.add(outcome_rank.row(kind, bin(better, rank_bounds), bins(rank_bounds)));
        rows.add(threat.row(kind, bin(look.threat, threat_bounds), bins(threat_bounds)));
        rows.add(standing_gap.row(type, bin(best_standing_ - look.standing, standing_gap_bounds),
                                  bins(standing_gap_bounds)));
        rows.add(standing_rank.row(kind, bin(stand_better, rank_bounds), bins(rank_bounds)));
    }

    const Scene& scene_;
    const Position& position_;
    Color us_;
    const Mover& mover_;
    std::span<const LookedAt> looks_;
    CheckInfo checks_;
    Bitboard ours_, theirs_;
    int danger_;
    Bitboard attacked_, defended_, own_pawns_attack_;
    Bitboard threatened_, their_threatened_;
    Square last_square_;  // of the piece that the opponent moved
    PieceType last_type_ = PieceType::pawn;
    Bitboard last_attacks_;
    int best_outcome_ = -2 * look_mate;
    int best_standing_ = -2 * look_mate;
};

}  // namespace

const int position_row_count = in_position::count;
const int move_row_count = in_move::count;

RatingRows rows_of_rating(int rating) {
    const int above = std::clamp(rating - first_knot, 0, (knots - 1) * knot_distance - 1);
    return {in_position::rating.row(above / knot_distance),
            above % knot_distance * RatingRows::whole / knot_distance};
}

std::uint16_t system_row(RatingSystem system) {
    return static_cast<std::uint16_t>(in_position::system.row(static_cast<int>(system)));
}

PositionFeatures features_of(const Scene& scene, const Mover& mover,
                             std::span<const LookedAt> looks) {
    return Extractor(scene, mover, looks).extract();
}

}  // namespace kibitz::players
