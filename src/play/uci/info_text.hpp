// Lines that report a search: `info` and `bestmove`.
#pragma once

#include <string>

#include "engine/search.hpp"
#include "platform/engine.hpp"

namespace kibitz::uci {

struct InfoStyle {
    bool chess960 = false;
    bool show_wdl = false;
};

// "info depth 12 seldepth 18 multipv 1 score cp 31 nodes ... pv e2e4 ..."; `root` is the position
// searched, by which scores are shown as people are used to (100 = an even chance to win).
std::string info_text(const SearchInfo& info, const Position& root, const InfoStyle& style);
// "cp 31" or "mate -3", in displayed centipawns.
std::string score_text(Score score, const Position& root);
// A position without a legal move gets this: "info depth 0 score mate 0", or cp 0 for stalemate.
std::string no_move_text(const Position& root);
// "bestmove e2e4 ponder e7e5"; "bestmove (none)" without a legal move.
std::string best_move_text(const BestMove& best, bool chess960);

}  // namespace kibitz::uci
