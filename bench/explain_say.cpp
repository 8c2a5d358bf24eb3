// Explains moves with given nodes, and counts how often the main point stays the same:
//
//   bench_explain_say NODES... < moves.txt
//
// A line is "FEN;move", the move in UCI notation or SAN, and anything behind another semicolon. It
// prints the sentences for the first number of nodes; with several numbers, each move whose main
// point (the kind of the first claim and the first move of its proof) is not the same for all, and
// how many are.
#include <cstdlib>
#include <iostream>
#include <set>
#include <string>
#include <vector>

#include "chess/fen.hpp"
#include "chess/san.hpp"
#include "chess/uci_move.hpp"
#include "explain/analyser_search.hpp"
#include "explain/ask.hpp"
#include "explain/explain.hpp"
#include "explain/sentences.hpp"

namespace {

using namespace kibitz;
using namespace kibitz::explain;

std::string main_point(const Question& question, const Explanation& explanation) {
    if (explanation.claims.empty()) return "nothing";
    const Claim& claim = explanation.claims.front();
    std::string point(to_string(claim.kind));
    if (!claim.proof.empty())
        point += " " + to_san(start_of_proof(question, claim), claim.proof[0]);
    return point;
}

}  // namespace

int main(int argc, char** argv) {
    std::vector<std::uint64_t> settings;
    for (int i = 1; i < argc; ++i) settings.push_back(std::stoull(argv[i]));
    if (settings.empty()) {
        std::cerr << "NODES... < moves.txt\n";
        return EXIT_FAILURE;
    }
    int moves = 0, stable = 0;
    for (std::string line; std::getline(std::cin, line);) {
        const auto fen_end = line.find(';');
        const auto position = parse_fen(line.substr(0, fen_end), SetupRules::lenient);
        if (!position || fen_end == std::string::npos) continue;
        const std::string text =
            line.substr(fen_end + 1, line.find(';', fen_end + 1) - fen_end - 1);
        auto move = parse_uci(*position, text);
        if (!move) {
            if (const auto read = parse_san(*position, text)) move = *read;
        }
        if (!move) continue;
        std::set<std::string> points;
        std::string told;
        for (const std::uint64_t nodes : settings) {
            Analyser analyser;
            Question question = ask_about(*position, *move, search_with(analyser, nodes),
                                          search_with(analyser, 2 * nodes));
            question.quick = quick_search();
            const Explanation explanation = explain::explain(question);
            points.insert(main_point(question, explanation));
            if (!told.empty()) continue;
            told = "\n## " + line + "\n  cost " + std::to_string(explanation.cost) + "\n";
            for (const std::string& sentence : sentences(question, explanation, Language::english))
                told += "  > " + sentence + "\n";
        }
        ++moves;
        stable += points.size() == 1 ? 1 : 0;
        if (settings.size() == 1 || points.size() > 1) std::cout << told;
        if (points.size() > 1)
            for (const std::string& point : points) std::cout << "  | " << point << "\n";
        std::cout << std::flush;
    }
    if (settings.size() > 1)
        std::cout << "\n" << stable << " of " << moves << " have the same main point\n";
}
