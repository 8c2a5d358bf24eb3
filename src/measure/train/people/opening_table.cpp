#include "train/people/opening_table.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "chess/san.hpp"
#include "players/people/opening_habits.hpp"
#include "train/people/opening_moves.hpp"

namespace kibitz::train {

namespace {

using players::OpeningCounts;

std::uint32_t sum(const OpeningCounts& counts) {
    return std::accumulate(counts.begin(), counts.end(), 0U);
}

class MoveCounter {
   public:
    explicit MoveCounter(const OpeningTableOptions& options) : options_(options) {}

    void add(const HumanGame& game) {
        if (game.system != players::RatingSystem::lichess) return;
        for_each_opening_move(game, options_.plies, [&](const Position& position, Move move) {
            const auto side = static_cast<std::size_t>(index(position.side_to_move()));
            const int band = players::opening_band(game.ratings[side]);
            ++positions_[position.key()][move.bits()][static_cast<std::size_t>(band)];
        });
    }

    std::string table() {
        text_ =
            "# What people open with, made by `kibitz train --kind openings`: moves, and how "
            "often\n"
            "# they were played at ratings below 1000, from 1000, 1200, ... and from 2200 on.\n";
        list(Position::initial(), 0);
        return std::move(text_);
    }

   private:
    struct Played {
        Move move;
        OpeningCounts counts;
    };

    // The moves of a position, the most frequent first, each with what follows; a position that is
    // reached again is not listed again.
    void list(const Position& position, int ply) {
        const auto found = positions_.find(position.key());
        if (found == positions_.end() || !listed_.insert(position.key()).second) return;
        std::vector<Played> moves;
        std::uint32_t games = 0;
        for (const auto& [bits, counts] : found->second) {
            games += sum(counts);
            if (sum(counts) >= static_cast<std::uint32_t>(options_.least_of_a_move))
                moves.push_back({Move::from_bits(bits), counts});
        }
        if (games < static_cast<std::uint32_t>(options_.least_games)) return;
        std::ranges::sort(moves, [](const Played& a, const Played& b) {
            return sum(a.counts) != sum(b.counts) ? sum(a.counts) > sum(b.counts)
                                                  : a.move.bits() < b.move.bits();
        });
        for (const Played& played : moves) {
            text_ += std::string(static_cast<std::size_t>(ply), ' ');
            text_ += to_san(position, played.move);
            for (const std::uint32_t count : played.counts) text_ += ' ' + std::to_string(count);
            text_ += '\n';
            list(position.after(played.move), ply + 1);
        }
    }

    const OpeningTableOptions& options_;
    std::unordered_map<Key, std::map<std::uint16_t, OpeningCounts>> positions_;
    std::unordered_set<Key> listed_;
    std::string text_;
};

}  // namespace

std::string opening_table(std::span<const HumanGame> games, const OpeningTableOptions& options) {
    MoveCounter counter(options);
    for (const HumanGame& game : games) counter.add(game);
    return counter.table();
}

}  // namespace kibitz::train
