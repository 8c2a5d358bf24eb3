#include "cli/analyse/game_review.hpp"

#include <algorithm>
#include <cstdlib>
#include <string>

#include "chess/san.hpp"
#include "cli/analyse/question.hpp"
#include "cli/terminal/score_text.hpp"
#include "explain/analyser_search.hpp"
#include "explain/closer_looks.hpp"
#include "platform/core_paths.hpp"

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
    explain::add_steady_searches(question, &default_core_path());
    question.is_reviewed = true;
    question.is_brief = std::min(move.search.nodes, after.nodes) < explain::brief_nodes;
    explain::Explanation explanation = explain::explain(question);
    question.search = {};  // lives no longer than the analyst
    question.steady = {};
    question.steady_proofs = {};
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

namespace {

class Reviewer {
   public:
    Reviewer(const Game& game, Analyst& analyst, const ReviewObserver& observer)
        : game_(game),
          analyst_(analyst),
          observer_(observer),
          main_line_(game.main_line()),
          closer_looks_(main_line_.size() + 1) {}

    GameReview review() {
        analyst_.begin_game();
        Line line(game_.start());
        for (std::size_t i = 0; i <= main_line_.size(); ++i) {
            const bool is_end = i == main_line_.size();
            const NodeId node = is_end ? NodeId::none : main_line_[i];
            const std::optional<Move> next =
                is_end ? std::nullopt : std::optional(game_.node(node).move);
            if (observer_.on_position) observer_.on_position(line.position(), next);
            looks_.push_back({.node = node, .line = line, .next = next, .search = {}});
            looks_.back().search = analyst_.study(line);
            if (analyst_.looks_closer()) look_closer_beside_last_move();
            // A closer look at the next move may change what is thought of the position before it.
            judge_moves_but(analyst_.looks_closer() ? 1 : 0);
            if (is_end) break;
            if (analyst_.should_stop()) {
                review_.is_complete = false;
                break;
            }
            if (next->is_none())
                line = behind_null_move(line.position());
            else
                line.play(*next);
        }
        judge_moves_but(0);
        white_win_percents_.push_back(explain::win_percent(score(looks_.size() - 1)));
        review_.sides = explain::summarise(white_win_percents_, judgements_);
        return std::move(review_);
    }

   private:
    // What was found of a position, and the move that was played there; nothing at the end.
    struct Look {
        NodeId node;
        Line line;
        std::optional<Move> next;
        SearchReport search;
        bool is_close = false;
    };

    [[nodiscard]] Score score(std::size_t look) const {
        return white_score(looks_[look].search, looks_[look].line.position());
    }
    [[nodiscard]] explain::Judgement judgement_of(std::size_t move) const {
        const Look& look = looks_[move];
        return explain::judge(look.line.position().side_to_move(), score(move), score(move + 1),
                              look.next == look.search.move);
    }

    void look_closer_beside_last_move() {
        if (looks_.size() < 2) return;
        const std::size_t last = looks_.size() - 1;
        if (looks_[last - 1].next->is_none()) return;
        // The later position first: what is found there helps the one before it.
        std::vector<std::size_t> places;
        for (const std::size_t i : {last, last - 1})
            if (!looks_[i].is_close) places.push_back(i);
        const std::uint64_t nodes = closer_looks_.nodes_for(judgement_of(last - 1).win_loss(),
                                                            places.size(), looks_.size());
        if (nodes == 0) return;
        for (const std::size_t i : places) {
            if (analyst_.should_stop()) return;
            looks_[i].search = analyst_.study_closer(looks_[i].line, nodes);
            looks_[i].is_close = true;
        }
    }

    // The next moves that both positions are known of, but for so many.
    void judge_moves_but(std::size_t kept) {
        while (judgements_.size() + 1 + kept < looks_.size()) judge_next_move();
    }

    void judge_next_move() {
        const std::size_t move = judgements_.size();
        const Look& look = looks_[move];
        const Position& before = look.line.position();
        white_win_percents_.push_back(explain::win_percent(score(move)));
        if (look.next->is_none()) {
            if (observer_.on_null_move) observer_.on_null_move(before);
            judgements_.emplace_back();
            return;
        }
        const SearchReport& after = looks_[move + 1].search;
        ReviewedMove reviewed{.node = look.node,
                              .before = before,
                              .played = *look.next,
                              .search = look.search,
                              .before_for_white = score(move),
                              .after_for_white = score(move + 1),
                              .depth_after = after.depth,
                              .judgement = judgement_of(move)};
        judgements_.emplace_back(reviewed.judgement);
        if (reviewed.judgement.mark != MoveMark::none)
            reviewed.explained = explained(reviewed, after, retake_before(move), analyst_);
        if (observer_.on_move) observer_.on_move(reviewed);
        review_.moves.push_back(std::move(reviewed));
    }

    // Where the move before took something, if it did.
    [[nodiscard]] Square retake_before(std::size_t move) const {
        if (move == 0 || looks_[move - 1].next->is_none()) return Square::none();
        const Look& look = looks_[move - 1];
        return look.line.position().is_capture(*look.next) ? look.next->to() : Square::none();
    }

    const Game& game_;
    Analyst& analyst_;
    const ReviewObserver& observer_;
    std::vector<NodeId> main_line_;
    explain::CloserLooks closer_looks_;
    std::vector<Look> looks_;
    GameReview review_;
    // White's chances before each move that is judged, and at the end.
    std::vector<double> white_win_percents_;
    std::vector<std::optional<explain::Judgement>> judgements_;  // nothing for a null move
};

}  // namespace

GameReview review_game(const Game& game, Analyst& analyst, const ReviewObserver& observer) {
    return Reviewer(game, analyst, observer).review();
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
