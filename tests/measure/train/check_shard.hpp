// Whether a shard's content is what its summary says.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "train/chain.hpp"
#include "train/shard.hpp"
#include "train/zstd_stream.hpp"

namespace kibitz::train {

// The summary of a shard that can be unpacked and agrees with it; nothing for any other file.
inline std::optional<ShardSummary> check_shard(const std::string& path) {
    const auto summary = read_shard_summary(path);
    const auto source = open_data_file(path);
    if (!summary || !source) return std::nullopt;
    ChainReader reader(**source);
    ShardSummary found;
    std::vector<std::byte> record;
    while (const auto game = reader.next()) {
        if (!*game) return std::nullopt;
        record.clear();
        append(**game, record);
        found.add(**game, record);
    }
    if (found != *summary) return std::nullopt;
    return *summary;
}

}  // namespace kibitz::train
