#include "train/sample_stream.hpp"

#include <algorithm>
#include <numeric>

#include "train/random.hpp"

namespace kibitz::train {

namespace {

// Which shard comes at which place of a pass.
std::size_t shard_at(std::uint64_t seed, const StreamPlace& place, std::size_t shards) {
    std::vector<std::size_t> order(shards);
    std::iota(order.begin(), order.end(), std::size_t{0});
    Random random(mix_seed(seed, place.pass));
    shuffle(std::span(order), random);
    return order[place.shard];
}

}  // namespace

SampleStream::SampleStream(const SampleStore& store, std::uint64_t seed, StreamPlace place,
                           Reporter report)
    : store_(store),
      seed_(seed),
      place_(place),
      report_(std::move(report)),
      next_(start_loading(place)) {}

StreamPlace SampleStream::after_shard(const StreamPlace& place) const {
    if (place.shard + 1 < store_.shards.size())
        return {.pass = place.pass, .shard = place.shard + 1, .sample = 0};
    return {.pass = place.pass + 1, .shard = 0, .sample = 0};
}

std::future<SampleStream::Loaded> SampleStream::start_loading(const StreamPlace& place) const {
    return std::async(std::launch::async, [this, place]() -> Loaded {
        const std::size_t shard = shard_at(seed_, place, store_.shards.size());
        Loaded samples = read_shard(store_.shards[shard]);
        if (samples) {
            Random random(mix_seed(mix_seed(seed_, place.pass), shard));
            shuffle(std::span(*samples), random);
        }
        return samples;
    });
}

// Makes current_ the shard of place_, or of the next place that has one.
std::expected<void, std::string> SampleStream::load_current() {
    for (std::size_t tries = 0; tries < store_.shards.size(); ++tries) {
        Loaded loaded = next_.get();
        next_ = start_loading(after_shard(place_));
        if (loaded && !loaded->empty()) {
            current_ = std::move(*loaded);
            has_current_ = true;
            return {};
        }
        if (!loaded) report_("skipped " + loaded.error());
        place_ = after_shard(place_);
    }
    return std::unexpected(std::string("no shard of the store can be read"));
}

std::expected<void, std::string> SampleStream::next(std::span<Sample> batch) {
    while (!batch.empty()) {
        if (!has_current_)
            if (const auto done = load_current(); !done) return done;
        const std::size_t left = current_.size() - place_.sample;
        const std::size_t size = std::min(left, batch.size());
        std::copy_n(current_.begin() + static_cast<std::ptrdiff_t>(place_.sample), size,
                    batch.begin());
        place_.sample += size;
        batch = batch.subspan(size);
        if (size == left) {
            place_ = after_shard(place_);
            has_current_ = false;
        }
    }
    return {};
}

}  // namespace kibitz::train
