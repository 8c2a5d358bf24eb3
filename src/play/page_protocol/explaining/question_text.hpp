// Scored lines as text, and a move with its explanation as JSON: how a page asks why.
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <string_view>

#include "explain/accuracy.hpp"
#include "explain/explain.hpp"
#include "explain/sentences.hpp"

namespace kibitz::page_protocol {

// "31" (centipawns), "#3" (mates in three) or "#-2" (is mated; "#0" is checkmate), as the side
// to move sees it.
std::expected<Score, std::string> parse_score(std::string_view text);

// A score and the moves of its line in UCI notation: "31 e2e4 e7e5". A line ends before the first
// move that cannot be played.
std::expected<explain::ScoredLine, std::string> parse_scored_line(const Position& position,
                                                                  std::string_view text);

// {"move", "depth": 0, "nodes", "centipawns" or "mate", "pv", "best": {"centipawns" or "mate",
// "pv"}, "explanation"}: what the move leads to and what was best, both as the mover sees it.
std::string explained_move_text(const explain::Question& question,
                                const explain::Explanation& explanation,
                                const explain::Reader& reader, std::uint64_t nodes);

// {"moves": [{"before", "after", "loss", "mark"}], "white": {"moves", "accuracy", "averageLoss",
// "inaccuracies", "mistakes", "blunders"}, "black"}: the mover's chances in percent before and
// after each move, what it cost in centipawns, its mark ("inaccuracy", "mistake", "blunder" or "").
// The accuracy of a side without a move is null.
std::string judgements_text(std::span<const explain::Judgement> moves,
                            const std::array<explain::SideSummary, color_count>& sides);

}  // namespace kibitz::page_protocol
