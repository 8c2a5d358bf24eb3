// All moves that a later move of the same piece can undo, found by the change of key they make.
#pragma once

#include <optional>

#include "chess/square.hpp"
#include "chess/zobrist.hpp"

namespace kibitz::search {

struct ReversibleMove {
    Square a, b;
};

// The move whose playing XORs the key by `difference`, side to move included.
std::optional<ReversibleMove> find_reversible_move(Key difference);

}  // namespace kibitz::search
