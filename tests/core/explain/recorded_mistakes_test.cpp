// What is said about mistakes that people made, with Stockfish's lines as evidence.
#include "explain/recorded_mistakes.hpp"

using namespace kibitz;
using namespace kibitz::explain;
using namespace kibitz::explain::test;

TEST_CASE("mistakes of people are explained by their point") {
    for (const RecordedMistake& mistake : recorded_mistakes) {
        const Question question =
            make_question(mistake.fen, mistake.move, mistake.best, mistake.answer);
        const Explanation explanation = explain_mistake(question);
        INFO(mistake.fen << " " << mistake.move << ": " << in_words(question, explanation));
        CHECK(outline(explanation) == mistake.outline);
        for (const Claim& claim : explanation.claims) CHECK(holds(question, claim));
    }
}
