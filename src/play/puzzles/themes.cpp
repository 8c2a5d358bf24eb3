#include "puzzles/themes.hpp"

#include <algorithm>

#include "chess/see.hpp"
#include "explain/material.hpp"
#include "explain/winnings.hpp"

namespace kibitz::puzzles {
namespace {

// Exchange values of all pieces but pawns and kings on a board: an endgame has at most this.
constexpr int most_in_endgame = 2 * 1'650;
constexpr int last_opening_move = 10;

std::string name_of(MotifKind kind) {
    std::string name = to_string(kind);
    std::ranges::replace(name, ' ', '-');
    return name;
}

int material_without_pawns(const Position& position) {
    int sum = 0;
    for (const Square square : position.occupied()) {
        const PieceType type = type_of(position.piece_on(square));
        if (type != PieceType::pawn) sum += exchange_value(type);
    }
    return sum;
}

const char* stage_of(const Position& position) {
    if (material_without_pawns(position) <= most_in_endgame) return "endgame";
    return position.fullmove_number() <= last_opening_move ? "opening" : "middlegame";
}

// What the solver's moves are, whatever they win.
void add_kinds_of_moves(const Position& start, std::span<const Move> moves,
                        std::vector<std::string>& themes) {
    Position position = start;
    for (const Move move : moves) {
        if (position.side_to_move() == start.side_to_move()) {
            if (move.is_castling()) themes.emplace_back("castling");
            if (move.is_en_passant()) themes.emplace_back("en-passant");
            if (move.is_promotion())
                themes.emplace_back(move.promoted_to() == PieceType::queen ? "promotion"
                                                                           : "underpromotion");
            if (!see_at_least(position, move, -explain::least_material))
                themes.emplace_back("sacrifice");
        }
        position.play(move);
    }
}

}  // namespace

std::vector<std::string> themes_of(const Position& start, std::span<const Move> moves) {
    std::vector<std::string> themes{stage_of(start)};
    if (explain::is_checkmate(explain::position_after(start, moves)))
        themes.push_back("mate-in-" + std::to_string(moves.size() / 2 + 1));
    if (const auto motif = explain::motif_of(start, moves, start.side_to_move()))
        themes.push_back(name_of(motif->kind));
    add_kinds_of_moves(start, moves, themes);
    std::ranges::sort(themes);
    themes.erase(std::unique(themes.begin(), themes.end()), themes.end());
    return themes;
}

}  // namespace kibitz::puzzles
