// Every claim about a few hundred moves is read by someone who believes nothing.
#include "explain/oracle.hpp"

#include "chess/random.hpp"
#include "explain/asking.hpp"

using namespace kibitz;
using namespace kibitz::explain;
using namespace kibitz::explain::test;

namespace {

constexpr std::uint64_t few_nodes = 400;

// A move as weak players choose it: the engine's, or any, captures more often than others.
Move some_move(const Position& position, SplitMix& random, Asker& asker) {
    const auto below = [&](int bound) {
        return static_cast<int>(random.next() % static_cast<std::uint64_t>(bound));
    };
    constexpr int choices = 3;
    if (below(choices) == 0) {
        const ScoredLine best = asker.search_with(few_nodes)(position, {});
        if (!best.moves.empty()) return best.moves.front();
    }
    const MoveList captures = legal_captures(position), all = legal_moves(position);
    const MoveList& among = !captures.empty() && below(choices) == 0 ? captures : all;
    return among[below(among.size())];
}

}  // namespace

TEST_CASE("no claim about moves of all kinds is false") {
    constexpr int games = 6, longest = 40;
    SplitMix random(77);
    Asker asker(few_nodes);
    int claims = 0;
    for (int game = 0; game < games; ++game) {
        Position position = Position::initial();
        for (int ply = 0; ply < longest && has_legal_move(position); ++ply) {
            const Move move = some_move(position, random, asker);
            const Question question = asker.ask(position, move);
            for (const Claim& claim : explain::explain(question).claims) {
                ++claims;
                INFO(to_fen(position) << " " << to_uci(move) << ": "
                                      << sentence(question, claim, Language::english));
                CHECK(Oracle::fault_of(question, claim) == "");
            }
            position.play(some_move(position, random, asker));
        }
    }
    CHECK(claims > games * longest);
}
