#include "cli/analyse/game_review.hpp"

#include <algorithm>
#include <cstdlib>
#include <string>

#include "chess/san.hpp"
#include "cli/score_text.hpp"

namespace kibitz::cli {
namespace {

// The longest variation that is written into a game.
constexpr std::size_t longest_variation = 10;
// The NAGs 1 to 6 judge a move; those that people gave are replaced by ours only where we have one.
constexpr int last_move_nag = 6;

Score white_score(const Thought& thought, const Position& position) {
    return for_white(thought.score(), position.side_to_move());
}

double mover_win_percent(Score for_white_score, Color mover) {
    return win_percent(mover == Color::white ? for_white_score : -for_white_score);
}

void judge(ReviewedMove& move) {
    const Color mover = move.before.side_to_move();
    move.win_before = mover_win_percent(move.before_for_white, mover);
    move.win_after = mover_win_percent(move.after_for_white, mover);
    if (move.played != move.thought.move) move.mark = mark_for_loss(move.win_loss());
}

// The course of a game: White's chances at the start and after each move.
struct Course {
    std::vector<double> white_win_percents;
    std::vector<std::optional<Color>> movers;  // nobody: a null move
};

std::array<SideSummary, color_count> summarise(const std::vector<ReviewedMove>& moves,
                                               const Course& course) {
    std::array<SideSummary, color_count> sides;
    for (const ReviewedMove& move : moves) {
        SideSummary& side = sides[static_cast<std::size_t>(index(move.before.side_to_move()))];
        ++side.moves;
        ++side.marks[static_cast<std::size_t>(move.mark)];
        side.average_centipawn_loss += move.centipawn_loss();
    }
    const auto accuracies = game_accuracy(course.white_win_percents, course.movers);
    for (std::size_t i = 0; i < sides.size(); ++i) {
        sides[i].accuracy = accuracies[i];
        if (sides[i].moves > 0) sides[i].average_centipawn_loss /= sides[i].moves;
    }
    return sides;
}

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

void annotate_move(Game& game, const ReviewedMove& move) {
    Annotations comment = game.node(move.node).comment;
    const bool is_checkmate =
        is_mate(move.after_for_white) && moves_to_mate(move.after_for_white) == 0;
    if (!is_checkmate)
        comment.evaluation = given_evaluation(move.after_for_white, move.depth_after);
    if (move.mark != MoveMark::none) {
        const std::string judgement = std::string(name_of(move.mark)) + ". " +
                                      to_san(move.before, move.thought.move) + " was better.";
        // A second run with the same engine must not say it twice.
        if (comment.text.find(judgement) == std::string::npos)
            comment.text = comment.text.empty() ? judgement : judgement + " " + comment.text;
        std::vector<std::uint8_t> nags = game.node(move.node).nags;
        std::erase_if(nags, [](std::uint8_t nag) { return nag >= 1 && nag <= last_move_nag; });
        nags.insert(nags.begin(), static_cast<std::uint8_t>(nag_of(move.mark)));
        game.set_nags(move.node, std::move(nags));
    }
    game.set_comment(move.node, std::move(comment));
    if (move.mark == MoveMark::none) return;
    for (const ThoughtLine& line : move.thought.lines)
        if (!line.moves.empty() && line.moves.front() != move.played)
            add_variation(game, game.node(move.node).parent, line.moves);
}

Line behind_null_move(Position position) {
    position.play_null();
    return Line(position);
}

}  // namespace

int ReviewedMove::centipawn_loss() const {
    const int change = capped_centipawns(after_for_white) - capped_centipawns(before_for_white);
    return std::max(0, before.side_to_move() == Color::white ? -change : change);
}

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
    for (std::size_t i = 0; i <= nodes.size(); ++i) {
        const std::optional<Move> next =
            i < nodes.size() ? std::optional(game.node(nodes[i]).move) : std::nullopt;
        if (observer.on_position) observer.on_position(line.position(), next);
        Thought thought = analyst.study(line);
        const Score score = white_score(thought, line.position());
        if (open) {
            open->after_for_white = score;
            open->depth_after = thought.depth;
            judge(*open);
            if (observer.on_move) observer.on_move(*open);
            review.moves.push_back(*std::move(open));
            open.reset();
        }
        course.white_win_percents.push_back(win_percent(score));
        if (!next) break;
        if (analyst.should_stop()) {
            review.is_complete = false;
            break;
        }
        if (next->is_none()) {
            if (observer.on_null_move) observer.on_null_move(line.position());
            course.movers.emplace_back();
            line = behind_null_move(line.position());
            continue;
        }
        course.movers.emplace_back(line.position().side_to_move());
        open = ReviewedMove{.node = nodes[i],
                            .before = line.position(),
                            .played = *next,
                            .thought = std::move(thought),
                            .before_for_white = score,
                            .after_for_white = score};
        line.play(*next);
    }
    review.sides = summarise(review.moves, course);
    return review;
}

void annotate(Game& game, const GameReview& review) {
    for (const ReviewedMove& move : review.moves) annotate_move(game, move);
}

}  // namespace kibitz::cli
