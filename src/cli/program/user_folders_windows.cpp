#include "cli/program/user_files.hpp"
#include "platform/paths.hpp"

namespace kibitz::cli {

namespace {

namespace fs = std::filesystem;

// Windows makes no difference between what a program remembers and what a person made with it.
std::expected<fs::path, std::string> user_folder(const Environment& environment) {
    if (const std::string local = environment("LOCALAPPDATA"); !local.empty())
        return path_of(local) / "kibitz";
    return std::unexpected("LOCALAPPDATA is not set: no place to keep games; set it");
}

}  // namespace

std::expected<fs::path, std::string> user_state_folder(const Environment& environment) {
    return user_folder(environment);
}

std::expected<fs::path, std::string> user_data_folder(const Environment& environment) {
    return user_folder(environment);
}

}  // namespace kibitz::cli
