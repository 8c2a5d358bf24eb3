#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "chess/diagram.hpp"
#include "chess/pasted_position.hpp"
#include "cli/engine/network_shares.hpp"
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

// What plays: the network's score, and what each piece adds to it.
void explain_network(const Position& position, const nnue::Network& network) {
    const auto score = [&](const Position& of) {
        return default_core_path().evaluate(of, &network);
    };
    // One scale for all: how many centipawns a score is shown as depends on the material.
    const auto shares = piece_shares(
        position, [&](const Position& of) { return displayed_centipawns(score(of), position); });
    std::printf("%s\n", to_text(shares).c_str());
    std::printf(
        "Below each piece: how many pawns the network's score loses, as White sees it, when the "
        "piece\nis taken away. The sum of all is not the score: pieces are worth more or less "
        "together.\n\n");
    print_meaning("Network", position, score(position));
}

int evaluate(const std::vector<std::string>& words) {
    Position position = Position::initial();
    const std::string fen = joined(words);
    if (!fen.empty() && fen != "startpos") {
        const auto parsed = parse_position(fen);
        if (!parsed) return fail("eval", to_string(parsed.error()), exit_bad_usage);
        position = *parsed;
    }
    if (const auto& network = default_network().network) {
        explain_network(position, *network);
        std::printf(
            "\nThe terms of the evaluation without a network, which does not play here:\n\n");
    } else {
        std::printf("%s\n", to_diagram(position, {.coordinates = true}).c_str());
    }
    const EvalTrace trace = trace_evaluation(position);
    std::printf("%s", to_text(trace).c_str());
    const bool white = position.side_to_move() == Color::white;
    print_meaning("Terms", position, clamp_eval(white ? trace.white_score : -trace.white_score));
    return exit_ok;
}

}  // namespace
}  // namespace eval_command

void add_eval_command(Program& program) {
    using namespace eval_command;
    const auto words = std::make_shared<std::vector<std::string>>();
    CLI::App& app =
        program.add("eval", "explain the evaluation of a position",
                    "Shows what the network, which plays, gives a position and what each "
                    "piece adds to it, and what the terms of the hand-crafted "
                    "evaluation give it.");
    program.when_chosen(app, [words] { return evaluate(*words); });
    app.add_option("FEN", *words, "the position; fields missing at the end are supplied");
    app.footer(footer);
}

}  // namespace kibitz::cli
