// kibitz bot --lichess: the options that only it has, and what runs it.
#pragma once

#include <chrono>
#include <expected>
#include <string>
#include <vector>

#include "bot/lichess/site_runner.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace kibitz::cli {

struct LichessArguments {
    bool is_chosen = false;
    bool upgrades = false;
    bool challenges_bots = false;
    int challenges_an_hour = 12, challenges_a_day = 100, challenge_pause_s = 30;
    std::vector<std::string> speeds;
    bool takes_chess960 = false;
    std::string base_range, increment_range;
    bot::lichess::Modes modes = bot::lichess::Modes::both;
    bot::lichess::Opponents opponents = bot::lichess::Opponents::all;
    std::string block_file;
    bool accepts_takebacks = false;
    std::string hello, goodbye;
    int abort_after_s = 60;
    bot::lichess::Ending ending = bot::lichess::Ending::finish;
};

// Returns the option --lichess, for others to exclude or to need.
CLI::Option* define_lichess_options(CLI::App& app, LichessArguments& arguments);

// Where it plays if nothing else is said.
inline constexpr const char* lichess_site = "https://lichess.org";

// What is the same for every arena.
struct LichessTerms {
    std::chrono::milliseconds base, increment;
    bool is_rated;
    std::string opponent;  // to be challenged
    bot::RatingRange ratings;
    bool accepts;
    int games, at_once;
    std::chrono::milliseconds overhead;
};
// The error names the option that is wrong.
std::expected<bot::lichess::SitePreferences, std::string> lichess_preferences(
    const LichessArguments& arguments, const LichessTerms& terms);

// Of the environment, or of the file if one is named: never of the command line, which everybody on
// the machine can read. The error says how to give one.
std::expected<std::string, std::string> lichess_token(const std::string& token_file);

}  // namespace kibitz::cli
