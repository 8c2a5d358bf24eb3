#include <cmath>
#include <cstdio>

#include "train/tune_eval.hpp"

namespace kibitz::train {

namespace {

constexpr int weights_per_line = 8;

std::string whole(double value, int width) {
    char text[24];
    std::snprintf(text, sizeof text, "%*ld", width, std::lround(value));
    return text;
}

template <class Info>
std::string title(const Info& info) {
    std::string text = "    // " + std::string(info.name);
    if (!info.indexed.empty()) text += " [" + std::string(info.indexed) + "]";
    return text + "\n";
}

// `write(i)` gives the text of the i-th weight.
template <class Write>
void append_lines(std::string& out, int first, int size, const Write& write) {
    for (int i = 0; i < size; ++i) {
        const bool begins_line = i % weights_per_line == 0;
        const bool ends_line = i % weights_per_line == weights_per_line - 1 || i == size - 1;
        out += begins_line ? "    " : " ";
        out += write(static_cast<std::size_t>(first + i));
        if (ends_line) out += "\n";
    }
}

}  // namespace

std::string weights_header(const EvalParameters& parameters, const std::string& origin) {
    const auto middlegame = parameters.middlegame(), endgame = parameters.endgame();
    const auto danger = parameters.danger();
    std::string out =
        "// The weights of the hand-crafted evaluation: middlegame and endgame, in internal\n"
        "// centipawns, in the order of terms.hpp. Generated, do not edit:\n" +
        origin +
        "#pragma once\n\n"
        "#include <array>\n\n"
        "#include \"engine/eval/packed_score.hpp\"\n"
        "#include \"engine/eval/terms.hpp\"\n\n"
        "namespace kibitz {\n\n"
        "// clang-format off\n"
        "inline constexpr std::array<PackedScore, weight_count> weights = {{\n";
    for (int term = 0; term < term_count; ++term) {
        const TermInfo& info = terms[static_cast<std::size_t>(term)];
        out += title(info);
        append_lines(out, first_weights[static_cast<std::size_t>(term)], info.size,
                     [&](std::size_t i) {
                         return "{" + whole(middlegame[i], 3) + ", " + whole(endgame[i], 3) + "},";
                     });
    }
    out += "}};\n\ninline constexpr std::array<int, danger_weight_count> danger_weights = {{\n";
    for (int term = 0; term < danger_term_count; ++term) {
        const DangerTermInfo& info = danger_terms[static_cast<std::size_t>(term)];
        out += title(info);
        append_lines(out, first_danger_weights[static_cast<std::size_t>(term)], info.size,
                     [&](std::size_t i) { return whole(danger[i], 0) + ","; });
    }
    return out + "}};\n// clang-format on\n\n}  // namespace kibitz\n";
}

}  // namespace kibitz::train
