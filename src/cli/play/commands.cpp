#include "cli/play/commands.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "text/letter_case.hpp"

namespace kibitz::cli {
namespace {

struct CommandName {
    Command command;
    std::string_view name;
    std::string_view usage;  // empty for another name of the command above
    std::string_view help;
};

constexpr CommandName command_names[] = {
    {Command::help, "help", "help [topic]", "this list, or more about a topic"},
    {Command::help, "h", "", ""},
    {Command::help, "?", "", ""},
    {Command::board, "board", "board [style]", "show the board; styles: colour, unicode, ascii"},
    {Command::board, "b", "", ""},
    {Command::flip, "flip", "flip", "turn the board around"},
    {Command::moves, "moves", "moves", "the game so far"},
    {Command::legal, "legal", "legal [square]", "the moves that can be played (from a square)"},
    {Command::hint, "hint", "hint", "what would the engine play here?"},
    {Command::eval, "eval", "eval", "who stands better, and by how much?"},
    {Command::why, "why", "why", "what had the engine in mind with its last move?"},
    {Command::undo, "undo", "undo", "take a move back (and the engine's answer)"},
    {Command::undo, "back", "", ""},
    {Command::redo, "redo", "redo", "play the moves again that you took back"},
    {Command::draw, "draw", "draw [move]", "claim a draw, or offer one"},
    {Command::resign, "resign", "resign", "give up the game"},
    {Command::level, "level", "level [NAME]", "who plays against you: 1, 2, ..., attacker, ..."},
    {Command::swap, "swap", "swap", "change sides with the engine"},
    {Command::new_game, "new", "new", "start another game"},
    {Command::save, "save", "save FILE", "add the game to a PGN file"},
    {Command::load, "load", "load FILE [n]", "continue a game (the n-th, else the last) of a file"},
    {Command::fen, "fen", "fen", "the position in one line, for other programs"},
    {Command::quit, "quit", "quit", "leave; the game is kept for the next time"},
    {Command::quit, "exit", "", ""},
    {Command::quit, "q", "", ""},
};

constexpr std::size_t usage_width = 16;

// The number of letters to change, add, drop or swap with their neighbour.
std::size_t distance(std::string_view a, std::string_view b) {
    std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
    std::iota(d[0].begin(), d[0].end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i)
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t changed = a[i - 1] == b[j - 1] ? 0 : 1;
            d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + changed});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
        }
    return d[a.size()][b.size()];
}

}  // namespace

std::optional<TypedCommand> parse_command(std::string_view line) {
    const std::size_t end = line.find_first_of(" \t");
    const std::string word = text::lower(line.substr(0, end));
    for (const CommandName& entry : command_names) {
        if (word != entry.name) continue;
        std::string_view rest = end == std::string_view::npos ? "" : line.substr(end);
        while (!rest.empty() && (rest.front() == ' ' || rest.front() == '\t'))
            rest.remove_prefix(1);
        return TypedCommand{entry.command, std::string(rest)};
    }
    return std::nullopt;
}

std::string nearest_command(std::string_view word) {
    constexpr std::size_t most_typos = 2;
    const std::string typed = text::lower(word);
    std::string nearest;
    std::size_t least = most_typos + 1;
    for (const CommandName& entry : command_names) {
        // Half of a short word's letters changed make another word.
        if (entry.name.size() <= most_typos || typed.size() <= most_typos) continue;
        const std::size_t typos = distance(typed, entry.name);
        if (typos >= least || 2 * typos >= entry.name.size()) continue;
        least = typos;
        nearest = entry.name;
    }
    return nearest;
}

std::string command_table() {
    std::string table;
    for (const CommandName& entry : command_names) {
        if (entry.usage.empty()) continue;
        table += "  " + std::string(entry.usage);
        table += std::string(usage_width - std::min(usage_width - 1, entry.usage.size()), ' ');
        table += std::string(entry.help) + "\n";
    }
    return table;
}

}  // namespace kibitz::cli
