// Explains moves and has every claim read by the tests' oracle, which believes nothing.
//
//   bench_explain_oracle NODES EVERY < games.pgn     [reads all games; every EVERYth move is asked]
//
// Prints each false claim, and at the end how many moves of each kind (blunders, mistakes, only
// good moves, quiet ones) have a concrete explanation, a general one, or none.
#include <array>
#include <cstdlib>
#include <iostream>
#include <string>

#include "../tests/core/explain/oracle.hpp"
#include "chess/fen.hpp"
#include "chess/game.hpp"
#include "chess/pgn.hpp"
#include "chess/san.hpp"
#include "explain/analyser_search.hpp"
#include "explain/ask.hpp"
#include "explain/explain.hpp"

namespace {

using namespace kibitz;
using namespace kibitz::explain;

constexpr int blunder = 200, mistake = 90;

enum class Kind : std::uint8_t { blunder, mistake, inaccuracy, only_good, other };
constexpr const char* kind_names[] = {"blunder (>= 2 pawns)", "mistake (>= 0.9)", "inaccuracy",
                                      "only good move", "other good move"};
constexpr std::size_t kinds = std::size(kind_names);

struct Count {
    int moves = 0, concrete = 0, shown = 0, general = 0, silent = 0, claims = 0, wrong = 0;
};

class Asker {
   public:
    explicit Asker(std::uint64_t nodes) : nodes_(nodes) {}

    Question ask(const Position& before, Move played) {
        analyser_.clear();
        return ask_about(before, played, search_with(analyser_, nodes_),
                         search_with(analyser_, 2 * nodes_));
    }

   private:
    Analyser analyser_;
    std::uint64_t nodes_;
};

bool has(const Explanation& explanation, ClaimKind kind) {
    return std::ranges::find(explanation.claims, kind, &Claim::kind) != explanation.claims.end();
}

Kind kind_of(const Question& question, const Explanation& explanation) {
    const bool is_best =
        !question.best.moves.empty() && question.best.moves.front() == question.played;
    if (!is_best && explanation.cost >= blunder) return Kind::blunder;
    if (!is_best && explanation.cost >= mistake) return Kind::mistake;
    if (!is_best && explanation.cost >= least_cost) return Kind::inaccuracy;
    const bool is_only =
        has(explanation, ClaimKind::is_only_move) || has(explanation, ClaimKind::beats);
    return is_only ? Kind::only_good : Kind::other;
}

// A proof by force or a threat; a line that shows what is meant; an evaluation term; nothing.
void count_words(const Explanation& explanation, Count& count) {
    bool is_concrete = false, is_shown = false, is_general = false;
    for (const Claim& claim : explanation.claims) {
        switch (claim.kind) {
            case ClaimKind::positional: is_general = true; break;
            case ClaimKind::only_move:
            case ClaimKind::is_only_move: is_shown |= claim.deed.has_value(); break;
            case ClaimKind::answered_by:
            case ClaimKind::better_does:
            case ClaimKind::does: is_shown = true; break;
            default: is_concrete = true;
        }
    }
    ++count.moves;
    count.claims += static_cast<int>(explanation.claims.size());
    if (is_concrete)
        ++count.concrete;
    else if (is_shown)
        ++count.shown;
    else if (is_general)
        ++count.general;
    else
        ++count.silent;
}

}  // namespace

int main(int argc, char** argv) {
    constexpr int wanted_arguments = 3;
    if (argc != wanted_arguments) {
        std::cerr << "NODES EVERY < games.pgn\n";
        return EXIT_FAILURE;
    }
    Asker asker(std::stoull(argv[1]));
    const std::uint64_t every = std::max(1ULL, std::stoull(argv[2]));
    std::array<Count, kinds> counts;
    std::uint64_t number = 0;
    const auto explain_move = [&](const Position& before, Move move) {
        const Question question = asker.ask(before, move);
        const Explanation explanation = explain::explain(question);
        Count& count = counts[static_cast<std::size_t>(kind_of(question, explanation))];
        count_words(explanation, count);
        for (const Claim& claim : explanation.claims) {
            const std::string fault = explain::test::Oracle::fault_of(question, claim);
            if (fault.empty()) continue;
            ++count.wrong;
            std::cout << to_fen(before) << " " << to_san(before, move) << ": "
                      << sentence(question, claim, Language::english) << "\n  " << fault << "\n";
        }
    };
    GameBuilder builder([&](const ReadGame& read) {
        Position position = read.game.start();
        for (const NodeId node : read.game.main_line()) {
            const Move move = read.game.node(node).move;
            if (move.is_none()) return;
            if (++number % every == 0) explain_move(position, move);
            position.play(move);
        }
    });
    PgnReader reader(builder);
    for (std::string line; std::getline(std::cin, line);) reader.feed(line + "\n");
    reader.finish();
    std::cout << "| kind | moves | concrete | a line | general | silent | claims | false |\n"
                 "|---|---|---|---|---|---|---|---|\n";
    for (std::size_t i = 0; i < kinds; ++i)
        std::cout << "| " << kind_names[i] << " | " << counts[i].moves << " | "
                  << counts[i].concrete << " | " << counts[i].shown << " | " << counts[i].general
                  << " | " << counts[i].silent << " | " << counts[i].claims << " | "
                  << counts[i].wrong << " |\n";
}
