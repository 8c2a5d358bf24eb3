// Writes something about many games into files with numbers for names, so many games to a file:
// what is there already stays, so a run that was stopped goes on.
#pragma once

#include <cstddef>
#include <expected>
#include <functional>
#include <string>
#include <string_view>

namespace kibitz::train {

struct NumberedFiles {
    int written = 0, already_there = 0;
};

// Writes what there is about the games from `first` up to `end`, not included. The error is a text.
using WriteGames = std::function<std::expected<void, std::string>(
    const std::string& path, std::size_t first, std::size_t end)>;

// The files are folder/00000.ENDING and so on. Stops after a file when `is_stopped` says so.
std::expected<NumberedFiles, std::string> write_numbered_files(
    std::size_t games, int games_to_a_file, const std::string& folder, std::string_view ending,
    const std::function<bool()>& is_stopped, const WriteGames& write);

}  // namespace kibitz::train
