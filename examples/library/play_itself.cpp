// Lets the engine play a short game against itself and writes it as PGN with its evaluations.
#include <kibitz/chess/game.hpp>
#include <kibitz/chess/outcome.hpp>
#include <kibitz/engine/analyser.hpp>
#include <kibitz/engine/score_model.hpp>

#include <iostream>

namespace {

// PGN gives evaluations from White's point of view.
kibitz::GivenEvaluation for_white(kibitz::Score score, const kibitz::Position& position) {
    const bool is_mate = kibitz::is_mate(score);
    const int value =
        is_mate ? kibitz::mate_moves(score) : kibitz::displayed_centipawns(score, position);
    return {.value = position.side_to_move() == kibitz::Color::white ? value : -value,
            .is_mate = is_mate};
}

}  // namespace

int main() {
    constexpr int most_plies = 40;
    kibitz::Analyser analyser;
    kibitz::Line line;
    kibitz::Game game;
    game.set_tag("White", "Kibitz");
    game.set_tag("Black", "Kibitz");
    auto node = kibitz::NodeId::root;
    while (!line.outcome() && line.moves().size() < most_plies) {
        const auto analysis = analyser.analyse(line, {.nodes = 5'000});
        node = game.add(node, analysis.best_move());
        game.set_comment(node, {.evaluation = for_white(analysis.lines[0].score, line.position())});
        line.play(analysis.best_move());
    }
    std::cout << kibitz::to_pgn(game);
}
