// A command that chooses its options by one of its words parses them with this, once it has chosen.
#pragma once

#include <CLI/CLI.hpp>
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/program/refuse_words.hpp"

namespace kibitz::cli {

// The exit code if there is nothing left to do: the help was printed, or what is wrong with the
// words.
inline std::optional<int> parse_words(CLI::App& app, std::vector<std::string> words) {
    std::ranges::reverse(words);  // CLI11 takes them from the end
    try {
        app.parse(std::move(words));
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) return app.exit(error);
        return refuse_words(app.get_name(), error);
    }
    return std::nullopt;
}

}  // namespace kibitz::cli
