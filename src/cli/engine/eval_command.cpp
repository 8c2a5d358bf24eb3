#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "chess/diagram.hpp"
#include "chess/pasted_position.hpp"
#include "cli/program/commands.hpp"
#include "cli/program/exit_codes.hpp"
#include "cli/program/fail.hpp"
#include "cli/program/joined.hpp"
#include "engine/eval/evaluate.hpp"
#include "engine/eval/trace_text.hpp"
#include "engine/score_model.hpp"
#include "platform/core_paths.hpp"
#include "platform/networks.hpp"

namespace kibitz::cli {

namespace eval_command {
namespace {

constexpr const char* footer = R"(Examples:
  kibitz eval                                          the start position
  kibitz eval "8/8/8/8/8/5k2/6p1/6K1 w - - 0 1"        a FEN; the quotes may be left out)";

void print_meaning(const char* judge, const Position& position, Score score) {
    const bool white = position.side_to_move() == Color::white;
    const auto [win, draw, loss] = win_draw_loss(score, position);
    std::printf("%s, for %s to move: %+d centipawns; wins %.1f %%, draws %.1f %%, loses %.1f %%\n",
                judge, white ? "White" : "Black", displayed_centipawns(score, position), win / 10.0,
                draw / 10.0, loss / 10.0);
}

int evaluate(const std::vector<std::string>& words) {
    Position position = Position::initial();
    const std::string fen = joined(words);
    if (!fen.empty() && fen != "startpos") {
        const auto parsed = parse_position(fen);
        if (!parsed) return fail("eval", to_string(parsed.error()), exit_bad_usage);
        position = *parsed;
    }
    const EvalTrace trace = trace_evaluation(position);
    std::printf("%s\n%s", to_diagram(position, {.coordinates = true}).c_str(),
                to_text(trace).c_str());
    const bool white = position.side_to_move() == Color::white;
    print_meaning("Terms", position, clamp_eval(white ? trace.white_score : -trace.white_score));
    if (const auto& network = default_network().network)
        print_meaning("Network", position, default_core_path().evaluate(position, network.get()));
    return exit_ok;
}

}  // namespace
}  // namespace eval_command

void add_eval_command(Program& program) {
    using namespace eval_command;
    const auto words = std::make_shared<std::vector<std::string>>();
    CLI::App& app = program.add("eval", "explain the evaluation of a position",
                                "Shows what the hand-crafted evaluation gives a position, term by "
                                "term, and what the network gives it.");
    program.when_chosen(app, [words] { return evaluate(*words); });
    app.add_option("FEN", *words, "the position; fields missing at the end are supplied");
    app.footer(footer);
}

}  // namespace kibitz::cli
