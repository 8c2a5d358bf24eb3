// Searches as text: what is asked, and what was found as JSON. The same for a page's own engine and
// for one it reaches over the network.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

#include "chess/outcome.hpp"
#include "engine/limits.hpp"
#include "engine/search.hpp"

namespace kibitz::page_protocol {

struct Question {
    Limits limits;
    int multi_pv = 1;
};

// As UCI's go: depth 12 movetime 500 nodes 100000 mate 3 wtime 60000 btime 60000 winc 0 binc 0
// movestogo 10 infinite; and multipv 3.
std::expected<Question, std::string> parse_question(std::string_view text);

// A principal variation in the last position of the game, as the side to move sees it: {"depth",
// "selectiveDepth", "line", "centipawns" or "mate", "chances", "nodes", "milliseconds",
// "tablePermille", "pv"}.
std::string info_text(const SearchInfo& info, const Line& line);

// {"move", "depth", "nodes", "centipawns" or "mate", "chances", "pv"}. The position has a legal
// move, which is the answer of a search that was stopped before it had a better one.
std::string answer_text(const SearchResult& result, const Line& line, std::uint64_t nodes);

}  // namespace kibitz::page_protocol
