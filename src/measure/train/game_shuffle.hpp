// GameShuffler: games in random order, however many. They are distributed over buckets on disk
// at random, and each bucket is shuffled in memory: together that is a full shuffle.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <vector>

#include "train/game_output.hpp"
#include "train/random.hpp"
#include "train/zstd_stream.hpp"

namespace kibitz::train {

class GameShuffler {
   public:
    // One bucket at a time is in memory.
    static constexpr std::size_t default_buckets = 64;

    // The buckets are temporary files in the folder.
    static std::expected<GameShuffler, std::string> create(const std::string& folder,
                                                           std::uint64_t seed,
                                                           std::size_t buckets = default_buckets);

    std::expected<void, std::string> add(const Chain& game);
    // Writes all games in their new order, which depends on the seed and on the order they came in.
    std::expected<void, std::string> write(GameOutput& output);

   private:
    GameShuffler(std::uint64_t seed, std::vector<FileHandle> buckets)
        : random_(seed), buckets_(std::move(buckets)) {}

    Random random_;
    std::vector<FileHandle> buckets_;
    std::vector<std::byte> record_;
};

}  // namespace kibitz::train
