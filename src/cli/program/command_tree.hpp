// CommandTree: the commands of `kibitz` with their options, as plain values: what man pages and the
// shell completions are written from.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace kibitz::cli {

struct CommandOption {
    std::vector<std::string> names;    // "--threads"; none for a positional argument
    std::string argument;              // "INT", or the name of a positional argument
    std::string description;           // with what it must be and its default
    std::vector<std::string> choices;  // if only some words are allowed
    bool takes_value = false;
};

struct CommandTree {
    std::string name;     // "contest"
    std::string summary;  // its line in a list of commands
    std::string description;
    std::string footer;  // examples
    std::vector<CommandOption> options;
    std::vector<CommandTree> commands;
};

// A command with all below it. Its summary is what it has as its description, unless another is
// given.
CommandTree command_tree(const CLI::App& command, std::string summary = {});

}  // namespace kibitz::cli
