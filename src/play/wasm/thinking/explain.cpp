// Why a move is bad or good: the explainer, with searches of the module's engine.
#include "explain/explain.hpp"

#include <cstdint>

#include "explain/analyser_search.hpp"
#include "explain/ask.hpp"
#include "explain/sentences.hpp"
#include "page_protocol/explaining/question_text.hpp"
#include "page_protocol/line_text.hpp"
#include "page_protocol/thinking/search_text.hpp"
#include "text/words.hpp"
#include "wasm/interface.hpp"
#include "wasm/thinking/only_engine.hpp"
#include "wasm/thinking/prover.hpp"

namespace kibitz::wasm {
namespace {

// Where the last move of the line took something.
Square retake_square(const Line& line) {
    if (line.moves().empty()) return Square::none();
    const Move last = line.moves().back();
    const Position before = line.position_after(static_cast<int>(line.moves().size()) - 1);
    return before.is_capture(last) ? last.to() : Square::none();
}

Limits limited_to(std::uint64_t nodes) {
    Limits limits;
    limits.nodes = nodes;
    return limits;
}

// The prover's searches, which begin with nothing learned, so that they find the same every time.
explain::Search with_nothing_learned(Prover& prover) {
    return [&prover](const Position& position, std::span<const Move> excluded) {
        if (prover.nodes() == 0) engine()->new_game();
        return prover.search(position, excluded);
    };
}

}  // namespace
}  // namespace kibitz::wasm

using namespace kibitz;
using namespace kibitz::wasm;

// Explains a move from the position after some others. `known` has the best lines before and after
// the move on a line each, as page_protocol/explaining/question_text.hpp reads them, or nothing:
// they are searched for then. Each search has these limits. The language may have the
// reader's rating behind it ("de 1500"); without sentences in it they are English. A run that is
// stopped answers with what it has.
KIBITZ_EXPORT(kibitz_engine_explain)
const char* kibitz_engine_explain(int run, const char* start, const char* moves, const char* played,
                                  const char* known, const char* limits, const char* language) {
    if (engine() == nullptr) return not_started();
    const auto line = parse_line(start, moves);
    if (!line) return answer_error(line.error());
    const Position before = line->position();
    const auto move = parse_move(before, played);
    if (!move) return answer_error(move.error());
    const auto asked = parse_question(limits);
    if (!asked) return answer_error(asked.error());

    Prover prover(run, asked->limits);
    const explain::Search search = [&](const Position& position, std::span<const Move> excluded) {
        return prover.search(position, excluded);
    };
    Prover steady(run, limited_to(explain::steady_nodes)),
        steady_proofs(run, limited_to(explain::proof_nodes)),
        umpire(run, limited_to(explain::umpire_nodes));
    explain::Question question{.before = before, .played = *move};
    if (const std::string_view lines = known; lines.empty()) {
        question = explain::ask_about(before, *move, search, search);
    } else {
        const auto end = lines.find('\n');
        if (end == std::string_view::npos)
            return answer_error("the line after the move is missing");
        const auto best = parse_scored_line(before, lines.substr(0, end));
        if (!best) return answer_error(best.error());
        const auto reply = parse_scored_line(before.after(*move), lines.substr(end + 1));
        if (!reply) return answer_error(reply.error());
        question.best = *best;
        question.answer = *reply;
        question.search = search;
        question.is_reviewed = true;
    }
    question.steady = with_nothing_learned(steady);
    question.steady_proofs = steady_proofs.as_search();
    question.umpire = with_nothing_learned(umpire);
    question.is_brief = asked->limits.nodes > 0 && asked->limits.nodes < explain::steady_nodes;
    question.retake = retake_square(*line);
    const explain::Explanation explanation = explain::explain(question);
    const explain::Reader reader =
        explain::parse_reader(language).value_or(explain::Language::english);
    return answer(explained_move_text(
        question, explanation, reader,
        prover.nodes() + steady.nodes() + steady_proofs.nodes() + umpire.nodes()));
}
