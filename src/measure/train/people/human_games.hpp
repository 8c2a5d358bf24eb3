// Games of people with their ratings: what the move model is fitted to and judged by.
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <string>
#include <vector>

#include "chess/move.hpp"
#include "chess/pgn.hpp"
#include "players/people/mover.hpp"

namespace kibitz::train {

struct HumanGame {
    std::array<int, color_count> ratings{};
    players::RatingSystem system = players::RatingSystem::lichess;
    players::TimeClass time_class = players::TimeClass::unknown;
    // Whose personal archive the game is from: one person's openings are in all of its games.
    std::array<bool, color_count> is_archive_owner{};
    PgnResult result = PgnResult::unknown;
    std::vector<Move> moves;  // from the usual start

    [[nodiscard]] players::Mover mover(Color side) const {
        return {ratings[static_cast<std::size_t>(index(side))], system, time_class};
    }
};

// They come from a PGN file, compressed or not. Games without ratings, from another start, or with
// an error are left out.
std::expected<std::vector<HumanGame>, std::string> read_human_games(const std::string& path);

// A tenth of the games, by a hash of their moves and ratings, is never learned from.
bool is_kept_apart(const HumanGame& game);

}  // namespace kibitz::train
