#include "chess/movegen.hpp"

namespace kibitz {

namespace {

// Where generated moves go: into a list...
class ListSink {
   public:
    explicit ListSink(MoveList& moves) : moves_(moves) {}
    void piece_moves(Square from, Bitboard targets) {
        for (const Square to : targets) moves_.push_back(Move(from, to));
    }
    // Pawns that reach `targets` by a step of `step`.
    template <int step>
    void pawn_moves(Bitboard targets) {
        for (const Square to : targets) moves_.push_back(Move(Square(to.index() - step), to));
    }
    template <int step>
    void promotions(Bitboard targets) {
        for (const Square to : targets) {
            const Square from(to.index() - step);
            for (const PieceType type :
                 {PieceType::queen, PieceType::knight, PieceType::rook, PieceType::bishop})
                moves_.push_back(Move::promotion(from, to, type));
        }
    }
    void one(Move move) { moves_.push_back(move); }

   private:
    MoveList& moves_;
};

// ... or only into their number.
class CountSink {
   public:
    void piece_moves(Square, Bitboard targets) { count_ += targets.count(); }
    template <int>
    void pawn_moves(Bitboard targets) {
        count_ += targets.count();
    }
    template <int>
    void promotions(Bitboard targets) {
        constexpr int kinds = 4;
        count_ += kinds * targets.count();
    }
    void one(Move) { ++count_; }
    [[nodiscard]] int count() const { return count_; }

   private:
    int count_ = 0;
};

}  // namespace

// Generates the legal moves of side `us`. Legality is a matter of masks: in check all but the
// king must capture or block the checker; pinned pieces keep to the line of their pin.
template <Color us, class Sink>
class MoveGenerator {
   public:
    MoveGenerator(const Position& position, Sink& sink)
        : position_(position), sink_(sink), king_(position.king(us)) {}

    template <MoveSet set>
    void run() {
        king_moves<set>();
        if (position_.checkers_.several()) return;
        Bitboard allowed = all_squares;
        if (position_.in_check()) {
            const Square checker = position_.checkers_.first();
            allowed = between(king_, checker) | checker;
        } else if constexpr (set != MoveSet::captures) {
            castling_moves();
        }
        pawn_moves<set>(allowed);
        knight_moves(allowed & targets<set>());
        slider_moves(allowed & targets<set>());
    }

   private:
    static constexpr Color them = ~us;
    static constexpr int up = us == Color::white ? 8 : -8;
    static constexpr int up_east = up + 1, up_west = up - 1;
    static constexpr Direction dir_up = static_cast<Direction>(up);
    static constexpr Direction dir_up_east = static_cast<Direction>(up_east);
    static constexpr Direction dir_up_west = static_cast<Direction>(up_west);

    template <MoveSet set>
    [[nodiscard]] Bitboard targets() const {
        if constexpr (set == MoveSet::captures) return position_.pieces(them);
        if constexpr (set == MoveSet::quiets) return ~position_.occupied();
        return ~position_.pieces(us);
    }

    template <MoveSet set>
    void king_moves() {
        Bitboard reach = king_attacks(king_) & targets<set>() &
                         ~pawn_attacks<them>(position_.pieces(them, PieceType::pawn));
        // The king itself must not shield the square it steps back to.
        const Bitboard others = position_.occupied() ^ king_;
        for (const Square to : reach)
            if (position_.is_attacked(to, them, others)) reach ^= to;
        sink_.piece_moves(king_, reach);
    }

    void castling_moves() {
        for (const Square rook : position_.castling_rooks(us)) {
            const Move move(king_, rook, MoveKind::castling);
            if (position_.castling_is_legal(move)) sink_.one(move);
        }
    }

    // A pinned pawn may move only along its pin. All pawns pinned along one direction stand on
    // the king's line in that direction, so one mask serves a whole set of pawns.
    template <MoveSet set>
    void pawn_moves(Bitboard allowed) {
        const Bitboard pawns = position_.pieces(us, PieceType::pawn);
        const Bitboard free = ~position_.pinned_;
        const Bitboard empty = ~position_.occupied();
        const Bitboard enemies = position_.pieces(them) & allowed;
        constexpr Bitboard last_rank{relative(Rank::r8, us)};
        constexpr Bitboard third_rank{relative(Rank::r3, us)};

        const Bitboard pushers = pawns & (free | Bitboard(king_.file()));
        const Bitboard single = pushers.template shift<dir_up>() & empty;
        if constexpr (set != MoveSet::captures) {
            const Bitboard twice = (single & third_rank).template shift<dir_up>() & empty;
            sink_.template pawn_moves<up>(single & allowed & ~last_rank);
            sink_.template pawn_moves<2 * up>(twice & allowed);
        }
        if constexpr (set == MoveSet::quiets) return;

        constexpr bool is_white = us == Color::white;
        const Bitboard east_line = is_white ? diagonal(king_) : anti_diagonal(king_);
        const Bitboard west_line = is_white ? anti_diagonal(king_) : diagonal(king_);
        const Bitboard east = (pawns & (free | east_line)).template shift<dir_up_east>() & enemies;
        const Bitboard west = (pawns & (free | west_line)).template shift<dir_up_west>() & enemies;
        sink_.template pawn_moves<up_east>(east & ~last_rank);
        sink_.template pawn_moves<up_west>(west & ~last_rank);
        const Bitboard seventh_rank{relative(Rank::r7, us)};
        if ((pawns & seventh_rank).any()) {
            sink_.template promotions<up>(single & allowed & last_rank);
            sink_.template promotions<up_east>(east & last_rank);
            sink_.template promotions<up_west>(west & last_rank);
        }

        if (const Square target = position_.en_passant_; !target.is_none())
            for (const Square from : pawn_attacks(them, target) & pawns)
                if (!position_.en_passant_exposes_king(from, target))
                    sink_.one(Move(from, target, MoveKind::en_passant));
    }

    void knight_moves(Bitboard reachable) {
        for (const Square from : position_.pieces(us, PieceType::knight) & ~position_.pinned_)
            sink_.piece_moves(from, knight_attacks(from) & reachable);
    }

    void slider_moves(Bitboard reachable) {
        const Bitboard all = position_.occupied();
        const Bitboard diagonal_movers = position_.pieces(us, PieceType::bishop, PieceType::queen);
        const Bitboard straight_movers = position_.pieces(us, PieceType::rook, PieceType::queen);
        for (const Square from : diagonal_movers & ~position_.pinned_)
            sink_.piece_moves(from, bishop_attacks(from, all) & reachable);
        for (const Square from : straight_movers & ~position_.pinned_)
            sink_.piece_moves(from, rook_attacks(from, all) & reachable);
        if ((position_.pinned_ & (diagonal_movers | straight_movers)).empty()) return;
        for (const Square from : (diagonal_movers & position_.pinned_))
            sink_.piece_moves(from, bishop_attacks(from, all) & reachable & line(king_, from));
        for (const Square from : (straight_movers & position_.pinned_))
            sink_.piece_moves(from, rook_attacks(from, all) & reachable & line(king_, from));
    }

    const Position& position_;
    Sink& sink_;
    Square king_;
};

namespace {

template <MoveSet set, class Sink>
void generate_into(const Position& position, Sink& sink) {
    if (position.side_to_move() == Color::white)
        MoveGenerator<Color::white, Sink>(position, sink).template run<set>();
    else
        MoveGenerator<Color::black, Sink>(position, sink).template run<set>();
}

}  // namespace

void generate(const Position& position, MoveSet set, MoveList& moves) {
    ListSink sink(moves);
    switch (set) {
        case MoveSet::all: return generate_into<MoveSet::all>(position, sink);
        case MoveSet::captures: return generate_into<MoveSet::captures>(position, sink);
        case MoveSet::quiets: return generate_into<MoveSet::quiets>(position, sink);
    }
}

int count_legal_moves(const Position& position) {
    CountSink sink;
    generate_into<MoveSet::all>(position, sink);
    return sink.count();
}

bool has_legal_move(const Position& position) { return count_legal_moves(position) > 0; }

std::uint64_t perft(const Position& position, int depth) {
    if (depth <= 0) return 1;
    if (depth == 1) return static_cast<std::uint64_t>(count_legal_moves(position));
    std::uint64_t nodes = 0;
    for (const Move move : legal_moves(position)) nodes += perft(position.after(move), depth - 1);
    return nodes;
}

}  // namespace kibitz
