// Evaluator: the hand-crafted evaluation of a position, written once for every use.
//
// It finds what is on the board and passes each feature to a sink, which adds up weights
// (evaluate.cpp), keeps shares for people to read (trace_text.cpp) or counts for the tuner
// (train/eval_features.hpp). A sink has
//
//   template <Color side> void add(Term term, int sub, int times = 1);
//       a feature good for `side`, if its weight is positive
//   template <Color owner> void add_danger(DangerTerm term, int sub, int times = 1);
//       something that endangers the owner's king
//   PawnStructure add_pawns(const Position& position);
//       the pawn terms of both sides, computed or remembered
//
// The ideas are those of programs before neural networks, described on the chess programming wiki
// (https://www.chessprogramming.org/Evaluation); the weights are our own.
#pragma once

#include <algorithm>
#include <array>

#include "chess/attacks.hpp"
#include "chess/position.hpp"
#include "engine/eval/blend.hpp"
#include "engine/eval/board_masks.hpp"
#include "engine/eval/pawn_structure.hpp"
#include "engine/eval/terms.hpp"

namespace kibitz {

// How far the game is from the endgame: full_phase with all pieces on the board.
inline int game_phase(const Position& position) {
    const int minors =
        (position.pieces(PieceType::knight) | position.pieces(PieceType::bishop)).count();
    const int phase = minors + 2 * position.pieces(PieceType::rook).count() +
                      4 * position.pieces(PieceType::queen).count();
    return std::min(phase, full_phase);
}

// The pawn terms of both sides, computed afresh: what most sinks do in add_pawns().
template <class Sink>
PawnStructure compute_pawn_terms(const Position& position, Sink& sink) {
    PawnStructure structure;
    add_pawn_terms<Color::white>(position, sink, structure);
    add_pawn_terms<Color::black>(position, sink, structure);
    return structure;
}

template <class Sink>
class Evaluator {
   public:
    Evaluator(const Position& position, Sink& sink) : position_(position), sink_(sink) {}

    void run() {
        pawns_ = sink_.add_pawns(position_);
        prepare<Color::white>();
        prepare<Color::black>();
        set_mobility_area<Color::white>();
        set_mobility_area<Color::black>();
        add_material<Color::white>();
        add_material<Color::black>();
        add_pieces<Color::white>();
        add_pieces<Color::black>();
        add_king<Color::white>();
        add_king<Color::black>();
        add_threats<Color::white>();
        add_threats<Color::black>();
        add_passed_pawns<Color::white>();
        add_passed_pawns<Color::black>();
        add_space<Color::white>();
        add_space<Color::black>();
        if (position_.side_to_move() == Color::white)
            sink_.template add<Color::white>(Term::tempo, 0);
        else
            sink_.template add<Color::black>(Term::tempo, 0);
    }

   private:
    // What one side attacks and how its king lives.
    struct Side {
        Square king;
        Bitboard king_ring;      // around the king, pushed off the edge
        Bitboard pinned;         // own pieces that shield the king
        Bitboard mobility_area;  // where pieces want to go
        Bitboard attacks;        // by any piece
        Bitboard attacks_twice;  // by two pieces or more
        std::array<Bitboard, piece_type_count> attacks_by;
    };

    template <Color us>
    [[nodiscard]] Side& side() {
        return sides_[static_cast<std::size_t>(index(us))];
    }
    template <Color us>
    [[nodiscard]] Bitboard& attacks_by(PieceType type) {
        return side<us>().attacks_by[static_cast<std::size_t>(index(type))];
    }
    [[nodiscard]] Bitboard attack_span(Color color) const {
        return pawns_.attack_span[static_cast<std::size_t>(index(color))];
    }

    template <Color us>
    void prepare() {
        Side& own = side<us>();
        const Bitboard pawns = position_.pieces(us, PieceType::pawn);
        own.king = position_.king(us);
        own.pinned = position_.king_blockers(us) & position_.pieces(us);

        const Bitboard pawn_attacks_now = pawn_attacks<us>(pawns);
        const Bitboard left = us == Color::white ? pawns.shift<Direction::north_west>()
                                                 : pawns.shift<Direction::south_west>();
        const Bitboard right = us == Color::white ? pawns.shift<Direction::north_east>()
                                                  : pawns.shift<Direction::south_east>();
        const Bitboard king = king_attacks(own.king);
        attacks_by<us>(PieceType::pawn) = pawn_attacks_now;
        attacks_by<us>(PieceType::king) = king;
        own.attacks = king | pawn_attacks_now;
        own.attacks_twice = (left & right) | (king & pawn_attacks_now);

        // The ring keeps its size at the edge of the board; what two pawns guard is no target.
        const Square center(std::clamp(own.king.file(), File::b, File::g),
                            std::clamp(own.king.rank(), Rank::r2, Rank::r7));
        own.king_ring = (king_attacks(center) | center) & ~(left & right);
    }

    // Squares not taken by own king or a pawn that cannot move on, nor attacked by enemy pawns.
    template <Color us>
    void set_mobility_area() {
        constexpr Color them = ~us;
        const Bitboard low_ranks = relative_rank<us>(Rank::r2) | relative_rank<us>(Rank::r3);
        const Bitboard blocked = step_forward<them>(position_.occupied());
        const Bitboard stuck_pawns = position_.pieces(us, PieceType::pawn) & (low_ranks | blocked);
        side<us>().mobility_area =
            ~(stuck_pawns | side<us>().king | attacks_by<them>(PieceType::pawn));
    }

    template <Color us>
    void add_material() {
        const auto number = [&](PieceType type) { return position_.count(make_piece(us, type)); };
        for (int type = 0; type < index(PieceType::king); ++type)
            if (const int count = number(static_cast<PieceType>(type)); count > 0)
                sink_.template add<us>(Term::material, type, count);
        const int pawns = number(PieceType::pawn);
        const Bitboard bishops = position_.pieces(us, PieceType::bishop);
        if ((bishops & light_squares).any() && (bishops & dark_squares).any())
            sink_.template add<us>(Term::bishop_pair, 0);
        sink_.template add<us>(Term::knight_per_pawn, 0, pawns * number(PieceType::knight));
        sink_.template add<us>(Term::rook_per_pawn, 0, pawns * number(PieceType::rook));
    }

    // ---------------------------------------------------------------------------------------
    // Pieces: squares, mobility, posts, attacks on the enemy king

    template <Color us>
    void add_pieces() {
        add_piece_kind<us, PieceType::knight>();
        add_piece_kind<us, PieceType::bishop>();
        add_piece_kind<us, PieceType::rook>();
        add_piece_kind<us, PieceType::queen>();
        add_piece_square<us>(PieceType::king, side<us>().king);
    }

    template <Color us>
    void add_piece_square(PieceType type, Square square) {
        sink_.template add<us>(Term::piece_square,
                               piece_square_index(type, oriented(square, us, side<us>().king)));
    }

    template <PieceType type>
    static constexpr Term mobility_term() {
        if constexpr (type == PieceType::knight) return Term::mobility_knight;
        if constexpr (type == PieceType::bishop) return Term::mobility_bishop;
        if constexpr (type == PieceType::rook) return Term::mobility_rook;
        if constexpr (type == PieceType::queen) return Term::mobility_queen;
    }

    // Own pieces behind which a slider stands well do not count as blockers.
    template <Color us, PieceType type>
    [[nodiscard]] Bitboard attacks_through_friends(Square square) const {
        Bitboard occupied = position_.occupied();
        if constexpr (type == PieceType::bishop) occupied ^= position_.pieces(PieceType::queen);
        if constexpr (type == PieceType::rook)
            occupied ^= position_.pieces(PieceType::queen) | position_.pieces(us, PieceType::rook);
        return piece_attacks(type, square, occupied);
    }

    template <Color us, PieceType type>
    void add_piece_kind() {
        constexpr int piece = index(type) - index(PieceType::knight);
        constexpr Color them = ~us;
        Side& own = side<us>();
        const Side& other = side<them>();
        for (const Square square : position_.pieces(us, type)) {
            Bitboard attacks = attacks_through_friends<us, type>(square);
            if (own.pinned.contains(square)) attacks &= line(own.king, square);
            own.attacks_twice |= own.attacks & attacks;
            own.attacks |= attacks;
            attacks_by<us>(type) |= attacks;

            add_piece_square<us>(type, square);
            sink_.template add<us>(mobility_term<type>(), (attacks & own.mobility_area).count());
            if ((attacks & other.king_ring).any()) {
                sink_.template add_danger<them>(DangerTerm::attacker, piece);
                const Bitboard adjacent = attacks & attacks_by<them>(PieceType::king);
                if (adjacent.any())
                    sink_.template add_danger<them>(DangerTerm::adjacent_attacks, piece,
                                                    adjacent.count());
            }
            if constexpr (type == PieceType::knight || type == PieceType::bishop)
                add_minor<us, type>(square, attacks);
            if constexpr (type == PieceType::rook) add_rook<us>(square);
        }
    }

    template <Color us, PieceType type>
    void add_minor(Square square, Bitboard attacks) {
        constexpr Color them = ~us;
        constexpr int minor = index(type) - index(PieceType::knight);
        const Bitboard own_pawns = position_.pieces(us, PieceType::pawn);
        const Bitboard outposts = (relative_rank<us>(Rank::r4) | relative_rank<us>(Rank::r5) |
                                   relative_rank<us>(Rank::r6)) &
                                  attacks_by<us>(PieceType::pawn) & ~attack_span(them);

        if (outposts.contains(square))
            sink_.template add<us>(Term::outpost, minor);
        else if (type == PieceType::knight && (outposts & attacks & ~position_.pieces(us)).any())
            sink_.template add<us>(Term::outpost_reachable, 0);
        if (step_forward<them>(position_.pieces(PieceType::pawn)).contains(square))
            sink_.template add<us>(Term::minor_behind_pawn, minor);
        sink_.template add<us>(Term::minor_king_distance, minor,
                               king_distance(square, side<us>().king));

        if constexpr (type == PieceType::bishop) {
            const Bitboard same_color = square.is_light() ? light_squares : dark_squares;
            const Bitboard pawns = own_pawns & same_color;
            sink_.template add<us>(Term::bishop_own_pawns, 0, pawns.count());
            const Bitboard blocked = pawns & step_forward<them>(position_.occupied());
            sink_.template add<us>(Term::bishop_own_pawns, 1, (blocked & center_files).count());
            constexpr Bitboard center = (squares::d4 | squares::e4) | (squares::d5 | squares::e5);
            if ((bishop_attacks(square, position_.pieces(PieceType::pawn)) & center).several())
                sink_.template add<us>(Term::bishop_long_diagonal, 0);
        }
    }

    template <Color us>
    void add_rook(Square square) {
        constexpr Color them = ~us;
        const Bitboard file(square.file());
        if ((file & position_.pieces(PieceType::pawn)).empty())
            sink_.template add<us>(Term::rook_open_file, 0);
        else if ((file & position_.pieces(us, PieceType::pawn)).empty())
            sink_.template add<us>(Term::rook_half_open_file, 0);
        const Bitboard seventh = relative_rank<us>(Rank::r7);
        const bool has_targets = (position_.pieces(them, PieceType::pawn) & seventh).any() ||
                                 relative_rank<us>(Rank::r8).contains(side<them>().king);
        if (seventh.contains(square) && has_targets)
            sink_.template add<us>(Term::rook_seventh_rank, 0);
    }

    // ---------------------------------------------------------------------------------------
    // The king of `us` and the pieces that attack it

    template <Color us>
    void add_king() {
        add_shelter<us>();
        add_danger<us>();
        const Bitboard pawns = position_.pieces(PieceType::pawn);
        constexpr int farthest = 7;
        int nearest = pawns.any() ? farthest : 0;
        for (const Square pawn : pawns)
            nearest = std::min(nearest, king_distance(pawn, side<us>().king));
        if (nearest > 0) sink_.template add<us>(Term::king_pawn_distance, 0, nearest);
    }

    // Own and enemy pawns on the king's file and its neighbours.
    template <Color us>
    void add_shelter() {
        constexpr Color them = ~us;
        const Square king = side<us>().king;
        const Bitboard not_behind = ranks_ahead<us>(king) | Bitboard(king.rank());
        const Bitboard ours = position_.pieces(us, PieceType::pawn) & not_behind;
        const Bitboard theirs = position_.pieces(them, PieceType::pawn) & not_behind;
        const int center = std::clamp(index(king.file()), index(File::b), index(File::g));
        for (int file = center - 1; file <= center + 1; ++file) {
            const Bitboard on_file(static_cast<File>(file));
            const int our_rank = nearest_rank<us>(ours & on_file);
            const int their_rank = nearest_rank<us>(theirs & on_file);
            const int from_edge = std::min(file, 7 - file);
            sink_.template add<us>(Term::shelter, from_edge * 8 + our_rank);
            if (our_rank > 0 && our_rank == their_rank - 1)
                sink_.template add<us>(Term::storm_blocked, their_rank);
            else
                sink_.template add<us>(Term::storm, from_edge * 8 + their_rank);
            if (our_rank == 0)
                sink_.template add_danger<us>(
                    their_rank == 0 ? DangerTerm::open_file : DangerTerm::half_open_file, 0);
        }
    }

    // The relative rank, 0 for none, of the pawn nearest to our side.
    template <Color us>
    static int nearest_rank(Bitboard pawns) {
        if (pawns.empty()) return 0;
        const Square nearest = us == Color::white ? pawns.first() : pawns.last();
        return index(relative(nearest.rank(), us));
    }

    template <Color us>
    void add_danger() {
        constexpr Color them = ~us;
        const Side& own = side<us>();
        const Side& other = side<them>();
        const auto danger = [&](DangerTerm term, int sub, int times) {
            if (times != 0) sink_.template add_danger<us>(term, sub, times);
        };

        // Attacked, and defended by nobody or by king or queen alone.
        const Bitboard only_by_king_or_queen =
            ~own.attacks | attacks_by<us>(PieceType::king) | attacks_by<us>(PieceType::queen);
        const Bitboard weak = other.attacks & ~own.attacks_twice & only_by_king_or_queen;
        danger(DangerTerm::base, 0, 1);
        danger(DangerTerm::weak_ring, 0, (weak & own.king_ring).count());
        danger(DangerTerm::blocker, 0, position_.king_blockers(us).count());
        danger(DangerTerm::knight_defender, 0,
               (attacks_by<us>(PieceType::knight) & attacks_by<us>(PieceType::king)).any());
        danger(DangerTerm::enemy_has_no_queen, 0, position_.pieces(them, PieceType::queen).empty());
        add_checks<us>(weak);

        constexpr Bitboard own_camp = ~(relative_rank<us>(Rank::r6) | relative_rank<us>(Rank::r7) |
                                        relative_rank<us>(Rank::r8));
        const Bitboard flank = king_flank(own.king.file()) & own_camp;
        const Bitboard attacked = flank & other.attacks;
        danger(DangerTerm::flank_attacks, 0,
               attacked.count() + (attacked & other.attacks_twice).count());
        danger(DangerTerm::flank_defence, 0, (flank & own.attacks).count());
    }

    // Checks the other side could give next, safe ones by piece, the others by squares.
    template <Color us>
    void add_checks(Bitboard weak) {
        constexpr Color them = ~us;
        const Side& own = side<us>();
        const Side& other = side<them>();
        const Bitboard occupied = position_.occupied() ^ position_.pieces(us, PieceType::queen);
        const Bitboard on_lines = rook_attacks(own.king, occupied);
        const Bitboard on_diagonals = bishop_attacks(own.king, occupied);
        const Bitboard free = ~position_.pieces(them);
        const Bitboard safe = free & (~own.attacks | (weak & other.attacks_twice));

        Bitboard unsafe;
        const auto add = [&](PieceType type, Bitboard from) {
            const Bitboard checks = from & free & attacks_by<them>(type);
            const Bitboard safe_checks = checks & safe;
            if (safe_checks.any())
                sink_.template add_danger<us>(
                    DangerTerm::safe_check,
                    2 * (index(type) - index(PieceType::knight)) + safe_checks.several());
            else
                unsafe |= checks;
        };
        add(PieceType::knight, knight_attacks(own.king));
        add(PieceType::bishop, on_diagonals);
        add(PieceType::rook, on_lines);
        add(PieceType::queen, on_lines | on_diagonals);
        if (unsafe.any())
            sink_.template add_danger<us>(DangerTerm::unsafe_check, 0, unsafe.count());
    }

    // ---------------------------------------------------------------------------------------
    // Threats of `us` against the other side's pieces

    template <Color us>
    void add_threats() {
        constexpr Color them = ~us;
        const Side& own = side<us>();
        const Side& other = side<them>();
        const Bitboard pieces =
            position_.pieces(them) & ~position_.pieces(them, PieceType::pawn, PieceType::king);
        const Bitboard well_guarded =
            attacks_by<them>(PieceType::pawn) | (other.attacks_twice & ~own.attacks_twice);
        const Bitboard weak = position_.pieces(them) & ~well_guarded & own.attacks &
                              ~position_.pieces(them, PieceType::king);
        const auto by_type = [&](Term term, Bitboard targets) {
            for (const Square target : targets)
                sink_.template add<us>(term, index(type_of(position_.piece_on(target))));
        };
        const auto times = [&](Term term, int sub, Bitboard set) {
            if (set.any()) sink_.template add<us>(term, sub, set.count());
        };

        const Bitboard by_minors =
            attacks_by<us>(PieceType::knight) | attacks_by<us>(PieceType::bishop);
        by_type(Term::threat_by_minor, (weak | (pieces & well_guarded)) & by_minors);
        by_type(Term::threat_by_rook, (weak | position_.pieces(them, PieceType::queen)) &
                                          attacks_by<us>(PieceType::rook));
        if ((weak & attacks_by<us>(PieceType::king)).any())
            sink_.template add<us>(Term::threat_by_king, 0);
        times(Term::threat_hanging, 0, weak & (~other.attacks | (pieces & own.attacks_twice)));
        times(Term::threat_restricted, 0, other.attacks & ~well_guarded & own.attacks);

        add_pawn_threats<us>(pieces, by_type, times);
        add_threats_on_queen<us>(well_guarded, times);
    }

    template <Color us, class ByType, class Times>
    void add_pawn_threats(Bitboard pieces, const ByType& by_type, const Times& times) {
        constexpr Color them = ~us;
        const Bitboard safe = ~side<them>().attacks | side<us>().attacks;
        const Bitboard pawns = position_.pieces(us, PieceType::pawn);
        by_type(Term::threat_by_pawn, pieces & pawn_attacks<us>(pawns & safe));

        const Bitboard empty = ~position_.occupied();
        Bitboard pushes = step_forward<us>(pawns) & empty;
        pushes |= step_forward<us>(pushes & relative_rank<us>(Rank::r3)) & empty;
        pushes &= safe & ~attacks_by<them>(PieceType::pawn);
        times(Term::threat_by_pawn_push, 0, pieces & pawn_attacks<us>(pushes));
    }

    // Squares from which a knight or slider could attack the only queen next.
    template <Color us, class Times>
    void add_threats_on_queen(Bitboard well_guarded, const Times& times) {
        constexpr Color them = ~us;
        const Bitboard queens = position_.pieces(them, PieceType::queen);
        if (queens.empty() || queens.several()) return;
        const Square queen = queens.first();
        const Bitboard safe =
            side<us>().mobility_area & ~position_.pieces(us, PieceType::pawn) & ~well_guarded;
        times(Term::threat_on_queen, 0,
              knight_attacks(queen) & attacks_by<us>(PieceType::knight) & safe);
        const Bitboard by_sliders =
            (bishop_attacks(queen, position_.occupied()) & attacks_by<us>(PieceType::bishop)) |
            (rook_attacks(queen, position_.occupied()) & attacks_by<us>(PieceType::rook));
        times(Term::threat_on_queen, 1, by_sliders & safe & side<us>().attacks_twice);
    }

    // ---------------------------------------------------------------------------------------
    // Passed pawns: what depends on more than pawns

    template <Color us>
    void add_passed_pawns() {
        for (const Square pawn : pawns_.passed & position_.pieces(us)) {
            const int rank = index(relative(pawn.rank(), us));
            if (rank < index(Rank::r3)) continue;
            add_passed_pawn<us>(pawn, rank);
        }
    }

    template <Color us>
    void add_passed_pawn(Square pawn, int rank) {
        constexpr Color them = ~us;
        constexpr int far = 5;  // beyond, a king's distance makes no difference
        const Side& own = side<us>();
        const Side& other = side<them>();
        const Square step = pawn + forward(us);
        const auto add = [&](Term term, int sub, int times = 1) {
            sink_.template add<us>(term, sub, times);
        };

        add(Term::passed_own_king, rank, std::min(king_distance(own.king, step), far));
        add(Term::passed_enemy_king, rank, std::min(king_distance(other.king, step), far));

        const Bitboard rooks_behind = file_ahead<them>(pawn) &
                                      rook_attacks(pawn, position_.occupied()) &
                                      position_.pieces(PieceType::rook);
        const bool enemy_rook_behind = (rooks_behind & position_.pieces(them)).any();
        if (enemy_rook_behind)
            add(Term::passed_rook_behind, 1);
        else if (rooks_behind.any())
            add(Term::passed_rook_behind, 0);

        if (!position_.is_empty(step)) {
            if (position_.pieces(them).contains(step)) add(Term::passed_blocked, rank);
        } else if (!enemy_rook_behind) {
            const Bitboard path = file_ahead<us>(pawn);
            if ((path & (other.attacks | position_.pieces(them))).empty())
                add(Term::passed_safe_path, rank);
            else if (!other.attacks.contains(step))
                add(Term::passed_safe_step, rank);
        }
        if (own.attacks.contains(step)) add(Term::passed_defended_step, rank);
        if (outruns_king<us>(pawn)) add(Term::passed_unstoppable, 0);
    }

    // The rule of the square, against a king without pieces.
    template <Color us>
    [[nodiscard]] bool outruns_king(Square pawn) const {
        constexpr Color them = ~us;
        if (position_.non_pawn_material(them).any()) return false;
        const Bitboard path = file_ahead<us>(pawn);
        if ((path & position_.occupied()).any()) return false;
        const Square queening(pawn.file(), relative(Rank::r8, us));
        constexpr int from_second_rank = 5;  // a double step saves a move
        const int moves = std::min(king_distance(pawn, queening), from_second_rank);
        const int chaser = king_distance(position_.king(them), queening);
        return chaser - (position_.side_to_move() == them) > moves;
    }

    // Room behind the own pawns in the centre, worth more the more pieces share it.
    template <Color us>
    void add_space() {
        constexpr Color them = ~us;
        constexpr int enough_pieces = 3;
        constexpr int most_pieces = 7;  // king and six others
        const int pieces = std::min(position_.non_pawn_material(us).count() + 1, most_pieces);
        if (pieces < enough_pieces) return;
        const Bitboard own_pawns = position_.pieces(us, PieceType::pawn);
        const Bitboard camp =
            relative_rank<us>(Rank::r2) | relative_rank<us>(Rank::r3) | relative_rank<us>(Rank::r4);
        const Bitboard room = center_files & camp & ~own_pawns & ~attacks_by<them>(PieceType::pawn);
        const Bitboard one_behind = step_forward<them>(own_pawns);
        const Bitboard behind =
            one_behind | step_forward<them>(one_behind | step_forward<them>(one_behind));
        sink_.template add<us>(Term::space, pieces,
                               room.count() + (room & behind & ~side<them>().attacks).count());
    }

    const Position& position_;
    Sink& sink_;
    PawnStructure pawns_;
    std::array<Side, color_count> sides_{};
};

}  // namespace kibitz
