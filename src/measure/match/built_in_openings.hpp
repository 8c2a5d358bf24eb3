// The openings of a match without a book: some hundreds of our own, balanced and varied
// (bench/match_make_openings.cpp chose them).
#pragma once

#include <string_view>

namespace kibitz::match {

// One opening a line: its moves from the ordinary start in UCI's notation, without blanks.
extern const std::string_view built_in_openings;

}  // namespace kibitz::match
