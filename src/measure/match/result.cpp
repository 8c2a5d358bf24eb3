#include "match/result.hpp"

namespace kibitz::match {

const char* to_string(Ending ending) {
    switch (ending) {
        case Ending::checkmate: return "checkmate";
        case Ending::stalemate: return "stalemate";
        case Ending::dead_position: return "dead position";
        case Ending::repetition: return "repetition";
        case Ending::fifty_moves: return "fifty moves";
        case Ending::draw_agreed: return "draw adjudication";
        case Ending::resigned: return "resignation";
        case Ending::tablebase: return "tablebase";
        case Ending::move_limit: return "move limit";
        case Ending::time: return "time loss";
        case Ending::illegal_move: return "illegal move";
        case Ending::illegal_pv: return "illegal PV";
        case Ending::disobeyed: return "disobeyed limit";
        case Ending::crash: return "crash";
        case Ending::stall: return "stall";
        case Ending::failed_start: return "failed to start";
        case Ending::garbage: return "garbage";
        case Ending::abandoned: return "abandoned";
    }
    return "unknown";
}

bool is_fault(Ending ending) { return ending >= Ending::time && ending <= Ending::garbage; }

bool is_breakdown(Ending ending) {
    return ending == Ending::crash || ending == Ending::stall || ending == Ending::failed_start ||
           ending == Ending::garbage;
}

const char* result_text(const GameEnd& end) {
    if (end.ending == Ending::abandoned) return "*";
    if (!end.winner) return "1/2-1/2";
    return *end.winner == Color::white ? "1-0" : "0-1";
}

const char* pgn_termination(const GameEnd& end) {
    switch (end.ending) {
        case Ending::draw_agreed:
        case Ending::resigned: return end.detail.empty() ? "adjudication" : "normal";
        case Ending::tablebase:
        case Ending::move_limit: return "adjudication";
        case Ending::time: return "time forfeit";
        case Ending::illegal_move:
        case Ending::illegal_pv:
        case Ending::disobeyed:
        case Ending::garbage: return "rules infraction";
        case Ending::crash:
        case Ending::stall:
        case Ending::failed_start: return "abandoned";
        case Ending::abandoned: return "unterminated";
        default: return "normal";
    }
}

std::string to_string(const GameEnd& end) {
    if (end.ending == Ending::abandoned) return "Abandoned";
    if (end.ending == Ending::draw_agreed && !end.detail.empty()) return "Draw by agreement";
    if (!end.winner && end.ending == Ending::time)
        return "Draw by time loss against a side that cannot win (" + end.detail + ")";
    if (!end.winner) return std::string("Draw by ") + to_string(end.ending);
    const bool white = *end.winner == Color::white;
    std::string text = white ? "White wins" : "Black wins";
    if (!is_fault(end.ending)) return text + " by " + to_string(end.ending);
    text += white ? ": Black" : ": White";
    text += end.ending == Ending::failed_start ? " " : "'s ";
    text += to_string(end.ending);
    if (!end.detail.empty()) text += " (" + end.detail + ")";
    return text;
}

}  // namespace kibitz::match
