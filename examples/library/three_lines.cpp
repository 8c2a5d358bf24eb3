// Shows how the three best lines of a position improve, and stops when the first has a clear lead.
#include <kibitz/chess/fen.hpp>
#include <kibitz/chess/san.hpp>
#include <kibitz/engine/analyser.hpp>
#include <kibitz/engine/score_model.hpp>

#include <iostream>

namespace {

using SearchLine = kibitz::SearchResult::Line;

void print_score(kibitz::Score score, const kibitz::Position& position) {
    if (kibitz::is_mate(score))
        std::cout << "mate in " << kibitz::mate_moves(score);
    else
        std::cout << kibitz::displayed_centipawns(score, position) << " centipawns";
    std::cout << ", wins " << kibitz::win_draw_loss(score, position).win / 10 << " %";
}

void print_line(const SearchLine& line, kibitz::Position position) {
    std::cout << "  ";
    print_score(line.score, position);
    std::cout << ':';
    for (const kibitz::Move move : line.pv) {
        std::cout << ' ' << kibitz::to_san(position, move);
        position.play(move);
    }
    std::cout << '\n';
}

}  // namespace

int main(int argc, char** argv) {
    const char* fen =
        argc > 1 ? argv[1] : "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq -";
    const auto position = kibitz::parse_fen(fen, kibitz::SetupRules::lenient);
    if (!position) {
        std::cerr << kibitz::to_string(position.error()) << '\n';
        return 1;
    }
    kibitz::Analyser analyser;
    const auto on_depth = [&](const kibitz::Analysis& analysis) {
        std::cout << "depth " << analysis.depth << '\n';
        for (const SearchLine& line : analysis.lines) print_line(line, *position);
        constexpr int clear_lead = 300;
        if (analysis.depth >= 6 && analysis.lines.size() > 1 &&
            analysis.lines[0].score - analysis.lines[1].score > clear_lead)
            analyser.stop();
    };
    // Whichever comes first: a second or the call of stop().
    const auto analysis =
        analyser.analyse(*position, {.move_time = 1'000}, {.lines = 3, .on_depth = on_depth});
    if (!analysis.lines.empty())
        std::cout << "best: " << kibitz::to_san(*position, analysis.best_move()) << '\n';
}
