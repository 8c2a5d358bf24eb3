// Marks the moves of a game that cost their player a good part of the chances of winning.
#include <kibitz/chess/game.hpp>
#include <kibitz/chess/san.hpp>
#include <kibitz/engine/analyser.hpp>
#include <kibitz/engine/score_model.hpp>

#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

namespace {

// What the side to move can expect, in permille: 500 for a level game.
int expectation(kibitz::Analyser& analyser, const kibitz::Position& position) {
    const auto analysis = analyser.analyse(position, {.nodes = 20'000});
    if (analysis.lines.empty()) return position.in_check() ? 0 : 500;
    const auto chances = kibitz::win_draw_loss(analysis.lines[0].score, position);
    return chances.win + chances.draw / 2;
}

}  // namespace

int main(int argc, char** argv) {
    std::ifstream file(argc > 1 ? argv[1] : "", std::ios::binary);
    if (!file) {
        std::cerr << "usage: mark_mistakes FILE.pgn\n";
        return 2;
    }
    constexpr int mistake = 200, very_bad = 4;  // permille; the glyph ??
    const std::string text(std::istreambuf_iterator<char>(file), {});
    kibitz::Analyser analyser;
    for (kibitz::ReadGame& read : kibitz::read_games(text)) {
        kibitz::Game& game = read.game;
        int before = expectation(analyser, game.start());
        for (const kibitz::NodeId node : game.main_line()) {
            const int after = 1000 - expectation(analyser, game.position(node));
            if (before - after >= mistake) game.set_nags(node, {very_bad});
            before = 1000 - after;
        }
        std::cout << kibitz::to_pgn(game) << '\n';
    }
}
