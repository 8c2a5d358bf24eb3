#include "puzzles/wanted_themes.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "chess/movegen.hpp"
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

bool can_castle(const Means& side) {
    return side.position.castling_rooks(side.us).any() &&
           std::ranges::any_of(legal_moves(side.position), &Move::is_castling);
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
constexpr auto promotes_next = [](const Means& side) { return side.has_pawn_on(Rank::r7); };
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
    Need{"underpromotion", promotes_next},
    Need{"castling", can_castle},
    Need{"en-passant", can_take_en_passant},
};

bool may_begin_at(const Position& position, std::string_view theme) {
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
    wanted.names_ = std::move(names);
    return wanted;
}

bool WantedThemes::include_one_of(std::span<const std::string> themes) const {
    return names_.empty() || std::ranges::find_first_of(themes, names_) != themes.end();
}

bool WantedThemes::may_begin_at(const Position& position) const {
    return names_.empty() || std::ranges::any_of(names_, [&](const std::string& theme) {
               return puzzles::may_begin_at(position, theme);
           });
}

}  // namespace kibitz::puzzles
