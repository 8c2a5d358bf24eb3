#include "engine/eval/trace_text.hpp"

#include <cstdlib>

#include "engine/eval/blend.hpp"

namespace kibitz {

namespace {

constexpr std::size_t name_width = 14;
constexpr std::size_t number_width = 7;

std::string padded_left(std::string text, std::size_t width) {
    if (text.size() < width) text.insert(0, width - text.size(), ' ');
    return text;
}

// 123 -> "+1.23"
std::string pawns(int centipawns) {
    const int size = std::abs(centipawns);
    const std::string cents = std::to_string(size % 100);
    return (centipawns < 0 ? "-" : "+") + std::to_string(size / 100) +
           (cents.size() < 2 ? ".0" : ".") + cents;
}

std::string both(PackedScore score) {
    return padded_left(pawns(score.middlegame()), number_width) +
           padded_left(pawns(score.endgame()), number_width);
}

std::string line(std::string_view name, const std::string& white, const std::string& black,
                 const std::string& difference) {
    std::string text(name);
    text.resize(name_width, ' ');
    return text + "|" + white + " |" + black + " |" + difference + "\n";
}

std::string rule() {
    const std::string column(2 * number_width + 1, '-');
    return std::string(name_width, '-') + "+" + column + "+" + column + "+" + column + "\n";
}

}  // namespace

std::string to_text(const EvalTrace& trace) {
    const std::string heads = padded_left("mg", number_width) + padded_left("eg", number_width);
    const auto centered = [](const char* title) { return padded_left(title, 2 * number_width); };
    std::string text = line("", centered("White"), centered("Black"), centered("White - Black")) +
                       line("", heads, heads, heads) + rule();
    for (int group = 0; group < term_group_count; ++group) {
        const auto& [white, black] = trace.shares[static_cast<std::size_t>(group)];
        text += line(term_group_names[static_cast<std::size_t>(group)], both(white), both(black),
                     both(white - black));
    }
    const std::string nothing(2 * number_width, ' ');
    text += rule() + line("sum", nothing, nothing, both(trace.total));
    text += "\nmiddlegame " + std::to_string(trace.phase) + "/" + std::to_string(full_phase);
    if (trace.scale != full_scale)
        text +=
            ", endgame scaled by " + std::to_string(trace.scale) + "/" + std::to_string(full_scale);
    if (trace.driven_king_bonus != 0) text += ", driven king " + pawns(trace.driven_king_bonus);
    return text + "\nevaluation " + pawns(trace.white_score) + " for White\n";
}

}  // namespace kibitz
