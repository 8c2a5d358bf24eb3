#include "uci/info_text.hpp"

#include "chess/uci_move.hpp"
#include "engine/score_model.hpp"
#include "platform/clock.hpp"

namespace kibitz::uci {

namespace {

// Tablebase wins are shown as such a large number of centipawns, less the plies to the tables.
constexpr int tablebase_centipawns = 20'000;

void append(std::string& text, const char* name, std::uint64_t value) {
    text += name;
    text += std::to_string(value);
}

}  // namespace

std::string score_text(Score score, const Position& root) {
    if (is_mate(score)) return "mate " + std::to_string(mate_moves(score));
    if (is_win(score))
        return "cp " + std::to_string(tablebase_centipawns - (score_tablebase_win - score));
    if (is_loss(score))
        return "cp " + std::to_string(-tablebase_centipawns + (score - -score_tablebase_win));
    return "cp " + std::to_string(displayed_centipawns(score, root));
}

std::string info_text(const SearchInfo& info, const Position& root, const InfoStyle& style) {
    std::string text = "info depth " + std::to_string(info.depth) + " seldepth " +
                       std::to_string(info.selective_depth) + " multipv " +
                       std::to_string(info.line) + " score " + score_text(info.score, root);
    if (info.bound == Bound::lower) text += " lowerbound";
    if (info.bound == Bound::upper) text += " upperbound";
    if (style.show_wdl) {
        const WinDrawLoss wdl = win_draw_loss(info.score, root);
        text += " wdl " + std::to_string(wdl.win) + " " + std::to_string(wdl.draw) + " " +
                std::to_string(wdl.loss);
    }
    append(text, " nodes ", info.nodes);
    append(text, " nps ", per_second(info.nodes, info.time_ms));
    append(text, " hashfull ", static_cast<std::uint64_t>(info.table_permille));
    append(text, " tbhits ", info.tablebase_hits);
    text += " time " + std::to_string(info.time_ms) + " pv";
    for (const Move move : info.pv) {
        text += ' ';
        text += to_uci(move, style.chess960);
    }
    return text;
}

std::string no_move_text(const Position& root) {
    return std::string("info depth 0 score ") + (root.in_check() ? "mate 0" : "cp 0");
}

std::string best_move_text(const BestMove& best, bool chess960) {
    if (best.move.is_none()) return "bestmove (none)";
    std::string text = "bestmove " + to_uci(best.move, chess960);
    if (!best.ponder.is_none()) text += " ponder " + to_uci(best.ponder, chess960);
    return text;
}

}  // namespace kibitz::uci
