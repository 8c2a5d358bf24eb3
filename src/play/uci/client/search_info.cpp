#include "uci/client/search_info.hpp"

#include <cmath>
#include <cstdio>

#include "text/words.hpp"

namespace kibitz::uci_client {

using text::Words;

Score to_score(const EngineScore& score) {
    if (!score.is_mate) return clamp_eval(score.value);
    return score.value > 0 ? mate_in(2 * score.value - 1) : mated_in(-2 * score.value);
}

std::string to_string(const EngineScore& score) {
    char text[32];
    if (score.is_mate)
        std::snprintf(text, sizeof text, "%cM%d", score.value > 0 ? '+' : '-',
                      std::abs(score.value));
    else
        std::snprintf(text, sizeof text, "%+.2f", score.value / 100.0);
    return text;
}

void update(SearchInfo& info, std::string_view line) {
    Words words(line);
    if (words.next() != "info") return;
    SearchInfo update;
    for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
        if (word == "string") break;
        if (word == "multipv") {
            if (words.next_number<int>() != 1) return;
        } else if (word == "depth") {
            update.depth = words.next_number<int>();
        } else if (word == "seldepth") {
            update.selective_depth = words.next_number<int>();
        } else if (word == "nodes") {
            update.nodes = words.next_number<std::uint64_t>();
        } else if (word == "nps") {
            update.nodes_per_second = words.next_number<std::uint64_t>();
        } else if (word == "hashfull") {
            update.hash_full = words.next_number<int>();
        } else if (word == "tbhits") {
            update.tablebase_hits = words.next_number<std::uint64_t>();
        } else if (word == "score") {
            const bool is_mate = words.next() == "mate";
            if (const auto value = words.next_number<int>())
                update.score = EngineScore{is_mate, *value};
        } else if (word == "pv") {
            update.pv = words.rest();
            break;
        }
    }
    const auto take = [](auto& old, const auto& now) {
        if (now) old = now;
    };
    take(info.score, update.score);
    take(info.depth, update.depth);
    take(info.selective_depth, update.selective_depth);
    take(info.hash_full, update.hash_full);
    take(info.nodes, update.nodes);
    take(info.nodes_per_second, update.nodes_per_second);
    take(info.tablebase_hits, update.tablebase_hits);
    if (!update.pv.empty()) info.pv = std::move(update.pv);
}

}  // namespace kibitz::uci_client
