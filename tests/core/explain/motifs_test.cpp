// Every motif as the reason for a claim, in positions made for it.
#include "explain/questions.hpp"

using namespace kibitz;
using namespace kibitz::explain;
using namespace kibitz::explain::test;

namespace {

// The winning move was not played: what is said of that.
struct MissedMotif {
    std::string_view fen, played, winning_line, outline, words;
};

constexpr MissedMotif missed_motifs[] = {
    {"r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1", "e1e2", "d5c7 e8d7 c7a8 d7c6", "misses win: fork",
     "the knight on c7 forks the king on e8 and the rook on a8"},
    {"4k3/8/2n1r3/8/3P4/2N5/8/6K1 w - - 0 1", "g1g2", "d4d5 c6e5 d5e6 e8e7", "misses win: fork",
     "the pawn on d5 forks the rook on e6 and the knight on c6"},
    {"8/4q3/8/4k3/8/8/8/R6K w - - 0 1", "h1h2", "a1e1 e5d6 e1e7 d6e7", "misses win: skewer",
     "the rook on e1 skewers the king on e5 against the queen on e7"},
    {"4k3/8/8/4n3/8/8/8/R5K1 w - - 0 1", "g1g2", "a1e1 e8d7 e1e5 d7d6", "misses win: pin",
     "the rook on e1 pins the knight on e5 to the king on e8"},
    {"4k3/1p6/2n5/1B6/3P4/8/8/4K3 w - - 0 1", "e1e2", "d4d5 e8d7 d5c6 b7c6 b5a4 d7d6",
     "misses win: pin", "the bishop on b5 pins the knight on c6 to the king on e8"},
    {"3qk3/8/8/8/3B4/8/8/3RK3 w - - 0 1", "e1e2", "d4f6 d8d1 e1d1 e8d7",
     "misses win: discovered attack", "the rook on d1 attacks the queen on d8"},
    {"4k3/8/8/2q5/4N3/8/8/4R1K1 w - - 0 1", "g1g2", "e4c5 e8d8 c5b3 d8d7", "misses win: hanging",
     "nothing defends the queen on c5"},
    {"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "g1g2", "a1a8", "misses mate: back rank",
     "Ra8# was mate."},
};

}  // namespace

TEST_CASE("motifs are named with their pieces") {
    for (const MissedMotif& missed : missed_motifs) {
        const bool mates = missed.outline.starts_with("misses mate");
        const Question question =
            make_question(missed.fen, missed.played,
                          {mates ? mate_in(1) : Score{700}, missed.winning_line}, {Score{0}, ""});
        const Explanation explanation = explain_mistake(question);
        const std::string words = in_words(question, explanation);
        INFO(missed.fen << ": " << words);
        const std::string found = outline(explanation);
        CHECK(found.substr(0, missed.outline.size()) == missed.outline);
        CHECK(words.find(missed.words) != std::string::npos);
        for (const Claim& claim : explanation.claims) CHECK(holds(question, claim));
    }
}
