#include "free_san_error.hpp"

#include <algorithm>
#include <optional>

#include "move_errors.hpp"

namespace py = pybind11;

namespace kibitz::python {

namespace {

// The move of a text such as e2e4, e2-e4 or a7a8=Q, which names both squares and no piece.
std::optional<FreeMove> move_between_squares(std::string_view text) {
    const auto from = Square::parse(text.substr(0, 2));
    text.remove_prefix(std::min<std::size_t>(2, text.size()));
    if (text.starts_with('-') || text.starts_with('x')) text.remove_prefix(1);
    const auto to = Square::parse(text.substr(0, 2));
    if (!from || !to) return std::nullopt;
    text.remove_prefix(2);
    if (text.ends_with('+') || text.ends_with('#')) text.remove_suffix(1);
    if (text.starts_with('=')) text.remove_prefix(1);
    FreeMove move{.from = *from, .to = *to};
    if (text.empty()) return move;
    const auto piece = text.size() == 1 ? parse_piece(text.front()) : std::nullopt;
    if (!piece || *piece == Piece::none) return std::nullopt;
    move.promotion = type_of(*piece);
    return move;
}

// What python-chess says about an illegal move.
std::string why_illegal(std::string_view text, const FreePosition& position) {
    const std::string place = " in " + position.fen(false, EnPassantField::if_legal, false);
    const std::string quoted = "'" + std::string(text) + "'";
    auto move = move_between_squares(text);
    if (!move) return "illegal san: " + quoted + place;
    const bool becomes_piece = position.of(PieceType::pawn).contains(move->from) &&
                               (move->to.rank() == Rank::r1 || move->to.rank() == Rank::r8);
    if (becomes_piece && move->promotion == PieceType::none) {
        move->promotion = PieceType::queen;
        if (position.is_legal(*move)) return "missing promotion piece type: " + quoted + place;
    }
    const FreeMove written = position.outward(position.inward(*move));
    return "no matching legal move for " + to_uci(written) + " (" + move->from.to_string() +
           " -> " + move->to.to_string() + ")" + place;
}

}  // namespace

py::object san_error(FreeSanError reason, std::string_view text, const FreePosition& position) {
    const std::string quoted = "'" + std::string(text) + "'";
    switch (reason) {
        case FreeSanError::invalid:
            return move_error(MoveErrorKind::invalid, "invalid san: " + quoted);
        case FreeSanError::ambiguous:
            return move_error(MoveErrorKind::ambiguous,
                              "ambiguous san: " + quoted + " in " +
                                  position.fen(false, EnPassantField::if_legal, false));
        default: return move_error(MoveErrorKind::illegal, why_illegal(text, position));
    }
}

}  // namespace kibitz::python
