// A position from a FEN that a test takes to be right.
#pragma once

#include "chess/fen.hpp"
#include "support/test.hpp"

namespace kibitz::test {

inline Position parsed_position(const char* fen) {
    const auto parsed = parse_fen(fen, SetupRules::lenient);
    REQUIRE(parsed.has_value());
    return *parsed;
}

}  // namespace kibitz::test
