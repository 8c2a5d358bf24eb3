// The words of an engine (cmd=, tc=, option.NAME=, ...) in the options of `kibitz match`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "match/arguments.hpp"
#include "match/word_readers.hpp"

namespace kibitz::match {

// Puts the words of -engine or -each into the settings of a player.
Problem read_player(Participant& player, const ArgumentGroup& group, const PlayerFinder& find);

// Splits a command's arguments at blanks; quotes keep words together, a backslash the next letter.
std::vector<std::string> split_quoted(std::string_view text);

}  // namespace kibitz::match
