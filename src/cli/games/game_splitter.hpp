// GameSplitter: games put into one file for each player, year, code, ... in a new folder.
#pragma once

#include <cstdint>
#include <expected>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "collection/finder.hpp"

namespace kibitz::cli {

enum class SplitBy : std::uint8_t {
    rating,  // the hundred that the mean rating is in
    year,
    month,
    eco,
    opening,
    player,  // a file for each of the two
    white,
    black,
    event,
    result,
    time,
};
std::optional<SplitBy> parse_split_by(std::string_view word);

class GameSplitter {
   public:
    // The folder is made; one with something in it is refused.
    static std::expected<GameSplitter, std::string> open(const std::string& folder, SplitBy by);

    std::expected<void, std::string> add(const collection::FoundGame& game);
    // Writes what is left. The number of files.
    std::expected<std::size_t, std::string> finish();

   private:
    GameSplitter(std::filesystem::path folder, SplitBy by) : folder_(std::move(folder)), by_(by) {}

    std::expected<void, std::string> write();

    std::filesystem::path folder_;
    SplitBy by_;
    std::map<std::string, std::string> texts_;  // by the file's name; empty where all is written
    std::size_t waiting_ = 0;                   // bytes in them
};

}  // namespace kibitz::cli
