// SampleStore: filtered, packed and shuffled training positions in a folder.
//
// Made once from chain files, then read at every pass. Samples are put into random shards
// while they are made, and each shard is shuffled anew whenever it is read; together that is a
// full shuffle however large the data are, with one shard in memory at a time.
//
//   store.txt            what the store was made from, and each shard's size and hash; written last
//   shard-0000.samples   Sample after Sample
//   validation.samples   the same, from games kept apart
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "train/reporter.hpp"
#include "train/sample.hpp"
#include "train/sample_filter.hpp"

namespace kibitz::train {

// A chain file.
struct DataFile {
    static constexpr std::uint64_t by_share = std::numeric_limits<std::uint64_t>::max();

    std::string path;
    // The record from which on its games are for validation; by_share: the last part of the file.
    std::uint64_t validation_from = by_share;
    // How often each training position counts; of 0.3, three of ten are drawn at random.
    double times = 1;
};

struct StoreOptions {
    std::vector<DataFile> files;
    SampleFilter filter;
    double validation_share = 0.02;  // where a file does not say from which record
    std::uint64_t seed = 1;
    std::uint64_t shard_samples = 1'000'000;  // about
};

struct StoreShard {
    std::string path;
    std::uint64_t samples = 0;
    std::uint64_t hash = 0;
};

struct SampleStore {
    std::vector<StoreShard> shards;
    StoreShard validation;

    [[nodiscard]] std::uint64_t training_samples() const {
        std::uint64_t sum = 0;
        for (const StoreShard& shard : shards) sum += shard.samples;
        return sum;
    }
};

// Opens the store in the folder if it was made from the same files with the same options, else
// makes it. Damaged records and unreadable files are reported by name and skipped; an error
// is a folder that cannot be written or data without a single usable position.
std::expected<SampleStore, std::string> open_store(const std::string& folder,
                                                   const StoreOptions& options,
                                                   const Reporter& report);

// Reads a shard and checks it.
std::expected<std::vector<Sample>, std::string> read_shard(const StoreShard& shard);

}  // namespace kibitz::train
