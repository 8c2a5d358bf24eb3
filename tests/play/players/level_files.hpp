// The players in characters/, for tests.
#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "players/player_file.hpp"
#include "support/test.hpp"

namespace kibitz::test {

inline std::vector<std::filesystem::path> character_files() {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(source_dir() / "characters"))
        if (entry.path().extension() == ".toml") files.push_back(entry.path());
    std::ranges::sort(files);
    return files;
}

inline players::PlayerSettings load_character(const std::string& stem) {
    const auto loaded = players::load_player(source_dir() / "characters" / (stem + ".toml"));
    REQUIRE_MESSAGE(loaded.has_value(), stem, ": ", loaded ? "" : to_string(loaded.error()));
    return *loaded;
}

// Level 1, 2, ... without the full-strength engine.
inline std::vector<players::PlayerSettings> levels() {
    std::vector<players::PlayerSettings> found;
    for (const auto& file : character_files())
        if (file.stem().string().starts_with("level-"))
            found.push_back(load_character(file.stem().string()));
    return found;
}

}  // namespace kibitz::test
