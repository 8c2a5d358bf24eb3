#include "puzzles/wanted_themes.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "chess/attacks.hpp"
#include "chess/movegen.hpp"
#include "explain/mate_patterns.hpp"
#include "puzzles/mates_by_checks.hpp"
#include "puzzles/themes.hpp"

namespace kibitz::puzzles {
namespace {

bool is_mate_theme(std::string_view theme) {
    return theme.starts_with("mate-in-") || theme.ends_with("-mate");
}

// What the side to move has on the board.
struct Means {
    const Position& position;
    Color us = position.side_to_move();

    [[nodiscard]] int count(PieceType type) const { return position.pieces(us, type).count(); }
    [[nodiscard]] bool has(PieceType type) const { return count(type) > 0; }
    [[nodiscard]] bool has_pawn_on(Rank rank) const {  // as its owner counts ranks
        return (position.pieces(us, PieceType::pawn) & Bitboard(relative(rank, us))).any();
    }
};

// Castling that checks, or after which rook or king attacks a piece that nothing guards.
bool castles_with_a_threat(const Position& position, Move castling) {
    const Position after = position.after(castling);
    if (after.in_check()) return true;
    const Bitboard others = after.pieces(after.side_to_move());
    const Bitboard attacked = rook_attacks(castled_rook_square(castling), after.occupied()) |
                              king_attacks(castled_king_square(castling));
    for (const Square target : attacked& others)
        if ((after.attackers_to(target) & others).empty()) return true;
    return false;
}

bool can_castle_with_a_threat(const Means& side) {
    return side.position.castling_rooks(side.us).any() &&
           std::ranges::any_of(legal_moves(side.position), [&](Move move) {
               return move.is_castling() && castles_with_a_threat(side.position, move);
           });
}

// Promoting to a knight that checks or attacks a queen, or to what leaves the other side a move
// where a queen would not.
bool promotes_to_less_for_a_reason(const Position& position, Move move) {
    const Position after = position.after(move);
    if (move.promoted_to() == PieceType::knight)
        return after.in_check() ||
               (knight_attacks(move.to()) & after.pieces(after.side_to_move(), PieceType::queen))
                   .any();
    const Position with_queen =
        position.after(Move::promotion(move.from(), move.to(), PieceType::queen));
    return has_legal_move(after) && !with_queen.in_check() && !has_legal_move(with_queen);
}

bool can_promote_to_less(const Means& side) {
    return side.has_pawn_on(Rank::r7) &&
           std::ranges::any_of(legal_moves(side.position), [&](Move move) {
               return move.is_promotion() && move.promoted_to() != PieceType::queen &&
                      promotes_to_less_for_a_reason(side.position, move);
           });
}

bool can_take_en_passant(const Means& side) { return !side.position.en_passant().is_none(); }

// What the side to move must have for a theme. A theme that is not listed can be in any position.
struct Need {
    std::string_view theme;
    bool (*is_met)(const Means&);
};
constexpr auto rook_and_knight = [](const Means& side) {
    return side.has(PieceType::rook) && side.has(PieceType::knight);
};
constexpr auto two_bishops = [](const Means& side) { return side.count(PieceType::bishop) > 1; };
constexpr auto promotes_soon = [](const Means& side) {
    return side.has_pawn_on(Rank::r6) || side.has_pawn_on(Rank::r7);
};
constexpr std::array needs{
    Need{"smothered-mate", [](const Means& side) { return side.has(PieceType::knight); }},
    Need{"arabian-mate", rook_and_knight},
    Need{"anastasias-mate",
         [](const Means& side) {
             return side.has(PieceType::knight) &&
                    (side.has(PieceType::rook) || side.has(PieceType::queen));
         }},
    Need{"dovetail-mate", [](const Means& side) { return side.has(PieceType::queen); }},
    Need{"hook-mate", rook_and_knight},
    Need{"bodens-mate", two_bishops},
    Need{"double-bishop-mate", two_bishops},
    Need{"promotion", promotes_soon},
    Need{"underpromotion", can_promote_to_less},
    Need{"castling", can_castle_with_a_threat},
    Need{"en-passant", can_take_en_passant},
};

bool is_named_mate(std::string_view theme) {
    return std::ranges::find(explain::mate_pattern_names, theme) !=
           explain::mate_pattern_names.end();
}

bool is_visible(std::string_view theme) {
    return is_named_mate(theme) || theme == "castling" || theme == "underpromotion";
}

// Longer mates are rare, and take long to look for.
constexpr int most_checks = 3;

// What can be said without playing moves on.
bool has_means(const Position& position, std::string_view theme) {
    if (theme.ends_with("-endgame")) return theme == endgame_of(position);
    const auto* const need = std::ranges::find(needs, theme, &Need::theme);
    return need == needs.end() || need->is_met({.position = position});
}

}  // namespace

std::expected<WantedThemes, std::string> WantedThemes::named(std::vector<std::string> names) {
    const std::vector<std::string> all = all_themes();
    for (const std::string& name : names) {
        if (std::ranges::find(all, name) != all.end()) continue;
        std::string text = "there is no theme " + name + "; the themes are";
        for (const std::string& theme : all) text += ' ' + theme;
        return std::unexpected(text);
    }
    WantedThemes wanted;
    wanted.are_all_mates_ = !names.empty() && std::ranges::all_of(names, is_mate_theme);
    wanted.are_visible_ = !names.empty() && std::ranges::all_of(names, is_visible);
    wanted.names_ = std::move(names);
    return wanted;
}

bool WantedThemes::include_one_of(std::span<const std::string> themes) const {
    return names_.empty() || std::ranges::find_first_of(themes, names_) != themes.end();
}

bool WantedThemes::may_begin_at(const Position& position) const {
    if (names_.empty()) return true;
    std::vector<std::string> mates;
    for (const std::string& theme : names_) {
        if (!has_means(position, theme)) continue;
        if (!is_named_mate(theme)) return true;
        mates.push_back(theme);
    }
    return !mates.empty() && mates_by_checks(position, mates, most_checks);
}

}  // namespace kibitz::puzzles
