#include "endgames/detail/retrograde.hpp"

#include <algorithm>
#include <utility>

namespace kibitz::endgames::detail {
namespace {

constexpr std::array promotions{PieceType::queen, PieceType::rook, PieceType::bishop,
                                PieceType::knight};

// White's pawn moves up.
Bitboard pushes(Square pawn, Bitboard occupied) {
    const Bitboard one = Bitboard(pawn).shift<Direction::north>() & ~occupied;
    const Bitboard from_home = pawn.rank() == Rank::r2 ? one : Bitboard();
    return one | (from_home.shift<Direction::north>() & ~occupied);
}

class Solver {
   public:
    Solver(const Material& material, const Tables& tables)
        : tables_(tables), table_{.material = material, .codes = {}} {
        const std::size_t count = index_count(material);
        for (auto& codes : table_.codes) codes.assign(count, drawn);
        for (auto& open : open_) open.assign(count, 0);
    }

    Table solve() && {
        const std::size_t count = index_count(table_.material);
        for (std::size_t i = 0; i < count; ++i) look_at(i);
        for (int code = mated; code < impossible; ++code) {
            const auto decided = std::move(decided_[static_cast<std::size_t>(code)]);
            for (const Entry entry : decided)
                if (code_at(entry) == code) go_back(entry, static_cast<Code>(code));
        }
        // What still has a move that is not lost is drawn, also if it has moves that are.
        for (std::size_t side = 0; side < color_count; ++side)
            for (std::size_t i = 0; i < count; ++i) {
                Code& code = table_.codes[side][i];
                if (code != impossible && is_loss(code) && open_[side][i] > 0) code = drawn;
            }
        return std::move(table_);
    }

   private:
    struct Entry {
        std::uint32_t index;
        Color to_move;
    };

    // A position that is its own mirror image has half as many neighbours in the table as on the
    // board: of a move and its image only one is in it. So moves within the table count one half
    // each, as seen from such a position, and whole ones elsewhere.
    static constexpr int half = 1, whole = 2;

    Code& code_at(Entry entry) {
        return table_.codes[static_cast<std::size_t>(index(entry.to_move))][entry.index];
    }
    std::uint8_t& open_at(Entry entry) {
        return open_[static_cast<std::size_t>(index(entry.to_move))][entry.index];
    }
    void decide(Entry entry, Code code) {
        code_at(entry) = code;
        decided_[code].push_back(entry);
    }

    // What the moves of a position that leave the table are worth, and how many there are that do
    // not.
    struct Moves {
        int within = 0;
        bool any = false;
        bool can_draw = false;
        Code best_win = drawn;
        Code longest_loss = drawn;

        void leaves(Code after) {
            any = true;
            const Code code = code_before(after);
            if (code == drawn)
                can_draw = true;
            else if (is_win(code))
                best_win = best_win == drawn ? code : std::min(best_win, code);
            else
                longest_loss = std::max(longest_loss, code);
        }
        void stay(int count) {
            any = any || count > 0;
            within += count;
        }
    };

    void look_at(std::size_t number) {
        auto placement = placement_at(table_.material, number);
        const bool symmetric = placement && is_symmetric(*placement);
        for (const Color side : {Color::white, Color::black}) {
            const Entry entry{static_cast<std::uint32_t>(number), side};
            if (placement) placement->to_move = side;
            if (!placement || is_check(*placement, ~side)) {
                code_at(entry) = impossible;
                continue;
            }
            const Moves moves = moves_of(*placement);
            open_at(entry) = static_cast<std::uint8_t>(moves.within * (symmetric ? half : whole) +
                                                       (moves.can_draw ? 1 : 0));
            if (!moves.any) {
                if (is_check(*placement, side)) decide(entry, mated);
            } else if (moves.best_win != drawn) {
                decide(entry, moves.best_win);
            } else {
                code_at(entry) = moves.longest_loss;
                if (open_at(entry) == 0) decide(entry, moves.longest_loss);
            }
        }
    }

    // Whether the side's king is attacked.
    static bool is_check(const Placement& placement, Color side) {
        return placement.attacks(~side, placement.at(index(side)).square, placement.occupied());
    }

    Moves moves_of(const Placement& placement) const {
        Moves moves;
        const Bitboard occupied = placement.occupied();
        const bool in_check = is_check(placement, placement.to_move);
        for (int i = 0; i < placement.count; ++i) {
            const Man man = placement.at(i);
            const PieceType type = type_of(man.piece);
            if (color_of(man.piece) != placement.to_move) continue;
            if (type == PieceType::pawn) {
                for (const Square to : pushes(man.square, occupied))
                    add_pawn_move(placement, i, to, moves);
                for (const Square to : pawn_attacks(Color::white, man.square) & occupied)
                    add_pawn_move(placement, i, to, moves);
                continue;
            }
            Bitboard targets = piece_attacks(type, man.square, occupied);
            if (!in_check && type != PieceType::king && !is_pinned(placement, man, occupied)) {
                // All that capture nothing are legal, and need not be looked at one by one.
                moves.stay((targets & ~occupied).count());
                targets &= occupied;
            }
            for (const Square to : targets) add_move(placement, i, to, moves);
        }
        return moves;
    }

    // Whether the man stands between its king and a man that would attack it.
    static bool is_pinned(const Placement& placement, const Man& man, Bitboard occupied) {
        const Square king = placement.at(index(placement.to_move)).square;
        return line(king, man.square).any() &&
               placement.attacks(~placement.to_move, king, occupied ^ man.square);
    }

    static int man_on(const Placement& placement, Square square) {
        for (int i = 0; i < placement.count; ++i)
            if (placement.at(i).square == square) return i;
        return -1;
    }

    // Nothing is added where an own man is in the way or the own king would be attacked.
    void add_move(const Placement& placement, int mover, Square to, Moves& moves) const {
        const int taken = man_on(placement, to);
        if (taken >= 0 && color_of(placement.at(taken).piece) == placement.to_move) return;
        if (!is_legal(placement, mover, to, taken)) return;
        if (taken < 0) return moves.stay(1);
        moves.leaves(tables_.code(after(placement, mover, to, taken)));
    }

    void add_pawn_move(const Placement& placement, int pawn, Square to, Moves& moves) const {
        const int taken = man_on(placement, to);
        if (taken >= 0 && color_of(placement.at(taken).piece) == placement.to_move) return;
        if (!is_legal(placement, pawn, to, taken)) return;
        if (to.rank() != Rank::r8)
            return moves.leaves(tables_.code(after(placement, pawn, to, taken)));
        for (const PieceType type : promotions) {
            Placement promoted = placement;
            promoted.at(pawn).piece = make_piece(placement.to_move, type);
            moves.leaves(tables_.code(after(promoted, pawn, to, taken)));
        }
    }

    static bool is_legal(const Placement& placement, int mover, Square to, int taken) {
        const Color side = placement.to_move;
        const int king = index(side);
        const Bitboard occupied = (placement.occupied() ^ placement.at(mover).square) | to;
        const Square at = mover == king ? to : placement.at(king).square;
        return !placement.attacks(~side, at, occupied, taken);
    }

    static Placement after(const Placement& placement, int mover, Square to, int taken) {
        Placement next = placement;
        next.at(mover).square = to;
        next.to_move = ~placement.to_move;
        if (taken >= 0) next.remove(taken);
        return next;
    }

    // Tells the positions before a decided one, of moves that capture nothing and are no pawn's.
    void go_back(Entry entry, Code code) {
        Placement placement = *placement_at(table_.material, entry.index);
        const Color mover = ~entry.to_move;
        const int share = is_symmetric(placement) ? half : whole;
        const Bitboard occupied = placement.occupied();
        const Square other_king = placement.at(index(entry.to_move)).square;
        for (int i = 0; i < placement.count; ++i) {
            const Man man = placement.at(i);
            const PieceType type = type_of(man.piece);
            if (color_of(man.piece) != mover || type == PieceType::pawn) continue;
            Bitboard from = piece_attacks(type, man.square, occupied) & ~occupied;
            if (type == PieceType::king) from &= ~king_attacks(other_king);
            for (const Square square : from) {
                placement.at(i).square = square;
                tell({static_cast<std::uint32_t>(index_of(placement)), mover}, code, share);
            }
            placement.at(i).square = man.square;
        }
    }

    // A move from this position leads to one that is worth `after` to the other side.
    void tell(Entry before, Code after, int share) {
        const Code now = code_at(before);
        if (now == impossible || (is_win(now) && now <= after + 1)) return;
        const auto code = static_cast<Code>(after + 1);
        if (is_win(code)) return decide(before, code);
        if (is_win(now)) return;
        open_at(before) = static_cast<std::uint8_t>(open_at(before) - share);
        if (open_at(before) == 0) decide(before, std::max(now, code));
    }

    const Tables& tables_;
    Table table_;
    // Moves that are not known to lose, in halves; one more where a move out of the table draws.
    std::array<std::vector<std::uint8_t>, color_count> open_;
    std::array<std::vector<Entry>, impossible> decided_;
};

}  // namespace

std::vector<Material> conversions(const Material& material) {
    std::vector<Material> found;
    const auto add = [&found](Placement placement) {
        order(placement);
        const Material next = material_of(placement);
        if (std::ranges::find(found, next) == found.end()) found.push_back(next);
    };
    // With one man less, or with all of them.
    const auto add_captures = [&add](const Placement& from, int spared) {
        for (int i = 2; i < from.count; ++i) {
            if (i == spared) continue;
            Placement next = from;
            next.remove(i);
            add(next);
        }
    };
    const Placement all = sample_of(material);
    add_captures(all, -1);
    if (!material.pawn_rank) return found;
    constexpr int pawn = 2;
    for (const Square to : pushes(all.at(pawn).square, {})) {
        Placement next = all;
        next.at(pawn).square = to;
        if (to.rank() != Rank::r8) {
            add(next);
            add_captures(next, pawn);
            continue;
        }
        for (const PieceType type : promotions) {
            next.at(pawn).piece = make_piece(Color::white, type);
            add(next);
            add_captures(next, pawn);
        }
    }
    return found;
}

Table solve(const Material& material, const Tables& tables) {
    return Solver(material, tables).solve();
}

}  // namespace kibitz::endgames::detail
