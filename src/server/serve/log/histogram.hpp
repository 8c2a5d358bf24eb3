// How often something took how long, for Prometheus. May be used by several threads.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>

#include "serve/log/metric_text.hpp"

namespace kibitz::serve {

class Histogram {
   public:
    // The upper limits of the buckets, in milliseconds; the last bucket has none.
    static constexpr std::array<std::int64_t, 9> limits{1, 2, 5, 10, 20, 50, 100, 200, 500};

    void add(std::chrono::milliseconds time) {
        std::size_t bucket = 0;
        while (bucket < limits.size() && time.count() > limits[bucket]) ++bucket;
        ++counts_[bucket];
        sum_ += static_cast<std::uint64_t>(time.count());
    }
    // The values are in seconds, as Prometheus wants it; the name is without "_seconds".
    [[nodiscard]] std::string text(const std::string& name, const std::string& help) const {
        const std::string full = name + "_seconds";
        std::string lines = metric_head(full, help, "histogram");
        std::uint64_t count = 0;
        for (std::size_t bucket = 0; bucket < counts_.size(); ++bucket) {
            count += counts_[bucket];
            const std::string limit =
                bucket < limits.size() ? in_seconds(limits[bucket]) : std::string("+Inf");
            lines += full + "_bucket{le=\"" + limit + "\"} " + std::to_string(count) + "\n";
        }
        return lines + full + "_sum " + in_seconds(sum_.load()) + "\n" + full + "_count " +
               std::to_string(count) + "\n";
    }

    // How many fell into each bucket.
    [[nodiscard]] std::array<std::uint64_t, limits.size() + 1> counts() const {
        std::array<std::uint64_t, limits.size() + 1> counts{};
        for (std::size_t bucket = 0; bucket < counts.size(); ++bucket)
            counts[bucket] = counts_[bucket];
        return counts;
    }

   private:
    template <class Number>
    static std::string in_seconds(Number milliseconds) {
        constexpr Number thousand = 1000;
        const std::string rest =
            std::to_string(thousand + static_cast<Number>(milliseconds % thousand));
        return std::to_string(milliseconds / thousand) + "." + rest.substr(1);
    }

    std::array<std::atomic<std::uint64_t>, limits.size() + 1> counts_{};
    std::atomic<std::uint64_t> sum_ = 0;
};

}  // namespace kibitz::serve
