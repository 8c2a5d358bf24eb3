// The commands of the UCI protocol: each reads the words that follow its name, changes nothing, and
// returns a value or an error for every text.
//
// The protocol: https://backscattering.de/chess/uci/ (Meyer-Kahlen, Huber).
#pragma once

#include <expected>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "chess/position.hpp"
#include "engine/limits.hpp"

namespace kibitz::uci {

// What is wrong with a line, as a text for people: it follows "info string error: ".
struct UciError {
    std::string text;

    bool operator==(const UciError&) const = default;
};

struct SetOptionCommand {
    std::string name;
    std::string value;
};
struct PositionCommand {
    Position start = Position::initial();
    std::vector<Move> moves;  // legal
};
struct GoCommand {
    Limits limits;
    // Moves as they were written: what they mean depends on the position.
    std::vector<std::string> search_moves;
    std::vector<std::string> exclude;
};

// A line taken apart: the command's name, empty if there is nothing to do, and what follows it.
struct CommandLine {
    std::string_view name;
    std::string_view rest;
};

// Finds the command of a line, which begins with one of `names`. The protocol wants unknown words
// before a command of its own skipped, as in "joho debug on". The error: there is no command.
std::expected<CommandLine, UciError> find_command(std::string_view line,
                                                  std::span<const std::string_view> names);
// The commands of the protocol itself.
std::span<const std::string_view> protocol_commands();
// The words that `go` knows.
std::span<const std::string_view> go_words();

// "name <id> [value <x>]"
std::expected<SetOptionCommand, UciError> parse_set_option(std::string_view rest);
// "startpos|fen <fen> [moves ...]"
std::expected<PositionCommand, UciError> parse_position(std::string_view rest);
std::expected<GoCommand, UciError> parse_go(std::string_view rest);
// "on" or "off"
std::expected<bool, UciError> parse_debug(std::string_view rest);

// Limits of a `go` once the position is known: resolves its moves, and checks that the clock of the
// side to move is given.
std::expected<Limits, UciError> resolve_limits(const GoCommand& go, const Position& position);

// Reads moves one after the other from a position; the error names the wrong one and the reason.
std::expected<std::vector<Move>, UciError> parse_moves(const Position& start,
                                                       const std::vector<std::string>& texts);

}  // namespace kibitz::uci
