// What the steady search has shown stays while the question's own searches do not contradict it.
#include <algorithm>

#include "explain/questions.hpp"

using namespace kibitz;
using namespace kibitz::explain;
using namespace kibitz::explain::test;

namespace {

// Black leaves a knight to the rook.
constexpr const char* fen = "4k3/8/8/3n4/8/8/3R2PP/4K3 b - - 0 1";
constexpr const char* played = "e8e7";

constexpr auto level = Score(0);
constexpr auto knight_down = Score(330);

// A steady search that prefers one move and sees the knight fall.
Search steady_that_prefers(const char* best) {
    const Position before = parse_fen(fen, SetupRules::lenient).value();
    return [before, best](const Position& position, std::span<const Move> excluded) {
        if (!excluded.empty()) return ScoredLine{};
        if (position == before)
            return ScoredLine{.moves = parse_moves(before, best), .score = level};
        const Position after = before.after(parse_moves(before, played).front());
        if (position == after)
            return ScoredLine{.moves = parse_moves(after, "d2d5 e7e6"), .score = knight_down};
        return ScoredLine{};
    };
}

// Searches that make so much of the knight, and prefer to go to b4.
Question asked(const char* steady_best, Score lost) {
    Question question = make_question(fen, played, {level, "d5b4 e1f2"}, {lost, "d2d5 e7e6"});
    question.steady = steady_that_prefers(steady_best);
    // Any other move is worse by so much that a judge would not choose it.
    question.search = [](const Position&, std::span<const Move>) {
        return ScoredLine{.moves = {}, .score = Score(100)};
    };
    return question;
}

bool has(const Explanation& explanation, ClaimKind kind) {
    return std::ranges::find(explanation.claims, kind, &Claim::kind) != explanation.claims.end();
}

constexpr auto nearly_borne_out = Score(160), hardly_borne_out = Score(120);

}  // namespace

TEST_CASE("what was shown to be won stays where the longer scores nearly bear it out") {
    const Explanation kept = explain::explain(asked("d5b4 e1f2", nearly_borne_out));
    CHECK(has(kept, ClaimKind::ignores_threat));
    CHECK_FALSE(has(kept, ClaimKind::answered_by));
    const Explanation dropped = explain::explain(asked("d5b4 e1f2", hardly_borne_out));
    CHECK_FALSE(has(dropped, ClaimKind::ignores_threat));
}

TEST_CASE("what the answer wins stays where only the better move is in doubt") {
    const Explanation kept = explain::explain(asked("d5f6 e1f2", nearly_borne_out));
    CHECK(kept.claims.front().kind == ClaimKind::ignores_threat);
    CHECK_FALSE(has(kept, ClaimKind::answered_by));
    // The better move is that of the question's searches.
    const auto better = std::ranges::find(kept.claims, ClaimKind::better_does, &Claim::kind);
    if (better != kept.claims.end())
        CHECK(better->proof.front() == asked("d5f6 e1f2", nearly_borne_out).best.moves.front());
}

namespace {

// Black leaves White's rook the seventh rank, where it attacks a pawn and wins nothing yet.
constexpr const char* quiet_fen = "1n2k3/7p/8/8/8/8/R5PP/4K3 b - - 0 1";
constexpr const char* quiet_played = "b8c6";
constexpr const char* steady_answer = "a2a7 h7h5 a7g7 e8f8";
constexpr auto worse = Score(120);

// The steady search prefers one move and answers with the rook, and the question's own searches
// prefer another better move and another answer, which is hardly better.
Question asked_quietly() {
    Question question = make_question(quiet_fen, quiet_played, {level, "b8d7 e1f2 e8e7 f2f3"},
                                      {worse, "g2g4 e8e7 h2h4 h7h6"});
    const Position before = question.before;
    const Position after = before.after(question.played);
    question.steady = [before, after](const Position& position, std::span<const Move> excluded) {
        if (!excluded.empty()) return ScoredLine{};
        if (position == before)
            return ScoredLine{.moves = parse_moves(before, "h7h5 a2a7"), .score = level};
        if (position == after)
            return ScoredLine{.moves = parse_moves(after, steady_answer), .score = worse};
        return ScoredLine{};
    };
    const Position answered = after.after(parse_moves(after, steady_answer).front());
    question.search = [answered](const Position& position, std::span<const Move>) {
        return ScoredLine{.moves = {}, .score = position == answered ? -worse : worse};
    };
    return question;
}

}  // namespace

TEST_CASE("what the answer does stays, and first, where only the better move is in doubt") {
    const Question question = asked_quietly();
    const Explanation kept = explain::explain(question);
    REQUIRE_FALSE(kept.claims.empty());
    CHECK(kept.claims.front().kind == ClaimKind::answered_by);
    const Position after = question.before.after(question.played);
    CHECK(kept.claims.front().proof.front() == parse_moves(after, steady_answer).front());
    // It takes the place of what the question's own searches say of the answer.
    CHECK(std::ranges::count(kept.claims, ClaimKind::answered_by, &Claim::kind) == 1);
    CHECK(kept.better == question.best.moves.front());
}

namespace {

// What a search says of the king's move: that it is no worse than the best, or by how much it is.
Question judged(Score steady_lost, Score lost) {
    Question question = make_question(fen, played, {level, "d5b4 e1f2"}, {lost, "d2d5 e7e6"});
    question.steady = [steady_lost](const Position& position, std::span<const Move>) {
        const Position before = parse_fen(fen, SetupRules::lenient).value();
        if (position == before)
            return ScoredLine{.moves = parse_moves(before, "d5b4 e1f2"), .score = level};
        const Position after = before.after(parse_moves(before, played).front());
        if (position == after)
            return ScoredLine{.moves = parse_moves(after, "d2d5 e7e6"), .score = steady_lost};
        return ScoredLine{};
    };
    return question;
}

bool is_about_mistake(const Explanation& explanation) {
    return !explanation.claims.empty() && explanation.claims.front().kind < ClaimKind::mates;
}

}  // namespace

TEST_CASE("a verdict near the limit does not change with the nodes") {
    CHECK(is_about_mistake(explain::explain(judged(Score(70), Score(35)))));
    CHECK_FALSE(is_about_mistake(explain::explain(judged(Score(100), Score(20)))));
    CHECK_FALSE(is_about_mistake(explain::explain(judged(Score(20), Score(40)))));
}

TEST_CASE("what one search alone takes for a small error is none") {
    // As searches saw quiet moves of people that cost nothing (docs/experiments.md).
    CHECK_FALSE(is_about_mistake(explain::explain(judged(Score(61), Score(6)))));
    CHECK_FALSE(is_about_mistake(explain::explain(judged(Score(0), Score(63)))));
    CHECK_FALSE(is_about_mistake(explain::explain(judged(Score(43), Score(0)))));
    CHECK_FALSE(is_about_mistake(explain::explain(judged(Score(37), Score(39)))));
    CHECK(is_about_mistake(explain::explain(judged(Score(50), Score(45)))));
    CHECK(is_about_mistake(explain::explain(judged(Score(35), Score(60)))));
}

TEST_CASE("of a small error that is none, no better move is named") {
    const Question question = judged(Score(61), Score(6));
    const Explanation explanation = explain::explain(question);
    CHECK(explanation.better.is_none());
    for (const std::string& sentence : sentences(question, explanation, Language::english))
        CHECK(sentence.find("better") == std::string::npos);
}

TEST_CASE("what a review marks is explained as a mistake") {
    Question question = judged(Score(20), Score(65));
    CHECK_FALSE(is_about_mistake(explain::explain(question)));
    question.is_reviewed = true;
    CHECK(is_about_mistake(explain::explain(question)));
}

TEST_CASE("an umpire decides where longer searches contradict the steady one") {
    Question question = asked("d5b4 e1f2", hardly_borne_out);
    question.umpire = steady_that_prefers("d5b4 e1f2");
    CHECK(has(explain::explain(question), ClaimKind::ignores_threat));
    // It sees the rook take, too, and makes little of it.
    question.umpire = [](const Position& position, std::span<const Move> excluded) {
        ScoredLine line = steady_that_prefers("d5b4 e1f2")(position, excluded);
        if (line.score == knight_down) line.score = hardly_borne_out;
        return line;
    };
    CHECK_FALSE(has(explain::explain(question), ClaimKind::ignores_threat));
    CHECK(explain::explain(question).cost == raw(hardly_borne_out));
}

TEST_CASE("no umpire calls a move good that a review marks") {
    Question question = judged(Score(20), Score(70));
    question.is_reviewed = true;
    question.umpire = question.steady;
    CHECK(is_about_mistake(explain::explain(question)));
    question.umpire = judged(Score(100), Score(100)).steady;
    CHECK(is_about_mistake(explain::explain(question)));
    // Of another move it is believed.
    Question doubted = judged(Score(100), Score(20));
    doubted.umpire = doubted.steady;
    CHECK(is_about_mistake(explain::explain(doubted)));
    doubted.umpire = judged(Score(20), Score(20)).steady;
    CHECK_FALSE(is_about_mistake(explain::explain(doubted)));
}

namespace {

// Black leaves the knight to the rook, and would have lost a pawn in any case.
constexpr const char* pawn_fen = "4k3/p7/8/3n4/8/8/R2R2PP/4K3 b - - 0 1";
constexpr const char* pawn_lost = "d5b4 a2a7 b4c6 a7a2 e8e7 e1f2";

Question asked_with_pawn(Score lost) {
    return make_question(pawn_fen, "e8e7", {Score(-100), pawn_lost}, {lost, "d2d5 e7e6 d5d1 e6e5"});
}

}  // namespace

TEST_CASE("scores that say nearly what the steady search says bear out what it shows") {
    constexpr auto steady_lost = Score(240), nearly_the_same = Score(220), hardly = Score(180);
    const auto explained = [&](Score lost) {
        Question question = asked_with_pawn(lost);
        const Question steady = asked_with_pawn(steady_lost);
        question.steady = [steady](const Position& position, std::span<const Move> excluded) {
            if (!excluded.empty()) return ScoredLine{};
            if (position == steady.before) return steady.best;
            return position == steady.before.after(steady.played) ? steady.answer : ScoredLine{};
        };
        return explain::explain(question);
    };
    CHECK(has(explained(nearly_the_same), ClaimKind::ignores_threat));
    CHECK_FALSE(has(explained(hardly), ClaimKind::ignores_threat));
}

TEST_CASE("searches that are shorter than the steady one contradict nothing") {
    Question question = asked("d5b4 e1f2", hardly_borne_out);
    question.is_brief = true;
    CHECK(has(explain::explain(question), ClaimKind::ignores_threat));
}
