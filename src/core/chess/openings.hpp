// Names of openings and their ECO codes, by position, so that transpositions are found.
//
// The table is our own, written from common knowledge: all 500 codes of the Encyclopaedia of Chess
// Openings and the names that are most in use (openings_data.cpp).
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "chess/move.hpp"
#include "chess/position.hpp"
#include "chess/zobrist.hpp"

namespace kibitz {

struct Opening {
    std::string_view eco;        // "A00" to "E99"
    std::string_view family;     // "Ruy Lopez"
    std::string_view variation;  // "Berlin Defense, Open Line"; may be empty

    // "Ruy Lopez: Berlin Defense, Open Line"
    [[nodiscard]] std::string name() const;
    bool operator==(const Opening&) const = default;
};

// The opening that a position is the mark of.
std::optional<Opening> opening_of(const Position& position);

// A position that is the mark of an opening, by its key.
struct OpeningMark {
    Key key;
    Opening opening;
};
// All of them, by their keys.
std::span<const OpeningMark> opening_marks();
// The one that the position is; nullptr if it is none.
const OpeningMark* opening_mark(const Position& position);

// The opening of a game: that of the last position in it which has one.
std::optional<Opening> opening_of(const Position& start, std::span<const Move> moves);

}  // namespace kibitz
