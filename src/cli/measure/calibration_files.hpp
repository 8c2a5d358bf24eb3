// The players of a calibration, and the options of the match that they play: on this machine or in
// a laboratory.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <vector>

#include "players/settings.hpp"

namespace kibitz::cli {

inline constexpr int calibration_games = 2;  // in an encounter

struct RatedFile {
    std::string file;
    players::PlayerSettings player;
};

std::expected<RatedFile, std::string> load_rated_file(const std::string& file);
// At least two, weakest first, which makes neighbours of those who should meet often.
std::expected<std::vector<RatedFile>, std::string> load_rated_files(
    const std::vector<std::string>& files);

// The options of kibitz match.
std::vector<std::string> calibration_words(const std::vector<RatedFile>& files, int rounds,
                                           std::uint64_t seed);

}  // namespace kibitz::cli
