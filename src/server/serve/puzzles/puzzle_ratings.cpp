#include "serve/puzzles/puzzle_ratings.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <nlohmann/json.hpp>

#include "json/bounded.hpp"
#include "text/numbers.hpp"
#include "text/split.hpp"

namespace kibitz::serve {
namespace {

using Json = nlohmann::json;

// The model orders puzzles well, and is wrong by some hundred points about one of them.
constexpr double first_deviation = 150;
constexpr double farthest = 400;          // points from the first rating
constexpr std::uint64_t few_results = 5;  // fewer say nothing
constexpr bounded_json::Limits line_limits{.bytes = 1'000, .depth = 2};

struct FileLine {
    std::string start;
    double rating = 0;
};

// FEN;moves;themes;rating
std::optional<FileLine> puzzle_of(std::string_view line) {
    if (line.empty() || line.front() == '#') return std::nullopt;
    std::vector<std::string_view> parts;
    for (const std::string_view part : text::split(line, ';')) parts.push_back(part);
    constexpr std::size_t part_count = 4;
    if (parts.size() != part_count) return std::nullopt;
    const auto rating = text::parse_number<int>(parts.back());
    if (!rating) return std::nullopt;
    return FileLine{.start = std::string(parts.front()), .rating = static_cast<double>(*rating)};
}

}  // namespace

void PuzzleRatings::add_piece(const std::string& name, std::string_view text) {
    std::vector<std::string>& starts = pieces_[name];
    for (const std::string_view line : text::split(text, '\n'))
        if (auto puzzle = puzzle_of(line)) {
            puzzles_.try_emplace(puzzle->start, Entry{.first = puzzle->rating,
                                                      .now = {.rating = puzzle->rating,
                                                              .deviation = first_deviation}});
            starts.push_back(std::move(puzzle->start));
        }
}

std::optional<std::string> PuzzleRatings::start_of(const std::string& piece,
                                                   std::uint64_t number) const {
    const auto found = pieces_.find(piece);
    if (found == pieces_.end() || number >= found->second.size()) return std::nullopt;
    return found->second[number];
}

void PuzzleRatings::add(const PuzzleResult& result) {
    const auto found = puzzles_.find(result.start);
    if (found == puzzles_.end()) return;
    Entry& puzzle = found->second;
    const std::array game{statistics::Glicko2Result{.opponent = result.solver,
                                                    .score = result.is_solved ? 0.0 : 1.0}};
    puzzle.now = statistics::rated(puzzle.now, game);
    puzzle.now.rating =
        std::clamp(puzzle.now.rating, puzzle.first - farthest, puzzle.first + farthest);
    ++puzzle.results;
}

std::optional<std::vector<std::optional<int>>> PuzzleRatings::of_piece(
    const std::string& piece) const {
    const auto found = pieces_.find(piece);
    if (found == pieces_.end()) return std::nullopt;
    std::vector<std::optional<int>> ratings;
    for (const std::string& start : found->second) {
        const Entry& puzzle = puzzles_.at(start);
        ratings.push_back(puzzle.results < few_results
                              ? std::nullopt
                              : std::optional(static_cast<int>(std::lround(puzzle.now.rating))));
    }
    return ratings;
}

std::string PuzzleRatings::lines() const {
    std::string text = lines_of_others_;
    for (const auto& [start, puzzle] : puzzles_)
        if (puzzle.results > 0)
            text += Json{{"start", start},
                         {"rating", puzzle.now.rating},
                         {"deviation", puzzle.now.deviation},
                         {"volatility", puzzle.now.volatility},
                         {"results", puzzle.results}}
                        .dump() +
                    "\n";
    return text;
}

std::expected<void, std::string> PuzzleRatings::read(std::string_view line) {
    const auto json = bounded_json::read(line, line_limits);
    if (!json) return std::unexpected(json.error().text);
    const auto start = bounded_json::text_field(*json, "start");
    const auto rating = bounded_json::number_field(*json, "rating");
    const auto deviation = bounded_json::number_field(*json, "deviation");
    if (!start || !rating || !deviation)
        return std::unexpected("\"start\", \"rating\" or \"deviation\" is missing");
    const auto puzzle = puzzles_.find(*start);
    const auto keep_others = [&] {
        if (puzzle == puzzles_.end()) (lines_of_others_ += line) += '\n';
    };
    if (const auto is_solved = bounded_json::truth_field(*json, "solved")) {
        keep_others();
        add({.start = *start,
             .solver = {.rating = *rating, .deviation = *deviation},
             .is_solved = *is_solved});
        return {};
    }
    const auto volatility = bounded_json::number_field(*json, "volatility");
    const auto results = bounded_json::integer_field(*json, "results");
    if (!volatility || !results || *results < 0)
        return std::unexpected("there is neither \"solved\" nor \"volatility\" and \"results\"");
    keep_others();
    if (puzzle != puzzles_.end()) {
        puzzle->second.now = {
            .rating = *rating, .deviation = *deviation, .volatility = *volatility};
        puzzle->second.results = static_cast<std::uint64_t>(*results);
    }
    return {};
}

std::string to_line(const PuzzleResult& result) {
    return Json{{"start", result.start},
                {"rating", result.solver.rating},
                {"deviation", result.solver.deviation},
                {"solved", result.is_solved}}
               .dump() +
           "\n";
}

}  // namespace kibitz::serve
