// The options of `kibitz match` in the spelling of the common match runners, and as TOML.
//
// An option is a word that begins with '-', followed by words: plain ones (-rounds 100) or
// key=value (-engine cmd=a tc=1+0.01). docs/matches.md lists them.
#pragma once

#include <expected>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "match/settings.hpp"
#include "players/built_in_players.hpp"

namespace kibitz::match {

// One option with its words.
struct ArgumentGroup {
    std::string option;  // with its '-'
    std::vector<std::string> words;
};

// Cuts a command line into options. A word begins an option if it begins with '-' and a letter;
// "--x" is the same as "-x".
std::expected<std::vector<ArgumentGroup>, std::string> group_arguments(
    std::span<const std::string> words);

// True for options that do not change the games of a match, so that they may differ when it is
// resumed.
bool may_change_on_resume(std::string_view option);

// The player that player= names. The error says why there is none.
using PlayerFinder =
    std::function<std::expected<players::PlayerSettings, std::string>(const std::string&)>;

// The error names the option and the word that is wrong.
std::expected<MatchSettings, std::string> read_arguments(
    std::span<const ArgumentGroup> groups, const PlayerFinder& find = players::find_player);

}  // namespace kibitz::match
