#include "train/people/numbered_files.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>

namespace kibitz::train {

std::expected<NumberedFiles, std::string> write_numbered_files(
    std::size_t games, int games_to_a_file, const std::string& folder, std::string_view ending,
    const std::function<bool()>& is_stopped, const WriteGames& write) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) return std::unexpected("cannot make " + folder + ": " + error.message());
    NumberedFiles files;
    const auto step = static_cast<std::size_t>(games_to_a_file);
    for (std::size_t first = 0, number = 0; first < games; first += step, ++number) {
        if (is_stopped()) break;
        std::array<char, 24> name;
        std::snprintf(name.data(), name.size(), "/%05zu.", number);
        const std::string path = folder + name.data() + std::string(ending);
        if (std::filesystem::exists(path)) {
            ++files.already_there;
            continue;
        }
        if (const auto written = write(path, first, std::min(first + step, games)); !written)
            return std::unexpected(written.error());
        ++files.written;
    }
    return files;
}

}  // namespace kibitz::train
