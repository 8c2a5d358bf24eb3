// Summaries of many games: of a collection, and of how one player plays.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "chess/color.hpp"
#include "collection/finder.hpp"
#include "collection/pace.hpp"
#include "collection/tally.hpp"

namespace kibitz::collection {

// Something that is counted, the most frequent first.
struct Counted {
    std::string name;
    std::uint64_t games = 0;
};
// By name, where the number is the same: the order is then the same on every machine.
bool comes_first(const Counted& a, const Counted& b);

class CollectionSummary {
   public:
    void add(const FoundGame& game);

    [[nodiscard]] const Tally& white() const { return white_; }
    [[nodiscard]] std::uint64_t plies() const { return plies_; }
    [[nodiscard]] GameDate first_date() const { return first_date_; }
    [[nodiscard]] std::uint64_t players() const { return players_.size(); }
    [[nodiscard]] std::vector<Counted> top_players(std::size_t most) const;
    [[nodiscard]] std::vector<Counted> top_openings(std::size_t most) const;
    // By year, 0 if it is not known.
    [[nodiscard]] const std::map<int, std::uint64_t>& years() const { return years_; }
    // By the hundred that the mean rating of both is in; 0 if it is not known.
    [[nodiscard]] const std::map<int, std::uint64_t>& ratings() const { return ratings_; }
    [[nodiscard]] const std::array<std::uint64_t, pace_count>& paces() const { return paces_; }

   private:
    Tally white_;
    std::uint64_t plies_ = 0;
    GameDate first_date_;
    std::unordered_map<std::string, std::uint64_t> players_;
    std::unordered_map<std::string, std::uint64_t> openings_;
    std::map<int, std::uint64_t> years_;
    std::map<int, std::uint64_t> ratings_;
    std::array<std::uint64_t, pace_count> paces_{};
};

// What a player plays with one colour, and how it goes.
class Repertoire {
   public:
    struct Line {
        std::string name;  // an opening, or first moves
        Tally tally;
    };

    // `side` is the player's.
    void add(const FoundGame& game, Color side);

    [[nodiscard]] const Tally& total() const { return total_; }
    // The most frequent first: by the name before its colon, and by the first move of each side,
    // "1. e4 c5".
    [[nodiscard]] std::vector<Line> openings() const { return sorted(openings_); }
    [[nodiscard]] std::vector<Line> first_moves() const { return sorted(first_moves_); }

   private:
    using Lines = std::map<std::string, Tally>;
    static std::vector<Line> sorted(const Lines& lines);

    Tally total_;
    Lines openings_;
    Lines first_moves_;
};

}  // namespace kibitz::collection
