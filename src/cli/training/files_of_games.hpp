// What the commands have in common that write files about people's games.
#pragma once

#include <expected>
#include <functional>
#include <string>
#include <vector>

#include "train/people/human_games.hpp"
#include "train/people/numbered_files.hpp"

namespace kibitz::cli {

using WriteFilesOfGames = std::function<std::expected<train::NumberedFiles, std::string>(
    const std::vector<train::HumanGame>& games, const std::function<bool()>& is_stopped)>;

// Reads the games, has files of them written into the folder until Ctrl-C, and says how many there
// are. Returns the exit code.
int write_files_of_games(const std::string& games_path, const std::string& folder,
                         const WriteFilesOfGames& write);

}  // namespace kibitz::cli
