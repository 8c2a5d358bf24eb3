// number_in: a number that a word of a command is followed by, within its range.
#pragma once

#include <expected>
#include <string_view>

#include "uci_front/protocol.hpp"

namespace kibitz::uci {

// "depth" "x" -> depth: "x" is not a whole number from 1 to 245
// For int, std::int64_t and std::uint64_t.
template <class Number>
std::expected<Number, UciError> number_in(std::string_view what, std::string_view text,
                                          Number least, Number most);

}  // namespace kibitz::uci
