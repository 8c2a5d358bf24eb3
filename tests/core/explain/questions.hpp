// Questions to the explainer with engine lines that were recorded, as text.
#pragma once

#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include "chess/fen.hpp"
#include "chess/uci_move.hpp"
#include "explain/explain.hpp"
#include "explain/sentences.hpp"

namespace kibitz::explain::test {

inline Moves parse_moves(Position position, std::string_view text) {
    Moves line;
    while (!text.empty()) {
        const std::string_view word = text.substr(0, text.find(' '));
        text.remove_prefix(std::min(text.size(), word.size() + 1));
        const auto move = parse_uci(position, word);
        REQUIRE(move.has_value());
        line.push_back(*move);
        position.play(*move);
    }
    return line;
}

struct RecordedLine {
    Score score;
    std::string_view moves;
};

// The best line before the move and the answer to it, each scored for the side that begins it.
inline Question make_question(std::string_view fen, std::string_view played, RecordedLine best,
                              RecordedLine answer) {
    const auto before = parse_fen(fen, SetupRules::lenient);
    REQUIRE(before.has_value());
    const Moves move = parse_moves(*before, played);
    Question question{.before = *before, .played = move.front()};
    question.best = {.moves = parse_moves(*before, best.moves), .score = best.score};
    question.answer = {.moves = parse_moves(before->after(move.front()), answer.moves),
                       .score = answer.score};
    return question;
}

// "misses win: fork, loses material"
inline std::string outline(const Explanation& explanation) {
    std::string text;
    for (const Claim& claim : explanation.claims) {
        if (!text.empty()) text += ", ";
        text += to_string(claim.kind);
        if (claim.motif) text += std::string(": ") + kibitz::to_string(claim.motif->kind);
    }
    return text;
}

inline std::string in_words(const Question& question, const Explanation& explanation,
                            const Reader& reader = Language::english) {
    std::string text;
    for (const std::string& sentence : sentences(question, explanation, reader))
        text += (text.empty() ? "" : " ") + sentence;
    return text;
}

}  // namespace kibitz::explain::test
