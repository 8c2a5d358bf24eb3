// What the moves of a game cost, from an engine's scores.
#include <optional>
#include <vector>

#include "explain/accuracy.hpp"
#include "page_protocol/explaining/question_text.hpp"
#include "page_protocol/line_text.hpp"
#include "text/words.hpp"
#include "wasm/interface.hpp"

using namespace kibitz;
using namespace kibitz::wasm;

// Judges the moves of a game. `scores` has one for each position from the start on, as
// page_protocol/explaining/question_text.hpp reads them, each for the side to move there; `best`
// the engine's moves in these positions in UCI notation, or "-". The answer is that of
// judgements_text().
KIBITZ_EXPORT(kibitz_judge)
const char* kibitz_judge(const char* start, const char* moves, const char* scores,
                         const char* best) {
    const auto line = parse_line(start, moves);
    if (!line) return answer_error(line.error());
    const std::size_t count = line->moves().size();
    std::vector<Score> for_white;
    text::Words score_words(scores);
    for (std::size_t i = 0; i <= count; ++i) {
        const auto score = parse_score(score_words.next());
        if (!score) return answer_error(score.error());
        const Color turn = line->position_after(static_cast<int>(i)).side_to_move();
        for_white.push_back(turn == Color::white ? *score : -*score);
    }
    std::vector<double> course;
    for (const Score score : for_white) course.push_back(explain::win_percent(score));
    std::vector<std::optional<explain::Judgement>> judged;
    std::vector<explain::Judgement> all;
    text::Words best_words(best);
    for (std::size_t i = 0; i < count; ++i) {
        const Color mover = line->position_after(static_cast<int>(i)).side_to_move();
        const bool is_best = best_words.next() == move_name(*line, line->moves()[i]);
        all.push_back(explain::judge(mover, for_white[i], for_white[i + 1], is_best));
        judged.emplace_back(all.back());
    }
    return answer(judgements_text(all, explain::summarise(course, judged)));
}
