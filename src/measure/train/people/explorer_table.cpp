#include "train/people/explorer_table.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <numeric>
#include <unordered_map>
#include <utility>
#include <vector>

#include "chess/position_name.hpp"
#include "chess/uci_move.hpp"
#include "players/people/mover.hpp"
#include "train/people/opening_moves.hpp"

namespace kibitz::train {

namespace {

constexpr std::array band_starts{1000, 1400, 1800, 2200};  // of the bands after the first
constexpr std::size_t bands = band_starts.size() + 1;
constexpr std::size_t results = 3;  // won by White, drawn, won by Black

using ResultCounts = std::array<std::uint32_t, results>;
using BandCounts = std::array<ResultCounts, bands>;

std::uint32_t sum(const ResultCounts& counts) {
    return std::accumulate(counts.begin(), counts.end(), 0U);
}

std::uint32_t sum(const BandCounts& counts) {
    return std::accumulate(
        counts.begin(), counts.end(), 0U,
        [](std::uint32_t total, const ResultCounts& band) { return total + sum(band); });
}

std::size_t band_of(const players::Mover& mover) {
    const int rating = players::comparable_rating(mover.rating, mover.system);
    return static_cast<std::size_t>(std::ranges::upper_bound(band_starts, rating) -
                                    band_starts.begin());
}

// Wins, draws and losses with commas between them: "12,3,8"; nothing if there are none.
std::string text_of(const ResultCounts& counts) {
    if (sum(counts) == 0) return {};
    std::string text;
    for (const std::uint32_t count : counts) {
        if (!text.empty()) text += ',';
        text += std::to_string(count);
    }
    return text;
}

// The bands with slashes between them, without empty ones at the end: "12,3,8//1,0,0".
std::string text_of(const BandCounts& counts) {
    std::string text;
    for (const ResultCounts& band : counts) text += text_of(band) + '/';
    text.erase(text.find_last_not_of('/') + 1);
    return text;
}

class PositionCounter {
   public:
    explicit PositionCounter(const ExplorerTableOptions& options) : options_(options) {}

    void add(const HumanGame& game) {
        if (game.result == PgnResult::unknown) return;
        const std::size_t result = game.result == PgnResult::white_wins ? 0
                                   : game.result == PgnResult::draw     ? 1
                                                                        : 2;
        for_each_opening_move(game, options_.plies, [&](const Position& position, Move move) {
            const std::size_t band = band_of(game.mover(position.side_to_move()));
            MoveCounts& counts = positions_[position.key()][move.bits()];
            if (counts.name.empty()) counts.name = to_uci(move);
            ++counts.bands[band][result];
        });
    }

    [[nodiscard]] std::string table() const {
        std::string text =
            "# What people play, made by `kibitz train --kind explorer` (docs/web.md)\nbands";
        for (const int start : band_starts) text += ' ' + std::to_string(start);
        text += '\n';
        // In the order of their names, so that the same games make the same file.
        std::map<std::string, std::string> lines;
        for (const auto& [key, moves] : positions_) {
            std::string line = line_of(moves);
            if (!line.empty()) lines.emplace(position_name(key), std::move(line));
        }
        for (const auto& [name, line] : lines) text += name + line + '\n';
        return text;
    }

   private:
    struct MoveCounts {
        std::string name;
        BandCounts bands{};
    };
    using Moves = std::map<std::uint16_t, MoveCounts>;

    // The moves of a position, the most frequent first; empty if too few games got there.
    [[nodiscard]] std::string line_of(const Moves& all) const {
        std::uint32_t games = 0;
        std::vector<const MoveCounts*> moves;
        for (const auto& [bits, counts] : all) {
            games += sum(counts.bands);
            if (sum(counts.bands) >= static_cast<std::uint32_t>(options_.least_of_a_move))
                moves.push_back(&counts);
        }
        if (games < static_cast<std::uint32_t>(options_.least_games)) return {};
        std::ranges::sort(moves, [](const MoveCounts* a, const MoveCounts* b) {
            const auto games_a = sum(a->bands), games_b = sum(b->bands);
            return games_a != games_b ? games_a > games_b : a->name < b->name;
        });
        std::string line;
        for (const MoveCounts* move : moves) line += ' ' + move->name + ' ' + text_of(move->bands);
        return line;
    }

    const ExplorerTableOptions& options_;
    std::unordered_map<Key, Moves> positions_;
};

}  // namespace

std::string explorer_table(std::span<const HumanGame> games, const ExplorerTableOptions& options) {
    PositionCounter counter(options);
    for (const HumanGame& game : games) counter.add(game);
    return counter.table();
}

}  // namespace kibitz::train
