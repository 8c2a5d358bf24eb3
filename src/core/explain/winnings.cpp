#include "explain/winnings.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "chess/movegen.hpp"
#include "chess/see.hpp"

namespace kibitz::explain {
namespace {

int value_of(PlacedPiece placed) { return exchange_value(type_of(placed.piece)); }

// Knights and bishops count as equal.
bool is_equal(PieceType a, PieceType b) {
    const auto is_minor = [](PieceType type) {
        return type == PieceType::knight || type == PieceType::bishop;
    };
    return a == b || (is_minor(a) && is_minor(b));
}

// Follows a piece through the line; nothing once it is taken.
class Tracks {
   public:
    explicit Tracks(std::span<const Square> squares) : squares_(squares.begin(), squares.end()) {}

    // True if the move takes one of them.
    bool follow(const Position& position, Move move) {
        const Square prey = square_of_prey(position, move);
        const bool takes =
            position.is_capture(move) && std::ranges::find(squares_, prey) != squares_.end();
        for (Square& square : squares_) {
            if (square == move.from())
                square = arrival(move);
            else if (move.is_castling() && square == move.to())
                square = castled_rook_square(move);
        }
        return takes;
    }

   private:
    std::vector<Square> squares_;
};

// True if a move of `us` behind the first takes one of the pieces on these squares.
bool takes_one_of(Position position, std::span<const Move> line, std::span<const Square> squares,
                  Color us) {
    Tracks tracks(squares);
    for (std::size_t i = 0; i < line.size(); ++i) {
        const bool takes = tracks.follow(position, line[i]);
        if (i > 0 && takes && position.side_to_move() == us) return true;
        position.play(line[i]);
    }
    return false;
}

// Where the pieces of a line stood on the board that the reader sees.
class Origins {
   public:
    Origins() {
        for (int i = 0; i < square_count; ++i) squares_[static_cast<std::size_t>(i)] = Square(i);
    }

    [[nodiscard]] Square of(Square now) const { return at(now); }

    void follow(Move move) {
        const Square mover = at(move.from()), other = at(move.to());
        if (move.is_castling()) {
            at(castled_king_square(move)) = mover;
            at(castled_rook_square(move)) = other;
        } else {
            at(move.to()) = mover;
        }
    }

   private:
    [[nodiscard]] Square at(Square square) const {
        return squares_[static_cast<std::size_t>(square.index())];
    }
    Square& at(Square square) { return squares_[static_cast<std::size_t>(square.index())]; }

    std::array<Square, square_count> squares_;
};

struct Captured {
    PlacedPiece piece;  // as the reader sees it
    Square on;          // where it was taken
    bool is_first = false;
};

// True if nothing can take back on that square after the move.
bool cannot_be_retaken(const Position& after, Square square) {
    return std::ranges::none_of(legal_captures(after),
                                [&](Move reply) { return reply.to() == square; });
}

// True if the piece is lost wherever it goes.
bool is_trapped(const Position& after, Square square) {
    for (const Move move : legal_moves(after)) {
        if (move.from() != square) continue;
        const Position escaped = after.after(move);
        const int price = exchange_value(type_of(after.captured_by(move)));
        const auto lost = best_material(escaped, 1);
        if (!lost || lost->centipawns - price < least_material) return false;
    }
    return true;
}

bool is_shown(const Motif& motif, const Position& before, std::span<const Move> line, Color us) {
    const Position after = before.after(line.front());
    switch (motif.kind) {
        case MotifKind::back_rank: return is_checkmate(position_after(before, line));
        case MotifKind::hanging: return cannot_be_retaken(after, arrival(line.front()));
        case MotifKind::double_check:
        case MotifKind::discovered_check: return true;
        case MotifKind::fork: return takes_one_of(before, line, motif.on, us);
        case MotifKind::skewer: return takes_one_of(before, line, std::span(motif.on).last(1), us);
        case MotifKind::discovered_attack:
        case MotifKind::pin:
            return takes_one_of(before, line, motif.on, us) ||
                   (motif.kind == MotifKind::pin && before.is_capture(line.front()));
        case MotifKind::removes_defender:
        case MotifKind::overloaded:
            return takes_one_of(before, line, std::span(motif.on).last(1), us);
        case MotifKind::trapped:
            return takes_one_of(before, line, motif.on, us) && is_trapped(after, motif.on.front());
    }
    return false;
}

ProvenMotif placed(const Motif& motif, const Position& before, std::span<const Move> line,
                   std::size_t move) {
    // The pieces that suffer it have not moved yet; a mate on the back rank ends the line.
    const bool is_at_end = motif.kind == MotifKind::back_rank;
    const Position after = position_after(before, is_at_end ? line : line.first(1));
    ProvenMotif proven{.kind = motif.kind,
                       .by = {after.piece_on(motif.by), motif.by},
                       .on = {},
                       .move = is_at_end ? move + line.size() - 1 : move};
    for (const Square square : motif.on)
        proven.on.push_back({is_at_end ? after.piece_on(square) : before.piece_on(square), square});
    return proven;
}

}  // namespace

Square square_of_prey(const Position& position, Move move) {
    return move.is_en_passant() ? move.to() - forward(position.side_to_move()) : move.to();
}

bool is_taken(const Position& start, std::span<const Move> line, Square square) {
    const std::array squares{square};
    Tracks tracks(squares);
    Position position = start;
    for (const Move move : line) {
        if (tracks.follow(position, move)) return true;
        position.play(move);
    }
    return false;
}

bool is_exchanged(const Position& before, std::span<const Move> line) {
    if (line.size() < 2 || line[1].to() != arrival(line[0])) return false;
    const Position after = before.after(line[0]);
    const PieceType hunter = type_of(after.piece_on(line[1].from()));
    return hunter == PieceType::king ||
           exchange_value(hunter) <= exchange_value(type_of(after.piece_on(line[1].to())));
}

Winnings winnings_of(const Position& start, std::span<const Move> line, Color us,
                     std::size_t seen) {
    Winnings won;
    std::vector<Captured> taken, given;
    std::vector<Square> new_pieces;  // where they stand on the board that the reader sees
    Position position = start, shown = start;
    Origins origins;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const Move move = line[i];
        if (i == seen) {
            shown = position;
            origins = {};
        }
        const bool is_ours = position.side_to_move() == us;
        if (position.is_capture(move)) {
            const Square prey = square_of_prey(position, move);
            const Square origin = origins.of(prey);
            // A promoted piece costs its side the pawn that it was.
            const Piece piece = i < seen ? position.piece_on(prey) : shown.piece_on(origin);
            (is_ours ? taken : given).push_back({{piece, origin}, prey, i == seen});
            std::erase(new_pieces, origin);
        }
        if (is_ours && move.is_promotion()) {
            new_pieces.push_back(origins.of(move.from()));
            won.promoted.push_back(move.promoted_to());
        }
        origins.follow(move);
        position.play(move);
    }
    // One that was taken again has won nothing.
    if (new_pieces.size() < won.promoted.size()) won.promoted.clear();
    won.centipawns = balance(position, us) - balance(start, us);
    const auto by_worth = [](const Captured& captured) {
        return std::pair(-value_of(captured.piece), captured.piece.square);
    };
    std::ranges::sort(taken, {}, by_worth);
    std::ranges::sort(given, {}, by_worth);
    // Equal pieces cancel out, those first that were taken on the same square.
    for (const bool on_same_square : {true, false})
        std::erase_if(given, [&](const Captured& gift) {
            const auto cancels = [&](const Captured& captured) {
                return is_equal(type_of(captured.piece.piece), type_of(gift.piece.piece)) &&
                       (on_same_square ? captured.on == gift.on : !captured.is_first);
            };
            // What the first move takes is what the reader sees: the piece that takes back goes
            // for the gift.
            auto equal = std::ranges::find_if(taken, [&](const Captured& captured) {
                return !captured.is_first && cancels(captured);
            });
            if (equal == taken.end()) equal = std::ranges::find_if(taken, cancels);
            if (equal == taken.end()) return false;
            taken.erase(equal);
            return true;
        });
    for (const Captured& captured : taken) won.taken.push_back(captured.piece);
    for (const Captured& gift : given) won.given.push_back(type_of(gift.piece.piece));
    return won;
}

std::optional<ProvenMotif> motif_of(const Position& start, std::span<const Move> proof, Color us) {
    Position position = start;
    for (std::size_t i = 0; i < proof.size(); ++i) {
        const std::span<const Move> rest = proof.subspan(i);
        if (position.side_to_move() == us)
            for (const Motif& motif : motifs_of(position, rest))
                if (is_shown(motif, position, rest, us)) return placed(motif, position, rest, i);
        position.play(proof[i]);
    }
    return std::nullopt;
}

bool shows_motif(const Position& before, std::span<const Move> line, MotifKind kind) {
    return std::ranges::any_of(motifs_of(before, line), [&](const Motif& motif) {
        return motif.kind == kind && is_shown(motif, before, line, before.side_to_move());
    });
}

}  // namespace kibitz::explain
