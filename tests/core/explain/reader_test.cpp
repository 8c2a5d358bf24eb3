// The same claims in words for different readers.
#include "chess/see.hpp"
#include "explain/questions.hpp"

using namespace kibitz;
using namespace kibitz::explain;
using namespace kibitz::explain::test;

namespace {

constexpr int beginner = 900, club = 1500, strong = 1900;

bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

std::string told(const Question& question, const Reader& reader) {
    return in_words(question, explain::explain(question), reader);
}

Question bishop_attacked_twice() {
    return make_question("4k3/p7/5n2/3b4/8/2N5/5PPP/3R2K1 b - - 0 1", "a7a6",
                         {Score{40}, "d5c6 f2f3 e8e7"}, {Score{320}, "c3d5 f6d5 d1d5 e8e7 g1f1"});
}

Question forked_rook() {
    return make_question("r3k3/8/8/1p1N4/8/P7/8/4K2R w - - 0 1", "h1h5",
                         {Score{600}, "d5c7 e8d7 c7a8 d7c6 a8b6 c6b6"},
                         {Score{-300}, "a8a3 e1d2 a3a2 d2c3"});
}

}  // namespace

TEST_CASE("a beginner reads how often a piece is attacked and defended") {
    const Question question = bishop_attacked_twice();
    CHECK(has(
        told(question, {Language::english, beginner}),
        "Nxd5, which wins the bishop on d5: the bishop on d5 is attacked twice and defended once"));
    CHECK(has(told(question, {Language::german, beginner}),
              ": Der Läufer auf d5 ist zweimal angegriffen und einmal gedeckt"));
    CHECK(has(
        told(question, {Language::spanish, beginner}),
        "Cxd5, que gana el alfil de d5: el alfil de d5 tiene dos atacantes y un solo defensor"));
    CHECK_FALSE(has(told(question, {Language::english, club}), "attacked twice"));
}

TEST_CASE("a beginner reads what a fork is, and others its name") {
    const Question question = forked_rook();
    CHECK(has(told(question, {Language::english, beginner}),
              "the knight on c7 attacks the king on e8 and the rook on a8 at the same time"));
    CHECK(has(told(question, {Language::english, strong}),
              "the knight on c7 forks the king on e8 and the rook on a8"));
    CHECK(told(question, Language::english) == told(question, {Language::english, club}));
}

TEST_CASE("a strong player reads the plan") {
    const Question question =
        make_question("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "g1f3",
                      {Score{20}, "g1f3 d7d5 d2d4 g8f6"}, {Score{-20}, "d7d5 d2d4 g8f6"});
    CHECK(told(question, {Language::english, strong}) ==
          "It develops the knight, to be followed by d4.");
    CHECK(told(question, {Language::english, beginner}) == "It develops the knight.");
}

TEST_CASE("a strong player reads no exchange as the plan") {
    const Question question =
        make_question("rnbqkbnr/pp2pppp/3p4/2p5/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 3", "g1f3",
                      {Score{20}, "g1f3 b8c6 d4c5 d6c5"}, {Score{-20}, "b8c6 d4c5 d6c5"});
    CHECK(told(question, {Language::english, strong}).find("to be followed by") ==
          std::string::npos);
}

TEST_CASE("two pieces of a kind are named as two") {
    const Question question = bishop_attacked_twice();
    Explanation explanation = explain::explain(question);
    REQUIRE_FALSE(explanation.claims.empty());
    Claim& claim = explanation.claims.front();
    claim.winnings.taken.front().piece = Piece::black_queen;
    claim.winnings.given = {PieceType::knight, PieceType::knight};
    claim.winnings.centipawns =
        exchange_value(PieceType::queen) - 2 * exchange_value(PieceType::knight);
    claim.motif.reset();
    CHECK(has(in_words(question, explanation, Language::english), " for two knights"));
    CHECK(has(in_words(question, explanation, Language::german), " für zwei Springer"));
    CHECK(has(in_words(question, explanation, Language::spanish), " por dos caballos"));
    claim.winnings.given = {PieceType::knight, PieceType::bishop};
    CHECK(has(in_words(question, explanation, Language::english), " for a knight and a bishop"));
}

TEST_CASE("the claims are the same for every reader") {
    for (const Question& question : {bishop_attacked_twice(), forked_rook()}) {
        const std::string all = told(question, Language::english);
        const std::string first = all.substr(0, all.find(' '));
        for (const int rating : {beginner, club, strong})
            CHECK(told(question, {Language::english, rating}).starts_with(first));
    }
}

TEST_CASE("a reader is a language and perhaps a rating") {
    CHECK(parse_reader("de")->language == Language::german);
    CHECK(parse_reader("de")->rating == 0);
    CHECK(parse_reader("es 1500")->rating == club);
    for (const char* const text :
         {"", "fr", "fr 1500", "de x", "de -1", "de 99999", "de 15 ", "de "})
        CHECK_FALSE(parse_reader(text).has_value());
}
