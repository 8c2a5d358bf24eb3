#include "puzzles/themes.hpp"

#include <algorithm>
#include <array>
#include <iterator>

#include "chess/attacks.hpp"
#include "chess/movegen.hpp"
#include "chess/see.hpp"
#include "explain/mate_patterns.hpp"
#include "explain/material.hpp"
#include "explain/played_motifs.hpp"
#include "explain/winnings.hpp"

namespace kibitz::puzzles {
namespace {

// Exchange values of all pieces but pawns and kings on a board: an endgame has at most this.
constexpr int most_in_endgame = 2 * 1'650;
constexpr int last_opening_move = 10;

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

const char* length_of(std::span<const Move> moves) {
    constexpr std::array names{"one-move", "short", "long", "very-long"};
    return names[std::min(moves.size() / 2, names.size() - 1)];
}

bool attacks(const Position& position, Square from, Square target) {
    return position.attackers_to(target).contains(from);
}

// What a move of the solver is, whatever it wins.
void add_kind_of_move(const Position& position, Move move, std::vector<std::string>& themes) {
    const Color us = position.side_to_move();
    if (move.is_castling()) themes.emplace_back("castling");
    if (move.is_en_passant()) themes.emplace_back("en-passant");
    if (move.is_promotion())
        themes.emplace_back(move.promoted_to() == PieceType::queen ? "promotion"
                                                                   : "underpromotion");
    if (!see_at_least(position, move, -explain::least_material)) themes.emplace_back("sacrifice");
    const Position after = position.after(move);
    if (after.checkers().several()) themes.emplace_back("double-check");
    if (!position.is_capture(move) && !move.is_promotion() && !after.in_check())
        themes.emplace_back("quiet-move");
    const bool is_pawn = type_of(position.piece_on(move.from())) == PieceType::pawn;
    if (is_pawn && relative(move.to().rank(), us) >= Rank::r6) themes.emplace_back("advanced-pawn");
    const Square weakest(File::f, us == Color::white ? Rank::r7 : Rank::r2);
    if (move.to() == weakest && position.is_capture(move) &&
        king_attacks(position.king(~us)).contains(weakest))
        themes.emplace_back("attacking-f2-f7");
}

// Something was taken on that square, and could be taken back at once; another move comes first.
// The solver is to move, by the first of the moves.
bool comes_before_retaking(const Position& position, std::span<const Move> moves, Square taken_on) {
    const auto retakes = [&](const Position& now, Move move) {
        return move.to() == taken_on && now.is_capture(move);
    };
    const bool could_retake = std::ranges::any_of(
        legal_moves(position), [&](Move move) { return retakes(position, move); });
    if (!could_retake || moves.empty() || moves[0].to() == taken_on) return false;
    Position now = position;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        if (i > 0 && i % 2 == 0 && retakes(now, moves[i])) return true;
        now.play(moves[i]);
    }
    return false;
}

// What the solver's move, the reply and the solver's next move are together, the first of them
// played from `position`.
void add_kinds_of_pairs(const Position& position, std::span<const Move> moves,
                        std::vector<std::string>& themes) {
    if (moves.size() < 3) return;
    const Position after = position.after(moves[0]);
    const Position later = after.after(moves[1]);
    // A king, queen or rook takes what was offered and is attacked there.
    const PieceType taker = type_of(after.piece_on(moves[1].from()));
    const bool is_large =
        taker == PieceType::king || taker == PieceType::queen || taker == PieceType::rook;
    if (moves[1].to() == moves[0].to() && is_large &&
        !see_at_least(position, moves[0], -explain::least_material)) {
        const bool takes = moves[2].to() == moves[1].to();
        if (takes || attacks(later.after(moves[2]), moves[2].to(), moves[1].to()))
            themes.emplace_back("attraction");
    }
    if (after.is_capture(moves[1]) && comes_before_retaking(later, moves.subspan(2), moves[1].to()))
        themes.emplace_back(intermezzo);
}

// What the solver's move and what follows it win. Behind the first move, to take what hangs is the
// end of something that has its own name.
void add_motif(const Position& position, std::span<const Move> moves, bool is_first,
               std::vector<std::string>& themes) {
    const auto motif = explain::motif_of(position, moves, position.side_to_move());
    if (motif && (is_first || motif->kind != MotifKind::hanging))
        themes.push_back(explain::hyphenated_name(motif->kind));
}

// The themes of each move of the solver and what follows it.
void add_themes_of_moves(const Position& start, std::span<const Move> moves,
                         std::vector<std::string>& themes) {
    Position position = start;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        if (i % 2 == 0) {
            const auto rest = moves.subspan(i);
            add_motif(position, rest, i == 0, themes);
            add_kind_of_move(position, moves[i], themes);
            add_kinds_of_pairs(position, rest, themes);
        }
        position.play(moves[i]);
    }
}

}  // namespace

std::vector<std::string> themes_of(const Position& start, std::span<const Move> moves,
                                   Square taken_on) {
    std::vector<std::string> themes{stage_of(start), length_of(moves)};
    if (const auto endgame = endgame_of(start); !endgame.empty()) themes.emplace_back(endgame);
    const Position end = explain::position_after(start, moves);
    if (explain::is_checkmate(end)) {
        themes.push_back("mate-in-" + std::to_string(moves.size() / 2 + 1));
        std::ranges::copy(explain::mate_patterns_of(end), std::back_inserter(themes));
    }
    add_themes_of_moves(start, moves, themes);
    if (!taken_on.is_none() && comes_before_retaking(start, moves, taken_on))
        themes.emplace_back(intermezzo);
    std::ranges::sort(themes);
    themes.erase(std::unique(themes.begin(), themes.end()), themes.end());
    return themes;
}

std::string_view endgame_of(const Position& position) {
    const auto has = [&](PieceType type) { return position.pieces(type).any(); };
    const bool queens = has(PieceType::queen), rooks = has(PieceType::rook),
               bishops = has(PieceType::bishop), knights = has(PieceType::knight);
    switch (int{queens} + int{rooks} + int{bishops} + int{knights}) {
        case 0: return "pawn-endgame";
        case 1:
            return queens    ? "queen-endgame"
                   : rooks   ? "rook-endgame"
                   : bishops ? "bishop-endgame"
                             : "knight-endgame";
        case 2: return queens && rooks ? "queen-rook-endgame" : "";
        default: return "";
    }
}

std::vector<std::string> all_themes() {
    std::vector<std::string> all{"advanced-pawn",
                                 "anastasias-mate",
                                 "arabian-mate",
                                 "attacking-f2-f7",
                                 "attraction",
                                 "bishop-endgame",
                                 "bodens-mate",
                                 "castling",
                                 "double-bishop-mate",
                                 "dovetail-mate",
                                 "en-passant",
                                 "endgame",
                                 "hook-mate",
                                 std::string(intermezzo),
                                 "knight-endgame",
                                 "long",
                                 "mate-in-1",
                                 "mate-in-2",
                                 "mate-in-3",
                                 "mate-in-4",
                                 "middlegame",
                                 "one-move",
                                 "opening",
                                 "pawn-endgame",
                                 "promotion",
                                 "queen-endgame",
                                 "queen-rook-endgame",
                                 "quiet-move",
                                 "rook-endgame",
                                 "sacrifice",
                                 "short",
                                 "smothered-mate",
                                 "underpromotion",
                                 "very-long"};
    std::ranges::move(explain::motif_names(), std::back_inserter(all));
    std::ranges::sort(all);
    return all;
}

}  // namespace kibitz::puzzles
