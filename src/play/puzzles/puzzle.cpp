#include "puzzles/puzzle.hpp"

#include <array>

#include "chess/fen.hpp"
#include "chess/uci_move.hpp"
#include "text/numbers.hpp"
#include "text/split.hpp"

namespace kibitz::puzzles {
namespace {

constexpr char between_parts = ';';
constexpr std::size_t part_count = 4;

using text::split;

std::expected<std::vector<Move>, std::string> parse_moves(Position position,
                                                          std::string_view text) {
    std::vector<Move> moves;
    for (const std::string_view word : split(text, ' ')) {
        const auto move = parse_uci(position, word);
        if (!move)
            return std::unexpected("move " + std::to_string(moves.size() + 1) + ", \"" +
                                   std::string(word) + "\", cannot be played");
        moves.push_back(*move);
        position.play(*move);
    }
    if (moves.size() % 2 == 0) return std::unexpected("the last move is not the solver's");
    return moves;
}

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
    return text;
}

}  // namespace

std::string to_line(const Puzzle& puzzle) {
    const bool chess960 = puzzle.start.needs_chess960_notation();
    std::vector<std::string> moves;
    for (const Move move : puzzle.moves) moves.push_back(to_uci(move, chess960));
    return to_fen(puzzle.start) + between_parts + joined(moves) + between_parts +
           joined(puzzle.themes) + between_parts + std::to_string(puzzle.rating);
}

std::expected<Puzzle, std::string> parse_line(std::string_view line) {
    const auto parts = split(line, between_parts);
    if (parts.size() != part_count)
        return std::unexpected("a puzzle has four parts (FEN;moves;themes;rating), not " +
                               std::to_string(parts.size()));
    const auto start = parse_fen(parts[0], SetupRules::lenient);
    if (!start) return std::unexpected("the FEN cannot be read: " + to_string(start.error()));
    auto moves = parse_moves(*start, parts[1]);
    if (!moves) return std::unexpected(moves.error());
    Puzzle puzzle{.start = *start, .moves = *std::move(moves), .themes = {}, .rating = 0};
    if (!parts[2].empty())
        for (const std::string_view theme : split(parts[2], ' ')) puzzle.themes.emplace_back(theme);
    puzzle.rating = text::parse_number<int>(parts[3]).value_or(0);
    if (puzzle.rating <= 0)
        return std::unexpected("the rating \"" + std::string(parts[3]) + "\" is not a number");
    return puzzle;
}

bool is_remark(std::string_view line) { return line.empty() || line.front() == '#'; }

}  // namespace kibitz::puzzles
