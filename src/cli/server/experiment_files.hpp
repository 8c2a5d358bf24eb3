// The files of `kibitz experiment`: building every version of a site, and bringing it to where it
// is served from.
#pragma once

#include <cstddef>
#include <expected>
#include <filesystem>
#include <string>
#include <vector>

#include "experiments/plan.hpp"

namespace kibitz::cli {

struct BuildSettings {
    std::filesystem::path source = ".";  // where the commands run
    std::string configs;        // "_config_test_*.yml": the part under the star is the experiment
    std::string base_config;    // comes before them; empty for none
    std::string command;        // with {configs} and {out}
    std::filesystem::path out;  // the folder for the versions, which is replaced as a whole
    experiments::Plan plan{};   // says which experiments exclude each other
};

// Builds all versions. Returns their folders' names. The error says which of them could not be
// built; the folder of the last time is then left as it was.
std::expected<std::vector<std::string>, std::string> build_sites(const BuildSettings& settings);

// Copies the versions into a new generation beside `link`, and makes the link point at it in one
// step. Older generations but the last are removed. Returns the generation's path.
std::expected<std::filesystem::path, std::string> upload_to_link(const std::filesystem::path& sites,
                                                                 const std::filesystem::path& link);

struct UploadCommands {
    std::string put;               // with {path}, the address in the store, and {file}
    std::string remove;            // with {path}
    std::filesystem::path record;  // of what was uploaded, by path and hash
};
struct UploadCount {
    std::size_t put = 0, removed = 0, unchanged = 0;
};
// Runs a command for each file that is new, has changed or is gone since the last time.
std::expected<UploadCount, std::string> upload_by_commands(const std::filesystem::path& sites,
                                                           const UploadCommands& commands);

}  // namespace kibitz::cli
