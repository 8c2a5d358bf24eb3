// How games of self-play are made: the options that the commands which make training data share.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>

#include "train/self_play.hpp"

namespace kibitz::cli {

struct SelfPlayOptions {
    train::SelfPlaySettings play;
    std::string openings;
    std::string random_plies = "8-9";
    std::string openings_plies = "2-4";
    std::optional<std::uint64_t> hard_nodes;
    std::optional<std::uint64_t> verification_nodes;
};

void add_self_play_options(CLI::App& app, SelfPlayOptions& options);

// Reads the openings, too. The error names the option.
std::expected<train::SelfPlaySettings, std::string> read_self_play(const SelfPlayOptions& options);

}  // namespace kibitz::cli
