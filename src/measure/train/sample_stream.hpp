// SampleStream: the samples of a store, pass after pass, in an order that depends on the seed
// alone. The next shard is read and shuffled in the background.
#pragma once

#include <cstdint>
#include <expected>
#include <future>
#include <span>
#include <string>
#include <vector>

#include "train/sample_store.hpp"

namespace kibitz::train {

// A place in the stream. Together with the seed it determines what comes next.
struct StreamPlace {
    std::uint64_t pass = 0;
    std::uint64_t shard = 0;   // the number of the shard in this pass
    std::uint64_t sample = 0;  // within the shuffled shard
    bool operator==(const StreamPlace&) const = default;
};

class SampleStream {
   public:
    // The store has to outlive the stream.
    SampleStream(const SampleStore& store, std::uint64_t seed, StreamPlace place, Reporter report);

    // Fills the whole batch. A shard that cannot be read or is damaged is reported and skipped;
    // an error is that all of them are.
    std::expected<void, std::string> next(std::span<Sample> batch);
    [[nodiscard]] const StreamPlace& place() const { return place_; }

   private:
    using Loaded = std::expected<std::vector<Sample>, std::string>;

    [[nodiscard]] StreamPlace after_shard(const StreamPlace& place) const;
    [[nodiscard]] std::future<Loaded> start_loading(const StreamPlace& place) const;
    std::expected<void, std::string> load_current();

    const SampleStore& store_;
    std::uint64_t seed_;
    StreamPlace place_;
    Reporter report_;
    std::vector<Sample> current_;
    bool has_current_ = false;
    std::future<Loaded> next_;
};

}  // namespace kibitz::train
