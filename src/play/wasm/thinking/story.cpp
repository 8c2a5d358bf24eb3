// How a game went, in a few sentences, from the engine's lines that a review has found.
#include "explain/story.hpp"

#include <vector>

#include "chess/openings.hpp"
#include "page_protocol/explaining/question_text.hpp"
#include "page_protocol/explaining/story_text.hpp"
#include "page_protocol/line_text.hpp"
#include "page_protocol/thinking/search_text.hpp"
#include "wasm/interface.hpp"
#include "wasm/thinking/only_engine.hpp"
#include "wasm/thinking/prover.hpp"

using namespace kibitz;
using namespace kibitz::wasm;

namespace {

// The best line in every position of the game, each on a line of the text.
std::expected<std::vector<explain::ScoredLine>, std::string> parse_review(const Line& line,
                                                                          std::string_view text) {
    std::vector<explain::ScoredLine> best;
    for (std::size_t ply = 0; ply <= line.moves().size(); ++ply) {
        const std::string_view one = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), one.size() + 1));
        auto scored =
            page_protocol::parse_scored_line(line.position_after(static_cast<int>(ply)), one);
        if (!scored) return std::unexpected(scored.error());
        best.push_back(*std::move(scored));
    }
    return best;
}

Score for_white(const Position& position, Score score) {
    return position.side_to_move() == Color::white ? score : -score;
}

std::vector<explain::StoryMove> judged(const Line& line,
                                       const std::vector<explain::ScoredLine>& best) {
    std::vector<explain::StoryMove> moves;
    for (std::size_t i = 0; i < line.moves().size(); ++i) {
        const Position& before = line.position_after(static_cast<int>(i));
        const Position& after = line.position_after(static_cast<int>(i) + 1);
        const Move played = line.moves()[i];
        const bool is_best = !best[i].moves.empty() && best[i].moves.front() == played;
        moves.push_back(
            {.before = before,
             .played = played,
             .judgement = explain::judge(before.side_to_move(), for_white(before, best[i].score),
                                         for_white(after, best[i + 1].score), is_best)});
    }
    return moves;
}

}  // namespace

// Tells the story of a game. `best` has the engine's best line in every position from the start on,
// each on a line of its own, as page_protocol/explaining/question_text.hpp reads it; `result` is
// PGN's. The moves that the story gives reasons for are explained by searches with these limits;
// the reader is a language, perhaps with a rating: "de 1500".
KIBITZ_EXPORT(kibitz_engine_story)
const char* kibitz_engine_story(int run, const char* start, const char* moves, const char* best,
                                const char* result, const char* limits, const char* reader) {
    if (engine() == nullptr) return not_started();
    const auto line = parse_line(start, moves);
    if (!line) return answer_error(line.error());
    const auto lines = parse_review(*line, best);
    if (!lines) return answer_error(lines.error());
    const auto asked = parse_question(limits);
    if (!asked) return answer_error(asked.error());

    const auto opening = opening_of(line->start(), line->moves());
    const explain::StoryGame game{.opening = opening ? opening->name() : "",
                                  .result = explain::parse_result(result)};
    const std::vector<explain::StoryMove> told = judged(*line, *lines);
    Prover prover(run, asked->limits);
    const auto ask = [&](std::size_t move) {
        return explain::Question{.before = told[move].before,
                                 .played = told[move].played,
                                 .best = (*lines)[move],
                                 .answer = (*lines)[move + 1],
                                 .search = prover.as_search()};
    };
    const explain::Reader words =
        explain::parse_reader(reader).value_or(explain::Language::english);
    const auto story = explain::story_of(game, told, ask, words);
    return answer(page_protocol::story_text(story, prover.nodes()));
}
