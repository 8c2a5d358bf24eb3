// SearchInfo: what an engine reports about its search in `info` lines.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/score.hpp"

namespace kibitz::uci_client {

// The score is from the side to move's point of view.
struct EngineScore {
    bool is_mate = false;
    int value = 0;  // centipawns, or moves to the mate (negative when being mated)

    // Centipawns with mates beyond every evaluation, for comparisons.
    [[nodiscard]] int centipawns() const {
        constexpr int mate_value = 100'000;
        if (!is_mate) return value;
        return value > 0 ? mate_value - value : -mate_value - value;
    }
    bool operator==(const EngineScore&) const = default;
};
Score to_score(const EngineScore& score);
// "+0.35", "-1.20", "+M5", "-M3"
std::string to_string(const EngineScore& score);

struct SearchInfo {
    std::optional<EngineScore> score;
    std::optional<int> depth, selective_depth, hash_full;
    std::optional<std::uint64_t> nodes, nodes_per_second, tablebase_hits;
    std::string pv;  // moves with blanks between
};

// Replaces what the line contains and keeps the rest. Lines about variations other than the best
// one (multipv 2 ...) and `info string` are ignored.
void update(SearchInfo& info, std::string_view line);

}  // namespace kibitz::uci_client
