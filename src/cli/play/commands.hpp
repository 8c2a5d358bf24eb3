// What can be typed beside moves.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kibitz::cli {

enum class Command : std::uint8_t {
    help,
    board,
    moves,
    legal,
    hint,
    eval,
    why,
    undo,
    redo,
    flip,
    resign,
    draw,
    save,
    load,
    new_game,
    level,
    swap,
    fen,
    quit,
};

struct TypedCommand {
    Command command;
    std::string argument;  // the rest of the line
};

// Nothing if the line does not begin with the name of a command.
std::optional<TypedCommand> parse_command(std::string_view line);
// The command that a mistyped word is nearest to; empty if it is near to none.
std::string nearest_command(std::string_view word);

// All commands, one a line, with what they do.
std::string command_table();
// Help on a topic or an opponent, on everything if the topic is empty, for a screen that is so
// wide.
std::string help_text(std::string_view topic, int width);

}  // namespace kibitz::cli
