#include "cli/analyse/game_review.hpp"

#include <algorithm>
#include <cstdlib>
#include <string>

#include "chess/san.hpp"
#include "cli/analyse/question.hpp"
#include "cli/terminal/score_text.hpp"
#include "explain/analyser_search.hpp"

namespace kibitz::cli {
namespace {

using explain::MoveMark;

// The longest variation that is written into a game.
constexpr std::size_t longest_variation = 10;
// The NAGs 1 to 9 judge a move.
constexpr int last_move_nag = 9;

Score white_score(const SearchReport& search, const Position& position) {
    return for_white(search.score(), position.side_to_move());
}

// The course of a game: White's chances at the start and after each move.
struct Course {
    std::vector<double> white_win_percents;
    std::vector<std::optional<explain::Judgement>> moves;  // nothing for a null move
};

GivenEvaluation given_evaluation(Score score, Depth depth) {
    GivenEvaluation evaluation;
    evaluation.is_mate = is_mate(score);
    evaluation.value = evaluation.is_mate ? moves_to_mate(score) : raw(score);
    if (depth > 0) evaluation.depth = depth;
    return evaluation;
}

void add_variation(Game& game, NodeId parent, const std::vector<Move>& moves) {
    NodeId node = parent;
    for (std::size_t i = 0; i < std::min(moves.size(), longest_variation); ++i) {
        const NodeId known = game.child(node, moves[i]);
        node = known != NodeId::none ? known : game.add(node, moves[i]);
        if (node == NodeId::none) return;
    }
}

bool judges_move(std::uint8_t nag) { return nag >= 1 && nag <= last_move_nag; }

// A second run must not say it twice.
bool is_judged(const std::string& comment) {
    for (const MoveMark mark : {MoveMark::inaccuracy, MoveMark::mistake, MoveMark::blunder})
        if (comment.starts_with(std::string(explain::name_of(mark)) + ". ")) return true;
    return false;
}

void annotate_move(Game& game, const ReviewedMove& move, const explain::Reader& reader) {
    Annotations comment = game.node(move.node).comment;
    const bool is_checkmate =
        is_mate(move.after_for_white) && moves_to_mate(move.after_for_white) == 0;
    if (!is_checkmate)
        comment.evaluation = given_evaluation(move.after_for_white, move.depth_after);
    if (move.judgement.mark != MoveMark::none) {
        std::string judgement = std::string(explain::name_of(move.judgement.mark)) + ".";
        for (const std::string& reason : reasons_of(move, reader)) judgement += " " + reason;
        if (!is_judged(comment.text))
            comment.text = comment.text.empty() ? judgement : judgement + " " + comment.text;
        std::vector<std::uint8_t> nags = game.node(move.node).nags;
        if (std::ranges::none_of(nags, judges_move)) {
            nags.insert(nags.begin(),
                        static_cast<std::uint8_t>(explain::nag_of(move.judgement.mark)));
            game.set_nags(move.node, std::move(nags));
        }
    }
    game.set_comment(move.node, std::move(comment));
    if (move.judgement.mark == MoveMark::none) return;
    for (const ReportedLine& line : move.search.lines)
        if (!line.moves.empty() && line.moves.front() != move.played)
            add_variation(game, game.node(move.node).parent, line.moves);
}

ExplainedMove explained(const ReviewedMove& move, const SearchReport& after, Square retake,
                        Analyst& analyst) {
    explain::Question question{.before = move.before, .played = move.played};
    question.best = best_line(move.search);
    question.answer = best_line(after);
    question.retake = retake;
    question.search = analyst.proof_search();
    question.steady = make_steady_search();
    question.umpire = make_steady_search(explain::umpire_nodes);
    question.is_brief = std::min(move.search.nodes, after.nodes) < explain::steady_nodes;
    explain::Explanation explanation = explain::explain(question);
    question.search = {};  // lives no longer than the analyst
    question.steady = {};
    question.umpire = {};
    return {std::move(question), std::move(explanation)};
}

Line behind_null_move(Position position) {
    position.play_null();
    return Line(position);
}

}  // namespace

std::optional<Opening> opening_of(const Game& game) {
    std::vector<Move> moves;
    for (const NodeId node : game.main_line()) {
        if (game.node(node).move.is_none()) break;
        moves.push_back(game.node(node).move);
    }
    return kibitz::opening_of(game.start(), moves);
}

GameReview review_game(const Game& game, Analyst& analyst, const ReviewObserver& observer) {
    GameReview review;
    Course course;
    analyst.begin_game();
    Line line(game.start());
    const std::vector<NodeId> nodes = game.main_line();
    std::optional<ReviewedMove> open;  // waits for the score after it
    Square retake = Square::none();    // where the last move took something
    for (std::size_t i = 0; i <= nodes.size(); ++i) {
        const std::optional<Move> next =
            i < nodes.size() ? std::optional(game.node(nodes[i]).move) : std::nullopt;
        if (observer.on_position) observer.on_position(line.position(), next);
        SearchReport search = analyst.study(line);
        const Score score = white_score(search, line.position());
        if (open) {
            open->after_for_white = score;
            open->depth_after = search.depth;
            open->judgement = explain::judge(open->before.side_to_move(), open->before_for_white,
                                             score, open->played == open->search.move);
            course.moves.emplace_back(open->judgement);
            if (open->judgement.mark != MoveMark::none)
                open->explained = explained(*open, search, retake, analyst);
            retake = open->before.is_capture(open->played) ? open->played.to() : Square::none();
            if (observer.on_move) observer.on_move(*open);
            review.moves.push_back(std::move(*open));
            open.reset();
        }
        course.white_win_percents.push_back(explain::win_percent(score));
        if (!next) break;
        if (analyst.should_stop()) {
            review.is_complete = false;
            break;
        }
        if (next->is_none()) {
            if (observer.on_null_move) observer.on_null_move(line.position());
            course.moves.emplace_back();
            line = behind_null_move(line.position());
            retake = Square::none();
            continue;
        }
        open = ReviewedMove{.node = nodes[i],
                            .before = line.position(),
                            .played = *next,
                            .search = std::move(search),
                            .before_for_white = score,
                            .after_for_white = score};
        line.play(*next);
    }
    review.sides = explain::summarise(course.white_win_percents, course.moves);
    return review;
}

std::vector<explain::StorySentence> story_of(const Game& game, const GameReview& review,
                                             const explain::Reader& reader) {
    if (!review.is_complete) return {};
    std::vector<explain::StoryMove> moves;
    for (const ReviewedMove& move : review.moves)
        moves.push_back({.before = move.before,
                         .played = move.played,
                         .judgement = move.judgement,
                         .question = move.explained ? &move.explained->question : nullptr,
                         .explanation = move.explained ? &move.explained->explanation : nullptr});
    const auto opening = opening_of(game);
    return explain::story_of({.opening = opening ? opening->name() : "",
                              .result = explain::parse_result(game.tag("Result"))},
                             moves, reader);
}

std::vector<std::string> reasons_of(const ReviewedMove& move, const explain::Reader& reader) {
    if (!move.explained) return {};
    return sentences(move.explained->question, move.explained->explanation, reader);
}

void annotate(Game& game, const GameReview& review, const explain::Reader& reader) {
    for (const ReviewedMove& move : review.moves) annotate_move(game, move, reader);
    constexpr std::string_view review_name = "Review:";
    std::string story;
    for (const explain::StorySentence& sentence : story_of(game, review, reader))
        story += " " + sentence.text;
    Annotations comment = game.node(NodeId::root).comment;
    // A second run must not tell it twice.
    if (story.empty() || comment.text.find(review_name) != std::string::npos) return;
    story.insert(0, review_name);
    comment.text = comment.text.empty() ? story : comment.text + " " + story;
    game.set_comment(NodeId::root, std::move(comment));
}

}  // namespace kibitz::cli
