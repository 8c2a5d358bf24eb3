// The question about a move: which line is the best, whoever is to move, and what is kept of lines.
#include "explain/ask.hpp"

#include <algorithm>
#include <map>
#include <string>

#include "explain/questions.hpp"

using namespace kibitz;
using namespace kibitz::explain;
using namespace kibitz::explain::test;

namespace {

Position at(std::string_view fen) { return parse_fen(fen, SetupRules::lenient).value(); }

// A search that says the same whenever it is asked about a position, and nothing about others.
class Script {
   public:
    Script& says(const Position& position, Score score, std::string_view moves) {
        lines_[to_fen(position)] = {.moves = parse_moves(position, moves), .score = score};
        return *this;
    }
    [[nodiscard]] Search search() {
        return [this](const Position& position, std::span<const Move> excluded) {
            CHECK(excluded.empty());
            ++asked;
            const auto found = lines_.find(to_fen(position));
            return found == lines_.end() ? ScoredLine{} : found->second;
        };
    }
    int asked = 0;

   private:
    std::map<std::string, ScoredLine> lines_;
};

Question question_with(Script& script, const Position& before, std::string_view played) {
    return ask_about(before, parse_moves(before, played).front(), script.search(), {});
}

}  // namespace

TEST_CASE("the best line stays unless the look at the move finds more") {
    for (const bool is_white : {true, false}) {
        CAPTURE(is_white);
        const Position before =
            is_white ? Position::initial()
                     : Position::initial().after(parse_moves(Position::initial(), "d2d4").front());
        const char* const best = is_white ? "e2e4 e7e5" : "d7d5 c2c4";
        const char* const played = is_white ? "g1f3" : "g8f6";
        const char* const answer = is_white ? "d7d5 d2d4" : "g1f3 e7e6";
        const Position after = before.after(parse_moves(before, played).front());
        const auto ask = [&](int best_score, int answer_score) {
            Script script;
            script.says(before, Score{best_score}, best).says(after, Score{answer_score}, answer);
            Question question = question_with(script, before, played);
            CHECK(script.asked == 2);
            CHECK(question.answer.score == Score{answer_score});
            CHECK(question.answer.moves == parse_moves(after, answer));
            return question;
        };
        // The move is worth what the answer is not worth.
        for (const auto& [best_score, answer_score] :
             {std::pair{30, 10}, std::pair{30, -30}, std::pair{30, -29}, std::pair{-40, 50}}) {
            const Question question = ask(best_score, answer_score);
            CHECK(question.best.score == Score{best_score});
            CHECK(question.best.moves == parse_moves(before, best));
        }
        for (const auto& [best_score, answer_score] :
             {std::pair{30, -31}, std::pair{-40, 39}, std::pair{0, -500}}) {
            const Question question = ask(best_score, answer_score);
            CHECK(question.best.score == Score{-answer_score});
            CHECK(question.best.moves == parse_moves(before, std::string(played) + " " + answer));
        }
    }
}

TEST_CASE("what is not known is not compared") {
    const Position start = Position::initial();
    const Position after = start.after(parse_moves(start, "g1f3").front());
    Script best_only, answer_only;
    best_only.says(start, Score{-20}, "e2e4");
    answer_only.says(after, Score{-20}, "d7d5");
    const Question without_answer = question_with(best_only, start, "g1f3");
    CHECK(without_answer.best.score == Score{-20});
    CHECK(!without_answer.answer.is_known());
    CHECK(without_answer.best.moves == parse_moves(start, "e2e4"));
    const Question without_best = question_with(answer_only, start, "g1f3");
    CHECK(!without_best.best.is_known());
    CHECK(without_best.answer.score == Score{-20});
}

TEST_CASE("a game that the move ends is not searched, but won, drawn, or lost for the other side") {
    Script script;
    const Position back_rank = at("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1");
    const Question mates = question_with(script, back_rank, "a1a8");
    CHECK(script.asked == 1);
    CHECK(mates.answer.score == mated_in(0));
    CHECK(mates.answer.moves.empty());
    CHECK(mates.best.score == score_none);
    const Question stalemates = question_with(script, at("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1"), "f1f7");
    CHECK(stalemates.answer.score == score_draw);
    CHECK(script.asked == 2);
    // What was thought to be lost before is a draw then.
    const Position losing = at("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1");
    script.says(losing, Score{-50}, "f1e1");
    CHECK(question_with(script, losing, "f1f7").best.moves == parse_moves(losing, "f1f7"));
}

TEST_CASE("moves without some are all others, in any number") {
    const Position start = Position::initial();
    CHECK(moves_without(start, {}).size() == 20);
    const Moves two = parse_moves(start, "e2e4 e7e5");
    CHECK(moves_without(start, std::span(two).first(1)).size() == 19);
    CHECK(moves_without(start, two).size() == 19);  // the other one is not possible here
    const Moves left = moves_without(start, std::span(two).first(1));
    CHECK(std::ranges::find(left, two.front()) == left.end());
    const Position one_move = at("k7/8/8/8/8/8/1r6/K7 w - - 0 1");
    const Moves only = moves_without(one_move, {});
    CHECK(only.size() == 1);
    CHECK(moves_without(one_move, only).empty());
}

TEST_CASE("a line that was seen to go on keeps what follows, and another one takes its place") {
    const Position start = Position::initial();
    const Moves longer = parse_moves(start, "e2e4 e7e5 g1f3");
    const auto kept = [&](std::string_view reported) {
        Moves line = longer;
        keep_longer(line, parse_moves(start, reported));
        return line;
    };
    CHECK(kept("") == longer);
    CHECK(kept("e2e4") == longer);
    CHECK(kept("e2e4 e7e5 g1f3") == longer);
    CHECK(kept("e2e4 e7e5 g1f3 b8c6") == parse_moves(start, "e2e4 e7e5 g1f3 b8c6"));
    CHECK(kept("d2d4") == parse_moves(start, "d2d4"));
    CHECK(kept("e2e4 e7e5 f1c4") == parse_moves(start, "e2e4 e7e5 f1c4"));
    CHECK(kept("e2e4 c7c5") == parse_moves(start, "e2e4 c7c5"));
}
