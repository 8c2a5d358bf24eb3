// The motifs of games: who has played a fork, a pin or a smothered mate, and won by it.
#pragma once

#include <array>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "chess/color.hpp"
#include "chess/motifs.hpp"
#include "chess/position.hpp"

namespace kibitz::explain {

// "discovered-attack"
std::string hyphenated_name(MotifKind kind);
// All of them, in the order of their kinds.
std::vector<std::string> motif_names();

// For each colour, whether something is true of it.
using OfColors = std::array<bool, color_count>;

// A motif that games are looked for by: one of MotifKind, or a mate that has a name.
class PlayedMotif {
   public:
    // The error says which motifs there are.
    static std::expected<PlayedMotif, std::string> named(std::string_view name);

    // The sides that have played it. A mate with a name ends the game. Any other motif is that of
    // a move which wins material by it: the moves of the game take it, and no answer would have
    // saved it, as far as a search that counts material sees (docs/finding-games.md).
    [[nodiscard]] OfColors sides(const Position& start, std::span<const Move> moves) const;

    bool operator==(const PlayedMotif&) const = default;

   private:
    std::string name_;
    std::optional<MotifKind> kind_;  // nothing for a mate that has a name
};

}  // namespace kibitz::explain
