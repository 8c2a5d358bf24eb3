#include "explain/winnings.hpp"

#include <algorithm>
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

Square square_of_prey(const Position& position, Move move) {
    return move.is_en_passant() ? move.to() - forward(position.side_to_move()) : move.to();
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
        for (Square& square : squares_)
            if (square == move.from()) square = arrival(move);
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

Winnings winnings_of(const Position& start, std::span<const Move> line, Color us) {
    Winnings won;
    std::vector<PlacedPiece> given;
    Position position = start;
    for (const Move move : line) {
        if (position.is_capture(move)) {
            const Square prey = square_of_prey(position, move);
            auto& list = position.side_to_move() == us ? won.taken : given;
            list.push_back({position.piece_on(prey), prey});
        }
        position.play(move);
    }
    won.centipawns = balance(position, us) - balance(start, us);
    const auto by_worth = [](PlacedPiece placed) {
        return std::pair(-value_of(placed), placed.square);
    };
    std::ranges::sort(won.taken, {}, by_worth);
    std::ranges::sort(given, {}, by_worth);
    // Equal pieces cancel out, those first that were taken on the same square.
    for (const bool on_same_square : {true, false})
        std::erase_if(given, [&](PlacedPiece gift) {
            const auto equal = std::ranges::find_if(won.taken, [&](PlacedPiece taken) {
                return is_equal(type_of(taken.piece), type_of(gift.piece)) &&
                       (!on_same_square || taken.square == gift.square);
            });
            if (equal == won.taken.end()) return false;
            won.taken.erase(equal);
            return true;
        });
    for (const PlacedPiece gift : given) won.given.push_back(type_of(gift.piece));
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

}  // namespace kibitz::explain
