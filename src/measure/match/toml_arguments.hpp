// A match described in TOML: the same options as on the command line, as a file.
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "match/arguments.hpp"

namespace kibitz::match {

//   rounds = 100              -rounds 100
//   recover = true            -recover
//   [openings]                -openings file=book.epd
//   file = "book.epd"
//   [[engine]]                -engine cmd=./a option.Hash=16
//   cmd = "./a"
//   option.Hash = 16
// The error has the line and the column.
std::expected<std::vector<ArgumentGroup>, std::string> arguments_from_toml(std::string_view text);

}  // namespace kibitz::match
