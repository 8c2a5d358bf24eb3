// Endgame tables of at most four men, computed where they are needed: for every position whether it
// is won, drawn or lost, and in how many plies it ends in mate if both sides play their best. The
// fifty-move rule is not counted; no such ending needs as many moves to the next capture or pawn
// move.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "endgames/men.hpp"

namespace kibitz::endgames {

enum class Result : std::uint8_t { loss, draw, win };

// What a position is worth to the side to move.
struct Verdict {
    Result result = Result::draw;
    int plies = 0;  // to mate; 0 in a draw

    bool operator==(const Verdict&) const = default;
};

// A verdict in one byte: 0 is a draw; 1 + the plies is a win where they are odd, else a loss.
using Code = std::uint8_t;
constexpr Code drawn = 0;
constexpr Code mated = 1;
constexpr Code impossible = 255;  // no legal position has this number
constexpr bool is_win(Code code) { return code != drawn && code % 2 == 0; }
constexpr bool is_loss(Code code) { return code % 2 == 1; }
// What a move is worth to the mover that leads to this verdict for the other side.
constexpr Code code_before(Code after) {
    return after == drawn ? drawn : static_cast<Code>(after + 1);
}
Verdict verdict_of(Code code);

struct Table {
    Material material;
    std::array<std::vector<Code>, color_count> codes;  // [side to move][index_of()]
};

class Tables {
   public:
    // The tables, not yet computed, that are needed to judge such positions and all that can arise
    // from them, in the order in which they have to be computed.
    [[nodiscard]] std::vector<Material> missing(const Material& material) const;
    // Computes one of them, and keeps it.
    void build(const Material& material);
    // Nothing if its table has not been computed, or if there can be none.
    [[nodiscard]] std::optional<Verdict> verdict(const Position& position) const;
    // Of men in any order. Those that have no table are drawn.
    [[nodiscard]] Code code(Placement placement) const;

   private:
    [[nodiscard]] const Table* find(const Material& material) const;
    void add_missing(const Material& material, std::vector<Material>& found) const;

    std::vector<std::unique_ptr<const Table>> tables_;
};

}  // namespace kibitz::endgames
