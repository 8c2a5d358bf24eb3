#include "cli/eval.hpp"

#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "chess/diagram.hpp"
#include "chess/fen.hpp"
#include "cli/joined.hpp"
#include "engine/eval/evaluate.hpp"
#include "engine/eval/trace_text.hpp"
#include "engine/score_model.hpp"
#include "platform/core_paths.hpp"
#include "platform/networks.hpp"

namespace kibitz::cli {

namespace {

constexpr int exit_ok = 0;
constexpr int exit_bad_usage = 2;

constexpr const char* usage =
    R"(kibitz eval: what the classical evaluation says of a position, term by term, and the network.

  kibitz eval                 the start position
  kibitz eval FEN             with or without quotes; fields missing at the end are supplied
)";

void print_meaning(const char* judge, const Position& position, Score score) {
    const bool white = position.side_to_move() == Color::white;
    const auto [win, draw, loss] = win_draw_loss(score, position);
    std::printf("%s, for %s to move: %+d centipawns; wins %.1f %%, draws %.1f %%, loses %.1f %%\n",
                judge, white ? "White" : "Black", displayed_centipawns(score, position), win / 10.0,
                draw / 10.0, loss / 10.0);
}

}  // namespace

int run_eval_command(int argc, char** argv) {
    const std::string_view first = argc > 1 ? argv[1] : "";
    if (first == "--help" || first == "-h") {
        std::fputs(usage, stdout);
        return exit_ok;
    }
    Position position = Position::initial();
    if (argc > 1 && first != "startpos") {
        const auto parsed =
            parse_fen(joined(std::vector<std::string>(argv + 1, argv + argc)), SetupRules::lenient);
        if (!parsed) {
            std::fprintf(stderr, "kibitz eval: %s\n", to_string(parsed.error()).c_str());
            return exit_bad_usage;
        }
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

}  // namespace kibitz::cli
