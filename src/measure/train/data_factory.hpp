// The data factory: self-play on several threads, written as shards into a folder.
//
// Any number of processes and machines may write into folders of their own, or into the same one:
// file names hold the seed and the number of the run, and what a run plays depends on both.
//
//   run-SEED-NUMBER.json                      the settings of the run, and what it made
//   games-SEED-NUMBER-THREAD-SHARD.vf.zst     its games (shard.hpp); .vf.part while it grows
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <expected>
#include <functional>
#include <string>

#include "train/self_play.hpp"

namespace kibitz::train {

struct FactoryOptions {
    std::string folder;
    SelfPlaySettings play;
    SmallSearchSettings search;
    std::string evaluation;  // its name, for the run's file
    int threads = 1;
    std::uint64_t seed = 1;
    // The run ends with the first of these reached; 0: none.
    std::uint64_t games = 0;  // in the folder, those of earlier runs included
    double minutes = 0;
    std::uint64_t shard_games = 10'000;
};

struct FactoryProgress {
    std::uint64_t earlier_games = 0;  // of earlier runs in the folder
    std::uint64_t games = 0;
    std::uint64_t positions = 0;
    std::uint64_t nodes = 0;
    std::uint64_t discarded_starts = 0;
    std::array<std::uint64_t, 3> results{};  // by GameResult
    double seconds = 0;
    double cpu_seconds = 0;

    // These are for one core that does nothing else.
    [[nodiscard]] double positions_per_core_hour() const;
    [[nodiscard]] double nodes_per_core_second() const;
};

struct FactoryObserver {
    std::function<void(const std::string&)> report;        // a line now and then
    std::function<void(const FactoryProgress&)> progress;  // about once a second
};

// Plays until a limit is reached or `stop` is set; then unfinished games are dropped. Fails if the
// folder cannot be written (a full disk) or memory runs out; what was written stays.
std::expected<FactoryProgress, std::string> run_factory(const FactoryOptions& options,
                                                        const FactoryObserver& observer,
                                                        const std::atomic<bool>& stop);

}  // namespace kibitz::train
